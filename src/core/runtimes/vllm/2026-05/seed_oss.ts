import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { isObject, type JsonObject } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Message } from '../../kit/engine-stream.ts';
import { countOf, isBlankAfter, nthBlock, nthIndex } from '../kit/blocks-so-far.ts';
import { parametersOf, valueUnder } from '../kit/declared.ts';
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

const OPEN = '<seed:tool_call>';
const CLOSE = '</seed:tool_call>';
const THINK = '<seed:think>';
const THINK_END = '</seed:think>';

const tags: FunctionTags = {
  open: OPEN,
  close: CLOSE,
  typing: {
    isJson: (type) => type === 'object' || type.startsWith('dict'),
    union: 'string',
    letsTypeErrorOut: true,
  },
  unclosedEnds: 'function',
  nameless: 'raises',
  declared,
};

/** A schema without `properties` counts as the properties itself. */
function declared(tools: readonly ToolDefinition[], name: string): JsonObject {
  const parameters = parametersOf(tools, name) ?? {};
  const properties = valueUnder(parameters, 'properties');
  if (properties === undefined) return parameters;
  return isObject(properties) ? properties : {};
}

export const seedOss = vllmRuntime({
  flag: 'seed_oss',
  release: '2026-05',
  file: 'vllm/tool_parsers/seed_oss_tool_parser.py',
  formats: ['seed-oss'],
  reads: 'Functions with parameters in tags, also outside <seed:tool_call>; values are typed by the schema.',
  words: {
    ...functionTagsWords(OPEN, CLOSE),
    'think-kept': `The parser does not search the text before \`${THINK_END}\` for calls. It stays in the content.`,
  },
  parse(text, tools, steps) {
    const whole = { from: 0, to: text.length };
    const at = text.indexOf(FUNCTION);
    if (!steps.gate('contains-function', at >= 0, whole, at < 0 ? null : { from: at, to: at + FUNCTION.length })) {
      return { called: false, calls: [], content: [whole], text };
    }
    const thinkEnd = text.includes(THINK) ? text.indexOf(THINK_END) : -1;
    const from = thinkEnd < 0 ? 0 : thinkEnd + THINK_END.length;
    if (from > 0) steps.quirk('think-kept', { from: 0, to: from });
    return parseFunctionTags(text, from, tools, tags, steps);
  },
  stream: () => new SeedStream(),
});

/** Every delta sends one thing, all values are strings in ASCII, and nothing is a call before thinking has ended. */
class SeedStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  #thought = false;
  #index = 0;
  #started = false;
  #headerSent = false;
  #isOpen = false;
  #braceSent = false;
  #closed = false;
  #count = 0;

  push(delta: string, current: string): Message | null {
    if (delta === '') return null;
    if (this.#closed && !this.#isOpen && countOf(current, CLOSE) > this.#index) {
      this.#index += 1;
      this.#headerSent = false;
      this.#count = 0;
      this.#braceSent = false;
      this.#closed = false;
      if (this.#index >= countOf(current, OPEN)) this.#started = false;
      return null;
    }
    this.#thought ||= delta.includes(THINK_END);
    if (!this.#thought) return { content: delta };
    if (!this.#started) return this.#outside(delta, current);
    const thinkEnd = current.indexOf(THINK_END);
    if (this.#index >= countOf(current, OPEN)) return null;
    const call = nthBlock(current, this.#index, OPEN, CLOSE, thinkEnd < 0 ? 0 : thinkEnd + THINK_END.length);
    if (call === null) return null;
    if (!this.#headerSent) return this.#header(call);
    return this.#isOpen ? this.#body(call, delta) : null;
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
    const to = at < 0 ? -1 : call.indexOf('>', at + FUNCTION.length);
    if (to < 0) return null;
    this.#headerSent = true;
    this.#isOpen = true;
    return { calls: [{ index: this.#index, name: call.slice(at + FUNCTION.length, to), argumentsText: '' }] };
  }

  #body(call: string, delta: string): Message | null {
    const message = (argumentsText: string): Message => ({ calls: [{ index: this.#index, argumentsText }] });
    // Where a parameter begins with the first delta after the name, the opening brace is never sent.
    const isFirst = !this.#braceSent;
    this.#braceSent = true;
    if (isFirst && !delta.includes(PARAMETER)) return message('{');
    if (!this.#closed && call.includes(FUNCTION_END)) {
      this.#closed = true;
      this.#isOpen = false;
      return message('}');
    }
    if (this.#count >= countOf(call, PARAMETER_END)) return null;
    const at = nthIndex(call, PARAMETER, this.#count);
    const keyTo = at < 0 ? -1 : call.indexOf('>', at + PARAMETER.length);
    if (keyTo < 0) return null;
    const from = call.charAt(keyTo + 1) === '\n' ? keyTo + 2 : keyTo + 1;
    const to = call.indexOf(PARAMETER_END, from);
    if (to < 0) return null;
    const raw = call.slice(from, to);
    const value = pythonDumps(raw.endsWith('\n') ? raw.slice(0, -1) : raw, { ascii: true }) ?? '';
    const comma = this.#count === 0 ? '' : ', ';
    this.#count += 1;
    return message(`${comma}"${call.slice(at + PARAMETER.length, keyTo)}": ${value}`);
  }
}
