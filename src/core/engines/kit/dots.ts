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
  truthy,
} from '../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonValue } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from './engine-calls.ts';
import { Excerpt } from './excerpt.ts';
import { heldBack } from './hold-back.ts';
import { type Invoke, invokesIn } from './invoke-tags.ts';

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
  /** The keys of the arguments of a JSON call, the first that is there. */
  readonly keys: readonly string[];
  /** Whether the arguments of a JSON call must be an object; a falsy one is an empty object. */
  readonly needsObject: boolean;
}

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
    const found = callsIn(text, { from: from + DOTS_OPEN.length, to: closer }, block, tools, rules, steps);
    steps?.marker(CLOSE, 'close', closer, block.to);
    steps?.leave(block, found.length > 0 ? 'matched' : 'malformed');
    calls.push(...found);
    from = text.indexOf(DOTS_OPEN, block.to);
  }
  return { first, calls, blocks };
}

function callsIn(
  text: string,
  body: Span,
  block: Span,
  tools: readonly ToolDefinition[],
  rules: DotsRules,
  steps: Steps,
): EngineCall[] {
  const inner = strippedSpan(text, body.from, body.to);
  const made = text.startsWith('<invoke', inner.from)
    ? invokesIn(text, inner.from, inner.to, '').map((invoke) => ofInvoke(text, invoke, tools, steps))
    : [ofJson(text, inner, block, tools, rules, steps)];
  const calls = made.filter((call) => call !== null);
  if (made.length === 0) steps?.reject('no-call-in-block', inner);
  return calls;
}

function ofInvoke(text: string, invoke: Invoke, tools: readonly ToolDefinition[], steps: Steps): EngineCall | null {
  const { name: nameSpan, parameters, from, to } = invoke;
  const name = text.slice(nameSpan.from, nameSpan.to);
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    steps?.reject('undeclared', nameSpan);
    return null;
  }
  steps?.read('name', nameSpan);
  const args = new PythonDict();
  for (const { key, value } of parameters) {
    const own = text.slice(key.from, key.to);
    steps?.read('key', key);
    steps?.read('value', value);
    args.set(own, typedValue(stripPython(text.slice(value.from, value.to)), schemaOf(tool, own)));
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

function ofJson(
  text: string,
  { from, to }: Span,
  block: Span,
  tools: readonly ToolDefinition[],
  { keys, needsObject }: DotsRules,
  steps: Steps,
): EngineCall | null {
  const reading = readPythonJson(text, from, to);
  if (!reading.ok || !isDict(reading.node.value)) {
    steps?.reject('no-call-in-block', { from, to });
    return null;
  }
  const { members, value: object } = reading.node;
  const name = object.get('name');
  const nameNode = members?.get('name')?.node;
  if (typeof name !== 'string' || nameNode === undefined || !tools.some((tool) => tool.name === name)) {
    steps?.reject('undeclared', nameNode ?? { from, to });
    return null;
  }
  const key = keys.find((one) => truthy(object.get(one) ?? null));
  const given = key === undefined ? new PythonDict() : (object.get(key) ?? null);
  if (needsObject && !isDict(given)) {
    steps?.reject('no-call-in-block', { from, to });
    return null;
  }
  const node = key === undefined ? undefined : members?.get(key)?.node;
  steps?.read('name', nameNode);
  if (node !== undefined) steps?.read('arguments', node);
  return {
    span: block,
    name,
    nameSpan: { from: nameNode.from, to: nameNode.to },
    argumentsText: pythonDumps(given) ?? '{}',
    argumentsSpan: node === undefined ? null : { from: node.from, to: node.to },
  };
}

function schemaOf(tool: ToolDefinition, key: string): JsonObject | null {
  const schema: JsonValue | undefined = tool.schema;
  const properties = isObject(schema) ? member(schema, 'properties') : undefined;
  const own = isObject(properties) ? member(properties, key) : undefined;
  return isObject(own) ? resolved(own, schema as JsonObject, 0) : null;
}

function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The schema that counts: the target of a `$ref`, or the first of several that has a type. */
function resolved(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  if (depth > 8) return schema;
  const ref = member(schema, '$ref');
  if (typeof ref === 'string') {
    const defs = member(root, '$defs');
    const target = isObject(defs) ? member(defs, ref.replace('#/$defs/', '')) : undefined;
    return isObject(target) ? resolved(target, root, depth + 1) : schema;
  }
  if (member(schema, 'type') !== undefined) return schema;
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = member(schema, key);
    if (!Array.isArray(options)) continue;
    const usable = options
      .filter(isObject)
      .map((option) => resolved(option, root, depth + 1))
      .find((option) => typeOf(option) !== 'null' && typeOf(option) !== null);
    if (usable !== undefined) return usable;
  }
  return schema;
}

/** The type; of several the first that is not null. */
function typeOf(schema: JsonObject): string | null {
  const type = member(schema, 'type');
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return null;
  return type.find((one): one is string => typeof one === 'string' && one !== 'null') ?? null;
}

function typedValue(text: string, schema: JsonObject | null): PythonValue {
  if (text.toLowerCase() === 'null') return null;
  const type = schema === null ? 'string' : (typeOf(schema) ?? 'string');
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      return pythonInt(text) ?? text;
    case 'number': {
      const number = pythonFloat(text);
      if (number === null) return text;
      return Number.isInteger(number) ? BigInt(number) : number;
    }
    case 'boolean':
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

/** Complete blocks go out at once, and a block without a call as text without its tags. */
export class DotsStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #rules: DotsRules;
  #held = Excerpt.empty;

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
        const length = heldBack(text.text, [DOTS_OPEN, CLOSE]).length;
        this.#held = text.slice(text.length - length);
        return { content: content.plus(text.slice(0, text.length - length)), calls };
      }
      content = content.plus(text.slice(0, opener));
      text = text.slice(opener);
      const closer = text.text.indexOf(CLOSE);
      const end = closer < 0 ? this.#jsonEnd(text.text) : closer + CLOSE.length;
      if (end < 0) {
        this.#held = text;
        return { content, calls };
      }
      const block = closer < 0 ? text.text.slice(0, end) + CLOSE : text.text.slice(0, end);
      const { calls: found } = readDots(block, this.#tools, this.#rules, null);
      if (found.length === 0) {
        const body = text.slice(DOTS_OPEN.length, closer < 0 ? end : closer);
        const { from, to } = strippedSpan(body.text);
        content = content.plus(body.slice(from, to));
      }
      calls.push(...found);
      text = text.slice(end);
      if (closer < 0) this.#skipsCloser = true;
      if (this.#skipsCloser && text.text.startsWith(CLOSE)) {
        text = text.slice(CLOSE.length);
        this.#skipsCloser = false;
      }
    }
  }

  /** The closing tag of a JSON body whose call was sent before it. */
  #skipsCloser = false;

  /** Where a JSON body ends that is whole; -1 for none. */
  #jsonEnd(text: string): number {
    const { from, to } = strippedSpan(text, DOTS_OPEN.length, text.length);
    if (text.charAt(from) !== '{' || text.charAt(to - 1) !== '}') return -1;
    return readPythonJson(text, from, to).ok ? to : -1;
  }
}
