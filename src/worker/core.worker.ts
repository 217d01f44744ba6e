import { augmentSystemPrompt, extract, readTools, type ToolCall } from '../core/index.ts';
import type { ExtractJob, SentCall, SentExtraction, ToolsAnswer, ToolsJob } from './protocol.ts';
import { serve } from './serve.ts';

serve((job) => {
  if (job.kind === 'extract') return solveExtract(job);
  if (job.kind === 'tools') return solveTools(job);
  throw new Error(`The core worker does not ${job.kind}.`);
});

function solveExtract(job: ExtractJob): SentExtraction {
  const extraction = extract(
    { text: job.text, tool_calls_text: job.toolCallsText },
    {
      profile: job.profile,
      capabilities: job.capabilities,
      tools: readTools(job.tools).tools.map(({ definition }) => definition),
    },
  );
  return { ...extraction, calls: extraction.calls.map(toSend), incomplete: extraction.incomplete.map(toSend) };
}

/** Own fields only: the getter of `arguments` does not travel. */
function toSend(call: ToolCall): SentCall {
  return { ...call };
}

function solveTools(job: ToolsJob): ToolsAnswer {
  const { tools, problems } = readTools(job.tools);
  const existing = job.system === '' ? null : job.system;
  const options = job.preamble === null ? {} : { preamble: job.preamble };
  // With the syntax tree the prompt keeps numbers as they were typed.
  const listed = tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode }));
  return {
    tools: tools.map(({ schemaNode: _tree, ...tool }) => tool),
    problems,
    prompts: {
      full: augmentSystemPrompt(existing, listed, options),
      compact: augmentSystemPrompt(existing, listed, { ...options, compact: true }),
    },
  };
}
