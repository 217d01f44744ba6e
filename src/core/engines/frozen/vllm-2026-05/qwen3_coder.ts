import { pythonDumps } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Message, Raised } from '../../kit/index.ts';
import { nthIndex } from './kit/blocks-so-far.ts';
import { propertiesOf } from '../../vllm/kit/declared.ts';
import {
  FUNCTION,
  FUNCTION_END,
  functionTagsWords,
  PARAMETER,
  PARAMETER_END,
  parseFunctionTags,
  type FunctionTags,
} from './kit/function-patterns.ts';
import { FunctionTagsStream } from './kit/function-tags-stream.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { typedAsDeclared } from './kit/declared-typing.ts';

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

/** After the name come the opening brace, all values that are complete, and the closing brace. */
class CoderStream extends FunctionTagsStream {
  readonly #tools: readonly ToolDefinition[];

  constructor(tools: readonly ToolDefinition[]) {
    super(OPEN, CLOSE);
    this.#tools = tools;
  }

  protected isText(): boolean {
    return false;
  }

  protected searchFrom(): number {
    return 0;
  }

  protected body(call: string, name: string): Message | Raised | null {
    if (!this.braceSent) {
      this.braceSent = true;
      return this.message('{');
    }
    const declared = propertiesOf(this.#tools, name);
    const fragments: string[] = [];
    const ends = new ValueEnds(call);
    for (let at = nthIndex(call, PARAMETER, this.count); at >= 0; at = call.indexOf(PARAMETER, at + PARAMETER.length)) {
      const keyFrom = at + PARAMETER.length;
      const keyTo = call.indexOf('>', keyFrom);
      if (keyTo < 0) break;
      const from = call.charAt(keyTo + 1) === '\n' ? keyTo + 2 : keyTo + 1;
      const to = ends.after(from);
      if (to < 0) break;
      const key = call.slice(keyFrom, keyTo);
      const raw = call.slice(from, to);
      const typed = typedAsDeclared(raw.endsWith('\n') ? raw.slice(0, -1) : raw, key, declared, tags.typing);
      if ('raises' in typed) return typed;
      const value = pythonDumps(typed.value);
      if (value === null) return { raises: 'TypeError' };
      fragments.push(`${this.count === 0 ? '' : ', '}"${key}": ${value}`);
      this.count += 1;
    }
    if (fragments.length > 0) return this.message(fragments.join(''));
    return call.includes(FUNCTION_END) ? this.end() : null;
  }
}

/** Where values end: at their closer, else at the next parameter, the end of the function or the end of the call. Asked from left to right. */
class ValueEnds {
  readonly #call: string;
  /** By marker: where it was found last; -1 where no more come. */
  readonly #places = new Map<string, number>();

  constructor(call: string) {
    this.#call = call;
  }

  after(from: number): number {
    const closer = this.#next(PARAMETER_END, from);
    if (closer >= 0) return closer;
    const next = this.#next(PARAMETER, from);
    const end = this.#next(FUNCTION_END, from);
    if (next >= 0 && (end < 0 || next < end)) return next;
    return end >= 0 ? end : this.#next(CLOSE, from);
  }

  #next(marker: string, from: number): number {
    const known = this.#places.get(marker);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const at = this.#call.indexOf(marker, from);
    this.#places.set(marker, at);
    return at;
  }
}
