import type { Span } from '../../text/document/index.ts';
import { afterRegexSpace, pythonDumps, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { Excerpt, type Message, partialOverlap, type Raised } from '../kit/index.ts';
import {
  argTagsWords,
  CLOSE,
  deserialized,
  isDeclaredString,
  KEY,
  KEY_END,
  OPEN,
  parseArgTags,
  VALUE,
  VALUE_END,
  type ArgTags,
  type Head,
} from './kit/arg-tags.ts';
import { insideOfString } from './kit/xml-value.ts';
import { vllmRuntime, type ParserStream, type VllmParser } from './parser.ts';

export function poolsideParser(tags: ArgTags): VllmParser<keyof typeof argTagsWords> {
  return {
    flag: 'poolside_v1',
    file: 'vllm/tool_parsers/poolside_v1_tool_parser.py',
    formats: ['glm-4.5'],
    reads: 'Blocks with a name and arguments; the parser guesses the types of values not declared as string.',
    words: argTagsWords,
    parse: (text, tools, steps) => parseArgTags(text, tools, tags, steps),
    stream: (tools) => new PoolsideStream(tools),
  };
}

export const poolsideV1 = vllmRuntime(poolsideParser({ strips: false, headOf, skipped: 'no-name-pattern' }));

/**
 * `<tool_call>\s*([^\n<]+?)\s*\n?\s*(<arg_key>.*?)?</tool_call>`, from the first opener in the block that it fits. Space
 * before the arguments makes a name that is blank.
 */
function headOf(text: string, { from, to }: Span): Head | null {
  const end = to - CLOSE.length;
  for (let at = from; at >= 0 && at < end; at = text.indexOf(OPEN, at + 1)) {
    const blankFrom = at + OPEN.length;
    const nameFrom = afterRegexSpace(text, blankFrom, end);
    let nameTo = nameFrom;
    while (nameTo < end && text.charAt(nameTo) !== '<' && text.charAt(nameTo) !== '\n') nameTo += 1;
    const rest = afterRegexSpace(text, nameTo, end);
    if (rest < end && !text.startsWith(KEY, rest)) continue;
    if (nameTo === nameFrom && /^\n*$/.test(text.slice(blankFrom, nameFrom))) continue;
    return { name: { from: nameFrom, to: nameTo }, rest: { from: rest, to: end } };
  }
  return null;
}

const LONGEST = Math.max(...[OPEN, CLOSE, KEY, KEY_END, VALUE, VALUE_END].map(({ length }) => length));

/** Keeps what is not read yet, and sends strings as they come. */
class PoolsideStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly isLinear = true;
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  /** Without one of these the buffer only grows. Empty where every delta counts. */
  #awaited: readonly string[] = [];
  /** The end of the buffer, in which they are looked for: all of it would be copied with each delta. */
  #end = '';
  /** How much was taken from the buffer in all, and where in the text markers come next. Absent ones are at -1. */
  #taken = 0;
  readonly #next = new Map<string, number>();
  #content: Excerpt[] = [];
  #came = 0;
  #calls: { index: number; name?: string; argumentsText: string }[] = [];
  #index = -1;
  /** What comes next. */
  #state: 'content' | 'name' | 'key' | 'value' | 'string' = 'content';
  #name = '';
  #key = '';
  #hasArguments = false;
  #keys = new Set<string>();

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | Raised | null {
    if (this.#tools.length === 0) return delta === '' ? null : { content: Excerpt.end(current, delta) };
    this.#buffer += delta;
    this.#came = current.length;
    const end = this.#end + delta;
    this.#end = end.slice(1 - LONGEST);
    if (this.#awaited.length > 0 && !this.#awaited.some((marker) => end.includes(marker))) return null;
    this.#awaited = [];
    for (const [marker, at] of this.#next) if (at < 0) this.#next.delete(marker);
    this.#content = [];
    this.#calls = [];
    for (;;) {
      const isDone = this.#step();
      if (typeof isDone !== 'boolean') return isDone;
      if (isDone) break;
    }
    const content = Excerpt.join(this.#content);
    if (content.text === '' && this.#calls.length === 0) return null;
    return { content, calls: this.#calls };
  }

  /** True where more text is needed. */
  #step(): boolean | Raised {
    switch (this.#state) {
      case 'content':
        return this.#readContent();
      case 'name':
        return this.#readName();
      case 'key':
        return this.#readKey();
      case 'value':
        return this.#readValue();
      case 'string':
        return this.#readString();
    }
  }

  #readContent(): boolean {
    const open = this.#find(OPEN);
    if (open < 0) {
      this.#show(this.#buffer.length - partialOverlap(this.#buffer, OPEN));
      return true;
    }
    this.#show(open);
    this.#take(OPEN.length);
    this.#index += 1;
    this.#hasArguments = false;
    this.#keys = new Set();
    this.#state = 'name';
    return false;
  }

  #show(length: number): void {
    const from = this.#came - this.#buffer.length;
    this.#content.push(Excerpt.copy(this.#take(length), from));
  }

  #readName(): boolean {
    const line = this.#find('\n');
    const close = this.#find(CLOSE);
    const ends = [line, this.#find(KEY), close].filter((at) => at >= 0);
    if (ends.length === 0) return this.#await('\n', KEY, CLOSE);
    const end = Math.min(...ends);
    const name = stripPython(this.#take(end));
    if (name === '' && end === close) {
      this.#take(CLOSE.length);
      this.#index -= 1;
      this.#state = 'content';
      return false;
    }
    if (end === line) this.#take(1);
    this.#name = name;
    this.#call().name = name;
    this.#state = 'key';
    return false;
  }

  #readKey(): boolean {
    const close = this.#find(CLOSE);
    const open = this.#find(KEY);
    if (close >= 0 && (open < 0 || close < open)) {
      this.#take(close + CLOSE.length);
      this.#send(this.#hasArguments ? '}' : '{}');
      this.#state = 'content';
      return false;
    }
    if (open < 0) return this.#await(CLOSE, KEY);
    this.#take(open);
    const end = this.#find(KEY_END);
    if (end < 0) return this.#await(KEY_END);
    this.#key = stripPython(this.#take(end).slice(KEY.length));
    this.#take(KEY_END.length);
    this.#state = 'value';
    return false;
  }

  #readValue(): boolean | Raised {
    const open = this.#find(VALUE);
    if (open < 0) return this.#await(VALUE);
    this.#take(open);
    const isString = isDeclaredString(this.#tools, this.#name, this.#key);
    if (isString === null) return { raises: 'AttributeError' };
    const isKnown = this.#keys.has(this.#key);
    if (isString) {
      this.#take(VALUE.length);
      this.#state = isKnown ? 'key' : 'string';
      if (!isKnown) this.#begin('"');
      return false;
    }
    const end = this.#find(VALUE_END);
    if (end < 0) return this.#await(VALUE_END);
    const raw = stripPython(this.#take(end).slice(VALUE.length));
    this.#take(VALUE_END.length);
    this.#state = 'key';
    if (this.#key === '' || isKnown) return false;
    const typed = deserialized(raw);
    if ('raises' in typed) return typed;
    const value = pythonDumps(typed.value);
    if (value === null) return { raises: 'TypeError' };
    this.#begin(value);
    return false;
  }

  #readString(): boolean {
    const end = this.#find(VALUE_END);
    if (end < 0) {
      this.#send(insideOfString(this.#take(this.#buffer.length - partialOverlap(this.#buffer, VALUE_END))));
      return true;
    }
    this.#send(`${insideOfString(this.#take(end))}"`);
    this.#take(VALUE_END.length);
    this.#state = 'key';
    return false;
  }

  #await(...markers: string[]): true {
    this.#awaited = markers;
    return true;
  }

  /** Begins an argument. */
  #begin(value: string): void {
    this.#send(`${this.#hasArguments ? ', ' : '{'}${pythonDumps(this.#key) ?? ''}: ${value}`);
    this.#hasArguments = true;
    this.#keys.add(this.#key);
  }

  #send(argumentsText: string): void {
    if (argumentsText !== '') this.#call().argumentsText += argumentsText;
  }

  /** What this delta sends of the call that is open. */
  #call(): { index: number; name?: string; argumentsText: string } {
    const last = this.#calls.at(-1);
    if (last?.index === this.#index) return last;
    const call = { index: this.#index, argumentsText: '' };
    this.#calls.push(call);
    return call;
  }

  /** Where a marker is in the buffer. What a search has found counts until it is taken: one piece may hold many calls. */
  #find(marker: string): number {
    let at = this.#next.get(marker);
    if (at === undefined || (at >= 0 && at < this.#taken)) {
      const place = this.#buffer.indexOf(marker);
      at = place < 0 ? -1 : this.#taken + place;
      this.#next.set(marker, at);
    }
    return at < 0 ? -1 : at - this.#taken;
  }

  /** Takes so much from the beginning of the buffer. */
  #take(length: number): string {
    const taken = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    this.#taken += taken.length;
    return taken;
  }
}
