import {
  argumentSpans,
  type CallArguments,
  type ToolDefinition,
  type Validation,
  type ValidationProblem,
} from '../../core/index.ts';
import { checkFor } from './validate.ts';

/**
 * Compares the arguments of each call with the schema of the tool it names, one answer for each call, in order.
 * `document` is the text that the spans of the calls point into. Of tools with the same name the first counts.
 */
export async function checkCalls(
  calls: readonly CallArguments[],
  tools: readonly ToolDefinition[],
  document: string,
): Promise<Validation[]> {
  const checks = new Map<string, Promise<(call: CallArguments) => Validation>>();
  const declared = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  const validations: Validation[] = [];
  for (const call of calls) {
    const check = checks.get(call.name) ?? checkerOf(declared.get(call.name), document);
    checks.set(call.name, check);
    validations.push((await check)(call));
  }
  return validations;
}

async function checkerOf(
  tool: ToolDefinition | undefined,
  document: string,
): Promise<(call: CallArguments) => Validation> {
  if (tool === undefined) return () => ({ state: 'undeclared' });
  if (tool.schema === undefined) {
    return () => ({ state: 'unchecked', reason: `The tool "${tool.name}" declares no schema for its arguments.` });
  }
  const check = await checkFor(tool.schema);
  return (call) => {
    const verdict = check(call.argumentsText);
    if (verdict.state !== 'problems') return verdict;
    const spanAt = argumentSpans(call, document);
    const problems = verdict.problems.map((problem): ValidationProblem => ({ ...problem, span: spanAt(problem.path) }));
    return { state: 'problems', problems };
  };
}
