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
  /** Whether somebody asked for the answer. */
  readonly isShown: boolean;
  /** The case as it was left; null while it is the one of the step. */
  readonly state: LinkState | null;
}

const noAttempt: Attempt = { typed: '', option: '', order: [], hints: 0, grade: null, isShown: false, state: null };

/** So many attempts are kept, those that were changed last; a longer text was not written by this page. */
const MOST = 60;
const LONGEST = 4_000_000;

/** Names a step of a lesson. One that was written anew has another key: nobody has answered it. Spaces: no key of any object. */
export function keyOf({ id, steps }: Lesson, index: number): string {
  const written = new TextEncoder().encode(JSON.stringify(steps[index] ?? null));
  return `${id} ${String(index)} ${checksum(written)}`;
}

/** An attempt as it is kept: JSON; `null` where nothing was entered. */
export function writtenAttempt({ state, ...entered }: Attempt): string {
  const isEmpty = state === null && Object.entries(entered).every(([field, value]) => isNothing(field, value));
  return JSON.stringify(isEmpty ? null : { ...entered, link: state === null ? '' : encodeLink(state) });
}

export function keptAttempt(key: string): Attempt {
  return read(kept().get(key));
}

/** What another tab kept stays. @param written by `writtenAttempt` */
export function keepAttempt(key: string, written: string): void {
  const all = kept();
  const attempt = parsedJson(written);
  if (attempt === null && !all.has(key)) return;
  all.delete(key);
  if (attempt !== null) all.set(key, attempt);
  write(all);
}

export function forgetAttempts(isForgotten: (key: string) => boolean): void {
  write(new Map([...kept()].filter(([key]) => !isForgotten(key))));
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
  const { typed, option, order, hints, grade, isShown, link } = data;
  const linked = typeof link === 'string' && link !== '' ? decodeLink(link) : null;
  return {
    typed: typeof typed === 'string' ? typed : '',
    option: typeof option === 'string' ? option : '',
    order: isOrder(order) ? order : [],
    hints: isCount(hints) ? hints : 0,
    grade: readGrade(grade),
    isShown: isShown === true,
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
  return (
    Array.isArray(data) && data.toSorted((one, other) => Number(one) - Number(other)).every((one, at) => one === at)
  );
}

function isCount(data: unknown): data is number {
  return typeof data === 'number' && Number.isInteger(data) && data >= 0;
}
