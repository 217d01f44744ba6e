import { slice } from '../../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, openString, type Raised } from '../../kit/index.ts';
import type { ParserStream } from '../parser.ts';
import { KEY, KEY_END, pairsIn, VALUE } from './arg-tags.ts';
import { lengthOf, withoutFirst } from './code-points.ts';
import { BLOCK, BLOCK_END, callsIn, CLOSE, OPEN, SEPARATOR, type Block } from './hy_v3-calls.ts';
import { typedBy, typesOf, type HyV3Rules } from './hy_v3-typing.ts';

/**
 * Keeps what follows the last thing that was read. Of the arguments it makes JSON without the last brace, and sends what
 * is longer than before.
 */
export class HyV3Stream implements ParserStream {
  readonly previous: { arguments: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  readonly #rules: HyV3Rules;
  #started = false;
  #buffer = '';
  #index = -1;
  #name: string | null = null;
  #values = new PythonDict();
  /** In code points. */
  #sent = 0;

  constructor(tools: readonly ToolDefinition[], rules: HyV3Rules) {
    this.#tools = tools;
    this.#rules = rules;
  }

  push(delta: string, current: string): Message | Raised | null {
    const block = delta.indexOf(BLOCK);
    this.#started ||= block >= 0;
    if (!this.#started) return { content: Excerpt.end(current, delta) };
    this.#buffer += block < 0 ? delta : delta.slice(delta.lastIndexOf(BLOCK) + BLOCK.length);
    const before = Excerpt.end(current, delta).slice(0, Math.max(block, 0));
    if (this.#rules.sendsTextAlone && before.text !== '') return { content: before };
    // Text before a marker is lost while a call is open.
    const content = this.#name === null ? before : Excerpt.empty;
    if (current.includes(CLOSE + BLOCK_END) && !this.#buffer.includes(CLOSE)) this.#buffer += CLOSE + BLOCK_END;
    const calls = this.#calls(content.text);
    if (calls !== null && 'raises' in calls) return calls;
    return content.text === '' && calls === null ? null : { content, calls: calls ?? [] };
  }

  /** What of calls is sent; null for nothing. `content` is what this delta sends beside. */
  #calls(content: string): readonly MessageCall[] | Raised | null {
    let name: string | undefined;
    if (this.#name === null) {
      const open = this.#buffer.indexOf(OPEN);
      if (open < 0) {
        // With content in the same delta the original returns before it empties the buffer.
        if (content === '') this.#buffer = '';
        return null;
      }
      const separator = this.#buffer.indexOf(SEPARATOR);
      if (separator < 0) {
        this.#buffer = this.#buffer.slice(open);
        return null;
      }
      name = stripPython(this.#buffer.slice(open + OPEN.length, Math.max(separator, open + OPEN.length)));
      this.#name = name;
      this.#buffer = this.#buffer.slice(separator + SEPARATOR.length);
      this.#index += 1;
      if (!this.#buffer.includes(CLOSE)) return [{ index: this.#index, name }];
    }
    const index = this.#index;
    const sent = this.#arguments(this.#name);
    if (typeof sent !== 'object') {
      const call = { index, ...(name === undefined ? {} : { name }), ...(sent === '' ? {} : { argumentsText: sent }) };
      return name === undefined && sent === '' ? null : [call];
    }
    if ('raises' in sent) return sent;
    const { argumentsText, more } = sent;
    const call = { index, ...(name === undefined ? {} : { name }), ...(argumentsText === '' ? {} : { argumentsText }) };
    const calls = name === undefined && argumentsText === '' ? more : [call, ...more];
    return calls.length === 0 ? null : calls;
  }

  /** The arguments that are new; an object where the call has ended. */
  #arguments(
    name: string,
  ): string | Raised | { readonly argumentsText: string; readonly more: readonly MessageCall[] } {
    const close = this.#buffer.indexOf(CLOSE);
    const body = close < 0 ? this.#buffer : this.#buffer.slice(0, close);
    const end = this.#readPairs(name, body);
    if (typeof end !== 'number') return end;
    const open = this.#openValue(name, body.slice(end));
    if (open !== null && typeof open !== 'string') return open;
    const parts: string[] = [];
    for (const [key, value] of this.#values.entries()) {
      const text = pythonDumps(value);
      if (text === null) return { raises: 'TypeError' };
      parts.push(`${pythonDumps(key) ?? ''}: ${text}`);
    }
    if (close < 0) return this.#unsent(`{${[...parts, ...(open === null ? [] : [open])].join(', ')}`);
    const all = `{${parts.join(', ')}}`;
    const argumentsText = this.#unsent(all);
    this.previous.push({ arguments: this.#values });
    this.streamed.push(all);
    this.#name = null;
    this.#values = new PythonDict();
    this.#sent = 0;
    this.#buffer = this.#buffer.slice(close + CLOSE.length);
    return { argumentsText, more: this.#rules.takesWholeCalls ? this.#wholeCalls() : [] };
  }

  /** Reads the values that are closed, and says where the last one ends. */
  #readPairs(name: string, body: string): number | Raised {
    let end = 0;
    for (const { span, key: keySpan, value } of pairsIn(body, { from: 0, to: body.length })) {
      end = span.to;
      const key = stripPython(slice(body, keySpan));
      if (this.#values.has(key)) continue;
      const types = typesOf(this.#tools, name, key, this.#rules);
      if ('raises' in types) return types;
      const typed = typedBy(slice(body, value), types.names);
      if ('raises' in typed) return typed;
      this.#values.set(key, typed.value);
    }
    return end;
  }

  /** A value whose closer is missing, where nothing but a string is declared; without its last quote. */
  #openValue(name: string, tail: string): string | Raised | null {
    const open = tail.indexOf(KEY);
    const keyEnd = open < 0 ? -1 : tail.indexOf(KEY_END, open + KEY.length);
    if (keyEnd < 0) return null;
    const key = stripPython(tail.slice(open + KEY.length, keyEnd));
    const types = typesOf(this.#tools, name, key, this.#rules);
    if ('raises' in types) return types;
    const value = tail.indexOf(VALUE, keyEnd);
    if (value < 0 || types.names.size !== 1 || !types.names.has('string')) return null;
    return `${pythonDumps(key) ?? ''}: "${openString(tail.slice(value + VALUE.length))}`;
  }

  #unsent(text: string): string {
    const length = lengthOf(text);
    if (length <= this.#sent) return '';
    const unsent = withoutFirst(text, this.#sent);
    this.#sent = length;
    return unsent;
  }

  /** Calls that came as a whole with the end of another one. */
  #wholeCalls(): MessageCall[] {
    const calls: MessageCall[] = [];
    for (let open = this.#buffer.indexOf(OPEN); open >= 0; open = this.#buffer.indexOf(OPEN)) {
      const close = this.#buffer.indexOf(CLOSE, open);
      if (close < 0) break;
      const text = this.#buffer.slice(open, close + CLOSE.length);
      this.#buffer = this.#buffer.slice(close + CLOSE.length);
      for (const block of callsIn(text, { from: 0, to: text.length })) {
        const call = callOf(text, block, this.#tools, this.#rules);
        if (call === null) continue;
        this.#index += 1;
        this.previous.push({ arguments: call.values });
        this.streamed.push(call.argumentsText);
        calls.push({ index: this.#index, name: call.name, argumentsText: call.argumentsText });
      }
    }
    return calls;
  }
}

/** One call as the whole reading has it; null where that raises. */
function callOf(
  text: string,
  { name: head, body }: Block,
  tools: readonly ToolDefinition[],
  rules: HyV3Rules,
): { readonly name: string; readonly values: PythonDict; readonly argumentsText: string } | null {
  const name = stripPython(slice(text, head));
  const values = new PythonDict();
  for (const { key: keySpan, value } of pairsIn(text, body)) {
    const key = slice(text, keySpan);
    const types = typesOf(tools, name, key, rules);
    const typed = 'raises' in types ? types : typedBy(slice(text, value), types.names);
    if ('raises' in typed) return null;
    values.set(key, typed.value);
  }
  const argumentsText = pythonDumps(values);
  return argumentsText === null ? null : { name, values, argumentsText };
}
