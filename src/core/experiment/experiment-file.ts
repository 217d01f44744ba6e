import { parsedJson } from '../text/json/index.ts';
import { at, type Fields, fieldsOf, listOf, objectsOf, textAt } from '../batch/index.ts';
import {
  cellKey,
  emptyExperiment,
  type Experiment,
  lastNumbers,
  type Message,
  messageKey,
  type ModelRun,
  type ReadBy,
  type Setup,
  setupKey,
  type Variant,
  type WantedCall,
} from './experiment.ts';

/** Says what the file is; no other JSON has it. */
const MARK = 'callscope experiment';
const VERSION = 1;

/** The most of each that a file may hold, and the longest text in UTF-16 units. */
const experimentLimits = {
  variants: 20,
  messages: 100,
  runs: 20_000,
  calls: 100,
  text: 200_000,
  tools: 1_000_000,
  name: 200,
  file: 64 * 1024 * 1024,
} as const;

export type ExperimentReading =
  | {
      readonly ok: true;
      readonly experiment: Experiment;
      readonly runs: readonly ModelRun[];
      /** Null where the file names no server. */
      readonly server: ReadBy | null;
      /** How many variants, messages and runs could not be read or were too many; they are left out. */
      readonly dropped: number;
    }
  /** `message`: a sentence that says what is wrong, to be read after the name of the file. */
  | { readonly ok: false; readonly message: string };

/**
 * An experiment as JSON, with its runs where they are to travel: the texts of models may be private.
 *
 * @param server what its runs are read by; a link has that itself
 */
export function writeExperiment(
  { variants, messages }: Experiment,
  runs: readonly ModelRun[] | null = null,
  server: ReadBy | null = null,
): string {
  const content = { kind: MARK, version: VERSION, variants, messages };
  // In a link every character counts; a file is read by people.
  return runs === null
    ? JSON.stringify(content)
    : `${JSON.stringify({ ...content, ...(server === null ? {} : { server }), runs }, null, 1)}\n`;
}

/** Whether a text says of itself that it is one. */
export function isExperimentFile(text: string): boolean {
  return /^\ufeff?\s{0,20}\{\s{0,20}"kind":\s{0,4}"callscope experiment"/.test(text.slice(0, 200));
}

/** Reads an experiment. Untrusted: nothing in it runs, and what it cannot use is left out and counted. Never throws. */
export function readExperiment(text: string): ExperimentReading {
  if (text.trim() === '') return { ok: true, experiment: emptyExperiment, runs: [], server: null, dropped: 0 };
  if (text.length > experimentLimits.file) return failed('It is larger than 64 MiB.');
  const file = fieldsOf(parsedJson(text.startsWith('\ufeff') ? text.slice(1) : text));
  if (file === null) return failed('It is no JSON object. Save the experiment again where it was made.');
  if (at(file, 'kind') !== MARK) return failed(`It is no experiment: the field kind should be "${MARK}".`);
  const version = at(file, 'version');
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return failed('Its field version should be a whole number above 0.');
  if (version > VERSION)
    return failed(
      `It has version ${version}, and this page reads experiments up to version ${VERSION}. Reload the page.`,
    );
  const counter = { dropped: 0 };
  const variants = unique(
    readAll(file, 'variants', experimentLimits.variants, readVariant, counter),
    ({ setup }) => setupKey(setup),
    counter,
  );
  const messages = unique(
    readAll(file, 'messages', experimentLimits.messages, readMessage, counter),
    messageKey,
    counter,
  );
  const runs = unique(
    readAll(file, 'runs', experimentLimits.runs, readRun, counter),
    (run) => `${cellKey(run)} ${String(run.number)}`,
    counter,
  );
  const server = readServer(fieldsOf(at(file, 'server')));
  return { ok: true, experiment: { variants, messages }, runs, server, dropped: counter.dropped };
}

function failed(message: string): ExperimentReading {
  return { ok: false, message };
}

function readAll<Item>(
  file: Fields,
  key: string,
  most: number,
  read: (fields: Fields) => Item | null,
  counter: { dropped: number },
): Item[] {
  const list = listOf(at(file, key));
  const items = objectsOf(list.slice(0, most)).flatMap((fields) => read(fields) ?? []);
  counter.dropped += list.length - items.length;
  return items;
}

function unique<Item>(items: readonly Item[], key: (item: Item) => string, counter: { dropped: number }): Item[] {
  const seen = new Set<string>();
  const kept = items.filter((item) => {
    const own = key(item);
    return seen.has(own) ? false : seen.add(own);
  });
  counter.dropped += items.length - kept.length;
  return kept;
}

/** Null for what is no text or too long. */
function bounded(fields: Fields | null, key: string, most: number): string | null {
  const text = textAt(fields, key);
  return text === null || text.length > most ? null : text;
}

function readVariant(fields: Fields): Variant | null {
  const name = bounded(fields, 'name', experimentLimits.name);
  const setup = readSetup(fieldsOf(at(fields, 'setup')));
  const from = bounded(fields, 'from', experimentLimits.name);
  if (name === null || name.trim() === '' || setup === null) return null;
  return { name, ...(from === null || from === name ? {} : { from }), setup };
}

function oneOf<Choice extends string>(
  fields: Fields | null,
  key: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = textAt(fields, key);
  return choices.find((choice) => choice === value) ?? choices[0];
}

function readSetup(fields: Fields | null): Setup | null {
  const { text, tools: longestTools, name } = experimentLimits;
  const system = bounded(fields, 'system', text);
  const tools = bounded(fields, 'tools', longestTools);
  const format = bounded(fields, 'format', 57) ?? '';
  const temperature = at(fields, 'temperature');
  if (fields === null || system === null || tools === null || !/^[a-z0-9.-]*$/.test(format)) return null;
  return {
    system,
    preamble: bounded(fields, 'preamble', text),
    format,
    tools,
    isCompact: at(fields, 'isCompact') === true,
    place: oneOf(fields, 'place', ['prompt', 'request', 'none']),
    held: oneOf(fields, 'held', ['free', 'call', 'tagged']),
    temperature: typeof temperature === 'number' ? Math.min(2, Math.max(0, temperature)) : 0,
    source: bounded(fields, 'source', name) ?? '',
    model: bounded(fields, 'model', name) ?? '',
    renamed: objectsOf(at(fields, 'renamed'))
      .slice(0, experimentLimits.calls)
      .flatMap((one) => {
        const [tool, from, to] = (['tool', 'from', 'to'] as const).map((key) => bounded(one, key, name));
        return typeof tool === 'string' && typeof from === 'string' && typeof to === 'string'
          ? [{ tool, from, to }]
          : [];
      }),
  };
}

function readServer(fields: Fields | null): ReadBy | null {
  const profile = bounded(fields, 'profile', experimentLimits.name);
  const reasoningParser = bounded(fields, 'reasoningParser', experimentLimits.name) ?? '';
  if (profile === null || !/^[\w:@.-]+$/.test(profile) || !/^[\w.-]*$/.test(reasoningParser)) return null;
  return {
    profile,
    reasoningParser,
    nativeToolCalls: oneOf(fields, 'nativeToolCalls', ['absent', 'true', 'false']),
    selfContained: at(fields, 'selfContained') === true,
    thinking: oneOf(fields, 'thinking', ['absent', 'on', 'off']),
  };
}

function readMessage(fields: Fields): Message | null {
  const text = bounded(fields, 'text', experimentLimits.text);
  if (text === null) return null;
  const expected = at(fields, 'expected');
  if (!Array.isArray(expected)) return { text, expected: null };
  const calls = objectsOf(expected)
    .slice(0, experimentLimits.calls)
    .flatMap((call): WantedCall[] => {
      const name = bounded(call, 'name', experimentLimits.name);
      const argumentsText = bounded(call, 'argumentsText', experimentLimits.text);
      return name === null ? [] : [{ name, argumentsText: argumentsText ?? '' }];
    });
  return { text, expected: calls };
}

function readRun(fields: Fields): ModelRun | null {
  const { name, text: longest } = experimentLimits;
  const [variant, message] = [bounded(fields, 'variant', 40), bounded(fields, 'message', 40)];
  const text = bounded(fields, 'text', 10 * longest);
  const number = wholeAt(fields, 'number');
  const round = wholeAt(fields, 'round') ?? 0;
  if (variant === null || message === null || text === null || number === null || number < 1) return null;
  return {
    variant,
    message,
    number,
    seed: wholeAt(fields, 'seed'),
    ...(round === 0 ? {} : { round }),
    text,
    native: bounded(fields, 'native', 5 * longest) ?? '',
    tokens: wholeAt(fields, 'tokens'),
    milliseconds: Math.max(0, finiteAt(fields, 'milliseconds') ?? 0),
    finishReason: bounded(fields, 'finishReason', name),
    error: bounded(fields, 'error', longest),
  };
}

function finiteAt(fields: Fields, key: string): number | null {
  const value = at(fields, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function wholeAt(fields: Fields, key: string): number | null {
  const value = finiteAt(fields, key);
  return value === null || !Number.isSafeInteger(value) || value < 0 ? null : value;
}

/**
 * All runs, those of the first list first. What was sent, numbered and said alike is one run; where another was said under a number,
 * the second gets the next that is free.
 */
export function joinedRuns(own: readonly ModelRun[], more: readonly ModelRun[]): ModelRun[] {
  const seen = new Map<string, ModelRun>();
  const all = [...own, ...more];
  const last = lastNumbers(all);
  for (const run of all) {
    const cell = cellKey(run);
    const key = `${cell} ${String(run.number)}`;
    const known = seen.get(key);
    // A run that failed gives way to one that did not.
    if (known === undefined || (known.error !== null && run.error === null)) seen.set(key, run);
    else if (run.error === null && (run.text !== known.text || run.native !== known.native)) {
      const number = (last.get(cell) ?? 0) + 1;
      last.set(cell, number);
      seen.set(`${cell} ${String(number)}`, { ...run, number, seed: null });
    }
  }
  return [...seen.values()];
}
