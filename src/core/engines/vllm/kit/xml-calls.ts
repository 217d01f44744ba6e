import type { Span } from '../../../text/document/index.ts';
import { literalEval, pythonDumps, stripPython } from '../../../text/languages/index.ts';
import { isObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, familyOf } from '../../kit/index.ts';
import { parametersOf, propertiesOf, valueUnder } from './declared.ts';
import { Expat } from './expat.ts';
import { ElementFinder } from './xml-elements.ts';
import { isList, XmlPreparation } from './xml-preparation.ts';
import { XmlTrace, type XmlPlace } from './xml-trace.ts';
import { XmlValue } from './xml-value.ts';
import { CLOSE, FUNCTION, FUNCTION_END, OPEN, PARAMETER, xmlOpeners, type XmlSteps } from './xml-words.ts';

// `StreamingXMLToolCallParser` of `qwen3_xml` (2026-05) and `step3p5`: calls are written as XML, element by element, and
// what expat sees becomes pieces of JSON at once.

/** A piece of what is sent. Arguments are always there in a call's. */
export type XmlDelta =
  | { readonly content: Excerpt }
  | { readonly index: number; readonly id: number; readonly name: string | null; readonly argumentsText: string };

/** The id of what belongs to no call. */
const NONE = 0;

/** An exception of Python, or null. */
type Exception = string | null;

export class XmlCalls {
  /** `tool_call_index`. */
  calls = 0;
  /** Text that is collected and not sent. */
  text = Excerpt.empty;
  readonly #tools: readonly ToolDefinition[];
  readonly #isStep: boolean;
  readonly #steps: XmlSteps | null;
  readonly #trace: XmlTrace;
  readonly #elements: ElementFinder;
  readonly #preparation: XmlPreparation;
  #expat = this.#newExpat();
  #deltas: XmlDelta[] = [];
  #ids = 0;
  #id = NONE;
  #function: string | null = null;
  #isFunctionOpen = false;
  #hasParameters = false;
  #parameter: string | null = null;
  #value = new XmlValue();
  #owesNewline = false;
  #isQuoted = false;
  #refused = false;

  /** @param isStep whether it is `step3p5` */
  constructor(tools: readonly ToolDefinition[], isStep: boolean, steps: XmlSteps | null = null) {
    this.#tools = tools;
    this.#isStep = isStep;
    this.#steps = steps;
    this.#elements = new ElementFinder(isStep);
    this.#trace = new XmlTrace(this.#elements, steps);
    this.#preparation = new XmlPreparation(tools, isStep, {
      typeOf: (parameter) => this.#typeOf(parameter),
      note: (code) => this.#steps?.quirk(code, this.#trace.element),
    });
  }

  /** Where the calls are, by their ids. */
  get places(): ReadonlyMap<number, XmlPlace> {
    return this.#trace.places;
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
    } else if (this.text.text !== '' && this.calls === 0) {
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
    this.#trace.cutOff(rest.to);
    this.#trace.end(this.#id, rest.from, 'malformed');
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
    // In step3p5 the call may be over by now, and counts anyway.
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
      this.#trace.element = span;
      this.#trace.edge = element.startsWith(OPEN) ? span.from : span.to;
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
    const isInCall = this.#id !== NONE;
    const processed = this.#preparation.prepared(element, this.#trace.element.from, isInCall, this.#function);
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
    if (raised === 'OverflowError') this.#steps?.quirk('value-raises', this.#trace.element);
    else if (wasDead) this.#noteRefused(element);
    else this.#steps?.reject('expat-refuses', this.#trace.element);
    return false;
  }

  #noteRefused(element: string): void {
    if (this.#refused || !element.startsWith('<')) return;
    this.#refused = true;
    this.#steps?.reject('expat-is-dead', this.#trace.element);
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
      const { element: around, edge } = this.#trace;
      if (this.#id !== NONE && edge === around.to) this.#steps?.quirk('call-in-tag', around);
      const raised = this.#closeOpen('tool_call');
      if (raised !== null) return raised;
      this.#hasParameters = false;
      this.#ids += 1;
      this.#id = this.#ids;
      this.calls += 1;
      this.#trace.begin(this.#id);
    } else if (element.startsWith('function')) {
      const begun = this.#id === NONE ? this.#start('tool_call', new Map()) : null;
      if (begun !== null) return begun;
      if (this.#function) this.#steps?.quirk('closed-again', this.#trace.element);
      const raised = this.#closeOpen('function');
      if (raised !== null) return raised;
      this.#function = name;
      this.#isFunctionOpen = true;
      if (name) this.#nameCall(name);
    } else if (element.startsWith('parameter')) {
      const raised = this.#closeOpen('parameter');
      if (raised !== null) return raised;
      this.#parameter = name;
      this.#value = new XmlValue();
      this.#isQuoted = false;
      this.#trace.parameterFrom = this.#trace.element.to;
      if (this.#id === NONE) this.#steps?.quirk('no-call-open', this.#trace.element);
      if (name) {
        this.#trace.key(PARAMETER, name);
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
    if (this.#preparation.deferred !== null) {
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
      if (stripPython(this.text.text) !== '') this.#sendText();
      this.#reset();
    }
    return null;
  }

  #endParameter(name: string): Exception {
    const value = this.#value;
    const type = this.#typeOf(name);
    const { deferred } = this.#preparation;
    if (deferred !== null) {
      const raw = deferred === '' ? value.raw : deferred;
      const literal = literalEval(this.#owesNewline ? `${raw}\n` : raw);
      const text = literal.ok ? pythonDumps(literal.node.value) : null;
      this.#trace.value(text === null ? 'no-literal' : 'literal-value', this.#preparation);
      this.#emit(text ?? pythonDumps(raw) ?? '');
      this.#preparation.deferred = null;
    } else if (familyOf(type) === 'string') {
      this.#trace.value(value.isNull ? 'null-empty' : 'value', this.#preparation);
      this.#emit(value.raw === '' && !this.#isQuoted ? '""' : '"');
    } else {
      if (value.isInfinite(type)) return 'OverflowError';
      this.#trace.value(value.kind(type), this.#preparation);
    }
    this.#owesNewline = false;
    this.#hasParameters = true;
    this.#parameter = null;
    this.#value = new XmlValue();
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
    this.text = this.text.plus(Excerpt.copy(text, span.from));
  }

  #emit(argumentsText: string, name: string | null = null): void {
    this.#deltas.push({ index: this.calls - 1, id: this.#id, name, argumentsText });
    this.#trace.sent(this.#id, name === null && argumentsText !== '');
  }

  #nameCall(name: string): void {
    this.#trace.name(this.#id, FUNCTION, name);
    this.#emit('', name);
  }

  #sendText(): void {
    if (this.text.text === '') return;
    this.#deltas.push({ content: this.text });
    this.text = Excerpt.empty;
  }

  #reset(): void {
    this.#trace.end(this.#id, this.#trace.edge, 'matched');
    this.#loseText();
    this.#expat = this.#newExpat();
    this.#refused = false;
    this.#id = NONE;
    this.#function = null;
    this.#isFunctionOpen = false;
    this.#hasParameters = false;
    this.#parameter = null;
    this.#value = new XmlValue();
    this.#owesNewline = false;
    this.#isQuoted = false;
    this.#preparation.reset();
  }

  #loseText(): void {
    const { text, spans } = this.text;
    const [first, last] = [spans[0], spans.at(-1)];
    const isBlank = stripPython(text) === '';
    if (first !== undefined && last !== undefined && !isBlank)
      this.#steps?.quirk('text-lost', { from: first.from, to: last.to });
    this.text = Excerpt.empty;
  }
}
