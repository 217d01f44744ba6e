import type {
  AnsweredPromptEnd,
  RunResult,
  AugmentedPrompt,
  FindingsQuestion,
  FoundInTemplate,
  LlamacppPromptQuestion,
  PromptEndQuestion,
  TemplateAnswer,
  TemplateQuestion,
  AnswerSheet,
  Exercise,
  FormatPage,
  ModelParsers,
  Grade,
  LlamacppPrompt,
  Pasted,
  PastedContent,
  ProjectInfo,
  ReaderTable,
  Recognised,
  ReplyAnswers,
  Sweep,
  Validation,
  WaysOut,
} from '../../core/index.ts';
import type {
  AskJob,
  AssembleJob,
  BesideAnswer,
  BesideJob,
  CompareAnswer,
  CompareJob,
  DiagnosedExtraction,
  ExerciseJob,
  ExtractJob,
  FileJob,
  GlanceJob,
  JudgeRunsJob,
  GradeJob,
  SheetJob,
  LayerAnswer,
  LayerJob,
  ModelJob,
  Progress,
  ReplyJob,
  ReplyVerdict,
  RuntimesJob,
  ShrinkJob,
  SweepJob,
  TokensJob,
  ToolsAnswer,
  ToolsJob,
  TypesJob,
  TypesReading,
  ValidateJob,
  VerdictsJob,
  WaysOutJob,
  WordedEvidence,
  YamlJob,
  YamlReading,
} from './protocol.ts';

/** The scripts that run as workers. */
export type Script = 'core' | 'schema' | 'tokens' | 'types';

type Solve<Asked, Answered> = (job: Asked, report: (progress: Progress) => void) => Answered | Promise<Answered>;

/** A kind of job. */
interface Row<By extends Script, Asked, Answered> {
  /** The script that does it. */
  readonly by: By;
  /** Milliseconds until its worker is replaced. */
  readonly deadline: number;
  /** What it needs that is not fetched with its worker: ids of engines, `EVERY_ENGINE`, or `TEMPLATES`. */
  readonly needs: (job: Asked) => readonly string[];
  /** Only its type: the function is in the script, under the same kind. */
  readonly solve?: Solve<Asked, Answered>;
}

/** The code of every engine. */
export const EVERY_ENGINE = '*';

/** The engine of chat templates. */
export const TEMPLATES = 'templates:';

/** A keystroke asks for these. */
const AT_ONCE = 2000;
/** The same where a template is rendered, perhaps with five conversations. */
const RENDERING = 4000;
/** Somebody asked for these, and waits. */
const LONG = 10_000;

const nothing = (): readonly string[] => [];
const everyEngine = (): readonly string[] => [EVERY_ENGINE];
const templates = (): readonly string[] => [TEMPLATES];

/** The engines that the ids of runtimes name. Whether there are such engines, only the worker knows. */
function enginesOf(...runtimes: readonly string[]): readonly string[] {
  return runtimes
    .filter((runtime) => runtime.includes(':') && !runtime.startsWith('format:'))
    .map((runtime) => runtime.slice(0, runtime.indexOf(':')));
}

const core = rowsOf('core');
const schema = rowsOf('schema');
const tokens = rowsOf('tokens');
const types = rowsOf('types');

function rowsOf<By extends Script>(by: By) {
  return <Asked, Answered>(
    deadline: number,
    needs: (job: Asked) => readonly string[] = nothing,
  ): Row<By, Asked, Answered> => ({ by, deadline, needs });
}

/** One row for each kind of job: what it asks and what is answered, who does it, how long it may take, and what it needs. */
export const jobs = {
  extract: core<ExtractJob, DiagnosedExtraction>(AT_ONCE, ({ runtime }) => enginesOf(runtime)),
  compare: core<CompareJob, CompareAnswer>(AT_ONCE, ({ left, right }) => enginesOf(left.runtime, right.runtime)),
  tools: core<ToolsJob, ToolsAnswer>(AT_ONCE),
  /** One answer per call, in order. */
  validate: schema<ValidateJob, readonly Validation[]>(AT_ONCE),
  layer: core<LayerJob, LayerAnswer>(LONG, ({ reading, layer }) => enginesOf(reading.runtime, layer)),
  /** Takes a pasted text apart: a reply, a response, or the log of a stream, whose deltas are assembled. */
  assemble: core<AssembleJob, Pasted>(LONG),
  /** Says what a pasted text is, and finds the replies in it. */
  recognise: core<PastedContent, Recognised>(LONG),
  /** What it proves about the server that answered, and the sentences that say so. */
  evidence: core<PastedContent, WordedEvidence>(LONG),
  /** One answer per reply, in order. Reports its progress. */
  verdicts: core<VerdictsJob, readonly ReplyVerdict[]>(LONG, ({ runtime }) => enginesOf(runtime)),
  /** One answer per run of an experiment, in order. Reports its progress. */
  'judge-runs': core<JudgeRunsJob, readonly RunResult[]>(LONG, ({ runtime }) => enginesOf(runtime)),
  shrink: core<ShrinkJob, string>(LONG, ({ runtime }) => enginesOf(runtime)),
  /** Reports its progress. */
  sweep: core<SweepJob, Sweep>(LONG, ({ runtime }) => enginesOf(runtime)),
  /** In the order of the picker. */
  runtimes: core<RuntimesJob, readonly ProjectInfo[]>(LONG, ({ which }) => (which === 'all' ? [EVERY_ENGINE] : [])),
  /** What reads the calls of a model, whose name is among the words. Null where none of them names one that is known. */
  'model-parsers': core<ModelJob, ModelParsers | null>(LONG, everyEngine),
  /** The pages of all formats, by id. */
  formats: core<object, readonly FormatPage[]>(LONG),
  /** What every runtime makes of a reply. Reports its progress. */
  'ask-all': core<ReplyJob, ReaderTable>(LONG, everyEngine),
  /** What those make of it that matter for it. Null where the text is empty or too long. */
  glance: core<GlanceJob, ReplyAnswers | null>(LONG, everyEngine),
  /** What a parser file makes of it, as an answer beside those of servers. */
  file: core<FileJob, ReplyAnswers>(LONG),
  /** The same beside one server. */
  beside: core<BesideJob, BesideAnswer>(LONG, ({ runtime }) => enginesOf(runtime)),
  /** What would make it give the calls that were meant. Null where there is nothing to change. Reports its progress. */
  'ways-out': core<WaysOutJob, WaysOut | null>(LONG, everyEngine),
  /** Null for a format that nobody asks for in text. */
  ask: core<AskJob, AugmentedPrompt | null>(LONG),
  template: core<TemplateQuestion, TemplateAnswer>(RENDERING, templates),
  'template-findings': core<FindingsQuestion, FoundInTemplate>(RENDERING, templates),
  'prompt-end': core<PromptEndQuestion, AnsweredPromptEnd>(RENDERING, templates),
  'llamacpp-prompt': core<LlamacppPromptQuestion, LlamacppPrompt>(RENDERING, templates),
  /** What the engines make of an answer to a question of a lesson. */
  grade: core<GradeJob, Grade>(LONG, ({ runtimes, rendersTemplate }) => [
    ...enginesOf(...runtimes),
    ...(rendersTemplate ? [TEMPLATES] : []),
  ]),
  /** What the engines do at a question of a lesson, and one right answer. */
  'answer-sheet': core<SheetJob, AnswerSheet>(LONG, ({ runtimes, rendersTemplate }) => [
    ...enginesOf(...runtimes),
    ...(rendersTemplate ? [TEMPLATES] : []),
  ]),
  /** A case as a step of a lesson, which the engines have solved. */
  exercise: core<ExerciseJob, Exercise>(LONG, ({ case: { profile = '' } }) => enginesOf(profile)),
  /** One answer per text, in order. The deadline covers the megabyte that is fetched first. */
  tokens: tokens<TokensJob, readonly number[]>(20_000),
  types: types<TypesJob, TypesReading>(5000),
  yaml: types<YamlJob, YamlReading>(5000),
} as const;

export type Kind = keyof typeof jobs;

/** The kinds that a script does. */
export type KindOf<By extends Script> = { [One in Kind]: (typeof jobs)[One]['by'] extends By ? One : never }[Kind];

/** A job of one kind. */
export type Job<One extends Kind = Kind> = {
  [Each in One]: Parameters<(typeof jobs)[Each]['needs']>[0] & { readonly kind: Each };
}[One];

type SolveOf<One extends Kind> = NonNullable<(typeof jobs)[One]['solve']>;

export type Answer<One extends Kind = Kind> = Awaited<ReturnType<SolveOf<One>>>;

/** What a script does, by kind: each answers what its own row says. */
export type Solvers<By extends Script> = { readonly [One in KindOf<By>]: SolveOf<One> };

/** What a job needs that is not fetched with its worker. */
export function neededCode<One extends Kind>(job: Job<One>): readonly string[] {
  const { needs } = jobs[job.kind] as { readonly needs: (job: Job<One>) => readonly string[] };
  return needs(job);
}
