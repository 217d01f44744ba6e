import type { Span } from '../../../text/document/index.ts';
import { isGoSpace } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { overlapLength } from '../../kit/index.ts';

/** What a reader has received and not used up: the original's buffer, as the end of all text that came. */
export class Tape {
  /** All that came. */
  text = '';
  /** The buffer begins here. */
  at = 0;
  readonly #steps: Recorder<string> | null;
  /** Of each marker the last search: from where, what it found, and up to where there was text. */
  readonly #found = new Map<string, { from: number; at: number; to: number }>();
  /** Told what the first search for a marker found: from where it looked, and the place or -1. */
  onFirstSearch: ((marker: string, from: number, at: number) => void) | null = null;

  /** @param steps where the markers that it passes are recorded */
  constructor(steps: Recorder<string> | null) {
    this.#steps = steps;
  }

  /** @param text all that came: what came before, and more */
  grow(text: string): void {
    this.text = text;
  }

  get isEmpty(): boolean {
    return this.at >= this.text.length;
  }

  get rest(): Span {
    return { from: this.at, to: this.text.length };
  }

  get restText(): string {
    return this.text.slice(this.at);
  }

  /** Where a marker is next in the buffer, or after `from`; -1 when it is not there. What was searched is not searched again. */
  find(marker: string, from = this.at): number {
    const { text } = this;
    const known = this.#found.get(marker);
    const isKnown = known !== undefined && known.from <= from;
    if (isKnown && known.at >= from) return known.at;
    const start = isKnown && known.at < 0 ? Math.max(from, known.to - marker.length + 1) : from;
    const at = text.indexOf(marker, start);
    this.#found.set(marker, { from, at, to: text.length });
    if (known === undefined) this.onFirstSearch?.(marker, from, at);
    return at;
  }

  startsWith(marker: string): boolean {
    return this.text.startsWith(marker, this.at);
  }

  /** Whether the buffer is a beginning of the marker, or all of it. */
  mayBecome(marker: string): boolean {
    const { at, text } = this;
    return text.length - at <= marker.length && marker.startsWith(text.slice(at));
  }

  /** The longest end of the buffer that is a beginning of one of the markers, in characters. */
  overlap(...markers: readonly string[]): number {
    return Math.max(...markers.map((marker) => overlapOf(this.text, this.at, marker)));
  }

  /** Past a marker that is at this place: a step says so. */
  pass(marker: string, role: 'open' | 'close', at: number): void {
    this.at = at + marker.length;
    this.#steps?.marker(marker, role, at, this.at);
  }

  /** Past a marker that the buffer begins with, after white space. Whether it does; null while it still may. */
  passLeading(marker: string): boolean | null {
    const start = afterGoSpace(this.text, this.at);
    if (!this.text.startsWith(marker, start)) return marker.startsWith(this.text.slice(start)) ? null : false;
    this.pass(marker, 'open', start);
    return true;
  }

  /** Past the white space at the beginning of the buffer. */
  skipSpace(): void {
    this.at = afterGoSpace(this.text, this.at);
  }

  /** What of the buffer before `to` is left without the white space at its end. */
  trimmedTo(to: number): Span {
    return { from: this.at, to: beforeGoSpace(this.text, this.at, to) };
  }

  /** The buffer without an end that may become a marker, and without the white space before that: the rest is kept. */
  takeCertain(...markers: readonly string[]): Span {
    const certain = this.trimmedTo(this.text.length - (markers.length === 0 ? 0 : this.overlap(...markers)));
    this.at = certain.to;
    return certain;
  }

  /** The buffer up to `at`, where a marker was found; where none was, without an end that may become one. */
  takeTo(at: number, ...markers: readonly string[]): Span {
    const { from, to } = this.rest;
    this.at = at < 0 ? to - this.overlap(...markers) : at;
    return { from, to: this.at };
  }

  /** All of the buffer. */
  takeAll(): Span {
    const { rest } = this;
    this.at = this.text.length;
    return rest;
  }
}

/** The longest end of `text` from `from` on that is a beginning of the marker. */
export function overlapOf(text: string, from: number, marker: string): number {
  return overlapLength(text, marker, Math.min(marker.length, text.length - from));
}

export function afterGoSpace(text: string, from: number, to = text.length): number {
  let at = from;
  while (at < to && isGoSpace(text.charCodeAt(at))) at += 1;
  return at;
}

export function beforeGoSpace(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isGoSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** `strings.TrimSpace` of a part. */
export function goTrimmed(text: string, { from, to }: Span): Span {
  const start = afterGoSpace(text, from, to);
  return { from: start, to: beforeGoSpace(text, start, to) };
}
