import { pythonDumps } from '../../json/dialects/python.ts';
import { stripPython } from '../../languages/python/text.ts';
import { isDict, PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Message, MessageCall } from '../kit/engine-stream.ts';
import { KEY, KEY_END, readArgPairs, VALUE, VALUE_END } from './arg-pairs.ts';
import { partialEnd } from './base-stream.ts';
import type { DetectorStream } from './detector.ts';
import { CLOSE, glmPattern, OPEN } from './glm-calls.ts';
import { glmType, glmValue } from './glm-values.ts';

// The streams of `glm45` and `glm47`: a machine turns tags into JSON text as they come.

/** `_process_xml_to_json_streaming`, one character at a time. Only strings are quoted: other values are copied as they are. */
class TagsToJson {
  readonly #tools: readonly ToolDefinition[];
  readonly #name: string;
  #state: 'between' | 'key' | 'before-value' | 'value' = 'between';
  #held = '';
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
      this.#held += character;
      if (this.#state === 'value') out.push(this.#value());
      else if (character === '>') out.push(this.#tag());
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
      const key = stripPython(this.#held.slice(0, -KEY_END.length));
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

/** A call that has begun in the buffer. */
export interface GlmHead {
  readonly name: string;
  /** The arguments so far, stripped. */
  readonly raw: string;
  readonly isClosed: boolean;
  /** After the closer. */
  readonly end: number;
}

export interface GlmStyle {
  /** Whether text before the opener is sent, when it comes with the opener. */
  readonly showsTextBefore: boolean;
  /** Whether the name takes up a piece: arguments and closer are looked at with the next one. */
  readonly nameComesAlone: boolean;
  /** Whether `{}` counts as sent; where it does not, the server sends it again at the end. */
  readonly notesEmptyArguments: boolean;
  /** The call at the first opener; null while its name is not whole. */
  head(buffer: string): GlmHead | null;
}

export class GlmStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #style: GlmStyle;
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  /** The call that is coming in. */
  #index = 0;
  #machine: TagsToJson | null = null;
  #readTo = 0;
  #last = '';

  constructor(style: GlmStyle, tools: readonly ToolDefinition[]) {
    this.#style = style;
    this.#tools = tools;
  }

  push(delta: string): Message | null {
    this.#buffer += delta;
    const opener = this.#buffer.indexOf(OPEN);
    if (opener < 0) {
      if (partialEnd(this.#buffer, OPEN) > 0) return null;
      const content = this.#buffer.replaceAll(CLOSE, '');
      this.#buffer = '';
      return { content };
    }
    let content = '';
    if (this.#style.showsTextBefore) {
      content = this.#buffer.slice(0, opener);
      this.#buffer = this.#buffer.slice(opener);
    }
    const head = this.#style.head(this.#buffer);
    return { content, calls: head === null ? [] : this.#advance(head) };
  }

  #advance(head: GlmHead): readonly MessageCall[] {
    const calls: MessageCall[] = [];
    const index = this.#index;
    while (this.previous.length <= index) this.previous.push({});
    while (this.streamed.length <= index) this.streamed.push('');
    if (this.#machine === null) {
      if (head.name === '') return calls;
      this.#machine = new TagsToJson(this.#tools, head.name);
      this.#readTo = 0;
      this.previous[index] = { arguments: new PythonDict() };
      calls.push({ index, name: head.name });
      if (this.#style.nameComesAlone) return calls;
    }
    const json = this.#machine.push(head.raw.slice(this.#readTo));
    this.#readTo = Math.max(this.#readTo, head.raw.length);
    if (json !== '') this.#send(calls, json);
    if (head.isClosed) this.#close(calls, head, this.#machine);
    return calls;
  }

  #close(calls: MessageCall[], { name, raw, end }: GlmHead, machine: TagsToJson): void {
    if (machine.isEmpty) this.#send(calls, '{}', this.#style.notesEmptyArguments);
    // An object that is the last value ends in `}` too, and then the last brace is missing.
    else if (!this.#last.endsWith('}')) this.#send(calls, '}');
    const typed = (value: string, key: string) => glmValue(value, glmType(this.#tools, name, key));
    const values = readArgPairs(raw, { from: 0, to: raw.length }, glmPattern, typed, null);
    if (isDict(values as PythonValue)) this.previous[this.#index] = { arguments: values as PythonDict };
    this.#buffer = this.#buffer.slice(end);
    this.#index += 1;
    this.#machine = null;
    this.#last = '';
  }

  #send(calls: MessageCall[], argumentsText: string, isNoted = true): void {
    calls.push({ index: this.#index, argumentsText });
    this.#last += argumentsText;
    if (isNoted) this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
  }
}
