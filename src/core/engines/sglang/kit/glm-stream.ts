import {
  lstrip,
  PythonDict,
  pythonDumps,
  type PythonValue,
  rstrip,
  stripPython,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall } from '../../kit/index.ts';
import { KEY, KEY_END, readArgPairs, VALUE, VALUE_END } from './arg-pairs.ts';
import { partialEnd } from './base-stream.ts';
import type { DetectorStream } from '../detector.ts';
import { glmPattern } from './glm-calls.ts';
import { HeldText } from './held-text.ts';
import { type GlmString, glmType, glmValue } from './glm-values.ts';
import { CLOSE, OPEN } from './block-notes.ts';

// The streams of `glm45` and `glm47`: a machine turns tags into JSON text as they come.

/** `_process_xml_to_json_streaming`, one character at a time. Only strings are quoted: other values are copied as they are. */
class TagsToJson {
  readonly #tools: readonly ToolDefinition[];
  readonly #name: string;
  #state: 'between' | 'key' | 'before-value' | 'value' = 'between';
  /** What may be the beginning of a tag: no more than the longest one has. */
  #held = '';
  #key: string[] = [];
  #isString = true;
  #isStarted = false;
  /** Whether no argument has begun. */
  isEmpty = true;

  constructor(tools: readonly ToolDefinition[], name: string) {
    this.#tools = tools;
    this.#name = name;
  }

  push(text: string): string {
    const out: string[] = [];
    for (const character of text) {
      if (this.#state === 'key') this.#key.push(character);
      this.#held += character;
      if (this.#state === 'value') {
        out.push(this.#value());
        continue;
      }
      this.#held = this.#held.slice(-VALUE_END.length);
      if (character === '>') out.push(this.#tag());
    }
    return out.join('');
  }

  #tag(): string {
    if (this.#state === 'between' && this.#held.endsWith(KEY)) {
      this.#go('key');
      const begin = this.isEmpty ? '{' : ', ';
      this.isEmpty = false;
      return begin;
    }
    if (this.#state === 'key' && this.#held.endsWith(KEY_END)) {
      const key = stripPython(this.#key.join('').slice(0, -KEY_END.length));
      this.#key = [];
      this.#isString = (glmType(this.#tools, this.#name, key) || 'string') === 'string';
      this.#go('before-value');
      return `${pythonDumps(key) ?? ''}: `;
    }
    if (this.#state === 'before-value' && this.#held.endsWith(VALUE)) {
      this.#isStarted = false;
      this.#go('value');
    }
    return '';
  }

  /** What is held may become the closer; what cannot is sent. */
  #value(): string {
    if (this.#held.endsWith(VALUE_END)) {
      const begin = this.#isString && !this.#isStarted ? '"' : '';
      this.#go('between');
      return this.#isString ? `${begin}"` : '';
    }
    if (VALUE_END.startsWith(this.#held)) return '';
    const begin = this.#isString && !this.#isStarted ? '"' : '';
    const content = this.#isString ? (pythonDumps(this.#held) ?? '').slice(1, -1) : this.#held;
    this.#isStarted = true;
    this.#held = '';
    return begin + content;
  }

  #go(state: 'between' | 'key' | 'before-value' | 'value'): void {
    this.#state = state;
    this.#held = '';
  }
}

/** Where the name of a call is whole. */
export interface GlmHead {
  readonly name: string;
  /** Where its arguments begin. */
  readonly rest: number;
}

export interface GlmStyle {
  /** Whether text before the opener is sent, when it comes with the opener. */
  readonly showsTextBefore: boolean;
  /** Whether the name takes up a piece: arguments and closer are looked at with the next one. */
  readonly nameComesAlone: boolean;
  /** Whether `{}` counts as sent; where it does not, the server sends it again at the end. */
  readonly notesEmptyArguments: boolean;
  /** Whether the opener alone makes an entry in the list of calls, which the server repairs the last one of. */
  readonly notesOpener: boolean;
  /** One of these ends the name. */
  readonly nameEnds: readonly string[];
  readonly asString: GlmString;
  /** The name after the opener, at which the text begins; null while it is not whole. */
  head(text: string): GlmHead | null;
}

/** A call whose arguments come in. */
interface OpenCall {
  readonly name: string;
  readonly machine: TagsToJson;
  /** The arguments as they came. */
  readonly raw: string[];
  /** Whether there is more of them than white space. */
  hasBegun: boolean;
  /** White space at their end, which only counts once something follows it. */
  space: string;
  /** Their end, where the closer may have begun. */
  tail: string;
}

export class GlmStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly isLinear = true;
  readonly #style: GlmStyle;
  readonly #tools: readonly ToolDefinition[];
  readonly #held = new HeldText();
  #buffer = Excerpt.empty;
  /** What came after the buffer. */
  #after: string[] = [];
  /** Text that ends as the opener begins, piece by piece: all of it would be searched again with every piece. */
  #undecided: { readonly pieces: string[]; end: string } | null = null;
  #index = 0;
  #call: OpenCall | null = null;
  /** A blank name, beyond which the original never gets. */
  #isStuck = false;
  #last = '';

  constructor(style: GlmStyle, tools: readonly ToolDefinition[]) {
    this.#style = style;
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | null {
    if (this.#isStuck) return null;
    const came = this.#next(delta, current);
    if (came === null) return null;
    this.#buffer = Excerpt.empty;
    const calls: MessageCall[] = [];
    if (this.#call !== null) {
      this.#read(this.#call, came, calls);
      return { calls };
    }
    const { text } = came;
    const opener = text.indexOf(OPEN);
    if (opener < 0) {
      if (partialEnd(text, OPEN) === 0) return { content: came.without(CLOSE) };
      this.#undecided = { pieces: [text], end: text.slice(1 - OPEN.length) };
      return null;
    }
    this.#begin(came.slice(opener), calls);
    return { content: this.#style.showsTextBefore ? came.slice(0, opener) : Excerpt.empty, calls };
  }

  /**
   * What to read with this piece; null where it cannot matter yet. A piece closes one call at most. So where more calls come
   * than pieces, the text in front decides, and what comes is only added when it is used up.
   */
  #next(delta: string, current: string): Excerpt | null {
    if (this.#held.isHolding) return ending(this.#held.add(delta), current);
    if (this.#undecided !== null) return ending(this.#decided(this.#undecided, delta), current);
    this.#after.push(delta);
    if (this.#isDecided(this.#buffer.text)) return this.#buffer;
    const text = this.#buffer.text + this.#after.join('');
    this.#after = [];
    return Excerpt.end(current, text);
  }

  /** The text that may have ended in an opener, once it is clear whether it did. */
  #decided(undecided: { readonly pieces: string[]; end: string }, delta: string): string | null {
    undecided.pieces.push(delta);
    const end = undecided.end + delta;
    if (!end.includes(OPEN) && partialEnd(end, OPEN) > 0) {
      undecided.end = end.slice(1 - OPEN.length);
      return null;
    }
    this.#undecided = null;
    return undecided.pieces.join('');
  }

  /** Whether the text reaches as far as one piece can get. */
  #isDecided(text: string): boolean {
    if (this.#call !== null) return closerIn(this.#call.tail, text) >= 0;
    const opener = text.indexOf(OPEN);
    const rest = opener < 0 ? '' : text.slice(opener);
    const head = opener < 0 ? null : this.#style.head(rest);
    return head !== null && (this.#style.nameComesAlone || rest.includes(CLOSE, head.rest));
  }

  /** @param came from the opener on */
  #begin(came: Excerpt, calls: MessageCall[]): void {
    const { text } = came;
    const head = this.#style.head(text);
    if (this.#style.notesOpener && this.previous.length <= this.#index) {
      this.previous.push({});
      this.streamed.push('');
    }
    if (head === null) {
      this.#held.hold(text, this.#style.nameEnds);
      return;
    }
    const { name, rest } = head;
    this.#isStuck = name === '';
    if (name === '') return;
    this.#call = { name, machine: new TagsToJson(this.#tools, name), raw: [], hasBegun: false, space: '', tail: '' };
    this.previous[this.#index] = { arguments: new PythonDict() };
    this.streamed[this.#index] = '';
    calls.push({ index: this.#index, name });
    if (this.#style.nameComesAlone) this.#buffer = came.slice(rest);
    else this.#read(this.#call, came.slice(rest), calls);
  }

  /** Reads what is new of the arguments. A closer that is not whole yet is read as a part of them. */
  #read(call: OpenCall, came: Excerpt, calls: MessageCall[]): void {
    const { text } = came;
    const closer = closerIn(call.tail, text);
    const to = closer < 0 ? text.length : Math.max(0, closer - call.tail.length);
    call.raw.push(text.slice(0, to));
    const fresh = call.space + text.slice(0, to);
    const begun = call.hasBegun ? fresh : lstrip(fresh);
    const stripped = rstrip(begun);
    call.space = begun.slice(stripped.length);
    call.hasBegun ||= stripped !== '';
    const json = call.machine.push(stripped);
    if (json !== '') this.#send(calls, json);
    if (closer < 0) {
      call.tail = lastOf(call.tail + lastOf(text));
      return;
    }
    const raw = call.raw.join('');
    this.#close(calls, call, raw.slice(0, raw.length - Math.max(0, call.tail.length - closer)));
    this.#buffer = came.slice(closer + CLOSE.length - call.tail.length);
  }

  #close(calls: MessageCall[], { name, machine }: OpenCall, raw: string): void {
    if (machine.isEmpty) this.#send(calls, '{}', this.#style.notesEmptyArguments);
    // An object that is the last value ends in `}` too, and then the last brace is missing.
    else if (!this.#last.endsWith('}')) this.#send(calls, '}');
    const { asString } = this.#style;
    const typed = (value: string, key: string) => glmValue(value, glmType(this.#tools, name, key), asString);
    const values = readArgPairs(raw, { from: 0, to: raw.length }, glmPattern, typed, null);
    if (!('raises' in values) && values.size > 0) this.previous[this.#index] = { arguments: values };
    this.#index += 1;
    this.#call = null;
    this.#last = '';
  }

  #send(calls: MessageCall[], argumentsText: string, isNoted = true): void {
    calls.push({ index: this.#index, argumentsText });
    this.#last = argumentsText;
    if (isNoted) this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
  }
}

function ending(text: string | null, current: string): Excerpt | null {
  return text === null ? null : Excerpt.end(current, text);
}

/** As much of the end of a text as may be the beginning of a closer. */
function lastOf(text: string): string {
  return text.slice(Math.max(0, text.length - CLOSE.length + 1));
}

/** Where a closer is in `tail + text`, which may be long; -1 where there is none. */
function closerIn(tail: string, text: string): number {
  const across = (tail + text.slice(0, CLOSE.length)).indexOf(CLOSE);
  if (across >= 0) return across;
  const closer = text.indexOf(CLOSE);
  return closer < 0 ? -1 : tail.length + closer;
}
