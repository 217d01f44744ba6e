import type { ToolCall } from '../trace/call.ts';
import { extract } from '../extract.ts';
import type { Extraction } from '../trace/extraction.ts';
import { formatList, type EngineId, type ToolFormat } from '../formats/index.ts';
import { isUndeclared, textAfter, type FoundCalls } from '../formats/kit/found-calls.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import { runtimeList } from '../runtimes/index.ts';
import { engines, type Engine } from './engines.ts';

/**
 * `yes`: a parser was written for it. `generic`: a route that was not written for it may reach it. `proposed`: there is a
 * parser in no list of the engine. `no`: nothing is known that reads it.
 */
export type ReaderVerdict = 'yes' | 'generic' | 'proposed' | 'no';

/** What one engine makes of a text. */
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

/** What a runtime that is reproduced here makes of a text, by running it. */
interface RuntimeRow {
  readonly runtime: string;
  readonly outcome: Extraction['outcome'];
  readonly calls: number;
}

export interface ReaderTable {
  /** The formats of the text, each with the number of calls that reading it alone gives. */
  readonly found: readonly { readonly format: string; readonly calls: number }[];
  /** The calls when every format is read. */
  readonly calls: number;
  /** Calls that the text cuts off, which nobody may run. */
  readonly cut: number;
  readonly rows: readonly ReaderRow[];
  readonly runtimes: readonly RuntimeRow[];
  /** Why there is no answer; '' when there is one. */
  readonly problem: string;
}

/** Longer texts are not read again and again. In UTF-16 units. */
const longestForReaders = 200_000;

/** One of each release of what has text tiers of its own. */
const releases = runtimeList.filter(({ project, source, lenient }, index) => {
  const first = runtimeList.findIndex((one) => one.project === project && one.source.version === source.version);
  return !lenient && first === index;
});

/** Which engines would read a text, and with which settings: from what each format by itself finds in it. */
export function readerTable(text: string, tools: readonly ToolDefinition[]): ReaderTable {
  const nothing = { found: [], calls: 0, cut: 0, rows: [], runtimes: [], problem: '' };
  if (text.length > longestForReaders)
    return {
      ...nothing,
      problem: 'Texts above 200,000 characters are not looked at here.',
    };
  const all = extract({ text }, { runtime: 'auto', tools });
  const runtimes = releases.map(({ id: runtime }) => {
    const { calls, outcome } = extract({ text }, { runtime, tools });
    return { runtime, outcome, calls: calls.length };
  });
  const readings = readingsOf(text, tools, all.calls);
  const found = readings.map(({ format, calls }) => ({ format: format.id, calls: calls.length }));
  const rows = readings.length === 0 ? [] : engines.map((engine) => rowOf(engine, readings));
  return { found, calls: all.calls.length, cut: all.incomplete.length, rows, runtimes, problem: '' };
}

interface Reading extends FoundCalls {
  readonly format: ToolFormat;
}

/**
 * What each format by itself finds, of those that reading every format settles on, and of all without markers where one of
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
  if (engine.id === 'llamacpp')
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
