import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, strippedSpan, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  Excerpt,
  type Message,
  type MessageCall,
  namedTag,
  namelessParam,
  PARAM,
  PARAM_END,
  type Raised,
  readXmlElement,
  withoutCdata,
  type XmlElement,
} from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { HeldText } from './kit/held-text.ts';
import { typingWords } from './kit/typed-values.ts';
import { sentences } from './kit/sentences.ts';
import { sendWhole } from './kit/call-lists.ts';
import { allContent, contentOf } from './kit/content.ts';
import { declaredTools, valueOf, type Declared } from './kit/minicpm5-values.ts';

const OPEN = '<function';
const CLOSE = '</function>';

const words = {
  'python-literal': typingWords['python-literal'],
  'kept-text': typingWords['kept-text'],
  'typing-raises': typingWords['typing-raises'],
  'not-serialisable': typingWords['not-serialisable'],
  'block-unclosed': 'No `</function>` follows: the block is content, because the detector reads only closed blocks',
  'not-xml': 'The block is not well-formed XML. The detector searches it with patterns instead',
  'nameless-xml': 'The XML has no function with a name. The detector searches the block with patterns instead.',
  'text-ignored': 'This parameter contains tags: the detector uses only the text before the first one.',
  'missing-name': 'This `<param>` has no `name`: the whole block becomes content',
  'undeclared-key': 'The schema does not declare this parameter: the whole block becomes content',
  'repeated-key': 'This parameter name is repeated: the whole block becomes content',
  'undeclared-kept-as-text': sentences.blockUndeclared,
  'missing-required': 'A required parameter is missing: the whole block becomes content',
  'all-content': sentences.allContent,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const minicpm5 = sglangRuntime({
  flag: 'minicpm5',
  file: 'minicpm5_detector.py',
  formats: ['minicpm5-xml'],
  reads: '<function name="NAME"> with <param name="KEY"> as XML; a block that does not fit the schema becomes content.',
  words,
  openers: [OPEN],
  detect: (text, tools, steps) => detect(text, lookupOf(tools), steps),
  stream: (tools) => new MiniCpm5Stream(tools),
});

/** What a reply is read by. */
interface Lookup {
  readonly declared: ReadonlyMap<string, Declared> | null;
  readonly positions: ReadonlyMap<string, number>;
}

function lookupOf(tools: readonly ToolDefinition[]): Lookup {
  return { declared: declaredTools(tools), positions: toolPositions(tools) };
}

/** @param steps null within a stream, which records what was sent instead */
function detect(text: string, { declared, positions }: Lookup, steps: Steps | null): Detected {
  const whole = { from: 0, to: text.length };
  if (!text.includes(OPEN)) return allContent(text);
  if (declared === null) return { calls: [], content: [], text, raises: { raises: 'AttributeError', at: 0 } };
  const calls: DetectedCall[] = [];
  const content: Span[] = [];
  let at = 0;
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const closer = text.indexOf(CLOSE, from + OPEN.length);
    if (closer < 0) {
      steps?.reject('block-unclosed', { from, to: text.length });
      break;
    }
    if (from > at) content.push({ from: at, to: from });
    const span = { from, to: closer + CLOSE.length };
    steps?.enter('block', OPEN, span);
    const block = new Block(text, span, declared, steps);
    const found = block.read();
    const call = found === null ? null : made(found, span, positions);
    if (call === 'raises') {
      steps?.reject('not-serialisable', span);
      steps?.leave(span, 'malformed');
      steps?.quirk('all-content', whole);
      return allContent(text);
    }
    if (call === null) content.push(span);
    else calls.push(call);
    steps?.leave(span, call === null ? 'malformed' : 'matched');
    at = span.to;
    from = text.indexOf(OPEN, at);
  }
  if (at < text.length) content.push({ from: at, to: text.length });
  return { calls, ...contentOf(text, content) };
}

interface Found {
  readonly name: string;
  readonly nameSpan: Span;
  readonly values: PythonDict;
}

function made(
  { name, nameSpan, values }: Found,
  span: Span,
  positions: ReadonlyMap<string, number>,
): DetectedCall | 'raises' | null {
  const toolIndex = positions.get(name);
  if (toolIndex === undefined) return null;
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) return 'raises';
  const argumentsSpan = values.size === 0 ? null : { from: nameSpan.to, to: span.to };
  return { span, name, nameSpan, argumentsText, argumentsSpan, toolIndex };
}

/** One block: read as XML, and with patterns where that gives no name. */
class Block {
  readonly #text: string;
  readonly #span: Span;
  readonly #declared: ReadonlyMap<string, Declared>;
  readonly #steps: Steps | null;
  #name = '';
  #nameSpan: Span;
  #values = new PythonDict();
  #isInvalid = false;

  constructor(text: string, span: Span, declared: ReadonlyMap<string, Declared>, steps: Steps | null) {
    this.#text = text;
    this.#span = span;
    this.#nameSpan = span;
    this.#declared = declared;
    this.#steps = steps;
  }

  /** Null where the block becomes content. */
  read(): Found | null {
    const isRead = this.#readXml() || this.#readPatterns();
    const tool = this.#declared.get(this.#name);
    if (tool === undefined) {
      this.#steps?.reject('undeclared-kept-as-text', this.#nameSpan);
      return null;
    }
    if (this.#isInvalid || !isRead) return null;
    if (!tool.required.every((key) => this.#values.has(key))) {
      this.#steps?.reject('missing-required', this.#span);
      return null;
    }
    if (this.#values.size === 0) this.#steps?.read('no-arguments', this.#span);
    return { name: this.#name, nameSpan: this.#nameSpan, values: this.#values };
  }

  /** False where it gives no name. */
  #readXml(): boolean {
    const element = readXmlElement(this.#text, this.#span);
    if (typeof element === 'number') {
      this.#steps?.reject('not-xml', this.#span, element);
      return false;
    }
    const node = element.tag === OPEN.slice(1) ? element : childOf(element, OPEN.slice(1));
    if (node === undefined) {
      this.#steps?.quirk('nameless-xml', this.#span);
      return false;
    }
    const name = node.attributes.get('name');
    this.#name = stripPython(name?.value ?? '');
    if (name !== undefined) this.#setName(strippedSpan(this.#text, name.span.from, name.span.to));
    const direct = node.children.filter(({ tag }) => tag === 'param');
    const inner = childOf(node, 'arguments')?.children.filter(({ tag }) => tag === 'param') ?? [];
    if (!this.#readParams(direct.length > 0 ? direct : inner)) return false;
    if (this.#name === '') this.#steps?.quirk('nameless-xml', this.#span);
    return this.#name !== '';
  }

  /** False where a value raises. */
  #readParams(params: readonly XmlElement[]): boolean {
    const seen = new Set<string>();
    for (const { span, attributes, text, children } of params) {
      const key = attributes.get('name');
      if (key === undefined || key.value === '') {
        this.#refuse('missing-name', span);
        break;
      }
      if (!this.#isAllowed(key.value, key.span, seen)) break;
      if (children.length > 0) this.#steps?.quirk('text-ignored', span);
      if (!this.#add(key.value, text.value, key.span, text.span)) return false;
    }
    return true;
  }

  #isAllowed(key: string, span: Span, seen: Set<string>): boolean {
    const keys = this.#declared.get(this.#name)?.keys;
    if (keys !== undefined && keys.size > 0 && !keys.has(key)) this.#refuse('undeclared-key', span);
    else if (seen.has(key)) this.#refuse('repeated-key', span);
    else {
      seen.add(key);
      return true;
    }
    return false;
  }

  #refuse(code: 'missing-name' | 'undeclared-key' | 'repeated-key', span: Span): void {
    this.#steps?.reject(code, span);
    this.#isInvalid = true;
    this.#values = new PythonDict();
  }

  /** False where it raises. */
  #add(key: string, raw: string, keySpan: Span, valueSpan: Span): boolean {
    const tool = this.#declared.get(this.#name);
    const typed = valueOf(stripPython(raw), key, tool?.schema);
    this.#steps?.read('key', keySpan);
    if ('raises' in typed) {
      this.#steps?.reject('typing-raises', valueSpan);
      return false;
    }
    const span = strippedSpan(this.#text, valueSpan.from, valueSpan.to);
    this.#steps?.read(typeof typed.value === 'string' ? 'value' : 'coerced-value', span);
    if (typed.note === 'python-literal' || typed.note === 'kept-text') this.#steps?.quirk(typed.note, span);
    this.#values.set(key, typed.value);
    return true;
  }

  #setName(span: Span): void {
    this.#nameSpan = span;
    this.#steps?.read('name', span);
  }

  /** False where it gives no name, or a value raises. */
  #readPatterns(): boolean {
    const text = this.#text.slice(this.#span.from, this.#span.to);
    const { from } = this.#span;
    const name = namedTag(text, 0, OPEN, false);
    if (name !== null) {
      const span = strippedSpan(this.#text, from + name.value.from, from + name.value.to);
      this.#name = this.#text.slice(span.from, span.to);
      this.#setName(span);
    }
    const nameless = namelessParam(text);
    const seen = new Set<string>();
    for (let at = 0; ;) {
      const param = namedTag(text, at, PARAM, true);
      const end = param === null ? -1 : text.indexOf(PARAM_END, param.to);
      if (param === null || end < 0) break;
      at = end + PARAM_END.length;
      const keySpan = strippedSpan(this.#text, from + param.value.from, from + param.value.to);
      const key = this.#text.slice(keySpan.from, keySpan.to);
      if (!this.#isAllowed(key, keySpan, seen)) break;
      const raw = withoutCdata(text.slice(param.to, end));
      if (!this.#add(key, raw, keySpan, { from: from + param.to, to: from + end })) return false;
    }
    if (nameless !== null) this.#refuse('missing-name', { from: from + nameless.from, to: from + nameless.to });
    return this.#name !== '';
  }
}

function childOf({ children }: XmlElement, tag: string): XmlElement | undefined {
  return children.find((child) => child.tag === tag);
}

/** Reads blocks as they are closed. A block that becomes content in a whole reply is dropped here. */
class MiniCpm5Stream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly isLinear = true;
  readonly #held = new HeldText();
  readonly #lookup: Lookup;
  #buffer = '';

  constructor(tools: readonly ToolDefinition[]) {
    this.#lookup = lookupOf(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    const all = this.#held.isHolding ? this.#held.add(delta) : this.#buffer + delta;
    if (all === null) return null;
    this.#buffer = all;
    const content: Excerpt[] = [];
    const calls: MessageCall[] = [];
    for (;;) {
      const text = this.#buffer;
      const came = Excerpt.end(current, text);
      const start = text.indexOf(OPEN);
      if (start < 0) {
        const held = partialEnd(text, OPEN);
        this.#buffer = text.slice(text.length - held);
        if (held > 0) content.push(came.slice(0, text.length - held));
        else if (this.previous.length === 0) content.push(came);
        break;
      }
      content.push(came.slice(0, start));
      const closer = text.indexOf(CLOSE, start);
      if (closer < 0) {
        this.#held.hold(text.slice(start), [CLOSE]);
        break;
      }
      const end = closer + CLOSE.length;
      const detected = detect(text.slice(start, end), this.#lookup, null);
      if (detected.raises !== undefined) return { raises: detected.raises.raises };
      for (const call of detected.calls) calls.push(sendWhole(this, this.previous.length, call));
      this.#buffer = text.slice(end);
      if (this.#buffer.includes(OPEN)) continue;
      if (partialEnd(this.#buffer, OPEN) === 0) {
        if (this.previous.length === 0) content.push(came.slice(end));
        this.#buffer = '';
      }
      break;
    }
    return { content: Excerpt.join(content), calls };
  }
}
