import type { CallArguments, ToolDefinition } from '../../core/index.ts';
import type { JobResult, WorkerClient } from '../../worker/client.ts';

/** Compares calls with the schemas of the tools they name. Only what a schema looks at goes to the worker. */
export function validate(
  schema: WorkerClient,
  calls: readonly CallArguments[],
  document: string,
  tools: readonly ToolDefinition[],
): Promise<JobResult<'validate'>> {
  const sent = calls.map(({ name, argumentsText, argumentsSpan, repairs }) => ({
    name,
    argumentsText,
    argumentsSpan,
    repairs,
  }));
  return schema.run({ kind: 'validate', calls: sent, document, tools });
}
