import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Message, Raised } from '../../kit/engine-stream.ts';
import { countOf, isBlankAfter, nthBlock, nthIndex } from '../kit/blocks-so-far.ts';
import { propertiesOf } from '../kit/declared.ts';
import {
  FUNCTION,
  FUNCTION_END,
  functionTagsWords,
  PARAMETER,
  PARAMETER_END,
  parseFunctionTags,
  type FunctionTags,
} from '../kit/function-patterns.ts';
import { vllmRuntime, type ParserStream } from '../parser.ts';
import { typedAsDeclared } from '../kit/typing.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

const tags: FunctionTags = {
  open: OPEN,
  close: CLOSE,
  typing: {
    isJson: (type) => /^(?:(?:object|array|arr)$|dict|list)/.test(type),
    union: 'object',
  },
  unclosedEnds: 'parameter',
  nameless: 'dropped',
  declared: propertiesOf,
};

export const qwen3Coder = vllmRuntime({
  flag: 'qwen3_coder',
  release: '2026-05',
  file: 'vllm/tool_parsers/qwen3coder_tool_parser.py',
  formats: ['qwen3-coder-xml'],
  reads: 'Functions with parameters in tags, also outside <tool_call>; values are typed by the schema.',
  words: functionTagsWords(OPEN, CLOSE),
  parse(text, tools, steps) {
    const whole = { from: 0, to: text.length };
    const at = text.indexOf(FUNCTION);
    if (!steps.gate('contains-function', at >= 0, whole, at < 0 ? null : { from: at, to: at + FUNCTION.length })) {
      return { called: false, calls: [], content: [whole], text };
    }
    return parseFunctionTags(text, 0, tools, tags, steps);
  },
  stream: (tools) => new CoderStream(tools),
});

/** Every delta sends one thing: a name, the opening brace, all values that are complete, or the closing brace. */
class CoderStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #index = 0;
  #started = false;
  #name: string | null = null;
  #isOpen = false;
  #braceSent = false;
  #closed = false;
  #count = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | Raised | null {
    if (delta === '') return null;
    if (this.#closed && !this.#isOpen && countOf(current, CLOSE) > this.#index) {
      this.#index += 1;
      this.#name = null;
      this.#count = 0;
      this.#braceSent = false;
      this.#closed = false;
      if (this.#index >= countOf(current, OPEN)) this.#started = false;
      return null;
    }
    if (!this.#started) return this.#outside(delta, current);
    const call = nthBlock(current, this.#index, OPEN, CLOSE);
    if (call === null) return null;
    if (this.#name === null) return this.#header(call);
    if (!this.#isOpen) return null;
    if (!this.#braceSent) {
      this.#braceSent = true;
      return { calls: [{ index: this.#index, argumentsText: '{' }] };
    }
    return this.#body(call, this.#name);
  }

  #outside(delta: string, current: string): Message | null {
    const at = delta.indexOf(OPEN);
    if (at >= 0) {
      this.#started = true;
      return at > 0 ? { content: delta.slice(0, at) } : null;
    }
    return isBlankAfter(current, delta, CLOSE) ? null : { content: delta };
  }

  #header(call: string): Message | null {
    const at = call.indexOf(FUNCTION);
    if (at < 0) return null;
    const to = call.indexOf('>', at + FUNCTION.length);
    if (to < 0) return null;
    this.#name = call.slice(at + FUNCTION.length, to);
    this.#isOpen = true;
    return { calls: [{ index: this.#index, name: this.#name, argumentsText: '' }] };
  }

  #body(call: string, name: string): Message | Raised | null {
    const declared = propertiesOf(this.#tools, name);
    const fragments: string[] = [];
    for (
      let at = nthIndex(call, PARAMETER, this.#count);
      at >= 0;
      at = call.indexOf(PARAMETER, at + PARAMETER.length)
    ) {
      const keyFrom = at + PARAMETER.length;
      const keyTo = call.indexOf('>', keyFrom);
      if (keyTo < 0) break;
      const from = call.charAt(keyTo + 1) === '\n' ? keyTo + 2 : keyTo + 1;
      const to = valueEnd(call, from);
      if (to < 0) break;
      const key = call.slice(keyFrom, keyTo);
      const raw = call.slice(from, to);
      const typed = typedAsDeclared(raw.endsWith('\n') ? raw.slice(0, -1) : raw, key, declared, tags.typing);
      if ('raises' in typed) return typed;
      const value = pythonDumps(typed.value);
      if (value === null) return { raises: 'TypeError' };
      fragments.push(`${this.#count === 0 ? '' : ', '}"${key}": ${value}`);
      this.#count += 1;
    }
    if (fragments.length > 0) return { calls: [{ index: this.#index, argumentsText: fragments.join('') }] };
    if (this.#closed || !call.includes(FUNCTION_END)) return null;
    this.#closed = true;
    this.#isOpen = false;
    return { calls: [{ index: this.#index, argumentsText: '}' }] };
  }
}

/** Where a value ends: at its closer, else at the next parameter, the end of the function or the end of the call. */
function valueEnd(call: string, from: number): number {
  const closer = call.indexOf(PARAMETER_END, from);
  if (closer >= 0) return closer;
  const next = call.indexOf(PARAMETER, from);
  const end = call.indexOf(FUNCTION_END, from);
  if (next >= 0 && (end < 0 || next < end)) return next;
  return end >= 0 ? end : call.indexOf(CLOSE, from);
}
