import {
  isDict,
  isHashable,
  isOrjson,
  type PartialPythonReading,
  type PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonValue,
  readPartialJsonSglang,
  truthy,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { commonPrefixLength, Excerpt, isInPair, type Message, type Raised } from '../../kit/index.ts';
import { toolPositions } from './base-json.ts';
import type { DetectorStream } from '../detector.ts';
import { OpenString } from './open-string.ts';

// `BaseFormatDetector`: the stream that most JSON detectors build on.

export interface BaseMarkers {
  /** `bot_token`. */
  readonly open: string;
  /** `eot_token`. */
  readonly close: string;
  /** `tool_call_separator`. */
  readonly separator: string;
}

/**
 * `_ends_with_partial_token`: how much of the end of a text is a beginning of `marker`, but not yet all of it. Of several
 * lengths it takes the smallest.
 */
export function partialEnd(text: string, marker: string): number {
  const most = Math.min(text.length, marker.length - 1);
  const first = marker.charCodeAt(0);
  for (let length = 1; length <= most; length += 1) {
    if (text.charCodeAt(text.length - length) === first && text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}

/** `text[characters:]` where a character is a code point. */
export function afterCharacters(text: string, characters: number): string {
  let at = 0;
  for (let count = 0; count < characters && at < text.length; count += 1) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(at);
}

function begins(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length) === beginning && !isInPair(text, beginning.length);
}

/** `text[len(sent):]`. */
function afterSent(text: string, sent: string): string {
  return begins(text, sent) ? text.slice(sent.length) : afterCharacters(text, characterCount(sent));
}

/** `len(text)`. */
export function characterCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return count;
}

/** `parse_streaming_increment` of the base class. */
export class BaseStream implements DetectorStream {
  readonly #previous: Previous[] = [];
  readonly streamed: string[] = [];
  readonly markers: BaseMarkers;
  protected readonly positions: ReadonlyMap<string, number>;
  /** What is not used up. */
  protected kept = Excerpt.empty;
  /** `current_tool_id`. */
  protected current = -1;
  protected nameSent = false;
  /** Whether a text has what the detector looks for; however that goes on, it does. */
  readonly #gate: (text: string) => boolean;
  /** The arguments, while the text ends inside of a string of them. */
  #open: OpenString | null = null;
  /** Whether a marker came before them. */
  #hasMarker = false;
  /** What of them was not sent; null where that is to be found out. */
  #unsent: string | null = null;

  constructor(markers: BaseMarkers, gate: (text: string) => boolean, tools: readonly ToolDefinition[]) {
    this.markers = markers;
    this.positions = toolPositions(tools);
    this.#gate = gate;
  }

  get previous(): Previous[] {
    this.#keepOpen();
    return this.#previous;
  }

  protected get buffer(): string {
    return this.kept.text;
  }

  push(delta: string, current: string): Message | Raised | null {
    return this.increment(Excerpt.end(current, delta));
  }

  /** What other detectors call as their base. It catches every exception. */
  protected increment(delta: Excerpt): Message | null {
    const { open, close } = this.markers;
    this.kept = this.kept.plus(delta);
    const more = this.#goOn();
    if (more !== null) return this.#sendMore(more);
    if (!this.#gate(this.buffer) && !this.#isContinued()) {
      if (partialEnd(this.buffer, open) > 0) return null;
      this.#leaveOpen();
      const content = this.kept.without(close);
      this.kept = Excerpt.empty;
      return { content };
    }
    this.#leaveOpen();
    const found = this.#read();
    if (found === null || !isDict(found.node.value)) return null;
    const call = found.node.value;
    const name = call.get('name');
    if (name !== undefined) {
      if (!isHashable(name)) return null;
      if (typeof name !== 'string' || !this.positions.has(name)) {
        this.#forget();
        return null;
      }
    }
    const parameters = call.get('parameters');
    if (parameters !== undefined) {
      // An assertion: `parameters` and `arguments` together end the call.
      if (call.has('arguments')) return null;
      call.set('arguments', parameters);
    }
    if (call.size === 0) return null;
    return this.nameSent ? this.#sendArguments(call, found) : this.#sendName(name ?? null);
  }

  /** After the first call its separator opens the next one. */
  #isContinued(): boolean {
    return this.current > 0 && this.buffer.startsWith(this.markers.separator);
  }

  /** The arguments in the text that is open, as they were last. */
  #keepOpen(): void {
    if (this.#open === null) return;
    const { text: _older, ...last } = this.#previous[this.current] ?? {};
    this.#previous[this.current] = { ...last, text: this.#open.json };
  }

  #leaveOpen(): void {
    this.#keepOpen();
    this.#open = null;
  }

  /** What came of the arguments, where they need not be read again. A marker that has come since would be where the value is looked for. */
  #goOn(): string | null {
    if (this.#open === null) return null;
    const { open } = this.markers;
    const isNew = !this.#hasMarker && this.buffer.includes(open, Math.max(0, this.#open.text.length - open.length + 1));
    return isNew ? null : this.#open.goOn(this.buffer);
  }

  /** The value at the start, as far as it is there. Where it follows a separator and is none, the one after the marker. */
  #read(): Found | null {
    const { open, separator } = this.markers;
    const text = this.buffer;
    const marker = text.indexOf(open);
    const isContinued = this.#isContinued();
    const first = isContinued ? separator.length : marker < 0 ? 0 : marker + open.length;
    if (first >= text.length) return null;
    const strings = { strings: this.nameSent };
    let from = first;
    let reading = readPartialJsonSglang(text, from, text.length, strings);
    if (isContinued && marker >= 0 && isUnreadable(reading)) {
      from = marker + open.length;
      if (from >= text.length) return null;
      reading = readPartialJsonSglang(text, from, text.length, strings);
    }
    if (!reading.ok) return null;
    return { node: reading.node, end: reading.end, isWhole: reading.complete && isOrjson(text, from, reading.end) };
  }

  /** No tool has the name: everything that is buffered is dropped, and the rest of the call becomes content. */
  #forget(): void {
    this.kept = Excerpt.empty;
    this.current = -1;
    this.nameSent = false;
    this.streamed.pop();
  }

  #sendName(name: PythonValue): Message | null {
    if (typeof name !== 'string' || !this.positions.has(name)) return null;
    if (this.current === -1) {
      this.current = 0;
      this.streamed.push('');
    }
    while (this.streamed.length <= this.current) this.streamed.push('');
    this.nameSent = true;
    return { calls: [{ index: this.current, name, argumentsText: '' }] };
  }

  #sendArguments(call: PythonDict, { node, end, isWhole }: Found): Message | null {
    const given = call.get('arguments') ?? null;
    const index = this.current;
    const sent = this.streamed[index];
    if (given === null || sent === undefined) return null;
    const text = pythonDumps(given) ?? '';
    const { arguments: before, text: written } = this.#previous[index] ?? {};
    let more: string | null = null;
    if (isWhole) {
      more = afterSent(text, sent);
      this.kept = this.kept.slice(end);
    } else {
      const { node: part = null } = node.members?.get('parameters') ?? node.members?.get('arguments') ?? {};
      if (part !== null) this.#open = OpenString.at(this.buffer, part, text);
      this.#hasMarker = this.buffer.includes(this.markers.open);
      this.#unsent = null;
      if (before !== undefined && truthy(before)) more = moreOf(text, written ?? pythonDumps(before) ?? '', sent);
    }
    while (this.#previous.length <= index) this.#previous.push({});
    this.#previous[index] = { arguments: given, text };
    if (isWhole) {
      this.nameSent = false;
      this.current += 1;
    }
    return this.#send(index, sent, more);
  }

  /**
   * The same for arguments that were not read again: with what comes now, all that was there before is certain.
   *
   * @param more what comes now
   */
  #sendMore(more: string): Message | null {
    if (more === '') return null;
    const index = this.current;
    const sent = this.streamed[index] ?? '';
    let unsent = this.#unsent;
    let isBeginning = true;
    if (unsent === null) {
      const { written = '' } = this.#open ?? {};
      const before = written.slice(0, written.length - more.length);
      isBeginning = begins(before, sent);
      unsent = afterSent(before, sent);
    }
    // What was sent is the beginning of the arguments from now on, if it was.
    this.#unsent = isBeginning ? more : null;
    return this.#send(index, sent, unsent);
  }

  #send(index: number, sent: string, more: string | null): Message | null {
    if (more === null) return null;
    this.streamed[index] = sent + more;
    return { calls: [{ index, argumentsText: more }] };
  }
}

/** What of unfinished arguments can be sent: what they have in common with those before; null where they are the same. */
function moreOf(text: string, before: string, sent: string): string | null {
  return text === before ? null : afterSent(text.slice(0, commonPrefixLength(before, text)), sent);
}

interface Previous {
  readonly arguments?: PythonValue;
  /** As JSON, newer than `arguments` where they were not read again. */
  readonly text?: string;
}

interface Found {
  readonly node: PythonNode;
  readonly end: number;
  /** The value is JSON for `orjson` too, which refuses `NaN`. */
  readonly isWhole: boolean;
}

/** Whether the base class looks for its marker instead: for `MalformedJSON` and `JSONDecodeError`. */
function isUnreadable(reading: PartialPythonReading): boolean {
  return !reading.ok && (reading.why === 'malformed' || reading.why === 'extra-data' || reading.why === 'invalid');
}
