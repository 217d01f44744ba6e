import type { ToolCall } from '../trace/index.ts';
import { type AskedReply, extract, type ReplyAnswers, type RuntimeAnswers } from '../reader/index.ts';
import {
  type EngineId,
  formatList,
  type FoundCalls,
  isUndeclared,
  textAfter,
  type ToolFormat,
} from '../formats/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import { engines, type Engine } from './engines.ts';

/**
 * `yes`: a parser was written for it. `generic`: a route that was not written for it may reach it. `proposed`: there is a
 * parser in no list of the engine. `no`: nothing is known that reads it.
 */
export type ReaderVerdict = 'yes' | 'generic' | 'proposed' | 'no';

/** What one engine would make of a text by its documentation: it was not run. */
export interface ReaderRow {
  readonly engine: EngineId;
  readonly label: string;
  readonly version: string;
  readonly verdict: ReaderVerdict;
  /** The format that it reads; null when it reads none. */
  readonly format: string | null;
  /** Calls that are in this format. */
  readonly calls: number;
  /** What to type, for each name that the engine has for the format. */
  readonly settings: readonly { readonly name: string; readonly text: string }[];
  readonly where: string;
  /** Failures that this text brings about, and those that the text alone does not tell. */
  readonly failures: readonly KnownOutcome[];
}

interface KnownOutcome {
  readonly text: string;
  readonly applies: 'yes' | 'unknown';
  /** Under these names only; empty: under all. */
  readonly names: readonly string[];
}

/** What each runtime that has rules of its own makes of a reply, by running it, and what others are documented to do. */
export interface ReaderTable extends ReplyAnswers {
  /** The formats of the text, each with the number of calls that reading it alone gives. */
  readonly found: readonly { readonly format: string; readonly calls: number }[];
  /** Calls that the text cuts off, which nobody may run. */
  readonly cut: number;
  /** Engines and flags that are not built here. Empty where no format finds a call. */
  readonly rows: readonly ReaderRow[];
  /** Why there is no answer; '' when there is one. */
  readonly problem: string;
}

export interface ReadersProgress {
  readonly done: number;
  readonly total: number;
}

/** Longer texts are not read again and again. In UTF-16 units. */
const longestForReaders = 200_000;

/**
 * What each of `runtimes` makes of a reply, by running it. Of engines that are not built, their documentation says whether they
 * would read the formats that are found. Yields its progress and returns the table.
 *
 * @param chosen the id of the runtime whose whole answer the others are compared with
 */
export function* readerTable(
  reply: AskedReply,
  runtimes: readonly Runtime[],
  chosen: string,
): Generator<ReadersProgress, ReaderTable> {
  const { text, tools = [] } = reply.question;
  if (text.length > longestForReaders) {
    const problem = 'Replies over 200,000 characters are not checked here.';
    return { found: [], intended: 0, cut: 0, answers: [], rows: [], problem };
  }
  const against = runtimes.find(({ id }) => id === chosen) ?? null;
  // An app layer reads what a server returned, and no text.
  const exact = runtimes.filter(({ lenient, isAppLayer }) => !lenient && isAppLayer !== true);
  const answers: RuntimeAnswers[] = [];
  for (const runtime of exact) {
    answers.push(reply.answers(runtime, against));
    yield { done: answers.length, total: exact.length };
  }
  const { calls, incomplete } = reply.found;
  const readings = readingsOf(text, tools, calls);
  const found = readings.map(({ format, calls: own }) => ({ format: format.id, calls: own.length }));
  const built = new Set(exact.map(({ id }) => nameOf(id)));
  const rows = readings.length === 0 ? [] : engines.flatMap((engine) => rowsOf(engine, readings, built));
  return { found, intended: reply.intended.length, cut: incomplete.length, answers, rows, problem: '' };
}

/** `vllm:glm45` of `vllm:glm45@2026-05`, and `vllm:mistral` of `vllm:mistral:v11`. */
function nameOf(runtime: string): string {
  return runtime.split('@', 1)[0]?.split(':', 2).join(':') ?? runtime;
}

/** No row for an engine that is built, but for those of its flags that are not. */
function rowsOf(engine: Engine, readings: readonly Reading[], built: ReadonlySet<string>): readonly ReaderRow[] {
  const isBuilt = [...built].some((name) => name.startsWith(`${engine.id}:`));
  if (!isBuilt) return [rowOf(engine, readings)];
  if (engine.hasNoFlags === true) return [];
  const left = readings.flatMap((reading): Reading[] => {
    const names = (reading.format.readers[engine.id] ?? []).filter((name) => !built.has(`${engine.id}:${name}`));
    if (names.length === 0) return [];
    return [{ ...reading, format: { ...reading.format, readers: { ...reading.format.readers, [engine.id]: names } } }];
  });
  return left.length === 0 ? [] : [rowOf(engine, left)];
}

interface Reading extends FoundCalls {
  readonly format: ToolFormat;
}

/**
 * What each format finds on its own, of those that reading every format settles on, and of all without markers where one of
 * those is among them; most calls first. That another format would take the same text says nothing about its parsers.
 */
function readingsOf(text: string, tools: readonly ToolDefinition[], wanted: readonly ToolCall[]): readonly Reading[] {
  if (wanted.length === 0) return [];
  const known = new Set(wanted.map(callText));
  const chosen = new Set(wanted.map(({ format }) => format));
  const isBare = formatList.some(({ id, tier }) => tier === 'bare' && chosen.has(id));
  const names = new Set(tools.map(({ name }) => name));
  const rank = ({ format, calls }: Reading): number => calls.length * 2 + (chosen.has(format.id) ? 1 : 0);
  return formatList
    .filter(({ id, tier }) => chosen.has(id) || (isBare && tier === 'bare'))
    .map((format) => readingOf(format, text, tools, names))
    .filter(({ calls }) => calls.length > 0 && calls.every((call) => known.has(callText(call))))
    .sort((a, b) => rank(b) - rank(a));
}

function readingOf(
  format: ToolFormat,
  text: string,
  definitions: readonly ToolDefinition[],
  tools: ReadonlySet<string>,
): Reading {
  const { calls, ledger, trace } = extract({ text }, { runtime: `format:${format.id}`, tools: definitions });
  const unclosed = trace.filter((event) => event.kind === 'quirk' && event.code === 'closer-missing').length;
  return { format, text, calls, tools, unclosed, content: ledger.filter(({ kind }) => kind === 'content') };
}

function callText({ name, argumentsText }: ToolCall): string {
  return `${name} ${argumentsText}`;
}

const STRENGTH: readonly ReaderVerdict[] = ['yes', 'generic', 'proposed', 'no'];

/** The best that an engine can do: the strongest verdict among the formats with the most calls that it reads at all. */
function rowOf(engine: Engine, readings: readonly Reading[]): ReaderRow {
  const judged = readings.map((reading) => ({ reading, verdict: verdictOf(engine, reading.format) }));
  const able = judged.filter(({ verdict }) => verdict === 'yes' || verdict === 'generic');
  const most = Math.max(0, ...able.map(({ reading }) => reading.calls.length));
  const best = (able.length > 0 ? able.filter(({ reading }) => reading.calls.length === most) : judged).toSorted(
    (a, b) => STRENGTH.indexOf(a.verdict) - STRENGTH.indexOf(b.verdict),
  )[0];
  const { id, label, version, where } = engine;
  if (best === undefined || best.verdict === 'no')
    return { engine: id, label, version, where, verdict: 'no', format: null, calls: 0, settings: [], failures: [] };
  const { reading, verdict } = best;
  const names = reading.format.readers[id] ?? [];
  return {
    engine: id,
    label,
    version,
    where,
    verdict,
    format: reading.format.id,
    calls: reading.calls.length,
    settings: settingsOf(engine, names, verdict),
    failures: failuresOf(engine, reading),
  };
}

function verdictOf(engine: Engine, { readers, generic = [], proposed = [] }: ToolFormat): ReaderVerdict {
  if (generic.includes(engine.id)) return 'generic';
  if (readers[engine.id] !== undefined) return 'yes';
  return proposed.includes(engine.id) ? 'proposed' : 'no';
}

function settingsOf(engine: Engine, names: readonly string[], verdict: ReaderVerdict): ReaderRow['settings'] {
  if (engine.hasNoFlags === true)
    return verdict === 'proposed' ? [] : [{ name: names[0] ?? '', text: engine.setting('') }];
  return names.map((name) => ({ name, text: engine.setting(name) }));
}

function failuresOf(engine: Engine, reading: Reading): readonly KnownOutcome[] {
  const own = (reading.format.failures ?? [])
    .filter(({ engines: ids, when }) => ids.includes(engine.id) && (when === undefined || when(reading)))
    .map(
      ({ text, when, flags = [] }) =>
        ({ text, names: flags, applies: when === undefined ? 'unknown' : 'yes' }) as const,
    );
  const general = engine.failures
    .filter(({ except = [] }) => !except.includes(reading.format.id))
    .filter(({ when }) => (when === 'undeclared' ? isUndeclared(reading) : textAfter(reading)))
    .map(({ text }) => ({ text, names: [], applies: 'yes' }) as const);
  return [...own, ...general].toSorted((a, b) => Number(b.applies === 'yes') - Number(a.applies === 'yes'));
}
