import type { CallArguments, ToolDefinition, Validation } from '../../../core/index.ts';
import type { JobResult, WorkerClient } from '../../worker/client.ts';

const withoutTools: Validation = { state: 'unchecked', reason: 'No tools are declared.' };
const withBrokenTools: Validation = { state: 'unchecked', reason: 'The tools are not valid JSON.' };

/**
 * Compares calls with the schemas of the tools they name, one answer for each call, in order. Only what a schema looks at
 * goes to the worker, and nothing where there is no schema.
 */
export async function validate(
  schema: WorkerClient<'schema'>,
  calls: readonly CallArguments[],
  document: string,
  tools: readonly ToolDefinition[],
  areBroken = false,
): Promise<JobResult<'validate'>> {
  if (tools.length === 0) return { ok: true, answer: calls.map(() => (areBroken ? withBrokenTools : withoutTools)) };
  const sent = calls.map(({ name, argumentsText, argumentsSpan, repairs }) => ({
    name,
    argumentsText,
    argumentsSpan,
    repairs,
  }));
  return schema.run({ kind: 'validate', calls: sent, document, tools });
}
