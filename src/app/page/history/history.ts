import { numberText, parsedJson, type Tone } from '../../../core/index.ts';
/** The rules of the local history: what becomes an entry, what goes when room runs out, and how it is kept. */
import * as z from 'zod/mini';
import { linkShape } from '../../permalink/schema.ts';
import { emptyLinkState, keysOf, type LinkState } from '../../permalink/state.ts';
import type { RecordedState } from '../fields.ts';
import type { StorageGetter } from '../saved/storage.ts';
import { continues } from './continues.ts';

/** A state of the page that this browser remembers. */
export interface HistoryEntry {
  readonly id: number;
  /** When the state was recorded, in milliseconds since 1970. */
  readonly time: number;
  /** When the work in this entry began: for a minute, typing on changes the entry instead of adding one. */
  readonly begun: number;
  readonly pinned: boolean;
  /** How good the answer was, as the page showed it; null when that was not known yet. */
  readonly tone: Tone | null;
  readonly state: RecordedState;
}

/** Newest first. */
export type Entries = readonly HistoryEntry[];

/** @internal Tests look under it and damage what is there. */
export const historyKey = 'callscope.history';

/**
 * The most entries that are not pinned.
 *
 * @internal Tests go to this limit.
 */
export const historyLength = 50;

/**
 * The most UTF-16 units that are kept, which is 2 MB as browsers count: autosave needs room beside it.
 *
 * @internal Tests go to this limit.
 */
export const historyCap = 1_000_000;

/**
 * The most UTF-16 units of one entry, so that one huge reply does not push out everything else.
 *
 * @internal Tests go to this limit.
 */
export const entryCap = 500_000;

/**
 * How long typing on changes the newest entry, in milliseconds.
 *
 * @internal Tests go to this limit.
 */
export const sameEntryFor = 60_000;

/** Whether there is room for a state at all, whatever has to go for it. */
export function fits(entries: Entries, state: LinkState): boolean {
  const size = sizeOf({ id: 0, time: 0, begun: 0, pinned: false, tone: null, state }) + 100;
  return size <= Math.min(entryCap, historyCap - pinnedSize(entries));
}

/**
 * The entries with `state`, which must fit, as the newest. They stay the same object when nothing is new. `mayTypeOn`:
 * whether the newest entry, where it is alike, may be what `state` was before.
 */
export function withState(
  entries: Entries,
  state: RecordedState,
  now: number,
  tone: HistoryEntry['tone'] = null,
  mayTypeOn = true,
): Entries {
  const [newest] = entries;
  if (newest !== undefined && sameState(newest.state, state)) return entries;
  // A state that comes back moves up, with its pin, instead of filling the list with copies. It keeps its beginning: what
  // is typed next is a new entry.
  const known = entries.find((entry) => sameState(entry.state, state));
  if (known !== undefined) return [{ ...known, time: now }, ...entries.filter((entry) => entry !== known)];
  if (mayTypeOn && newest !== undefined && isTypedOn(newest, state, now)) {
    return trimmed([{ ...newest, time: now, tone, state }, ...entries.slice(1)]);
  }
  const id = highestId(entries) + 1;
  return trimmed([{ id, time: now, begun: now, pinned: false, tone, state }, ...entries]);
}

export function withPin(entries: Entries, id: number, pinned: boolean): Entries {
  return trimmed(entries.map((entry) => (entry.id === id ? { ...entry, pinned } : entry)));
}

export function without(entries: Entries, id: number): Entries {
  return entries.filter((entry) => entry.id !== id);
}

/** Takes back a removal: `removed` joins what was recorded since. */
export function withRestored(entries: Entries, removed: Entries): Entries {
  const back = removed.filter((entry) => !entries.some(({ state }) => sameState(state, entry.state)));
  return trimmed(withUniqueIds([...entries, ...back].sort((a, b) => b.time - a.time)));
}

/** Drops the oldest entries that are not pinned until the rest fits. Pinned ones are never dropped. */
function trimmed(entries: Entries): Entries {
  const kept: HistoryEntry[] = [];
  let free = historyLength;
  let room = historyCap - pinnedSize(entries);
  for (const entry of entries) {
    if (entry.pinned) {
      kept.push(entry);
    } else if (free > 0) {
      const size = sizeOf(entry);
      // What comes after one that does not fit is older still.
      free = size > room ? 0 : free - 1;
      room -= size;
      if (room >= 0) kept.push(entry);
    }
  }
  return kept;
}

/** The line by which a reader knows the state again: of the reply, else of the native part on one line, else of the paste, else what it is. */
export function firstLine({ text, native, raw, experiment }: LinkState): string {
  // Only the beginning is looked at: a reply may be a megabyte of one line.
  const line = /\S.*/.exec(text.slice(0, 2000))?.[0] ?? (native || raw).slice(0, 2000).replaceAll(/\s+/g, ' ');
  if (line.trim() === '') return experiment === '' ? 'No reply, only tools or a prompt' : 'An experiment';
  return line.trim().slice(0, 160);
}

/** What changes with a reply that is typed on, or only looked at in Prompt. */
function typedOn({ text, edited, askedFormat, compare }: LinkState): Partial<LinkState> {
  return { text, edited, askedFormat, compare };
}

function isTypedOn(newest: HistoryEntry, state: LinkState, now: number): boolean {
  const age = now - newest.begun;
  return (
    !newest.pinned &&
    age >= 0 &&
    age < sameEntryFor &&
    sameState({ ...newest.state, ...typedOn(state) }, state) &&
    continues(newest.state, state)
  );
}

// Where somebody looks is not what they have.
const looks: ReadonlySet<keyof LinkState> = new Set<keyof LinkState>(['view', 'step', 'formatPage', 'matrix']);
const linkKeys = keysOf(emptyLinkState);
const compared = linkKeys.filter((key) => !looks.has(key));

export function sameState(a: LinkState, b: LinkState): boolean {
  return compared.every((key) => {
    const [one, other] = [work(a, key), work(b, key)];
    return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
  });
}

/** Another server for the same text is a look at it as well. */
function work(state: LinkState, key: keyof LinkState): LinkState[keyof LinkState] {
  return key === 'compare' && state.compare?.text === null ? null : state[key];
}

export type HistoryReading =
  | { readonly ok: true; readonly entries: Entries; readonly dropped: number }
  | { readonly ok: false; readonly message: string };

const tones = z.enum(['good', 'flawed', 'open', 'none', 'bad']);
const moment = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000));

// Nothing longer than the whole can have been saved, so no field needs a tighter limit than that.
const limits = {
  text: historyCap,
  native: historyCap,
  raw: historyCap,
  tools: historyCap,
  system: historyCap,
  preamble: historyCap,
  note: historyCap,
  experiment: historyCap,
  expectedCalls: historyCap,
  expectedName: historyCap,
  marker: historyCap,
  expectedArguments: historyCap,
  chunks: historyCap,
  turns: historyCap,
  results: historyCap,
  resultContent: historyCap,
  resultWord: historyCap,
};

const entrySchema = z.object({
  version: z.literal(1),
  id: z.catch(z.int().check(z.gte(1)), 1),
  time: moment,
  begun: z.optional(moment),
  pinned: z.catch(z.boolean(), false),
  // Of earlier entries nobody knows how good it was.
  tone: z.catch(z.nullable(tones), null),
  isCut: z.catch(z.optional(z.boolean()), false),
  state: z.object(linkShape(limits)),
});

/** What this browser remembers. Each entry is read on its own: a damaged one costs no other. Never throws. */
export function readHistory(getStorage: StorageGetter): HistoryReading {
  let text: string | null;
  try {
    const storage = getStorage();
    if (storage === null || storage === undefined) return { ok: false, message: noStorage };
    text = storage.getItem(historyKey);
  } catch {
    return { ok: false, message: noStorage };
  }
  const lines = (text ?? '').split('\n').filter((line) => line !== '');
  const read = lines.map(readEntry).filter((entry) => entry !== null);
  const entries = trimmed(withUniqueIds(read));
  return { ok: true, entries, dropped: lines.length - read.length };
}

export type HistoryWriting = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Replaces what this browser remembers. Never throws. */
export function writeHistory(getStorage: StorageGetter, entries: Entries): HistoryWriting {
  try {
    const storage = getStorage();
    if (storage === null || storage === undefined) return { ok: false, message: noStorage };
    if (entries.length === 0) storage.removeItem(historyKey);
    else storage.setItem(historyKey, entries.map(lineOf).join('\n'));
    return { ok: true };
  } catch {
    return { ok: false, message: noRoom };
  }
}

/** Whether there is room for one more state beside what is kept. Never throws. */
export function hasRoom(getStorage: StorageGetter, state: LinkState): boolean {
  try {
    const storage = getStorage();
    if (storage === null || storage === undefined) return false;
    // Only trying tells.
    storage.setItem(triedKey, JSON.stringify(state));
    storage.removeItem(triedKey);
    return true;
  } catch {
    return false;
  }
}

const triedKey = 'callscope.tried';

export const NO_ROOM = 'The browser’s storage for this page is full or turned off, so new work is not in the history.';

const noStorage = 'The browser blocks storage for this page, so there is no history.';
const noRoom = 'The history could not be saved: the browser’s storage is full or turned off. Earlier entries stay.';

export function droppedText(count: number): string {
  return count === 1
    ? 'One entry of the history could not be read and was dropped.'
    : `${numberText(count)} entries of the history could not be read and were dropped.`;
}

/** One line of JSON for each entry, of the fields of a link alone, without what has its default. */
function lineOf({ id, time, begun, pinned, tone, state }: HistoryEntry): string {
  const kept = linkKeys.filter((key) => state[key] !== emptyLinkState[key]);
  const fields = Object.fromEntries(kept.map((key) => [key, state[key]]));
  const cut = state.isCut === true ? { isCut: true } : {};
  return JSON.stringify({ version: 1, id, time, begun, pinned, tone, ...cut, state: fields });
}

/** Entries are never changed, and all of them are asked for their size whenever one is added. */
const sizes = new WeakMap<HistoryEntry, number>();

function sizeOf(entry: HistoryEntry): number {
  const size = sizes.get(entry) ?? lineOf(entry).length + 1;
  sizes.set(entry, size);
  return size;
}

function pinnedSize(entries: Entries): number {
  return entries.reduce((sum, entry) => sum + (entry.pinned ? sizeOf(entry) : 0), 0);
}

function readEntry(line: string): HistoryEntry | null {
  const parsed = z.safeParse(entrySchema, parsedJson(line));
  if (!parsed.success) return null;
  const { id, time, begun = time, pinned, tone, isCut = false, state } = parsed.data;
  return { id, time, begun, pinned, tone, state: isCut ? { ...state, isCut } : state };
}

function highestId(entries: Entries): number {
  return entries.reduce((most, { id }) => Math.max(most, id), 0);
}

/** Two tabs that wrote at once, or a damaged number, may have given one id twice. */
function withUniqueIds(entries: Entries): Entries {
  const taken = new Set<number>();
  let next = highestId(entries) + 1;
  return entries.map((entry) => {
    const id = taken.has(entry.id) ? next++ : entry.id;
    taken.add(id);
    return id === entry.id ? entry : { ...entry, id };
  });
}
