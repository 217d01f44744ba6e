import type { Span } from '../../../text/document/index.ts';
import { type PythonJsonError, readPythonJson, strippedSpan } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { Excerpt, raisedBy } from '../../kit/index.ts';
import { baseJsonWords, readBaseJson, type BaseJson } from './base-json.ts';
import { partialEnd } from './base-stream.ts';
import type { SglangCode } from '../detector.ts';
import { sentences } from './sentences.ts';
import { noteText } from './sections.ts';

// `hermes` and `qwen25`: JSON between an opener and a closer.

export const tagWords = {
  ...baseJsonWords,
  'closer-in-string':
    'The search for the end of the block stops at the first end marker, although that is inside a string.',
  'no-closer': 'No end marker follows',
  'text-dropped': sentences.textOutside,
} as const;

export type TagsCode = keyof typeof tagWords;

/** JSON between two markers, or what follows an opener that has no closer. */
export interface TagBlock {
  readonly span: Span;
  readonly body: Span;
}

/** From an opener to the first closer after it, in order. Where no closer follows there is one last block without. */
export function* tagBlocks(text: string, open: string, close: string): Generator<TagBlock> {
  for (let from = text.indexOf(open); from >= 0;) {
    const bodyFrom = from + open.length;
    const closer = text.indexOf(close, bodyFrom);
    const to = closer < 0 ? text.length : closer + close.length;
    yield { span: { from, to }, body: { from: bodyFrom, to: closer < 0 ? text.length : closer } };
    from = text.indexOf(open, to);
  }
}

/** What became of a block: its calls, or the exception. */
export interface ReadBlock extends BaseJson {
  /** `json.loads` refused it with an exception that is not one of JSON's syntax. */
  readonly isRefused?: true;
}

/** Reads a block. What its exception means differs from detector to detector. */
export function readTagBlock(
  text: string,
  { span, body }: TagBlock,
  open: string,
  positions: ReadonlyMap<string, number>,
  steps: Recorder<TagsCode | SglangCode>,
): ReadBlock {
  const isClosed = body.to < span.to;
  steps.enter('block', open.trim(), span);
  steps.marker(open.trim(), 'open', span.from, body.from);
  const { from, to } = strippedSpan(text, body.from, body.to);
  const reading = readPythonJson(text, from, to);
  if (!reading.ok) {
    const { error } = reading;
    if (!isClosed) steps.quirk('no-closer', { from: span.from, to: body.from });
    rejectBlock(error, { span, body }, steps);
    steps.leave(span, 'malformed');
    return { calls: [], markup: [], raises: { raises: raisedBy(error), at: error.at } };
  }
  const found = readBaseJson(reading.node, span, positions, steps);
  if (isClosed) steps.marker(text.slice(body.to, span.to).trim(), 'close', body.to, span.to);
  steps.leave(span, found.raises !== undefined ? 'malformed' : found.calls.length > 0 ? 'matched' : 'empty');
  return found;
}

/** Refuses what a block holds, because it is not JSON. */
export function rejectBlock(
  error: PythonJsonError,
  { span, body }: TagBlock,
  steps: Recorder<'closer-in-string' | 'json-syntax'> | null,
): void {
  const isInString = error.code === 'unexpected-end' && error.expected === null;
  if (isInString && body.to < span.to) steps?.quirk('closer-in-string', { from: body.to, to: span.to });
  steps?.reject('json-syntax', body, error.at, error);
}

/** Says where text after the first opener is dropped. */
export function noteDropped(text: string, blocks: readonly Span[], steps: Recorder<'text-dropped' | SglangCode>): void {
  let at = blocks[0]?.from ?? text.length;
  for (const { from, to } of [...blocks, { from: text.length, to: text.length }]) {
    noteText('text-dropped', text, at, from, steps);
    at = Math.max(at, to);
  }
}

/** Takes the closer out of text that is shown, and holds back what may become one. */
export class CloserFilter {
  readonly #close: string;
  #held = Excerpt.empty;

  constructor(close: string) {
    this.#close = close;
  }

  pass(text: Excerpt): Excerpt {
    if (text.text === '') return text;
    const all = this.#held.plus(text);
    if (all.text.includes(this.#close)) {
      this.#held = Excerpt.empty;
      return all.without(this.#close);
    }
    const to = all.length - partialEnd(all.text, this.#close);
    this.#held = all.slice(to);
    return all.slice(0, to);
  }
}
