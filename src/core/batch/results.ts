import type { ReplyResult } from './judge.ts';
import { type BatchOutcome, outcomes } from './outcome.ts';
import { type Served, servedOutcomes } from './served.ts';
import { type OwnFault, ownFaultCodes } from './own-calls.ts';

/** Results by their places: a list, or columns. */
export interface Results extends Iterable<ReplyResult> {
  readonly length: number;
  at(place: number): ReplyResult | undefined;
}

/** So many different texts are looked up; a text after these is held once more each time it comes. */
const MOST_SHARED = 50_000;

/** Texts by numbers, each held once. */
class TextTable {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // A part of a longer string keeps that one alive: what stays is a copy.
    const copy = JSON.parse(JSON.stringify(text)) as string;
    const number = this.#texts.push(copy) - 1;
    if (number < MOST_SHARED) this.#numbers.set(copy, number);
    return number;
  }

  at(number: number): string {
    return this.#texts[number] ?? '';
  }
}

/** Numbers without a sign, as many as come. */
class NumberList {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const more = new Uint32Array(2 * this.length);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(place: number): number {
    return this.#values[place] ?? 0;
  }
}

/** The numbers of a row, in this order. */
const row = [
  'number',
  'length',
  'why',
  'diagnosis',
  'remedy',
  'format',
  'model',
  'prompt',
  'outline',
  'items',
  'bits',
  'more',
] as const;
type Cell = (typeof row)[number];
const place = Object.fromEntries(row.map((cell, index) => [cell, index])) as Readonly<Record<Cell, number>>;

/** The bits of a row: where each begins. The outcome comes first, in four bits. */
const WRONG = 4;
const UNEXPLAINED = 5;
const ALIGNED = 6;
const MENDED = 7;
const FAULTS = 9;
const TRIMMED = 15;
const NAMES = 16;
const WORDS = 20;
const SLOTS = 24;
const MARKED_WRONG = 28;
const STREAM_OTHER = 29;
/** Nothing is an answer without a character: two bits are enough. */
const SERVED = 30;
const FOUR = 0b1111;

/** The bits of `more`. */
const APART = 0;
const ASKED = 1;
const STREAM_TRIED = 2;

/**
 * Results as columns of numbers: a hundred thousand of them as objects take ten times as much. A result is made again when it is asked
 * for.
 */
export class ResultColumns implements Results {
  readonly #ids: string[] = [];
  /** Of rows whose record is called otherwise than they are. */
  readonly #records = new Map<number, string>();
  readonly #cells = new NumberList();
  /** The names of a row, then its words, then the slots of its sentence. */
  readonly #items = new NumberList();
  readonly #texts = new TextTable();

  get length(): number {
    return this.#ids.length;
  }

  push(result: ReplyResult): void {
    const { id, record, number, length, why, diagnosis, remedy, format, model, prompt, outline, names, words, slots } =
      result;
    if (record !== id) this.#records.set(this.length, record);
    this.#ids.push(id);
    const items = this.#items.length;
    const kept = { names: names.slice(0, FOUR), words: words.slice(0, FOUR), slots: slots.slice(0, FOUR) };
    for (const item of [...kept.names, ...kept.words, ...kept.slots]) this.#items.push(this.#texts.numberOf(item));
    const numbers: Readonly<Record<Cell, number>> = {
      number,
      length,
      why: this.#texts.numberOf(why),
      diagnosis: this.#optional(diagnosis),
      remedy: this.#optional(remedy),
      format: this.#optional(format),
      model: this.#optional(model),
      prompt: this.#optional(prompt),
      outline: this.#texts.numberOf(outline),
      items,
      bits: bitsOf(result) | (kept.names.length << NAMES) | (kept.words.length << WORDS) | (kept.slots.length << SLOTS),
      more: bit(result.isApart, APART) | bit(result.isAsked, ASKED) | bit(result.isStreamOther !== null, STREAM_TRIED),
    };
    for (const cell of row) this.#cells.push(numbers[cell]);
  }

  at(index: number): ReplyResult | undefined {
    const id = this.#ids[index];
    if (id === undefined) return undefined;
    const cell = (name: Cell): number => this.#cells.at(index * row.length + place[name]);
    const optional = (name: Cell): string | null => (cell(name) === 0 ? null : this.#texts.at(cell(name) - 1));
    const bits = cell('bits');
    const names = (bits >>> NAMES) & FOUR;
    const words = (bits >>> WORDS) & FOUR;
    const slots = (bits >>> SLOTS) & FOUR;
    const item = (at: number): string => this.#texts.at(this.#items.at(cell('items') + at));
    const isMended = (bits >>> MENDED) & 0b11;
    return {
      id,
      record: this.#records.get(index) ?? id,
      number: cell('number'),
      outcome: outcomes[bits & FOUR] as BatchOutcome,
      served: servedIn(bits >>> SERVED, cell('length')),
      isWrong: isSet(bits, WRONG),
      isMarkedWrong: isSet(bits, MARKED_WRONG),
      why: this.#texts.at(cell('why')),
      slots: Array.from({ length: slots }, (_, at) => item(names + words + at)),
      isUnexplained: isSet(bits, UNEXPLAINED),
      diagnosis: optional('diagnosis'),
      remedy: optional('remedy'),
      isMended: isMended === 0 ? null : isMended === 2,
      isApart: isSet(cell('more'), APART),
      isAsked: isSet(cell('more'), ASKED),
      isStreamOther: isSet(cell('more'), STREAM_TRIED) ? isSet(bits, STREAM_OTHER) : null,
      format: optional('format'),
      names: Array.from({ length: names }, (_, at) => item(at)),
      model: optional('model'),
      prompt: optional('prompt'),
      length: cell('length'),
      outline: this.#texts.at(cell('outline')),
      words: Array.from({ length: words }, (_, at) => item(names + at)),
      ownFaults: faultsOf(bits),
      isAligned: isSet(bits, ALIGNED),
      isTrimmed: isSet(bits, TRIMMED),
    };
  }

  *[Symbol.iterator](): Iterator<ReplyResult> {
    for (let index = 0; index < this.length; index += 1) {
      const result = this.at(index);
      if (result !== undefined) yield result;
    }
  }

  /** One more than the number of a text; 0 for none. */
  #optional(text: string | null): number {
    return text === null ? 0 : this.#texts.numberOf(text) + 1;
  }
}

function bit(is: boolean, at: number): number {
  return is ? 1 << at : 0;
}

function isSet(bits: number, at: number): boolean {
  return ((bits >>> at) & 1) === 1;
}

function servedIn(number: number, length: number): Served | null {
  if (number === 0) return null;
  return number === 3 && length === 0 ? 'nothing' : (servedOutcomes[number - 1] ?? null);
}

function bitsOf({
  outcome,
  served,
  isWrong,
  isMarkedWrong,
  isUnexplained,
  isAligned,
  isTrimmed,
  isMended,
  isStreamOther,
  ownFaults,
}: ReplyResult): number {
  const mended = isMended === null ? 0 : isMended ? 2 : 1;
  const faults = ownFaults.reduce((sum, fault) => sum | (1 << ownFaultCodes.indexOf(fault)), 0);
  return (
    outcomes.indexOf(outcome) |
    (served === null ? 0 : Math.min(3, servedOutcomes.indexOf(served) + 1) << SERVED) |
    bit(isWrong, WRONG) |
    bit(isMarkedWrong, MARKED_WRONG) |
    bit(isUnexplained, UNEXPLAINED) |
    bit(isAligned, ALIGNED) |
    bit(isTrimmed, TRIMMED) |
    bit(isStreamOther === true, STREAM_OTHER) |
    (mended << MENDED) |
    (faults << FAULTS)
  );
}

function faultsOf(bits: number): readonly OwnFault[] {
  return ownFaultCodes.filter((_, index) => isSet(bits, FAULTS + index));
}

/** Some of the results, by their places. */
export function picked(results: Results, places: readonly number[]): Results {
  return {
    length: places.length,
    at: (index) => {
      const at = places[index];
      return at === undefined ? undefined : results.at(at);
    },
    *[Symbol.iterator]() {
      for (const at of places) {
        const result = results.at(at);
        if (result !== undefined) yield result;
      }
    },
  };
}
