import type { Span } from '../../../document/span.ts';
import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { isObject } from '../../../json/node.ts';
import { literalEval } from '../../../languages/python/literal.ts';
import { pythonInt } from '../../../languages/python/numbers.ts';
import { stripPython } from '../../../languages/python/text.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { OpenPart, Recorder } from '../../../trace/recorder.ts';
import { familyOf } from '../../kit/type-names.ts';
import { lengthOf, withoutFirst } from './code-points.ts';
import { parametersOf, propertiesOf, valueUnder } from './declared.ts';
import { Expat } from './expat.ts';
import { ElementFinder } from './xml-elements.ts';
import { TagRepair } from './xml-repair.ts';
import type { VllmCode } from '../parser.ts';
import { wholeOrFloat } from './typing.ts';

// `StreamingXMLToolCallParser` of `qwen3_xml` (2026-05) and `step3p5`: calls are written as XML, element by element, and
// what expat sees becomes pieces of JSON at once.

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

export const xmlWords = {
  'contains-tag': {
    question: `Does the text contain \`${OPEN}\`, \`${FUNCTION}\` or \`${PARAMETER}\`?`,
    yes: 'From there on, the parser reads the text as XML, tag by tag.',
    no: 'The parser returns the whole reply as content.',
  },
  'expat-refuses': 'The XML parser rejects this. It reads nothing more until the next call, so the arguments end here',
  'expat-is-dead':
    'The XML parser stopped at an earlier error: the parser drops this, although it looks like part of a call',
  'value-raises':
    'The number is infinite: Python raises OverflowError inside the XML parser, which reads nothing more.',
  'text-unquoted': 'The text does not fit the declared type. The parser writes it into the arguments without quotes.',
  'null-empty':
    'The parser writes nothing for the text `null`. Unless a string is declared, the arguments are not JSON then.',
  'not-true': 'The type is boolean: every text except `true` becomes false.',
  'raw-json': 'The type is object: the parser writes the text into the arguments as it is.',
  'literal-value': 'Declared as a list or a dict, and a Python literal, so the parser converts it',
  'no-literal': 'Declared as a list or a dict, but not a Python literal, so it becomes a string',
  'closed-again':
    'This call already has a function. The parser closes it again, so its arguments get two closing braces.',
  'tags-in-value': 'Directly after the opening tag of a parameter, everything is text, even this tag.',
  'call-cut-off': 'The call does not end. The parser returns what it has, so the arguments may not be JSON.',
  'call-without-name': 'This call has no function: the parser drops it, and the client never receives its text.',
  'no-call-open': 'No call is open: this parameter belongs to none.',
  'text-lost': 'The parser drops this text: the client never receives it.',
  'tag-repaired': 'The parser repairs this tag: a `>` or `=` is missing.',
  'tag-unfinished': 'The text ends inside a tag: the parser waits for the rest and drops this.',
} as const;

export type XmlCode = keyof typeof xmlWords;
export type XmlSteps = Recorder<XmlCode | VllmCode>;

/** A piece of what is sent. Arguments are always there in a call's. */
export type XmlDelta =
  | { readonly content: string; readonly spans: readonly Span[] }
  | { readonly index: number; readonly id: number; readonly name: string | null; readonly argumentsText: string };

/** A call as far as it was found in the text. */
interface XmlPlace {
  readonly span: { from: number; to: number };
  name: Span | null;
  arguments: { from: number; to: number } | null;
}

/** The id of what belongs to no call. */
const NONE = 0;

/** An exception of Python, or null. */
type Exception = string | null;

/** The tags that begin a call or a part of one. */
export const xmlOpeners = [OPEN, FUNCTION, PARAMETER];

export class XmlCalls {
  /** By the ids of the calls. */
  readonly places = new Map<number, XmlPlace>();
  /** `tool_call_index`. */
  calls = 0;
  /** Text that is collected and not sent. */
  text: { pieces: string[]; spans: Span[] } = { pieces: [], spans: [] };
  readonly #tools: readonly ToolDefinition[];
  readonly #isStep: boolean;
  readonly #steps: XmlSteps | null;
  readonly #elements: ElementFinder;
  readonly #repair: TagRepair | null;
  #expat = this.#newExpat();
  #deltas: XmlDelta[] = [];
  #ids = 0;
  #id = NONE;
  #function: string | null = null;
  #isFunctionOpen = false;
  #hasParameters = false;
  #parameter: string | null = null;
  #value = new Value();
  #owesNewline = false;
  #isQuoted = false;
  /** Before the XML parser: whether a parameter has just begun or is collected, and under which name. */
  #collects = false;
  #collected: string[] = [];
  #collectedFrom = 0;
  #collectedName: string | null = null;
  #isDeferred = false;
  #deferred = '';
  /** Where the element is that is looked at. */
  #element: Span = { from: 0, to: 0 };
  /** How far what is open goes: the opener of a call does not belong to the call before it. */
  #edge = 0;
  #parameterFrom = 0;
  #block: OpenPart | null = null;
  #refused = false;

  /** @param isStep whether it is `step3p5` */
  constructor(tools: readonly ToolDefinition[], isStep: boolean, steps: XmlSteps | null = null) {
    this.#tools = tools;
    this.#isStep = isStep;
    this.#steps = steps;
    this.#elements = new ElementFinder(isStep);
    this.#repair = isStep ? new TagRepair(tools) : null;
  }

  /** `parse_single_streaming_chunks`: what it emits, or the exception that it lets out. */
  push(chunk: string): readonly XmlDelta[] | { readonly raises: string } {
    this.#deltas = [];
    const [entryId, entryCalls] = [this.#id, this.calls];
    this.#elements.push(chunk);
    const found = this.#readElements();
    const id = this.#isStep ? this.#sameCall(entryId, entryCalls) : this.#id;
    const closes = chunk.includes(FUNCTION_END) || chunk.includes(CLOSE);
    if (found) {
      this.#closeMissed(chunk, id);
    } else if (this.text.pieces.length > 0 && this.calls === 0) {
      // What was emitted before, in a chunk of which the XML parser took nothing, is not sent.
      this.#deltas = [];
      this.#sendText();
    } else if (id !== NONE && closes) {
      const raised =
        (this.#parameter ? this.#end('parameter') : null) ??
        (chunk.includes(FUNCTION_END) && this.#function ? this.#end('function') : null) ??
        (chunk.includes(CLOSE) ? this.#end('tool_call') : null);
      if (raised !== null) return { raises: raised };
    } else {
      this.#deltas = [];
    }
    return this.#deltas;
  }

  /** After the last chunk, for the steps. */
  finish(): void {
    const { rest } = this.#elements;
    if (rest.from < rest.to) this.#steps?.quirk('tag-unfinished', rest);
    if (this.#block !== null) this.#steps?.quirk('call-cut-off', { from: this.#block.from, to: rest.to });
    this.#endBlock(rest.from, 'malformed');
    this.#loseText();
  }

  /** `step3p5` closes what was missed only of the call that was open before, or of the one that has just begun. */
  #sameCall(entryId: number, entryCalls: number): number {
    if (entryId !== NONE) return this.#id === entryId && this.calls === entryCalls ? entryId : NONE;
    return this.#id !== NONE && this.calls === entryCalls + 1 ? this.#id : NONE;
  }

  /** What a closer in the chunk should have ended and has not. Exceptions end it silently. */
  #closeMissed(chunk: string, id: number): void {
    if (id !== NONE && chunk.includes(FUNCTION_END)) {
      const isClosed = this.#deltas.some(
        (delta) => 'id' in delta && delta.id === id && (delta.argumentsText === '}' || delta.argumentsText === '{}'),
      );
      if (!isClosed && this.#parameter && this.#end('parameter') !== null) return;
      if (!isClosed && this.#function && this.#end('function') !== null) return;
    }
    // In step3p5 the call may be over by now, and counts all the same.
    const still = this.#isStep ? id : this.#id;
    if (still !== NONE && chunk.includes(CLOSE)) {
      if (this.#deltas.some((delta) => 'id' in delta && delta.id === still && delta.argumentsText === '')) return;
      if (this.#parameter && this.#end('parameter') !== null) return;
      if (this.#function && this.#end('function') !== null) return;
      this.#end('tool_call');
    }
  }

  /** Whether an element was handed to the XML parser without an exception. */
  #readElements(): boolean {
    let found = false;
    for (
      let span = this.#elements.next(this.#id !== NONE);
      span !== null;
      span = this.#elements.next(this.#id !== NONE)
    ) {
      const element = this.#elements.text(span);
      this.#element = span;
      this.#edge = element.startsWith(OPEN) ? span.from : span.to;
      const isTag = xmlOpeners.some((tag) => element.startsWith(tag));
      if (!isTag && this.#id === NONE) {
        this.#keepText(element, span);
      } else {
        found = this.#read(element) || found;
      }
      this.#elements.pass(span);
    }
    return found;
  }

  #read(element: string): boolean {
    const processed = this.#prepared(element);
    const begins = processed.startsWith(OPEN);
    if ((begins || processed.startsWith('<function name=')) && this.calls === 0) this.#sendText();
    const isOpen = this.calls > 0 && this.#id !== NONE && (!this.#isStep || Boolean(this.#function));
    if (begins && isOpen) {
      if (this.#parameter && this.#end('parameter') !== null) return false;
      if (this.#isFunctionOpen || (!this.#isStep && this.#function)) this.#end('function');
      this.#emit('');
      this.#reset();
    }
    const expat = this.#expat;
    const wasDead = expat.isDead;
    const raised = expat.parse(processed);
    if (raised === null) return true;
    if (raised === 'OverflowError') this.#steps?.quirk('value-raises', this.#element);
    else if (wasDead) this.#noteRefused(element);
    else this.#steps?.reject('expat-refuses', this.#element);
    return false;
  }

  #noteRefused(element: string): void {
    if (this.#refused || !element.startsWith('<')) return;
    this.#refused = true;
    this.#steps?.reject('expat-is-dead', this.#element);
  }

  // Before the XML parser

  /** `_preprocess_xml_chunk`: the element as XML. Nothing while a value is collected. */
  #prepared(element: string): string {
    let chunk = element;
    const isCallTag = [OPEN, CLOSE, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END].some((tag) =>
      element.startsWith(tag),
    );
    const isTag = isCallTag || (this.#isStep && /^<function[ a-zA-Z_]/.test(element));
    if (this.#repair !== null && (this.#id !== NONE || /^<(?:function|parameter)/.test(element))) {
      chunk = this.#repair.repaired(element, this.#function);
      if (chunk !== element) this.#steps?.quirk('tag-repaired', this.#element);
    }
    const processed = named(named(chunk, 'function'), 'parameter');
    if (this.#collects) return this.#collectedText(chunk, processed);
    if (processed.startsWith('<parameter name=')) {
      const name = /^<parameter name="([^"]+)">/.exec(processed);
      if (name !== null) this.#collectedName = name[1] ?? null;
      this.#collects = true;
      this.#collected = [];
      return processed;
    }
    return isTag ? processed : escapedXml(processed);
  }

  #collectedText(chunk: string, processed: string): string {
    if (processed.startsWith(PARAMETER_END)) {
      const text = this.#collected.join('');
      this.#isDeferred = true;
      this.#deferred = text;
      this.#collects = false;
      this.#collected = [];
      this.#collectedName = null;
      return `${escapedXml(text)}${PARAMETER_END}`;
    }
    if (this.#collected.length === 0) {
      const type = this.#collectedName === null ? 'string' : this.#typeOf(this.#collectedName);
      const waits = isList(type) || (type === 'object' && /[[{(]/.test(chunk) && chunk.includes("'"));
      if (!waits) {
        this.#collects = false;
        if (chunk.startsWith('<')) this.#steps?.quirk('tags-in-value', this.#element);
        return escapedXml(chunk);
      }
    }
    if (this.#collected.length === 0) this.#collectedFrom = this.#element.from;
    if (chunk !== '') this.#collected.push(chunk);
    return '';
  }

  // What the XML parser reports

  #newExpat(): Expat {
    return new Expat({
      start: (name, attributes) => this.#start(name, attributes),
      end: (name) => this.#end(name),
      text: (data) => this.#data(data),
    });
  }

  #start(element: string, attributes: ReadonlyMap<string, string>): Exception {
    const name = attributes.get('name') ?? null;
    if (element === 'tool_call') {
      const raised = this.#closeOpen('tool_call');
      if (raised !== null) return raised;
      this.#hasParameters = false;
      this.#ids += 1;
      this.#id = this.#ids;
      this.calls += 1;
      this.#beginBlock();
    } else if (element.startsWith('function')) {
      const begun = this.#id === NONE ? this.#start('tool_call', new Map()) : null;
      if (begun !== null) return begun;
      if (this.#function) this.#steps?.quirk('closed-again', this.#element);
      const raised = this.#closeOpen('function');
      if (raised !== null) return raised;
      this.#function = name;
      this.#isFunctionOpen = true;
      if (name) this.#nameCall(name);
    } else if (element.startsWith('parameter')) {
      const raised = this.#closeOpen('parameter');
      if (raised !== null) return raised;
      this.#parameter = name;
      this.#value = new Value();
      this.#isQuoted = false;
      this.#parameterFrom = this.#element.to;
      if (this.#id === NONE) this.#steps?.quirk('no-call-open', this.#element);
      if (name) {
        this.#steps?.read('key', this.#nameSpan(PARAMETER, name));
        this.#emit(`${this.#hasParameters ? ', ' : '{'}"${name}": `);
      }
    }
    return null;
  }

  /** `_auto_close_open_parameter_if_needed`. */
  #closeOpen(incoming: 'tool_call' | 'function' | 'parameter' | null): Exception {
    const isOuter = incoming === 'tool_call' || incoming === 'function';
    return (
      (this.#parameter ? this.#end('parameter') : null) ??
      (isOuter && this.#function ? this.#end('function') : null) ??
      (incoming === 'tool_call' && this.#id !== NONE ? this.#end('tool_call') : null)
    );
  }

  #data(data: string): Exception {
    if (!this.#parameter) return null;
    if (this.#isDeferred) {
      this.#value.raw += this.#withDelayedNewline(data);
      return null;
    }
    const type = this.#typeOf(this.#parameter);
    const text = this.#value.raw === '' && data.startsWith('\n') ? data.slice(1) : data;
    if (familyOf(type) === 'string' && !this.#isQuoted) {
      this.#emit('"');
      this.#isQuoted = true;
    }
    if (text === '') return null;
    const added = this.#value.add(this.#withDelayedNewline(text), type);
    if (typeof added !== 'string') return added.raises;
    this.#emit(added);
    return null;
  }

  /** A newline at the end waits for what comes after it, so that the last one of a value is left out. */
  #withDelayedNewline(data: string): string {
    const text = this.#owesNewline ? `\n${data}` : data;
    this.#owesNewline = text.endsWith('\n');
    return this.#owesNewline ? text.slice(0, -1) : text;
  }

  #end(element: string): Exception {
    const isOuter = element.startsWith('function') || element === 'tool_call';
    if (isOuter && this.#parameter) {
      const raised = this.#closeOpen(null);
      if (raised !== null) return raised;
    }
    if (element.startsWith('parameter') && this.#parameter) return this.#endParameter(this.#parameter);
    if (element.startsWith('function')) {
      this.#emit(this.#hasParameters ? '}' : '{}');
      this.#isFunctionOpen = false;
      if (this.#isStep) this.#function = null;
    } else if (element === 'tool_call') {
      if (this.#isFunctionOpen) {
        const raised = this.#end('function');
        if (raised !== null) return raised;
      }
      this.#emit('');
      if (stripPython(this.text.pieces.join('')) !== '') this.#sendText();
      this.#reset();
    }
    return null;
  }

  #endParameter(name: string): Exception {
    const value = this.#value;
    const type = this.#typeOf(name);
    if (this.#isDeferred) {
      const raw = this.#deferred === '' ? value.raw : this.#deferred;
      const literal = literalEval(this.#owesNewline ? `${raw}\n` : raw);
      const text = literal.ok ? pythonDumps(literal.node.value) : null;
      this.#noteValue(text === null ? 'no-literal' : 'literal-value');
      this.#emit(text ?? pythonDumps(raw) ?? '');
      this.#isDeferred = false;
      this.#deferred = '';
    } else if (familyOf(type) === 'string') {
      this.#noteValue(value.isNull ? 'null-empty' : 'value');
      this.#emit(value.raw === '' && !this.#isQuoted ? '""' : '"');
    } else {
      if (value.isInfinite(type)) return 'OverflowError';
      this.#noteValue(value.kind(type));
    }
    this.#owesNewline = false;
    this.#hasParameters = true;
    this.#parameter = null;
    this.#value = new Value();
    this.#isQuoted = false;
    return null;
  }

  #typeOf(parameter: string): string {
    if (this.#tools.length === 0 || !this.#function) return 'string';
    const parameters = parametersOf(this.#tools, this.#function);
    const isFlat = this.#isStep && parameters !== undefined && valueUnder(parameters, 'properties') === undefined;
    const declared = valueUnder(isFlat ? parameters : propertiesOf(this.#tools, this.#function), parameter);
    const type = isObject(declared) ? valueUnder(declared, 'type') : undefined;
    if (typeof type !== 'string') return 'string';
    return familyOf(type) === 'other' && type !== 'object' && !isList(type) ? 'string' : type;
  }

  // What is sent

  #keepText(text: string, span: Span): void {
    const { pieces, spans } = this.text;
    pieces.push(text);
    const last = spans.at(-1);
    if (last?.to === span.from) spans[spans.length - 1] = { from: last.from, to: span.to };
    else spans.push(span);
  }

  #emit(argumentsText: string, name: string | null = null): void {
    this.#deltas.push({ index: this.calls - 1, id: this.#id, name, argumentsText });
    const place = this.places.get(this.#id);
    if (place === undefined) return;
    place.span.to = Math.max(place.span.to, this.#edge);
    if (name !== null || argumentsText === '') return;
    if (place.arguments === null) {
      if (this.#element.from < this.#edge) place.arguments = { from: this.#element.from, to: this.#edge };
      return;
    }
    place.arguments.to = Math.max(place.arguments.to, this.#edge);
  }

  #nameCall(name: string): void {
    const place = this.places.get(this.#id);
    const span = this.#nameSpan(FUNCTION, name);
    if (place !== undefined) place.name = span;
    this.#steps?.read('name', span);
    this.#emit('', name);
  }

  #sendText(): void {
    const { pieces, spans } = this.text;
    if (pieces.length === 0) return;
    this.#deltas.push({ content: pieces.join(''), spans });
    this.text = { pieces: [], spans: [] };
  }

  #reset(): void {
    this.#endBlock(this.#edge, 'matched');
    this.#loseText();
    this.#expat = this.#newExpat();
    this.#refused = false;
    this.#id = NONE;
    this.#function = null;
    this.#isFunctionOpen = false;
    this.#hasParameters = false;
    this.#parameter = null;
    this.#value = new Value();
    this.#owesNewline = false;
    this.#isQuoted = false;
    this.#collects = false;
    this.#collected = [];
    this.#collectedName = null;
    this.#isDeferred = false;
    this.#deferred = '';
  }

  // Steps

  /** The name in `<function=NAME>`, or all after the `=` where the XML parser made another one of it. */
  #nameSpan(begin: string, name: string): Span {
    const { from, to } = this.#element;
    const at = this.#elements.text(this.#element).indexOf(name, begin.length);
    if (at >= 0) return { from: from + at, to: from + at + name.length };
    const nameFrom = Math.min(from + begin.length, to);
    return { from: nameFrom, to: Math.max(nameFrom, to - 1) };
  }

  #isAt(tag: string): boolean {
    return this.#elements.text(this.#element) === tag;
  }

  #beginBlock(): void {
    const { from, to } = this.#element;
    this.places.set(this.#id, { span: { from, to }, name: null, arguments: null });
    this.#block = this.#steps?.begin('block', OPEN, from) ?? null;
    if (this.#isAt(OPEN)) this.#steps?.marker(OPEN, 'open', from, to);
  }

  #endBlock(to: number, outcome: 'matched' | 'malformed'): void {
    const place = this.places.get(this.#id);
    if (this.#block === null || place === undefined) return;
    const isNamed = place.name !== null;
    const span = { from: this.#block.from, to: Math.max(to, place.span.to) };
    if (!isNamed) this.#steps?.quirk('call-without-name', span);
    if (this.#isAt(CLOSE)) this.#steps?.marker(CLOSE, 'close', this.#element.from, this.#element.to);
    this.#steps?.complete(this.#block, span.to, isNamed ? outcome : 'malformed');
    this.#block = null;
  }

  #loseText(): void {
    const { pieces, spans } = this.text;
    const [first, last] = [spans[0], spans.at(-1)];
    const isBlank = stripPython(pieces.join('')) === '';
    if (first !== undefined && last !== undefined && !isBlank)
      this.#steps?.quirk('text-lost', { from: first.from, to: last.to });
    this.text = { pieces: [], spans: [] };
  }

  #noteValue(code: XmlCode | 'value' | 'coerced-value'): void {
    if (this.#steps === null) return;
    const { from, to } = this.#element;
    const begin = this.#deferred === '' ? this.#parameterFrom : this.#collectedFrom;
    const span = begin <= from ? { from: begin, to: from } : { from, to };
    if (code === 'value' || code === 'coerced-value' || code === 'literal-value' || code === 'no-literal') {
      this.#steps.read(code, span);
    } else {
      this.#steps.quirk(code, span);
    }
  }
}

/** `<function=NAME>` becomes `<function name="NAME">`. */
function named(text: string, tag: string): string {
  return text.includes(`<${tag}=`)
    ? text.replaceAll(new RegExp(`<${tag}=([^>]+)>`, 'g'), (_match, name: string) => `<${tag} name="${name}">`)
    : text;
}

function escapedXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** The types whose values are collected, and read as Python literals. */
function isList(type: string): boolean {
  return /^(?:(?:array|arr|sequence)$|dict|list)/.test(type);
}

/** So many characters are converted again and again; a longer number stays text. */
const MOST_CONVERTED = 1 << 22;

/** The text of a parameter as far as it has come, and how much of its conversion is sent. */
class Value {
  raw = '';
  /** The length of what was made of the text last, in code points; null while that is the text itself, as it is or escaped. */
  #sent: number | null = 0;
  #isNumber = true;
  #budget = MOST_CONVERTED;

  get isNull(): boolean {
    return this.raw.length === 4 && this.raw.toLowerCase() === 'null';
  }

  /** Adds text, converts all of it anew, and answers with what is longer than before. */
  add(text: string, type: string): string | { readonly raises: string } {
    const before = this.#sent;
    this.raw += text;
    if (this.isNull || (this.raw === '' && familyOf(type) !== 'boolean')) {
      this.#sent = 0;
      return '';
    }
    const converted = this.#converted(type);
    if (converted !== null && typeof converted !== 'string') return converted;
    if (converted === null) {
      this.#sent = null;
      const isString = familyOf(type) === 'string';
      if (before === null) return isString ? inner(text) : text;
      return withoutFirst(isString ? inner(this.raw) : this.raw, before);
    }
    this.#sent = lengthOf(converted);
    return withoutFirst(converted, before ?? lengthOf(this.raw.slice(0, this.raw.length - text.length)));
  }

  /** JSON of a value that is no text; null where it stays text. */
  #converted(type: string): string | null | { readonly raises: string } {
    const family = familyOf(type);
    if (family === 'boolean') return this.raw.length === 4 && this.raw.toLowerCase() === 'true' ? 'true' : 'false';
    if (family === 'string' || family === 'other' || !this.#mayBeNumber()) return null;
    if (family === 'integer') return pythonInt(this.raw)?.toString() ?? null;
    const typed = wholeOrFloat(this.raw);
    if ('raises' in typed) return typed;
    return typeof typed.value === 'string' ? null : (pythonDumps(typed.value) ?? '');
  }

  #mayBeNumber(): boolean {
    this.#budget -= this.raw.length;
    this.#isNumber &&= this.#budget > 0 && !this.raw.includes('<');
    return this.#isNumber;
  }

  isInfinite(type: string): boolean {
    return familyOf(type) === 'number' && this.#mayBeNumber() && 'raises' in wholeOrFloat(this.raw);
  }

  /** What became of the text, for the steps. */
  kind(type: string): XmlCode | 'coerced-value' {
    if (this.isNull) return 'null-empty';
    const family = familyOf(type);
    if (family === 'boolean') return ['true', 'false'].includes(this.raw.toLowerCase()) ? 'coerced-value' : 'not-true';
    if (family === 'other') return 'raw-json';
    return this.#converted(type) === null ? 'text-unquoted' : 'coerced-value';
  }
}

/** A string as JSON, without its quotes. */
function inner(text: string): string {
  return (pythonDumps(text) ?? '').slice(1, -1);
}
