import { countOf, pythonDumps } from '../../../text/languages/index.ts';
import { isObject, type JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Message } from '../../kit/index.ts';
import { nthIndex } from './kit/blocks-so-far.ts';
import { parametersOf, valueUnder } from '../../vllm/kit/declared.ts';
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

/** One value in a delta, all of them strings in ASCII. Nothing is a call before thinking has ended. */
class SeedStream extends FunctionTagsStream {
  #thought = false;

  constructor() {
    super(OPEN, CLOSE);
  }

  protected isText(delta: string): boolean {
    this.#thought ||= delta.includes(THINK_END);
    return !this.#thought;
  }

  protected searchFrom(current: string): number {
    const thinkEnd = current.indexOf(THINK_END);
    return thinkEnd < 0 ? 0 : thinkEnd + THINK_END.length;
  }

  protected body(call: string, _name: string, delta: string): Message | null {
    // Where a parameter begins with the first delta after the name, the opening brace is never sent.
    const isFirst = !this.braceSent;
    this.braceSent = true;
    if (isFirst && !delta.includes(PARAMETER)) return this.message('{');
    if (call.includes(FUNCTION_END)) return this.end();
    if (this.count >= countOf(call, PARAMETER_END)) return null;
    const at = nthIndex(call, PARAMETER, this.count);
    const keyTo = at < 0 ? -1 : call.indexOf('>', at + PARAMETER.length);
    if (keyTo < 0) return null;
    const from = call.charAt(keyTo + 1) === '\n' ? keyTo + 2 : keyTo + 1;
    const to = call.indexOf(PARAMETER_END, from);
    if (to < 0) return null;
    const raw = call.slice(from, to);
    const value = pythonDumps(raw.endsWith('\n') ? raw.slice(0, -1) : raw, { ascii: true }) ?? '';
    const comma = this.count === 0 ? '' : ', ';
    this.count += 1;
    return this.message(`${comma}"${call.slice(at + PARAMETER.length, keyTo)}": ${value}`);
  }
}
