import type { Span } from '../../document/span.ts';
import { pythonDumps } from '../../json/dialects/python.ts';
import { stripPython } from '../../languages/python/text.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Message, Raised } from '../kit/engine-stream.ts';
import { partialOverlap } from '../kit/unfinished.ts';
import {
  argTagsWords,
  CLOSE,
  deserialized,
  headByLine,
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
import { vllmRuntime, type ParserStream, type Release } from './parser.ts';
import { afterRegexSpace } from './kit/regex-space.ts';

function poolside(release: Release, tags: ArgTags) {
  return vllmRuntime({
    flag: 'poolside_v1',
    release,
    file: 'vllm/tool_parsers/poolside_v1_tool_parser.py',
    formats: ['glm-4.5'],
    reads: 'Blocks with a name and arguments; the parser guesses the types of values not declared as string.',
    words: argTagsWords,
    parse: (text, tools, steps) => parseArgTags(text, tools, tags, steps),
    stream: (tools) => new PoolsideStream(tools),
  });
}

export const poolsideV1 = poolside('2026-08', { strips: false, headOf, skipped: 'no-name-pattern' });
export const poolsideV1202605 = poolside('2026-05', { strips: true, headOf: headByLine, skipped: 'no-name-line' });

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

/** Keeps what is not read yet, and sends strings as they come. */
class PoolsideStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  #content = '';
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

  push(delta: string): Message | Raised | null {
    if (this.#tools.length === 0) return delta === '' ? null : { content: delta };
    this.#buffer += delta;
    this.#content = '';
    this.#calls = [];
    for (;;) {
      const isDone = this.#step();
      if (typeof isDone !== 'boolean') return isDone;
      if (isDone) break;
    }
    if (this.#content === '' && this.#calls.length === 0) return null;
    return { content: this.#content, calls: this.#calls };
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
    const open = this.#buffer.indexOf(OPEN);
    if (open < 0) {
      this.#content += this.#take(this.#buffer.length - partialOverlap(this.#buffer, OPEN));
      return true;
    }
    this.#content += this.#take(open);
    this.#take(OPEN.length);
    this.#index += 1;
    this.#hasArguments = false;
    this.#keys = new Set();
    this.#state = 'name';
    return false;
  }

  #readName(): boolean {
    const line = this.#buffer.indexOf('\n');
    const close = this.#buffer.indexOf(CLOSE);
    const ends = [line, this.#buffer.indexOf(KEY), close].filter((at) => at >= 0);
    if (ends.length === 0) return true;
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
    const close = this.#buffer.indexOf(CLOSE);
    const open = this.#buffer.indexOf(KEY);
    if (close >= 0 && (open < 0 || close < open)) {
      this.#take(close + CLOSE.length);
      this.#send(this.#hasArguments ? '}' : '{}');
      this.#state = 'content';
      return false;
    }
    if (open < 0) return true;
    this.#take(open);
    const end = this.#buffer.indexOf(KEY_END);
    if (end < 0) return true;
    this.#key = stripPython(this.#take(end).slice(KEY.length));
    this.#take(KEY_END.length);
    this.#state = 'value';
    return false;
  }

  #readValue(): boolean | Raised {
    const open = this.#buffer.indexOf(VALUE);
    if (open < 0) return true;
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
    const end = this.#buffer.indexOf(VALUE_END);
    if (end < 0) return true;
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
    const end = this.#buffer.indexOf(VALUE_END);
    if (end < 0) {
      this.#send(inner(this.#take(this.#buffer.length - partialOverlap(this.#buffer, VALUE_END))));
      return true;
    }
    this.#send(`${inner(this.#take(end))}"`);
    this.#take(VALUE_END.length);
    this.#state = 'key';
    return false;
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

  /** Takes so much from the beginning of the buffer. */
  #take(length: number): string {
    const taken = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    return taken;
  }
}

/** A string as JSON, without its quotes. */
function inner(text: string): string {
  return (pythonDumps(text) ?? '').slice(1, -1);
}
