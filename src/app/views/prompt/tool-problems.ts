import type { Span, ToolProblem, ToolWarning } from '../../../core/index.ts';
import type { ToolsAnswer } from '../../page/reading/results.svelte.ts';

/** The warnings of each tool, by its place. */
export function warningsByTool(warnings: readonly ToolWarning[]): ReadonlyMap<number, readonly ToolWarning[]> {
  const byTool = new Map<number, ToolWarning[]>();
  for (const warning of warnings) {
    const list = byTool.get(warning.toolIndex);
    if (list === undefined) byTool.set(warning.toolIndex, [warning]);
    else list.push(warning);
  }
  return byTool;
}

/** The problems that no tool has among its warnings. */
export function withoutRow({ problems, warnings }: ToolsAnswer): readonly ToolProblem[] {
  const shown = new Set(warnings.map(key));
  return problems.filter((problem) => !shown.has(key(problem)));
}

function key({ code, span }: { readonly code: string; readonly span: Span }): string {
  return `${code} ${String(span.from)}`;
}
