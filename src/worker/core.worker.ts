import {
  augmentSystemPrompt,
  compareExtractions,
  extract,
  formatPages,
  formatPrompt,
  readerTable,
  readTools,
  sweepCuts,
  takeApart,
  toolDefinitions,
  toolWarnings,
  type Sweep,
  type ToolCall,
} from '../core/index.ts';
import type {
  CompareAnswer,
  CompareJob,
  Progress,
  Reading,
  SentCall,
  SentExtraction,
  SweepJob,
  ToolsAnswer,
  ToolsJob,
} from './protocol.ts';
import { serve } from './serve.ts';

serve((job, report) => {
  if (job.kind === 'extract') return solveExtract(job);
  if (job.kind === 'compare') return solveCompare(job);
  if (job.kind === 'tools') return solveTools(job);
  if (job.kind === 'assemble') return takeApart(job.source, job.options);
  if (job.kind === 'sweep') return solveSweep(job, report);
  if (job.kind === 'formats') return formatPages();
  if (job.kind === 'readers') return readerTable(job.text, toolDefinitions(job.tools));
  if (job.kind === 'ask') return formatPrompt(job.format, job.system, toolDefinitions(job.tools));
  throw new Error(`The core worker does not ${job.kind}.`);
});

function solveExtract({ text, toolCallsText, profile, capabilities, tools, custom }: Reading): SentExtraction {
  const extraction = extract(
    { text, tool_calls_text: toolCallsText },
    { profile, capabilities, tools: toolDefinitions(tools), custom },
  );
  return { ...extraction, calls: extraction.calls.map(toSend), incomplete: extraction.incomplete.map(toSend) };
}

function solveCompare(job: CompareJob): CompareAnswer {
  const left = solveExtract(job.left);
  const right = solveExtract(job.right);
  return { left, right, comparison: compareExtractions(left, right) };
}

/** Own fields only: the getter of `arguments` does not travel. */
function toSend(call: ToolCall): SentCall {
  const { validation: _notYetChecked, ...sent } = call;
  return sent;
}

function solveTools(job: ToolsJob): ToolsAnswer {
  const reading = readTools(job.tools);
  const { tools, problems } = reading;
  const existing = job.system === '' ? null : job.system;
  const options = job.preamble === null ? {} : { preamble: job.preamble };
  // With the syntax tree the prompt keeps numbers as they were typed.
  const listed = tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode }));
  return {
    tools: tools.map(({ schemaNode: _schema, bodyNode: _body, ...tool }) => tool),
    problems,
    warnings: toolWarnings(reading),
    prompts: {
      full: augmentSystemPrompt(existing, listed, options),
      compact: augmentSystemPrompt(existing, listed, { ...options, compact: true }),
    },
  };
}

function solveSweep({ text, profile, capabilities, custom }: SweepJob, report: (progress: Progress) => void): Sweep {
  const steps = sweepCuts(text, { profile, capabilities, custom });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report(step.value);
  }
}
