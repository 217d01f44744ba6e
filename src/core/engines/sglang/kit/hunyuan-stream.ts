import { PythonDict, pythonDumps, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, openString } from '../../kit/index.ts';
import { argPairs, KEY, KEY_END, VALUE, VALUE_END } from './arg-pairs.ts';
import { CLOSE, OPEN } from './block-notes.ts';
import { afterCharacters, characterCount, partialEnd } from './base-stream.ts';
import type { DetectorStream } from '../detector.ts';
import { SECTION, SECTION_END, SEPARATOR } from './hunyuan-tags.ts';
import { schemaOf, typesOf, valueOf } from './hunyuan-values.ts';

/** Sends arguments as they come; undeclared tools are called too. An exception is caught, and what the piece made is lost. */
export class HunyuanStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  #isInside = false;
  #index = -1;
  /** Of the call that is open. */
  #name: string | null = null;
  #values = new PythonDict();
  /** So many characters of its arguments are sent. */
  #sent = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | null {
    this.#buffer += delta;
    if (this.#isInside) return this.#read(Excerpt.empty);
    const text = this.#buffer;
    const opener = text.indexOf(SECTION);
    if (opener < 0) {
      const to = text.length - partialEnd(text, SECTION);
      this.#buffer = text.slice(to);
      return { content: Excerpt.end(current, text).slice(0, to) };
    }
    this.#buffer = text.slice(opener + SECTION.length);
    this.#isInside = true;
    return this.#read(Excerpt.end(current, text).slice(0, opener));
  }

  #read(content: Excerpt): Message | null {
    const calls: MessageCall[] = [];
    for (;;) {
      if (this.#name === null && !this.#begin(calls)) break;
      const sent = this.#sendArguments();
      if (sent === null) return null;
      if (sent !== '') calls.push({ index: this.#index, argumentsText: sent });
      if (this.#name !== null) break;
    }
    return { content, calls };
  }

  /** The beginning of the next call; false where it is not there yet. */
  #begin(calls: MessageCall[]): boolean {
    const opener = this.#buffer.indexOf(OPEN);
    if (opener < 0) {
      const end = this.#buffer.indexOf(SECTION_END);
      if (end >= 0) {
        this.#buffer = this.#buffer.slice(end + SECTION_END.length);
        this.#isInside = false;
      }
      return false;
    }
    const separator = this.#buffer.indexOf(SEPARATOR, opener);
    if (separator < 0) {
      this.#buffer = this.#buffer.slice(opener);
      return false;
    }
    this.#name = stripPython(this.#buffer.slice(opener + OPEN.length, separator));
    this.#index += 1;
    this.streamed.push('');
    calls.push({ index: this.#index, name: this.#name });
    this.#buffer = this.#buffer.slice(separator + SEPARATOR.length);
    return true;
  }

  /** What is new of the arguments; null for an exception. */
  #sendArguments(): string | null {
    const name = this.#name ?? '';
    const closer = this.#buffer.indexOf(CLOSE);
    const isWhole = closer >= 0;
    const text = isWhole ? this.#buffer.slice(0, closer) : this.#buffer;
    let readTo = 0;
    for (const { span, key, value } of argPairs(text, { from: 0, to: text.length })) {
      const keyText = stripPython(text.slice(key.from, key.to));
      if (!this.#values.has(keyText)) {
        const typed = valueOf(text.slice(value.from, value.to), schemaOf(this.#tools, name, keyText));
        if ('raises' in typed) return null;
        this.#values.set(keyText, typed.value);
      }
      readTo = span.to;
    }
    const open = this.#openString(name, text.slice(readTo));
    if (open === undefined) return null;
    if (isWhole) return this.#close(closer);
    if (this.#values.size === 0 && open === null) return '';
    const whole = (pythonDumps(this.#values) ?? '').slice(1, -1);
    const json = `{${[whole, open ?? ''].filter((part) => part !== '').join(', ')}`;
    const length = characterCount(json);
    if (length <= this.#sent) return '';
    const more = afterCharacters(json, this.#sent);
    this.#sent = length;
    this.#note(more);
    return more;
  }

  /** A string that is not closed yet, as far as it is there; null for none, undefined for an exception. */
  #openString(name: string, tail: string): string | null | undefined {
    const keyFrom = tail.indexOf(KEY);
    const keyTo = keyFrom < 0 ? -1 : tail.indexOf(KEY_END, keyFrom + KEY.length);
    const valueFrom = keyTo < 0 ? -1 : tail.indexOf(VALUE, keyTo);
    if (valueFrom < 0) return null;
    const key = stripPython(tail.slice(keyFrom + KEY.length, keyTo));
    const types = typesOf(schemaOf(this.#tools, name, key));
    if (types === null) return undefined;
    if (types.size !== 1 || !types.has('string')) return null;
    const value = tail.slice(valueFrom + VALUE.length);
    const safe = value.slice(0, value.length - partialEnd(value, VALUE_END));
    return `${pythonDumps(key) ?? ''}: "${openString(safe)}`;
  }

  #close(closer: number): string {
    const json = pythonDumps(this.#values) ?? '';
    const more = afterCharacters(json, this.#sent);
    this.previous[this.#index] = { arguments: this.#values };
    this.#buffer = this.#buffer.slice(closer + CLOSE.length);
    this.#name = null;
    this.#values = new PythonDict();
    this.#sent = 0;
    this.#note(more);
    return more;
  }

  #note(argumentsText: string): void {
    this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
  }
}
