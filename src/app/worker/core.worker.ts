import {
  augmentSystemPrompt,
  clientResponse,
  compareExtractions,
  diagnose,
  extract,
  formatPages,
  formatPrompt,
  glance,
  engineOf,
  entryOutcomes,
  loadProjects,
  loadTemplates,
  projectInfos,
  readerTable,
  readTools,
  recognise,
  runtimesFor,
  sweepCuts,
  takeApart,
  toolDefinitions,
  toolsFor,
  toolWarnings,
  unpackRecording,
  verdictOf,
  waysOut,
  type ExtractOptions,
  type Extraction,
  type Glance,
  type PackedRecording,
  type ProjectInfo,
  type ReaderTable,
  type Sweep,
  type ToolCall,
  type WaysOut,
} from '../../core/index.ts';
import { EVERY_ENGINE, TEMPLATES } from './needed-code.ts';
import type {
  CompareAnswer,
  CompareJob,
  DiagnosedExtraction,
  GlanceJob,
  LayerAnswer,
  LayerJob,
  Progress,
  Reading,
  ReadersJob,
  ReplyVerdict,
  SentCall,
  SentExtraction,
  SweepJob,
  ToolsAnswer,
  ToolsJob,
  VerdictsJob,
  WaysOutJob,
} from './protocol.ts';
import { endOfPrompt, promptOfLlamacpp, renderTemplate, templateFindings } from './render-template.ts';
import { serve } from './serve.ts';

serve((job, report) => {
  if (job.kind === 'extract') return solveExtract(job, job.recording ?? null);
  if (job.kind === 'compare') return solveCompare(job);
  if (job.kind === 'tools') return solveTools(job);
  if (job.kind === 'assemble') return takeApart(job.source, job.options);
  if (job.kind === 'recognise') return recognise(job);
  if (job.kind === 'verdicts') return solveVerdicts(job, report);
  if (job.kind === 'sweep') return solveSweep(job, report);
  if (job.kind === 'runtimes') return solveRuntimes(job.which);
  if (job.kind === 'formats') return formatPages();
  if (job.kind === 'readers') return solveReaders(job, report);
  if (job.kind === 'glance') return solveGlance(job);
  if (job.kind === 'ways-out') return solveWaysOut(job, report);
  if (job.kind === 'layer') return solveLayer(job);
  if (job.kind === 'ask') return formatPrompt(job.format, job.system, toolDefinitions(job.tools));
  if (job.kind === 'template') return renderTemplate(job);
  if (job.kind === 'template-findings') return templateFindings(job);
  if (job.kind === 'prompt-end') return endOfPrompt(job);
  if (job.kind === 'llamacpp-prompt') return promptOfLlamacpp(job);
  throw new Error(`The core worker does not ${job.kind}.`);
}, fetchCode);

/** Once an engine is here, `runtimesFor` waits for nothing, so a job that asks for it is not held up by the network. */
async function fetchCode(engine: string): Promise<string | null> {
  try {
    if (engine === EVERY_ENGINE) await loadProjects();
    else if (engine === TEMPLATES) await loadTemplates();
    else await runtimesFor(`${engine}:`);
    return null;
  } catch {
    if (engine === TEMPLATES) return 'The code that renders chat templates could not be loaded.';
    return `The code of ${engineOf(`${engine}:`)?.label ?? 'the engines'} could not be loaded.`;
  }
}

async function solveRuntimes(which: 'at-hand' | 'all'): Promise<readonly ProjectInfo[]> {
  return projectInfos(which === 'all' ? await loadProjects() : undefined);
}

async function solveExtract(reading: Reading, packed: PackedRecording | null): Promise<DiagnosedExtraction> {
  const options = await optionsOf(reading);
  const extraction = extractionOf(reading, options);
  const recording = packed === null ? null : unpackRecording(packed, reading.text?.length ?? 0);
  return { ...sent(extraction), diagnoses: diagnose(extraction, { ...options, recording }) };
}

function extractionOf({ text, toolCallsText }: Reading, options: ExtractOptions): Extraction {
  return extract({ text, tool_calls_text: toolCallsText }, options);
}

async function optionsOf({
  text,
  toolCallsText = '',
  runtime,
  capabilities,
  tools,
  custom = null,
}: Omit<Reading, 'toolCallsText'> & Partial<Reading>): Promise<ExtractOptions> {
  const runtimes = await runtimesFor(runtime);
  const inForce = toolsFor(runtime, toolDefinitions(tools), text ?? '', toolCallsText);
  return { runtime, runtimes, capabilities, tools: inForce, custom };
}

function sent(extraction: Extraction): SentExtraction {
  return { ...extraction, calls: extraction.calls.map(toSend), incomplete: extraction.incomplete.map(toSend) };
}

async function solveCompare(job: CompareJob): Promise<CompareAnswer> {
  const left = sent(extractionOf(job.left, await optionsOf(job.left)));
  const right = sent(extractionOf(job.right, await optionsOf(job.right)));
  return { left, right, comparison: compareExtractions(left, right) };
}

async function solveLayer({ reading, layer }: LayerJob): Promise<LayerAnswer> {
  const first = extractionOf(reading, await optionsOf(reading));
  const { text, tool_calls: toolCalls } = clientResponse(first);
  const received = {
    text: typeof text === 'string' ? text : '',
    native: toolCalls === undefined ? '' : JSON.stringify(toolCalls, null, 2),
  };
  const atApp = { ...reading, text: received.text, toolCallsText: received.native, runtime: layer };
  const entries = entryOutcomes(extractionOf(atApp, await optionsOf(atApp)), first.calls.length);
  const named = entries.map((entry, index) => ({ ...entry, name: first.calls[index]?.name ?? '' }));
  return { ...received, entries: named };
}

/** Own fields only: getters do not travel. */
function toSend(call: ToolCall): SentCall {
  const { validation: _notYetChecked, ...fields } = call;
  const { returnedText } = call;
  return returnedText === call.argumentsText ? fields : { ...fields, returnedText };
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

/** So many replies are read between two reports. */
const VERDICTS_A_REPORT = 10;

async function solveVerdicts(
  { replies, ...reading }: VerdictsJob,
  report: (progress: Progress) => void,
): Promise<readonly ReplyVerdict[]> {
  const verdicts: ReplyVerdict[] = [];
  for (const { text, native } of replies) {
    if (verdicts.length % VERDICTS_A_REPORT === 0) report({ done: verdicts.length, total: replies.length });
    const asked = { ...reading, text, toolCallsText: native ?? '' };
    const extraction = extractionOf(asked, await optionsOf(asked));
    verdicts.push({ outcome: extraction.outcome, headline: verdictOf(extraction).headline });
  }
  return verdicts;
}

async function solveSweep(job: SweepJob, report: (progress: Progress) => void): Promise<Sweep> {
  return reported(sweepCuts(job.text, await optionsOf(job)), report);
}

async function solveReaders(
  { text, tools, ...options }: ReadersJob,
  report: (progress: Progress) => void,
): Promise<ReaderTable> {
  const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
  return reported(readerTable(text, toolDefinitions(tools), runtimes, options), report);
}

async function solveGlance({ text, tools, ...options }: GlanceJob): Promise<Glance | null> {
  return glance(text, toolDefinitions(tools), await loadProjects(), options);
}

async function solveWaysOut(
  { text, tools, ...options }: WaysOutJob,
  report: (progress: Progress) => void,
): Promise<WaysOut | null> {
  return reported(waysOut(text, tools, await loadProjects(), options), report);
}

/** Runs a job to its end, and reports how far it is. */
function reported<Answer>(steps: Generator<Progress, Answer>, report: (progress: Progress) => void): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report(step.value);
  }
}
