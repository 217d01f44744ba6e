import type { Span } from '../text/document/index.ts';
import type { ParsedTemplate } from './parse/parse-template.ts';
import type { Statement } from './parse/syntax.ts';
import type { Rendering } from './rendering.ts';

/**
 * The texts and printed expressions of a template that a rendering never came to, in order; none where not all of its steps
 * were kept. Blank texts are left out: nobody misses them.
 */
export function unrunParts(template: ParsedTemplate, { steps, stepsAreCut }: Rendering): Span[] {
  if (stepsAreCut) return [];
  const ran = new Set(steps.flatMap(({ kind, span }) => (kind === 'data' || kind === 'print' ? [span.from] : [])));
  return leavesOf(template.body)
    .map(({ from, to, at }) => ({ from: template.originalAt(from), to: template.originalAt(to), at }))
    .filter(({ from, at }) => !ran.has(from) && !ran.has(template.originalAt(at)))
    .map(({ from, to }) => ({ from, to }));
}

/** What writes into the prompt; `at` is where its step begins. */
interface Leaf extends Span {
  readonly at: number;
}

function leavesOf(body: readonly Statement[]): Leaf[] {
  const leaves: Leaf[] = [];
  // No recursion: a template may be nested deeper than the stack of a browser is.
  const waiting = [...body].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to } = next;
    if (next.kind === 'data') {
      if (next.text.trim() !== '') leaves.push({ from, to, at: from });
    } else if (next.kind === 'print') leaves.push({ from, to, at: next.node.from });
    else waiting.push(...bodiesOf(next).flat().reverse());
  }
  return leaves;
}

function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return statement.branches.map(({ body }) => body);
    case 'for':
      return [statement.body, statement.otherwise ?? []];
    default:
      return 'body' in statement ? [statement.body] : [];
  }
}
