import {
  AskedReply,
  augmentSystemPrompt,
  besideFile,
  clientResponse,
  compareExtractions,
  streamsOtherwise,
  tokenRecording,
  diagnose,
  extract,
  fileRuntime,
  formatPages,
  finishKind,
  formatPrompt,
  glance,
  gradeAnswer,
  answerSheet,
  makeExercise,
  engineOf,
  entryOutcomes,
  loadProjects,
  loadTemplates,
  projectInfos,
  readerTable,
  readTools,
  recognise,
  RunJudge,
  shrunkReply,
  modelParsers,
  runtimesFor,
  sweepCuts,
  takeApart,
  declaredTools,
  toolDefinitions,
  endOfPrompt,
  promptOfLlamacpp,
  renderTemplate,
  templateFindings,
  withTools,
  toolWarnings,
  unpackRecording,
  verdictOf,
  waysOut,
  type ExtractOptions,
  type Extraction,
  type ReaderTable,
  type Recording,
  type ReplyAnswers,
  type RunResult,
  type Sweep,
  type ToolCall,
} from '../../core/index.ts';
import { EVERY_ENGINE, TEMPLATES } from './jobs.ts';
import type {
  BesideAnswer,
  BesideJob,
  CompareAnswer,
  CompareJob,
  DiagnosedExtraction,
  ExtractJob,
  FileJob,
  JudgeRunsJob,
  LayerAnswer,
  LayerJob,
  Progress,
  Reading,
  ReplyJob,
  ReplyVerdict,
  SentCall,
  SentExtraction,
  SweepJob,
  ToolsAnswer,
  ToolsJob,
  VerdictsJob,
} from './protocol.ts';
import { brokenBy } from './ends.ts';
import { withOwnLineEnds } from './own-line-ends.ts';
import { serve } from './serve.ts';
import { wordedEvidence } from './worded-evidence.ts';

serve<'core'>(
  {
    extract: solveExtract,
    compare: solveCompare,
    tools: solveTools,
    layer: solveLayer,
    assemble: ({ source, options }) => takeApart(source, options),
    recognise,
    evidence: wordedEvidence,
    verdicts: solveVerdicts,
    'judge-runs': solveJudgeRuns,
    sweep: solveSweep,
    shrink: async (job) => shrunkReply(job.text, await optionsOf(job)),
    runtimes: async ({ which }) => projectInfos(which === 'all' ? await loadProjects() : undefined),
    'model-parsers': async ({ words }) => modelParsers(words, await loadProjects()),
    formats: () => formatPages(),
    'ask-all': solveAskAll,
    glance: async (job) => glance(await askedReply(job), await loadProjects(), job),
    file: solveFile,
    beside: solveBeside,
    'ways-out': async (job, report) =>
      reported(waysOut(await askedReply(job), job.tools, await loadProjects(), job), report),
    ask: ({ format, system, tools, words }) => formatPrompt(format, system, toolDefinitions(tools), words),
    template: renderTemplate,
    'template-findings': templateFindings,
    'prompt-end': endOfPrompt,
    'llamacpp-prompt': promptOfLlamacpp,
    exercise: ({ exercise, case: given, expected }) => makeExercise(exercise, given, expected),
    'answer-sheet': ({ question }) => answerSheet(question),
    grade: ({ question, answer }) => gradeAnswer(question, answer),
  },
  fetchCode,
);

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

async function solveExtract({
  recording: packed = null,
  model = null,
  finishReason = null,
  crlfText = null,
  ...reading
}: ExtractJob): Promise<DiagnosedExtraction> {
  const known = { model, isStopped: finishKind(finishReason) === 'plain', brokenBy: brokenBy(finishReason) };
  const recording = packed === null ? null : unpackRecording(packed, reading.text?.length ?? 0);
  const answer = async (asked: Reading, streamed: Recording | null): Promise<DiagnosedExtraction> => {
    const options = await optionsOf(asked);
    return diagnosed(extractionOf(asked, options), { ...options, ...known, recording: streamed });
  };
  const shown = await answer(reading, recording);
  // A recording counts the characters of the text that is shown.
  return crlfText === null ? shown : withOwnLineEnds(shown, await answer({ ...reading, text: crlfText }, null));
}

/** What is lost of a call is no healthy answer: the diagnoses tell. */
function diagnosed(extraction: Extraction, options: Parameters<typeof diagnose>[1]): DiagnosedExtraction {
  const diagnoses = diagnose(extraction, options);
  return { ...sent(extraction), diagnoses, verdict: verdictOf({ ...extraction, diagnoses }) };
}

function extractionOf({ text, toolCallsText }: Reading, options: ExtractOptions): Extraction {
  return extract({ text, tool_calls_text: toolCallsText }, options);
}

async function optionsOf({
  text,
  toolCallsText = '',
  runtime,
  capabilities,
  reasoning,
  request,
  tools,
  custom = null,
}: Omit<Reading, 'toolCallsText'> & Partial<Reading>): Promise<ExtractOptions> {
  const runtimes = await runtimesFor(runtime);
  const options = { runtime, runtimes, capabilities, reasoning, request, tools: declaredTools(tools), custom };
  return withTools(options, { text, tool_calls_text: toolCallsText });
}

function sent(extraction: Extraction): SentExtraction {
  return { ...extraction, calls: extraction.calls.map(toSend), incomplete: extraction.incomplete.map(toSend) };
}

/** Longer texts are not streamed: many parsers read the whole text again for each chunk. In UTF-16 units. */
const LONGEST_STREAM = 8000;

function differsStreamed({ text, toolCallsText }: Reading, options: ExtractOptions): boolean {
  if (text === null || text.length > LONGEST_STREAM || toolCallsText !== '') return false;
  if (engineOf(options.runtime ?? '') === null) return false;
  const { cuts } = tokenRecording(text);
  const pieces = [...cuts, text.length].map((end, at) => text.slice(cuts[at - 1] ?? 0, end));
  return streamsOtherwise(pieces, options);
}

async function solveCompare(job: CompareJob): Promise<CompareAnswer> {
  const [ofLeft, ofRight] = [await optionsOf(job.left), await optionsOf(job.right)];
  const [left, right] = [
    diagnosed(extractionOf(job.left, ofLeft), ofLeft),
    diagnosed(extractionOf(job.right, ofRight), ofRight),
  ];
  const otherwise = [
    ...(differsStreamed(job.left, ofLeft) ? ['left' as const] : []),
    ...(differsStreamed(job.right, ofRight) ? ['right' as const] : []),
  ];
  return { left, right, comparison: compareExtractions(left, right), streamsOtherwise: otherwise };
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
  const active = job.active === undefined ? null : readTools(job.active).tools;
  const listed = (active ?? tools).map(({ definition, schemaNode }) => ({ ...definition, schemaNode }));
  return {
    tools: tools.map(({ schemaNode: _schema, bodyNode: _body, ...tool }) => tool),
    active: active?.map(({ definition }) => definition) ?? null,
    problems,
    warnings: toolWarnings(reading),
    prompts: {
      full: augmentSystemPrompt(existing, listed, options),
      compact: augmentSystemPrompt(existing, listed, { ...options, compact: true }),
    },
  };
}

async function solveJudgeRuns(
  { runs, ...server }: JudgeRunsJob,
  report: (progress: Progress) => void,
): Promise<readonly RunResult[]> {
  const judge = new RunJudge({ ...server, runtimes: await runtimesFor(server.runtime) });
  return runs.map((asked, index) => {
    if (index % VERDICTS_A_REPORT === 0) report({ done: index, total: runs.length });
    return judge.judge(asked);
  });
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
    const { tone, headline } = verdictOf(extraction);
    verdicts.push({ outcome: extraction.outcome, tone, headline });
  }
  return verdicts;
}

async function solveSweep(job: SweepJob, report: (progress: Progress) => void): Promise<Sweep> {
  return reported(sweepCuts(job.text, await optionsOf(job)), report);
}

let asked: { readonly key: string; readonly reply: AskedReply } | null = null;

/**
 * What runtimes made of a reply is kept until another one is asked about: several jobs ask the same of it. Where no tools are
 * declared, those count that the chosen runtime knows without a request.
 */
async function askedReply(job: ReplyJob): Promise<AskedReply> {
  const { text, expected, capabilities, reasoning = '', request = {} } = job;
  const chosen = (await runtimesFor(job.chosen)).find(({ id }) => id === job.chosen);
  const tools = declaredTools(job.tools) ?? chosen?.ownTools;
  const about = { text, tools, expected, capabilities, reasoning, request };
  const key = JSON.stringify(about);
  if (asked?.key !== key) asked = { key, reply: new AskedReply(about) };
  return asked.reply;
}

async function solveFile({ reading, ...job }: FileJob): Promise<ReplyAnswers> {
  const reply = await askedReply(job);
  return { intended: reply.intended.length, answers: [reply.answers(fileRuntime(reading))] };
}

async function solveBeside({ pieces, reading, ...server }: BesideJob): Promise<BesideAnswer> {
  return besideFile(pieces, await optionsOf({ ...server, text: pieces.join('') }), reading);
}

async function solveAskAll(job: ReplyJob, report: (progress: Progress) => void): Promise<ReaderTable> {
  const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
  return reported(readerTable(await askedReply(job), runtimes, job.chosen), report);
}

/** Runs a job to its end, and reports how far it is. */
function reported<Answer>(steps: Generator<Progress, Answer>, report: (progress: Progress) => void): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report(step.value);
  }
}
