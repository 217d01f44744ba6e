import { defaultFormat } from '../agents/index.ts';
import {
  type BatchOutcome,
  calledInVain,
  differenceBetween,
  expectedExactly,
  Judge,
  type JudgeOptions,
  otherNumber,
  type ReplyResult,
  withoutCall,
} from '../batch/index.ts';
import { diagnose } from '../diagnose/index.ts';
import { extract } from '../reader/index.ts';
import { isRecord, parsedJson, valueToText } from '../text/json/index.ts';
import { toolDefinitions, type ToolDefinition } from '../tools/index.ts';
import { codesWhere, type Extraction, meaning } from '../trace/index.ts';
import { declaredNames, type Message, type ModelRun, type Setup } from './experiment.ts';
import { lackingFor, lackingText } from './impossible.ts';

/** What of a run is counted; null where the question does not arise. */
export interface RunFacts {
  /** Whether the client got the expected calls, or no call where none is expected; null also where the tools do not allow what is expected. */
  readonly right: boolean | null;
  /** Of runs that should call: whether the client got a call at all, and of the right tools. */
  readonly made: boolean | null;
  readonly tool: boolean | null;
  /** Of runs whose call came or is broken: whether its tool is declared and its arguments fit the schema. */
  readonly valid: boolean | null;
  /** Of runs that should call: whether names and arguments are those that are expected. */
  readonly exact: boolean | null;
  /** Of runs that wrote a call: whether it is in the format that was asked for, or native where that was asked for. */
  readonly format: boolean | null;
  /** Of runs that should not call: whether no call was even tried. */
  readonly quiet: boolean | null;
}

/** A run as it is read by one server. */
export interface RunResult extends RunFacts {
  /** Id of the format in which a call came, `native`, or null for no call. */
  readonly came: string | null;
  /** The arguments that a call has and its tool does not declare, with the declared one that it lacks. */
  readonly renames: readonly { readonly tool: string; readonly declared: string; readonly given: string }[];
  /** Whether the model ended its turn inside of a call. */
  readonly isUnfinished: boolean;
  /** The part of the server to which a call as it was asked for is no call; null where none is lost so. */
  readonly unreadBy: 'reasoning' | 'tools' | null;
  readonly outcome: BatchOutcome;
  /** A row as logs have them: what groups are made of. */
  readonly row: ReplyResult;
}

/** What a run is held to. */
export interface AskedRun {
  /** `isStopped`: whether the source says that the model ended its turn. */
  readonly run: Pick<ModelRun, 'text' | 'native' | 'number'> & { readonly isStopped?: boolean };
  readonly setup: Pick<Setup, 'tools' | 'format' | 'place' | 'renamed' | 'model'>;
  readonly expected: Message['expected'];
}

/** What nobody has made an answer of: whether there is a call in it, nothing says. */
const UNREAD: ReadonlySet<BatchOutcome> = new Set<BatchOutcome>(['error', 'long']);

/** Calls of a server that it returned as such. */
const NATIVE = 'native';

/** Reads runs with one runtime, and compares what the client gets with what was expected. */
export class RunJudge {
  readonly #options: Omit<JudgeOptions, 'isAligning'>;
  readonly #judge: Judge;
  /** By their text: the runs of a variant have the same. */
  readonly #tools = new Map<string, readonly ToolDefinition[]>();

  constructor(options: Omit<JudgeOptions, 'isAligning'>) {
    this.#options = options;
    this.#judge = new Judge({ ...options, isAligning: false });
  }

  judge({ run, setup, expected }: AskedRun): RunResult {
    const tools = this.#toolsOf(setup.tools);
    // What a server has returned as calls, no parser of text changes.
    const isNative = run.native.trim() !== '';
    const given = { ...this.#options, ...(tools.length === 0 ? {} : { tools }) };
    const options = isNative ? { ...given, runtime: 'auto', reasoning: '' } : given;
    const extraction = extract({ text: run.text, ...(isNative ? { tool_calls_text: run.native } : {}) }, options);
    const base = this.#judge.judge({
      id: String(run.number),
      record: String(run.number),
      number: run.number,
      text: run.text,
      calls: null,
      tools: tools.length === 0 ? null : tools,
      model: setup.model === '' ? null : setup.model,
      isRight: null,
      isStopped: run.isStopped === true,
    });
    const calls = extraction.calls.map(({ name, argumentsText, arguments: value }) =>
      calledBack(name, argumentsText, value, setup),
    );
    const meant = writtenCall(run.text, tools);
    const written = isNative ? null : (meant?.format ?? base.format);
    const isUnfinished = !isNative && run.isStopped === true && meant?.isWhole === false;
    const isLost = written !== null && calls.length === 0;
    const unreadBy = isLost ? this.#unreadBy(run.text, options, written === askedFormat(setup), base.diagnosis) : null;
    const isTried = calls.length > 0 || written !== null || base.diagnosis !== null;
    const outcome = outcomeOf(isNative && calls.length > 0 ? 'calls' : base.outcome, calls, expected);
    const came = isNative ? (calls.length > 0 ? NATIVE : null) : written;
    const wants = expected !== null && expected.length > 0;
    const lacking = lackingFor(setup, expected, tools);
    // What cannot come is no fault of the model. Where no call is expected, one that stayed text is none.
    const isQuiet = expected?.length === 0 && calls.length === 0 && !UNREAD.has(outcome);
    const right = expected === null || lacking !== null ? null : outcome === 'expected' || isQuiet;
    const facts: RunFacts = {
      right,
      made: wants ? calls.length > 0 : null,
      tool: wants ? sameNames(calls, expected) : null,
      valid:
        calls.length > 0 ? areValid(extraction, options, tools) : brokenCodes.has(base.diagnosis ?? '') ? false : null,
      exact: wants ? right : null,
      format: came === null ? null : came === askedFormat(setup),
      quiet: expected?.length === 0 ? !isTried : null,
    };
    const why = lacking === null ? whyOf(outcome, calls, expected, run.text) : lackingText(lacking);
    const names = [...new Set(isNative ? calls.map(({ name }) => name) : base.names)];
    const said = why === null ? {} : { why, slots: [] };
    const row = { ...base, outcome, ...said, names, format: came, isWrong: right === false, isUnexplained: false };
    return { ...facts, came, renames: renamesIn(extraction, tools), isUnfinished, unreadBy, outcome, row };
  }

  /** What of the server loses a call that the model wrote: the model can do nothing about it. */
  #unreadBy(
    text: string,
    options: Omit<JudgeOptions, 'isAligning'>,
    isAsAsked: boolean,
    diagnosis: string | null,
  ): RunResult['unreadBy'] {
    const { reasoning = '' } = options;
    if (reasoning !== '' && extract({ text }, { ...options, reasoning: '' }).calls.length > 0) return 'reasoning';
    return isAsAsked && formCodes.has(diagnosis ?? '') ? 'tools' : null;
  }

  #toolsOf(text: string): readonly ToolDefinition[] {
    const known = this.#tools.get(text) ?? toolDefinitions(text);
    this.#tools.set(text, known);
    return known;
  }
}

/** The format in which a call is written, whatever a server makes of it, and whether it is whole; null where there is none. */
function writtenCall(
  text: string,
  tools: readonly ToolDefinition[],
): { readonly format: string; readonly isWhole: boolean } | null {
  const { calls, incomplete } = extract({ text }, { runtime: 'auto', ...(tools.length === 0 ? {} : { tools }) });
  const format = calls[0]?.format ?? incomplete[0]?.format;
  return format === undefined ? null : { format, isWhole: incomplete.length === 0 };
}

/** The format in which a setup wants its calls. */
export function askedFormat({ format, place }: Pick<Setup, 'format' | 'place'>): string {
  if (place === 'request') return NATIVE;
  return format === '' ? defaultFormat : format;
}

interface Called {
  readonly name: string;
  readonly argumentsText: string;
}

/** The call with its parameters named as the expected calls name them. */
function calledBack(name: string, argumentsText: string, value: unknown, { renamed }: Pick<Setup, 'renamed'>): Called {
  const names = new Map(renamed.filter(({ tool }) => tool === name).map(({ from, to }) => [to, from]));
  if (names.size === 0 || !isRecord(value)) return { name, argumentsText };
  return { name, argumentsText: valueToText(withNames(value, names)) };
}

/** The expected calls as a setup names their parameters. */
export function expectedFor(setup: Pick<Setup, 'renamed'>, expected: Message['expected']): Message['expected'] {
  if (expected === null || setup.renamed.length === 0) return expected;
  return expected.map((call) => {
    const given = parsedJson(call.argumentsText);
    const names = declaredNames(setup, call.name);
    if (!isRecord(given) || names.size === 0) return call;
    return { ...call, argumentsText: JSON.stringify(withNames(given, names)) };
  });
}

function withNames(given: Readonly<Record<string, unknown>>, names: ReadonlyMap<string, string>): object {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [names.get(key) ?? key, value]));
}

function outcomeOf(base: BatchOutcome, calls: readonly Called[], expected: Message['expected']): BatchOutcome {
  // A run without a word is a run without a call.
  if (base === 'empty') return outcomeOf('answer', calls, expected);
  if (expected === null || base === 'error') return base;
  // Calls that no declared tool takes are held to what is expected as all others are.
  if (base !== 'calls' && base !== 'unfit') return expected.length === 0 && base === 'answer' ? 'expected' : base;
  if (expected.length === 0) return 'phantom';
  return sameNames(calls, expected) && calls.every((call, index) => sameArguments(call, expected[index]))
    ? 'expected'
    : 'other';
}

function sameNames(calls: readonly Called[], expected: readonly Called[]): boolean {
  return calls.length === expected.length && calls.every(({ name }, index) => name === expected[index]?.name);
}

function sameArguments(call: Called, wanted: Called | undefined): boolean {
  if (wanted === undefined) return false;
  return wanted.argumentsText.trim() === '' || meaning([call]) === meaning([wanted]);
}

/** An argument that is missing, unknown or of another type. */
const schemaCodes = codesWhere(({ about }) => about === 'schema');
/** A call in a form that the server does not read. */
const formCodes: ReadonlySet<string> = codesWhere(({ about }) => about === 'form');
/** Arguments that are no JSON. */
const brokenCodes: ReadonlySet<string> = codesWhere(({ about, edit }) => about === 'json' || edit === 'closes-cut');

function areValid(
  extraction: Extraction,
  options: Parameters<typeof diagnose>[1],
  tools: readonly ToolDefinition[],
): boolean {
  // Without any, nobody knows what they are.
  const isDeclared = (name: string): boolean => tools.length === 0 || tools.some((tool) => tool.name === name);
  return (
    extraction.calls.every((call) => isRecord(call.arguments) && isDeclared(call.name)) &&
    diagnose(extraction, options).every(
      // What a server mends came whole. Our own reader mends more than anybody.
      ({ code }) => !schemaCodes.has(code) && !(extraction.runtime.lenient && brokenCodes.has(code)),
    )
  );
}

/** Why a run is wrong, where that is told by its calls; null where its parser tells it. Runs with one sentence failed for one reason. */
function whyOf(
  outcome: BatchOutcome,
  calls: readonly Called[],
  expected: Message['expected'],
  text: string,
): string | null {
  if (outcome === 'expected') return '';
  if (outcome === 'phantom') return calledInVain;
  if (outcome === 'answer') return expected === null ? '' : withoutCall(text);
  if (outcome !== 'other' || expected === null) return null;
  const number = otherNumber(calls.length, expected.length);
  if (number !== null) return number;
  const at = calls.findIndex(
    (call, index) => !sameArguments(call, expected[index]) || call.name !== expected[index]?.name,
  );
  const [call, wanted] = [calls[at], expected[at]];
  if (call === undefined || wanted === undefined) return null;
  return differenceBetween(
    { name: call.name, arguments: parsedJson(call.argumentsText) },
    expectedExactly(wanted.name, parsedJson(wanted.argumentsText)),
  );
}

function renamesIn({ calls }: Extraction, tools: readonly ToolDefinition[]): RunResult['renames'] {
  return calls.flatMap(({ name, arguments: value }) => {
    const properties = tools.find((tool) => tool.name === name)?.schema?.['properties'];
    if (!isRecord(value) || !isRecord(properties)) return [];
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
    const lacking = Object.keys(properties).filter((key) => !Object.hasOwn(value, key));
    const [given] = unknown;
    const [declared] = lacking;
    // Of several, nobody knows which one replaces which.
    return unknown.length === 1 && lacking.length === 1 && given !== undefined && declared !== undefined
      ? [{ tool: name, declared, given }]
      : [];
  });
}
