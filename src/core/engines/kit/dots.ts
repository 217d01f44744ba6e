import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  PythonDict,
  pythonDumps,
  pythonFloat,
  pythonInt,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from './engine-calls.ts';
import { Excerpt } from './excerpt.ts';
import { heldBack } from './hold-back.ts';
import { allIndices } from './unfinished.ts';
import { type Invoke, type InvokeTags, invokesIn, tagOf } from './invoke-tags.ts';

// Dots' calls: `<dots_function_call>` around invokes with parameters, or around one JSON object.

export const DOTS_OPEN = '<dots_function_call>';
const CLOSE = '</dots_function_call>';

export const dotsWords = {
  'has-block': {
    question: 'Does the reply have `<dots_function_call>`?',
    yes: 'The parser reads every block that is closed.',
    no: 'The parser finds no call and returns the reply as content.',
  },
  'block-unclosed': 'This block is not closed: the parser does not read it',
  'no-call-in-block': 'This is neither an invoke nor one JSON object with a declared name: the parser drops the block',
  undeclared: 'No declared tool has this name: the parser drops the call',
  'text-dropped': 'The parser drops this text: without streaming, it keeps only the text before the first block.',
} as const;

export type DotsCode = keyof typeof dotsWords;

/** What a server's parser does in its own way. */
export interface DotsRules {
  /** The key of the arguments of a JSON call, and what they are; null where the parser refuses them. */
  readonly given: (object: PythonDict) => { readonly key: string; readonly value: PythonValue } | null;
  /** The same for a stream that brings the last of the JSON and the closing tag in one piece; absent where it is no other. */
  readonly late?: DotsRules['given'];
}

const tags: InvokeTags = {
  invoke: tagOf(/<invoke\s+name\s*=\s*([^>]+)>/dg),
  invokeEnd: '</invoke>',
  parameter: tagOf(/<parameter\s+name\s*=\s*([^>]+)>/dg),
  parameterEnd: '</parameter>',
};

type Steps = Recorder<DotsCode> | null;

export interface DotsReading {
  /** Where the first block begins; -1 for none. */
  readonly first: number;
  readonly calls: readonly EngineCall[];
  readonly blocks: readonly Span[];
}

export function readDots(text: string, tools: readonly ToolDefinition[], rules: DotsRules, steps: Steps): DotsReading {
  const first = text.indexOf(DOTS_OPEN);
  const calls: EngineCall[] = [];
  const blocks: Span[] = [];
  for (let from = first; from >= 0;) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) {
      steps?.reject('block-unclosed', { from, to: text.length });
      break;
    }
    const block = { from, to: closer + CLOSE.length };
    blocks.push(block);
    steps?.enter('block', 'format:dots', block);
    steps?.marker(DOTS_OPEN, 'open', from, from + DOTS_OPEN.length);
    const found = callsIn(text, { from: from + DOTS_OPEN.length, to: closer }, block, tools, rules, steps) ?? [];
    steps?.marker(CLOSE, 'close', closer, block.to);
    steps?.leave(block, found.length > 0 ? 'matched' : 'malformed');
    calls.push(...found);
    from = text.indexOf(DOTS_OPEN, block.to);
  }
  return { first, calls, blocks };
}

/** Null where the body is neither an invoke nor a JSON object. */
function callsIn(
  text: string,
  body: Span,
  block: Span,
  tools: readonly ToolDefinition[],
  rules: DotsRules,
  steps: Steps,
): EngineCall[] | null {
  const inner = strippedSpan(text, body.from, body.to);
  const made = text.startsWith('<invoke', inner.from)
    ? invokesIn(text, inner.from, inner.to, tags).map((invoke) => ofInvoke(text, invoke, tools, steps))
    : ofJson(text, inner, block, tools, rules, steps);
  if (made !== null && made.length > 0) return made.filter((call) => call !== null);
  steps?.reject('no-call-in-block', inner);
  return null;
}

function ofInvoke(text: string, invoke: Invoke, tools: readonly ToolDefinition[], steps: Steps): EngineCall | null {
  const { parameters, from, to } = invoke;
  const nameSpan = unquoted(text, invoke.name);
  const name = text.slice(nameSpan.from, nameSpan.to);
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    steps?.reject('undeclared', nameSpan);
    return null;
  }
  steps?.read('name', nameSpan);
  const args = new PythonDict();
  for (const { key: written, value } of parameters) {
    const key = unquoted(text, written);
    const name = text.slice(key.from, key.to);
    steps?.read('key', key);
    steps?.read('value', value);
    args.set(name, typedValue(stripPython(text.slice(value.from, value.to)), typeUnder(tool, name)));
  }
  const [first, last] = [parameters[0], parameters.at(-1)];
  return {
    span: { from, to },
    name,
    nameSpan,
    argumentsText: pythonDumps(args) ?? '{}',
    argumentsSpan: first === undefined || last === undefined ? null : { from: first.key.from, to: last.value.to },
  };
}

/** The call of a JSON object, null for one that the parser drops; null where the text is no JSON object. */
function ofJson(
  text: string,
  { from, to }: Span,
  block: Span,
  tools: readonly ToolDefinition[],
  rules: DotsRules,
  steps: Steps,
): readonly (EngineCall | null)[] | null {
  const reading = readPythonJson(text, from, to);
  if (!reading.ok || !isDict(reading.node.value)) return null;
  const { members, value: object } = reading.node;
  const name = object.get('name');
  const nameNode = members?.get('name')?.node;
  if (typeof name !== 'string' || nameNode === undefined || !tools.some((tool) => tool.name === name)) {
    steps?.reject('undeclared', nameNode ?? { from, to });
    return [null];
  }
  const given = rules.given(object);
  if (given === null) {
    steps?.reject('no-call-in-block', { from, to });
    return [null];
  }
  const node = members?.get(given.key)?.node;
  steps?.read('name', nameNode);
  if (node !== undefined) steps?.read('arguments', node);
  const call = {
    span: block,
    name,
    nameSpan: { from: nameNode.from, to: nameNode.to },
    argumentsText: pythonDumps(given.value) ?? '{}',
    argumentsSpan: node === undefined ? null : { from: node.from, to: node.to },
  };
  return [call];
}

/** Without white space around it, and without one pair of equal quotes. */
function unquoted(text: string, part: Span): Span {
  const { from, to } = strippedSpan(text, part.from, part.to);
  const quote = text.charAt(from);
  const isQuoted = to - from >= 2 && (quote === '"' || quote === "'") && text.charAt(to - 1) === quote;
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}

/** The declared type of a parameter; undefined where it has none. */
function typeUnder(tool: ToolDefinition, key: string): JsonValue | undefined {
  const { schema } = tool;
  if (!isObject(schema)) return undefined;
  const properties = own(schema, 'properties');
  const parameter = isObject(properties) ? own(properties, key) : undefined;
  const defs = own(schema, '$defs');
  return resolved(parameter, isObject(defs) ? defs : {}, 0);
}

const DEFS = '#/$defs/';

/** The type of a schema, of the target of its `$ref`, or of the first of its options that has one and is not null. */
function resolved(schema: JsonValue | undefined, defs: JsonObject, depth: number): JsonValue | undefined {
  if (!isObject(schema) || depth > 10) return undefined;
  const type = own(schema, 'type');
  if (type !== undefined) return type;
  const ref = own(schema, '$ref');
  if (typeof ref === 'string' && ref.startsWith(DEFS))
    return resolved(own(defs, ref.slice(ref.lastIndexOf('/') + 1)), defs, depth + 1);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = own(schema, key);
    if (!Array.isArray(options)) continue;
    for (const option of options) {
      if (isObject(option) && own(option, 'type') === 'null') continue;
      const found = resolved(option, defs, depth + 1) ?? null;
      if (found !== null) return found;
    }
  }
  return undefined;
}

/** The type's name; of several the first that is not null, and text where there is none. */
function typeOf(declared: JsonValue | undefined): string {
  const type = Array.isArray(declared) ? (declared.find((one) => one !== 'null') ?? 'string') : declared;
  if (Array.isArray(declared) && declared.length === 0) return 'string';
  return typeof type === 'string' ? type.toLowerCase() || 'string' : type ? 'other' : 'string';
}

function typedValue(text: string, declared: JsonValue | undefined): PythonValue {
  if (text.toLowerCase() === 'null') return null;
  switch (typeOf(declared)) {
    case 'string':
    case 'str':
    case 'text':
      return text;
    case 'integer':
    case 'int':
      return pythonInt(text) ?? text;
    case 'number':
    case 'float': {
      const number = pythonFloat(text);
      if (number === null) return text;
      return Number.isInteger(number) ? BigInt(number) : number;
    }
    case 'boolean':
    case 'bool':
      return ['true', '1'].includes(text.toLowerCase());
    default: {
      const reading = readPythonJson(text);
      return reading.ok ? reading.node.value : text;
    }
  }
}

export interface DotsDelta {
  readonly content: Excerpt;
  readonly calls: readonly EngineCall[];
}

/** Complete blocks go out at once, a JSON body before its closing tag, and a block without a call as text without its tags. */
export class DotsStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #rules: DotsRules;
  #held = Excerpt.empty;
  /** The call of the block that is open was sent. */
  #isSent = false;

  constructor(tools: readonly ToolDefinition[], rules: DotsRules) {
    this.#tools = tools;
    this.#rules = rules;
  }

  push(delta: string, current: string): DotsDelta {
    let text = this.#held.plus(Excerpt.end(current, delta));
    let content = Excerpt.empty;
    const calls: EngineCall[] = [];
    for (;;) {
      const opener = text.text.indexOf(DOTS_OPEN);
      if (opener < 0) {
        const length = text.length - heldBack(text.text, [DOTS_OPEN]).length;
        this.#held = text.slice(length);
        return { content: withoutClosers(content.plus(text.slice(0, length))), calls };
      }
      content = content.plus(text.slice(0, opener));
      text = text.slice(opener);
      const closer = text.text.indexOf(CLOSE, DOTS_OPEN.length);
      if (closer < 0) {
        this.#held = text;
        if (!this.#isSent) calls.push(...this.#early(text.text));
        return { content, calls };
      }
      const body = text.slice(DOTS_OPEN.length, closer);
      text = text.slice(closer + CLOSE.length);
      const found = this.#calls(body.text, this.#rules.late ?? this.#rules.given);
      calls.push(...(found ?? []).slice(this.#isSent ? 1 : 0));
      if (found === null || (found.length === 0 && !this.#isSent)) {
        const { from, to } = strippedSpan(body.text);
        content = content.plus(body.slice(from, to));
      }
      this.#isSent = false;
    }
  }

  /** What is held back at the end, if no block is open. */
  rest(): Excerpt {
    return this.#held.text.includes(DOTS_OPEN) ? Excerpt.empty : withoutClosers(this.#held);
  }

  /** The call of a JSON body that is whole. */
  #early(text: string): readonly EngineCall[] {
    const { from, to } = strippedSpan(text, DOTS_OPEN.length, text.length);
    if (text.charAt(from) !== '{' || text.charAt(to - 1) !== '}') return [];
    const calls = this.#calls(text.slice(from, to), this.#rules.given) ?? [];
    this.#isSent = calls.length > 0;
    return calls;
  }

  #calls(body: string, given: DotsRules['given']): EngineCall[] | null {
    const all = { from: 0, to: body.length };
    return callsIn(body, all, all, this.#tools, { given }, null);
  }
}

function withoutClosers(content: Excerpt): Excerpt {
  const cut = allIndices(content.text, CLOSE).map((from) => ({ from, to: from + CLOSE.length, text: '' }));
  return cut.length === 0 ? content : content.replacing(cut);
}
