import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonObject, own } from '../../../text/json/index.ts';
import {
  isDict,
  literalEval,
  PythonDict,
  pythonDumps,
  type PythonValue,
  strippedSpan,
  stripPython,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import {
  loads,
  namedTag,
  namelessParam,
  PARAM,
  PARAM_END,
  readXmlElement,
  withoutCdata,
  type XmlElement,
} from '../../kit/index.ts';
import { aliasOf } from './minicpm5-aliases.ts';

// A block of `minicpm5`: read as XML, and with patterns where that gives no name.

export const OPEN = '<function';
export const CLOSE = '</function>';

export const blockWords = {
  'not-xml': 'The block is not well-formed XML. The parser searches it with patterns instead',
  'nameless-block': 'The block has no function with a name: it stays text',
  'missing-name': 'This `<param>` has no `name`: the whole block stays text',
  'repeated-key': 'This parameter name is repeated: the whole block stays text',
  'wrapper-refused':
    'The schema does not declare this parameter, and its text is no object with declared keys: the block stays text',
  'wrapper-opened':
    'The schema does not declare this parameter: the parser takes the declared keys out of the object in it.',
  'undeclared-key': 'The schema does not declare this parameter: the parser drops it.',
  'undeclared-name': 'No declared tool has this name: the block stays text',
  'renamed-call': 'The parser knows this name as another one of a declared tool, and makes that call.',
  'missing-required': 'A required parameter is missing: the block stays text',
  'text-ignored': 'This parameter contains tags: the parser uses only the text before the first one.',
} as const;

type Steps = Recorder<keyof typeof blockWords>;

export interface BlockCall {
  readonly name: string;
  readonly nameSpan: Span;
  readonly values: PythonDict;
}

interface Declared {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

export type DeclaredTools = ReadonlyMap<string, Declared>;

/** Of two tools with one name the last one counts. */
export function declaredFor(tools: readonly ToolDefinition[]): DeclaredTools {
  const declared = new Map<string, Declared>();
  for (const { name, schema = {} } of tools) {
    const properties = own(schema, 'properties');
    const required = own(schema, 'required');
    const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
    if (name !== '') declared.set(name, { properties: isObject(properties) ? properties : {}, required: keys });
  }
  return declared;
}

/** Null where the block stays text. */
export function readBlock(text: string, span: Span, tools: DeclaredTools, steps: Steps | null): BlockCall | null {
  const found = readXml(text, span, tools, steps) ?? readPatterns(text, span, tools, steps);
  if (found === null || found.isRefused) return null;
  const [name, values] = tools.has(found.name)
    ? [found.name, found.values]
    : aliasOf(found.name, found.values, (other) => tools.has(other));
  const tool = tools.get(name);
  if (tool === undefined) {
    steps?.reject('undeclared-name', found.nameSpan);
    return null;
  }
  if (name !== found.name) steps?.quirk('renamed-call', found.nameSpan);
  if (!tool.required.every((key) => values.has(key))) {
    steps?.reject('missing-required', span);
    return null;
  }
  if (values.size === 0) steps?.read('no-arguments', span);
  return { name, nameSpan: found.nameSpan, values };
}

/** The name and the closed parameters of a block that may be open; null without a name. */
export function readOpenBlock(text: string, tools: DeclaredTools): BlockCall | null {
  const tag = namedTag(text, 0, OPEN, false);
  if (tag === null || namelessParam(text) !== null) return null;
  const name = stripPython(text.slice(tag.value.from, tag.value.to));
  const args = new Arguments(name, tools, null);
  for (const { key, raw, keySpan, valueSpan } of paramsIn(text, { from: 0, to: text.length }))
    if (key !== '') args.add(key, raw, keySpan, valueSpan);
  return tools.has(name) ? { name, nameSpan: tag.value, values: args.values } : null;
}

interface Found extends BlockCall {
  readonly isRefused: boolean;
}

function readXml(text: string, span: Span, tools: DeclaredTools, steps: Steps | null): Found | null {
  const element = readXmlElement(text, span);
  if (typeof element === 'number') {
    steps?.reject('not-xml', span, element);
    return null;
  }
  const node = element.tag === 'function' ? element : element.children.find(({ tag }) => tag === 'function');
  const attribute = node?.attributes.get('name');
  const name = stripPython(attribute?.value ?? '');
  if (node === undefined || attribute === undefined || name === '') return null;
  const nameSpan = strippedSpan(text, attribute.span.from, attribute.span.to);
  steps?.read('name', nameSpan);
  const args = new Arguments(name, tools, steps);
  const isParam = ({ tag }: XmlElement): boolean => tag === 'param';
  const direct = node.children.filter(isParam);
  const inner = node.children.find(({ tag }) => tag === 'arguments')?.children.filter(isParam) ?? [];
  for (const param of direct.length > 0 ? direct : inner) {
    const key = param.attributes.get('name');
    if (key === undefined || key.value === '') {
      steps?.reject('missing-name', param.span);
      args.refuse();
      break;
    }
    if (param.children.length > 0) steps?.quirk('text-ignored', param.span);
    if (!args.add(key.value, param.text.value, key.span, param.text.span)) break;
  }
  return { name, nameSpan, values: args.values, isRefused: args.isRefused };
}

function readPatterns(text: string, span: Span, tools: DeclaredTools, steps: Steps | null): Found | null {
  const block = text.slice(span.from, span.to);
  const tag = namedTag(block, 0, OPEN, false);
  const name = tag === null ? '' : stripPython(block.slice(tag.value.from, tag.value.to));
  if (tag === null || name === '') {
    steps?.reject('nameless-block', span);
    return null;
  }
  const nameSpan = strippedSpan(text, span.from + tag.value.from, span.from + tag.value.to);
  steps?.read('name', nameSpan);
  const args = new Arguments(name, tools, steps);
  for (const { key, raw, keySpan, valueSpan } of paramsIn(text, span))
    if (!args.add(key, raw, keySpan, valueSpan)) break;
  const nameless = namelessParam(block);
  if (nameless !== null) {
    steps?.reject('missing-name', { from: span.from + nameless.from, to: span.from + nameless.to });
    args.refuse();
  }
  return { name, nameSpan, values: args.values, isRefused: args.isRefused };
}

interface Param {
  readonly key: string;
  readonly raw: string;
  readonly keySpan: Span;
  readonly valueSpan: Span;
}

/** The closed parameters, as the pattern finds them. */
function* paramsIn(text: string, { from, to }: Span): Generator<Param> {
  const block = text.slice(from, to);
  for (let at = 0; ;) {
    const tag = namedTag(block, at, PARAM, true);
    const end = tag === null ? -1 : block.indexOf(PARAM_END, tag.to);
    if (tag === null || end < 0) return;
    at = end + PARAM_END.length;
    const keySpan = strippedSpan(text, from + tag.value.from, from + tag.value.to);
    const value = block.slice(tag.to, end);
    const inner = withoutCdata(value);
    const isPlain = inner === value;
    const valueSpan = isPlain ? strippedSpan(text, from + tag.to, from + end) : { from: from + tag.to, to: from + end };
    const raw = isPlain ? stripPython(value) : inner;
    yield { key: text.slice(keySpan.from, keySpan.to), raw, keySpan, valueSpan };
  }
}

/** `_add_argument`, with what it adds to. */
class Arguments {
  readonly values = new PythonDict();
  isRefused = false;
  readonly #properties: JsonObject;
  readonly #isOpen: boolean;
  readonly #steps: Steps | null;

  constructor(name: string, tools: DeclaredTools, steps: Steps | null) {
    this.#properties = tools.get(name)?.properties ?? {};
    this.#isOpen = Object.keys(this.#properties).length === 0;
    this.#steps = steps;
  }

  refuse(): void {
    this.isRefused = true;
  }

  /** False where the block is refused. */
  add(key: string, raw: string, keySpan: Span, valueSpan: Span): boolean {
    const isDeclared = this.#isOpen || Object.hasOwn(this.#properties, key);
    if (!isDeclared && (key === 'properties' || key === 'arguments')) return this.#unwrap(raw, keySpan);
    if (!isDeclared) {
      this.#steps?.quirk('undeclared-key', keySpan);
      return true;
    }
    if (this.values.has(key)) {
      this.#steps?.reject('repeated-key', keySpan);
      this.isRefused = true;
      return false;
    }
    const value = this.#typed(key, raw);
    this.#steps?.read('key', keySpan);
    this.#steps?.read(typeof value === 'string' ? 'value' : 'coerced-value', valueSpan);
    this.values.set(key, value);
    return true;
  }

  #unwrap(raw: string, span: Span): boolean {
    const inner = parsed(raw);
    const entries = isDict(inner) ? [...inner.entries()] : [];
    const known = entries.filter(([key]) => typeof key === 'string' && Object.hasOwn(this.#properties, key));
    const repeated = known.findIndex(([key]) => this.values.has(key));
    // What comes before a repeated key stays, which a stream of the open block shows.
    for (const [key, value] of repeated < 0 ? known : known.slice(0, repeated))
      this.values.set(key, this.#typed(key as string, value));
    if (known.length > 0 && repeated < 0) {
      this.#steps?.quirk('wrapper-opened', span);
      return true;
    }
    this.#steps?.reject('wrapper-refused', span);
    this.isRefused = true;
    return false;
  }

  /** A string stays one where the schema says so; other text is JSON, else a Python literal, else text. */
  #typed(key: string, value: PythonValue): PythonValue {
    const declared = own(this.#properties, key);
    if (isObject(declared) && own(declared, 'type') === 'string')
      return typeof value === 'string' ? value : (pythonDumps(value) ?? '');
    return typeof value === 'string' ? (parsed(value) ?? null) : value;
  }
}

/** `_parse_arguments`: the text itself where it is neither. */
function parsed(text: string): PythonValue {
  const json = loads(text);
  if (!('raises' in json)) return json.value;
  const literal = json.raises === 'JSONDecodeError' ? literalEval(text) : null;
  return literal?.ok === true ? literal.node.value : text;
}
