import { isRecord, parsedJson, type Grade, type Lesson } from '../../../../core/index.ts';
import { checksum } from '../../../permalink/bytes.ts';
import { decodeLink, encodeLink } from '../../../permalink/codec.ts';
import type { LinkState } from '../../../permalink/state.ts';
import { keepText, keptText } from './kept-text.ts';

/** What somebody has entered in a step, and what came of it. */
export interface Attempt {
  readonly typed: string;
  readonly option: string;
  readonly order: readonly number[];
  /** How many hints are shown. */
  readonly hints: number;
  readonly grade: Grade | null;
  /** How many answers were wrong. */
  readonly wrongs: number;
  /** The case as it was left; null while it is the one of the step. */
  readonly state: LinkState | null;
}

const noAttempt: Attempt = { typed: '', option: '', order: [], hints: 0, grade: null, wrongs: 0, state: null };

/** So many attempts are kept, those that were changed last; a longer text was not written by this page. */
const MOST = 60;
const LONGEST = 4_000_000;

/** What was entered in each step, by its key. This browser keeps it, as it keeps every other text of the page. */
export class Attempts {
  /** Those of this visit. */
  #made = $state.raw<Readonly<Record<string, Attempt>>>({});
  /** As this page wrote them last: what is the same is not written once more. */
  readonly #written = new Map<string, string>();

  of(key: string): Attempt {
    return this.#made[key] ?? read(kept().get(key));
  }

  set(key: string, attempt: Attempt): void {
    this.#made = { ...this.#made, [key]: attempt };
  }

  /** In this browser as well. What another tab kept stays. */
  keep(key: string, attempt: Attempt): void {
    const { state, ...entered } = attempt;
    const isEmpty = state === null && Object.entries(entered).every(([field, value]) => isNothing(field, value));
    const written = isEmpty ? null : { ...entered, link: state === null ? '' : encodeLink(state) };
    const text = JSON.stringify(written);
    if (this.#written.get(key) === text) return;
    this.#written.set(key, text);
    this.set(key, attempt);
    const all = kept();
    if (isEmpty && !all.has(key)) return;
    all.delete(key);
    if (written !== null) all.set(key, written);
    write(all);
  }

  /** `lesson`: the id of the one that is forgotten; all without it. */
  forget(lesson?: string): void {
    const isForgotten = (key: string): boolean => lesson === undefined || key.startsWith(`${lesson} `);
    this.#made = Object.fromEntries(Object.entries(this.#made).filter(([key]) => !isForgotten(key)));
    this.#written.clear();
    write(new Map([...kept()].filter(([key]) => !isForgotten(key))));
  }
}

/** Names a step of a lesson. One that was written anew has another key: nobody has answered it. Spaces: no key of any object. */
export function keyOf({ id, steps }: Lesson, index: number): string {
  const written = new TextEncoder().encode(JSON.stringify(steps[index] ?? null));
  return `${id} ${String(index)} ${checksum(written)}`;
}

function isNothing(field: string, value: unknown): boolean {
  if (field === 'order') return Array.isArray(value) && value.every((item, place) => item === place);
  return value === noAttempt[field as keyof Attempt];
}

/** Untrusted, oldest first: what is damaged is read as nothing. */
function kept(): Map<string, unknown> {
  const text = keptText('callscope.answers');
  const data = text === null || text.length > LONGEST ? undefined : parsedJson(text);
  return new Map(isRecord(data) ? Object.entries(data) : []);
}

function write(all: ReadonlyMap<string, unknown>): void {
  keepText('callscope.answers', JSON.stringify(Object.fromEntries([...all].slice(-MOST))));
}

function read(data: unknown): Attempt {
  if (!isRecord(data)) return noAttempt;
  const { typed, option, order, hints, grade, wrongs, link } = data;
  const linked = typeof link === 'string' && link !== '' ? decodeLink(link) : null;
  return {
    typed: typeof typed === 'string' ? typed : '',
    option: typeof option === 'string' ? option : '',
    order: isOrder(order) ? order : [],
    hints: isCount(hints) ? hints : 0,
    grade: readGrade(grade),
    wrongs: isCount(wrongs) ? wrongs : 0,
    state: linked?.ok === true ? linked.state : null,
  };
}

function readGrade(data: unknown): Grade | null {
  if (!isRecord(data)) return null;
  const { isRight, says, span } = data;
  if (typeof isRight !== 'boolean' || !Array.isArray(says)) return null;
  const place = isRecord(span) && isCount(span['from']) && isCount(span['to']) ? span : null;
  return {
    isRight,
    says: says.filter((one) => typeof one === 'string'),
    span: place === null ? null : { from: Number(place['from']), to: Number(place['to']) },
  };
}

/** Each item of a list once. */
function isOrder(data: unknown): data is number[] {
  return Array.isArray(data) && data.toSorted((one, other) => Number(one) - Number(other)).every((one, at) => one === at);
}

function isCount(data: unknown): data is number {
  return typeof data === 'number' && Number.isInteger(data) && data >= 0;
}
