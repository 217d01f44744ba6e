import type { Span } from '../../../text/document/index.ts';
import { isPythonSpace, lstrip } from '../../../text/languages/index.ts';
import { overlapLength } from '../../kit/index.ts';

const START = '<|start|>';
const MESSAGE = '<|message|>';
const ends = /<\|eom\|>|<\|eot\|>/g;
const RECIPIENT = 'to=';
/** A beginning of these waits for the rest of it. */
const awaited = [MESSAGE, '<|eom|>', '<|eot|>', START, '<atem:function_calls>', '<atem:invoke'];
const LONGEST_HELD = Math.max(...awaited.map((marker) => marker.length)) - 1;

/** What a text of channels has. */
export interface ChannelParts {
  content(span: Span): void;
  markup(span: Span): void;
  /** A part of the body of a tool's channel. Returns up to where it has been read, if more of it may come. */
  body(span: Span): number;
}

/** Cuts a text into channels, as far as it has come: a header up to `<|message|>`, a body up to `<|eom|>` or `<|eot|>`. */
export class MuseChannels {
  #isInBody = false;
  #isOfTool = false;
  /** The prompt may have written the beginning of the first header. */
  #isFirst = true;

  /**
   * Returns where it has stopped: what follows has to be read again, with more after it.
   *
   * @param isAll whether no more text comes
   */
  read(text: string, isAll: boolean, parts: ChannelParts): number {
    let at = 0;
    while (at < text.length) {
      if (!this.#isInBody) {
        const opened = this.#header(text, at, parts);
        at = opened.at;
        if (opened.waits) break;
        continue;
      }
      ends.lastIndex = at;
      const end = ends.exec(text);
      const to = end?.index ?? (isAll ? text.length : text.length - heldLength(text, at));
      const read = this.#isOfTool ? parts.body({ from: at, to }) : to;
      if (!this.#isOfTool && at < to) parts.content({ from: at, to });
      if (end === null) return isAll ? to : read;
      at = to + end[0].length;
      parts.markup({ from: to, to: at });
      this.#isInBody = false;
    }
    if (isAll && at < text.length) parts.content({ from: at, to: text.length });
    return isAll ? text.length : at;
  }

  #header(text: string, start: number, parts: ChannelParts): { at: number; waits: boolean } {
    let at = start;
    if (!this.#isFirst || !mayBeHeader(text.slice(at))) {
      const lead = text.length - lstrip(text.slice(at)).length;
      const head = text.slice(lead, lead + START.length);
      if (!START.startsWith(head)) {
        this.#open('user');
        return { at, waits: false };
      }
      if (at < lead) parts.content({ from: at, to: lead });
      at = lead;
      if (head.length < START.length) return { at, waits: true };
    }
    const message = text.indexOf(MESSAGE, at);
    if (message < 0) return { at, waits: true };
    const to = message + MESSAGE.length;
    parts.markup({ from: at, to });
    this.#open(recipientOf(text.slice(at, message)));
    return { at: to, waits: false };
  }

  #open(recipient: string): void {
    this.#isInBody = true;
    this.#isOfTool = recipient !== 'self' && recipient !== 'user';
    this.#isFirst = false;
  }
}

/** Whether the beginning of a reply can be, or become, a header without its `<|start|>`. */
function mayBeHeader(text: string): boolean {
  const stripped = lstrip(text);
  if (stripped === '') return true;
  if (!stripped.startsWith(RECIPIENT) && !RECIPIENT.startsWith(stripped.slice(0, RECIPIENT.length))) return false;
  if (stripped.includes(MESSAGE)) return true;
  const angle = stripped.indexOf('<');
  for (let at = RECIPIENT.length; at < (angle < 0 ? stripped.length : angle); at += 1) {
    if (isPythonSpace(stripped.charCodeAt(at))) return false;
  }
  return angle < 0 || MESSAGE.startsWith(stripped.slice(angle));
}

/** What follows the first `to=` that something follows; `user` without one. */
function recipientOf(header: string): string {
  for (let at = header.indexOf(RECIPIENT); at >= 0; at = header.indexOf(RECIPIENT, at + 1)) {
    const from = at + RECIPIENT.length;
    let to = from;
    while (to < header.length && header[to] !== '<' && !isPythonSpace(header.charCodeAt(to))) to += 1;
    if (from < to) return header.slice(from, to);
  }
  return 'user';
}

/** How much of the end of a text is the beginning of a marker, or all of a shorter one. */
function heldLength(text: string, from: number): number {
  const tail = text.slice(Math.max(from, text.length - LONGEST_HELD));
  return Math.max(...awaited.map((marker) => overlapLength(tail, marker, marker.length)));
}
