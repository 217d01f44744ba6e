import type { Span } from '../../document/span.ts';
import { pythonDumps, readPythonJson } from '../../json/dialects/python.ts';
import type { JsonObject } from '../../json/node.ts';
import { isRegexSpace, stripPython, strippedSpan } from '../../languages/python/text.ts';
import { isDict, PythonDict, truthy, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { EngineCall } from '../kit/engine-calls.ts';
import type { Message, MessageCall } from '../kit/engine-stream.ts';
import { Machine, type MachineEvent, type Table } from './machine.ts';
import type { Parsed, ParserStream, VllmCode, VllmParser } from './parser.ts';
import { propertiesOf, stringKeys, typed } from './schema-types.ts';

// What vLLM's engine of August 2026 makes of the events of a table: calls, content, and the deltas of a stream.

/** One argument as the text of the arguments has it. Spans are offsets into that text. */
export interface Parameter {
  readonly key: string;
  readonly value: PythonValue;
  readonly keySpan: Span;
  readonly valueSpan: Span;
  /** Its end has not come. The whole reading leaves it out. */
  readonly isOpen?: boolean;
}

export interface ArgumentFormat {
  /**
   * @param partial whether an argument whose end has not come is read as far as it goes
   * @returns in the order of the text; of equal keys the last one counts
   */
  read(raw: string, partial: boolean): readonly Parameter[];
  /** Pieces without any of these characters are not worth a look while they stream. */
  readonly structural?: RegExp;
  /** A lone parameter `arguments` or `input` that the tool does not declare is taken for all of the arguments. */
  readonly unwraps?: boolean;
}

export interface TableFormat {
  readonly table: Table;
  /** Null where arguments are passed on as they are. */
  readonly arguments: ArgumentFormat | null;
  /** Names that no tool has are refused, where there are tools. */
  readonly validatesNames?: boolean;
  /** With calls, content that is only white space is dropped, and other content is not stripped. */
  readonly keepsSpace?: boolean;
  /** What is a name, and perhaps an id, in the text at the place of the name; null where nothing is. */
  name?(header: string): { readonly name: string; readonly id?: string } | null;
  /** An empty name is a name, and none is looked for in the arguments. */
  readonly acceptsEmptyNames?: boolean;
  /** Where `arguments` is null: what the whole reading returns. */
  finalArguments?(raw: string): string;
}

export const tableWords = {
  opener: {
    question: 'Does a marker open a call?',
    yes: 'From here on the parser follows its table. A marker in prose counts as well.',
    no: 'The parser finds no call. The reply is content.',
  },
  'reasoning-dropped': 'This text is between reasoning markers. The parser takes it out of the content.',
  'marker-swallowed':
    'The parser takes this marker out of the content: its table expects it, and nothing follows from it.',
  'text-dropped': 'The parser drops this text: it is inside of a call, where the table expects a marker.',
  'text-after-call': 'The parser drops this text: without streaming it keeps only what comes before the first call.',
  'special-token': 'The tokenizer calls this token special. The parser takes it out.',
  'name-missing': 'The call has no name. The parser drops it with all of its text',
  'name-not-declared': 'No tool has this name. The parser drops the call with all of its text',
  'name-not-read': 'This is no name as the format writes it. The parser drops the call with all of its text',
  'name-from-arguments': 'The call has no name. The parser takes the name from the JSON in its arguments.',
  'name-not-a-string': 'The name in the JSON is no string: the server refuses the call',
  'call-unclosed': 'The reply ends inside of this call. The parser returns the arguments that are complete.',
  'argument-unclosed': 'The end of this argument is missing. The parser drops it.',
  'argument-repeated': 'This argument comes again later. The last value counts.',
  'arguments-unwrapped':
    'The only argument holds an object with the declared arguments. The parser returns that object.',
  'arguments-cut': 'The arguments end with the first JSON value. The parser drops the text after it.',
  'arguments-typed': 'The schema asks for other types. The parser writes the arguments anew.',
} as const;

type TableCode = keyof typeof tableWords;
type Steps = Recorder<TableCode | VllmCode>;

/** A parser that runs a table. */
export function tableParser(
  rest: Pick<VllmParser<string>, 'flag' | 'variant' | 'file' | 'formats' | 'reads'>,
  format: TableFormat,
): VllmParser<TableCode> {
  return {
    ...rest,
    words: tableWords,
    parse: (text, tools, steps) => parse(format, text, tools, steps),
    stream: (tools) => new TableStream(format, tools),
  };
}

class Slot {
  name = '';
  id: string | undefined;
  isNameSent = false;
  args = '';
  /** What of `args` was sent, as JSON. */
  sent = '';
  /** See `stringKeys`. */
  stringKeys: ReadonlySet<string> | null = null;
  /** The last argument is a string that grows, and all of it that came was sent. */
  isStringOpen = false;
  /** While work is short: look again when the arguments are so long. */
  lookAt = 0;
  readonly search = new NameSearch();
  readonly span: { readonly from: number; to: number };
  readonly nameSpans: Span[] = [];
  readonly pieces: Span[] = [];

  constructor(from: number) {
    this.span = { from, to: from };
  }
}

/** `"name"\s*:\s*"([^"]*)"`, searched in a text that grows. */
class NameSearch {
  #state = 0;
  #from = 0;
  #at = 0;
  /** The first match; "" where it is empty. */
  #name: string | null = null;

  find(text: string): string | null {
    while (this.#name === null && this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      this.#at += 1;
      this.#take(code, text);
    }
    return this.#name === '' ? null : this.#name;
  }

  #take(code: number, text: string): void {
    const isQuote = code === QUOTE;
    if (this.#state === IN_VALUE) {
      if (isQuote) this.#name = text.slice(this.#from, this.#at - 1);
    } else if (this.#state === AFTER_COLON) {
      if (isQuote) {
        this.#state = IN_VALUE;
        this.#from = this.#at;
      } else if (!isRegexSpace(code)) {
        this.#state = 0;
      }
    } else if (this.#state === AFTER_KEY || this.#state === AFTER_SPACE) {
      if (code === COLON) this.#state = AFTER_COLON;
      else if (isQuote) this.#state = 1;
      else if (isRegexSpace(code)) this.#state = AFTER_SPACE;
      // The quote that closed the key may open it as well.
      else this.#state = this.#state === AFTER_KEY && code === KEY.charCodeAt(1) ? 2 : 0;
    } else if (code === KEY.charCodeAt(this.#state)) {
      this.#state += 1;
    } else {
      this.#state = isQuote ? 1 : 0;
    }
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const KEY = '"name"';
const AFTER_KEY = KEY.length;
const AFTER_SPACE = AFTER_KEY + 1;
const AFTER_COLON = AFTER_KEY + 2;
const IN_VALUE = AFTER_KEY + 3;

/** What one delta brings. */
interface Brought {
  readonly content: readonly Span[];
  readonly calls: readonly MessageCall[];
}

/** So many characters of arguments are read again while they stream, before that becomes rarer. */
const ALLOWANCE = 1 << 24;

/** The calls and the content of a reply, while its events come. */
class TableCalls {
  readonly slots: Slot[] = [];
  readonly #format: TableFormat;
  readonly #tools: readonly ToolDefinition[];
  readonly #names: ReadonlySet<string>;
  /** Without deltas of arguments, for the whole reading. */
  readonly #isStream: boolean;
  /** The first call that had these arguments. */
  readonly #byArguments = new Map<string, Slot>();
  #deferred: Span[] = [];
  #hasText = false;
  #spent = 0;

  constructor(format: TableFormat, tools: readonly ToolDefinition[], isStream: boolean) {
    this.#format = format;
    this.#tools = tools;
    this.#names = new Set(tools.map(({ name }) => name));
    this.#isStream = isStream;
  }

  /** Text after something of a call waits for a delta that brings nothing of a call. */
  take(events: readonly MachineEvent[], text: string, isFinal: boolean): Brought {
    const carried = this.#deferred;
    const deferred: Span[] = [];
    const deltas = new Deltas();
    let content: Span[] = [];
    let isTool = false;
    for (const event of events) {
      if (event.kind === 'text') (isTool ? deferred : content).push(event);
      else if (this.#call(event, text, deltas)) isTool = true;
    }
    const calls = deltas.all();
    if (!isTool || calls.length === 0) {
      content = [...carried, ...content, ...deferred];
      this.#deferred = [];
    } else {
      this.#deferred = [...carried, ...deferred];
    }
    if (!this.#hasText && content.length > 0) {
      if (content.some(({ from, to }) => !isBlank(text, from, to))) {
        this.#hasText = true;
      } else {
        if (this.slots.length === 0 && !isFinal) this.#deferred = content;
        if (this.slots.length > 0 || !isFinal) content = [];
      }
    }
    return { content, calls };
  }

  accepts(name: string): boolean {
    const { acceptsEmptyNames = false, validatesNames = false } = this.#format;
    if (name === '' && !acceptsEmptyNames) return false;
    return !validatesNames || this.#tools.length === 0 || this.#names.has(name);
  }

  /** The arguments that the whole reading returns. */
  complete(slot: Slot, format: ArgumentFormat, partial = false): PythonDict {
    const args = new PythonDict(format.read(slot.args, partial).map(({ key, value }) => [key, value]));
    return format.unwraps === true ? this.#unwrapped(args, slot) : args;
  }

  properties(name: string): JsonObject | null {
    return name === '' ? null : propertiesOf(this.#tools, name);
  }

  /** True where the event belongs to a call. */
  #call(event: MachineEvent, text: string, deltas: Deltas): boolean {
    const { kind, index, from, to } = event;
    if (kind === 'start') {
      this.slots.push(new Slot(from));
      return true;
    }
    const slot = this.slots[index];
    if (slot === undefined) return false;
    if (kind === 'name') {
      slot.name += text.slice(from, to);
      slot.nameSpans.push({ from, to });
    } else if (kind === 'arguments') {
      slot.pieces.push({ from, to });
      const value = text.slice(from, to);
      // The engine sends JSON character by character; while the name is searched in it, that makes a difference.
      const isByCharacter = this.#format.table.jsonArguments && !slot.isNameSent && slot.name === '';
      if (isByCharacter) for (const character of value) this.#piece(slot, index, character, deltas);
      else this.#piece(slot, index, value, deltas);
    } else if (kind === 'end') {
      if (slot.span.to === slot.span.from) slot.span.to = to;
      this.#end(slot, index, deltas);
    } else {
      return false;
    }
    return true;
  }

  #piece(slot: Slot, index: number, value: string, deltas: Deltas): void {
    slot.args += value;
    if (slot.isNameSent) {
      const piece = this.#isStream ? this.#delta(slot, value) : null;
      if (piece !== null && piece !== '') deltas.arguments(index, piece);
      return;
    }
    this.#sendName(slot, index, slot.name === '' ? this.#nameIn(slot) : slot.name, deltas);
    // Arguments that are passed on as they are begin with the piece that came with the name.
    if (slot.isNameSent && this.#format.arguments === null) deltas.arguments(index, value);
  }

  #nameIn(slot: Slot): string | null {
    return this.#format.acceptsEmptyNames === true ? '' : slot.search.find(slot.args);
  }

  #sendName(slot: Slot, index: number, header: string | null, deltas: Deltas): void {
    if (header === null) return;
    const read = this.#format.name === undefined ? { name: header } : this.#format.name(header);
    if (read === null) {
      slot.name = '';
    } else if (this.accepts(read.name)) {
      if ('id' in read) slot.id = read.id;
      this.#named(slot, read.name);
      deltas.name(index, read.name);
    }
  }

  #named(slot: Slot, name: string): void {
    slot.name = name;
    slot.isNameSent = true;
    slot.stringKeys = stringKeys(this.properties(name));
  }

  #end(slot: Slot, index: number, deltas: Deltas): void {
    if (!slot.isNameSent && this.#format.name !== undefined) {
      const read = this.#format.name(slot.name);
      if (read !== null) {
        if (read.id !== undefined) slot.id = read.id;
        slot.name = read.name;
      }
    }
    const rest = this.#isStream ? this.#flush(slot) : '';
    if (!slot.isNameSent) {
      const name = slot.name === '' ? (this.#nameIn(slot) ?? '') : slot.name;
      if (this.accepts(name)) {
        this.#named(slot, name);
        deltas.name(index, name);
        deltas.arguments(index, rest);
      }
    } else if (rest !== '') {
      deltas.arguments(index, rest);
    }
    if (!this.#byArguments.has(slot.args)) this.#byArguments.set(slot.args, slot);
  }

  /** What may be sent of the arguments now. */
  #delta(slot: Slot, value: string): string | null {
    const format = this.#format.arguments;
    if (format === null) return value;
    if (format.structural !== undefined && !format.structural.test(value)) return null;
    if (slot.isStringOpen && !/[<\n]/.test(value)) {
      const piece = (pythonDumps(value) ?? '').slice(1, -1);
      slot.sent += piece;
      return piece;
    }
    slot.isStringOpen = false;
    if (this.#spent > ALLOWANCE && slot.args.length < slot.lookAt) return null;
    this.#spent += slot.args.length;
    slot.lookAt = slot.args.length + (slot.args.length >> 3);

    const args = typed(this.complete(slot, format, true), this.properties(slot.name));
    const { safe, isOpen } = safePrefix(args, slot.stringKeys);
    if (safe === '' || safe === slot.sent || !safe.startsWith(slot.sent)) return null;
    const piece = safe.slice(slot.sent.length);
    slot.sent = safe;
    const last = format.structural === undefined && isOpen ? format.read(slot.args, true).at(-1) : undefined;
    slot.isStringOpen = last?.isOpen === true && args.keys().at(-1) === last.key && !slot.args.endsWith('\n');
    return piece;
  }

  /** What is missing of the arguments at the end of the call; nothing where what was sent was something else. */
  #flush(slot: Slot): string {
    const format = this.#format.arguments;
    if (format === null) return '';
    const args = typed(this.complete(slot, format), this.properties(slot.name));
    const final = pythonDumps(args) ?? '';
    if (final.length <= slot.sent.length || !final.startsWith(slot.sent)) return '';
    const rest = final.slice(slot.sent.length);
    slot.sent = final;
    return rest;
  }

  /** The tool is that of the first call with the same text of arguments. */
  #unwrapped(args: PythonDict, slot: Slot): PythonDict {
    const [wrapper, ...others] = args.keys();
    if (others.length > 0 || (wrapper !== 'arguments' && wrapper !== 'input')) return args;
    const properties = this.properties((this.#byArguments.get(slot.args) ?? slot).name);
    if (properties === null || Object.hasOwn(properties, wrapper)) return args;
    let inner = args.get(wrapper) ?? null;
    if (typeof inner === 'string') {
      const reading = readPythonJson(inner);
      if (!reading.ok) return args;
      inner = reading.node.value;
    }
    const isDeclared = (key: PythonValue): boolean => typeof key === 'string' && Object.hasOwn(properties, key);
    return isDict(inner) && inner.keys().every(isDeclared) ? inner : args;
  }
}

/** The deltas of calls, one for each call. */
class Deltas {
  readonly #byIndex = new Map<number, { index: number; name?: string; argumentsText?: string }>();

  name(index: number, name: string): void {
    this.#of(index).name ??= name;
  }

  arguments(index: number, text: string): void {
    const delta = this.#of(index);
    delta.argumentsText = (delta.argumentsText ?? '') + text;
  }

  all(): readonly MessageCall[] {
    return [...this.#byIndex.values()];
  }

  #of(index: number): { index: number; name?: string; argumentsText?: string } {
    const known = this.#byIndex.get(index);
    if (known !== undefined) return known;
    const delta = { index };
    this.#byIndex.set(index, delta);
    return delta;
  }
}

/**
 * The JSON of the arguments up to the last value, which may still change; of a string that stays one, all but its last
 * quote.
 */
function safePrefix(args: PythonDict, keys: ReadonlySet<string> | null): { safe: string; isOpen: boolean } {
  const entries = [...args.entries()];
  const last = entries.pop();
  if (last === undefined) return { safe: '', isOpen: false };
  const before = pythonDumps(new PythonDict(entries)) ?? '{}';
  const key = pythonDumps(last[0]) ?? '';
  const head = `${before.slice(0, -1)}${entries.length > 0 ? ', ' : ''}${key}: `;
  const isOpen = typeof last[1] === 'string' && (keys === null || keys.has(key.slice(1, -1)));
  return { safe: isOpen ? head + (pythonDumps(last[1]) ?? '').slice(0, -1) : head, isOpen };
}

function isBlank(text: string, from: number, to: number): boolean {
  const span = strippedSpan(text, from, to);
  return span.from === span.to;
}

class TableStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly isLinear = true;
  readonly #machine: Machine;
  readonly #calls: TableCalls;

  constructor(format: TableFormat, tools: readonly ToolDefinition[]) {
    this.#machine = new Machine(format.table);
    this.#calls = new TableCalls(format, tools, true);
  }

  push(_delta: string, current: string): Message | null {
    return messageOf(this.#calls.take(this.#machine.feed(current), current, false), current);
  }

  finish(current: string): Message | null {
    return messageOf(this.#calls.take(this.#machine.finish(current), current, true), current);
  }
}

function messageOf({ content, calls }: Brought, text: string): Message | null {
  if (content.length === 0 && calls.length === 0) return null;
  return { content: textOf(content, text), calls };
}

function textOf(spans: readonly Span[], text: string): string {
  return spans.map(({ from, to }) => text.slice(from, to)).join('');
}

interface Result {
  readonly name: string;
  readonly argumentsText: string;
  readonly raises?: true;
}

function parse(format: TableFormat, text: string, tools: readonly ToolDefinition[], steps: Steps): Parsed {
  const machine = new Machine(format.table);
  const events = machine.feed(text).concat(machine.finish(text));
  const found = new TableCalls(format, tools, false);
  const { content } = found.take(events, text, true);
  const results = found.slots.map((slot) => resultOf(slot, format, found));
  const calls = found.slots.flatMap((slot, index): EngineCall[] => {
    const result = results[index] ?? null;
    return result === null || result.raises === true ? [] : [callOf(slot, result)];
  });
  const called = calls.length > 0;
  const kept = called ? stripped(content, text, format.keepsSpace === true) : content;
  const markup = record(format, text, events, found, results, content, steps).concat(outside(content, kept));
  const raising = found.slots[results.findIndex((result) => result?.raises === true)];
  if (raising !== undefined) {
    const raises = { raises: 'ValidationError', at: raising.span.from };
    return { called: false, calls: [], content: [], text: null, raises };
  }
  const answer = textOf(kept, text);
  return { called, calls, content: kept, text: answer === '' ? null : answer, markup };
}

/** The name and the arguments of a call as they are returned; null where it is dropped. */
function resultOf(slot: Slot, format: TableFormat, found: TableCalls): Result | null {
  if (slot.name === '' && slot.args === '') return null;
  const raw = stripPython(slot.args);
  const own = stripPython(slot.name);
  let name: PythonValue = own;
  let argumentsText = '{}';
  if (own === '' && raw !== '') {
    if (format.acceptsEmptyNames === true) argumentsText = format.finalArguments?.(raw) ?? raw;
    else [name, argumentsText] = bodyOf(raw);
  } else if (raw !== '') {
    if (format.arguments !== null) argumentsText = pythonDumps(found.complete(slot, format.arguments)) ?? '{}';
    else argumentsText = format.finalArguments?.(raw) ?? raw;
  }
  if (typeof name !== 'string') {
    const isRefused = !truthy(name) || !found.accepts('');
    return isRefused ? null : { name: '', argumentsText, raises: true };
  }
  if (!found.accepts(name)) return null;
  return { name, argumentsText: typedText(argumentsText, found.properties(name)) };
}

/** `{"name", "arguments" or "parameters"}` in the place of the arguments of a call without a name. */
function bodyOf(raw: string): [name: PythonValue, argumentsText: string] {
  const reading = readPythonJson(raw);
  if (!reading.ok || !isDict(reading.node.value)) return ['', raw];
  const body = reading.node.value;
  const name = body.get('name') ?? '';
  for (const key of ['arguments', 'parameters']) {
    const value = body.get(key);
    if (value !== undefined) return [name, typeof value === 'string' ? value : (pythonDumps(value) ?? '')];
  }
  const rest = new PythonDict([...body.entries()].filter(([key]) => key !== 'name'));
  return [name, pythonDumps(rest) ?? ''];
}

/** The arguments with the types of the schema; as they are where nothing changes or they are no object. */
function typedText(argumentsText: string, properties: JsonObject | null): string {
  if (properties === null) return argumentsText;
  const reading = readPythonJson(argumentsText);
  if (!reading.ok || !isDict(reading.node.value)) return argumentsText;
  const args = typed(reading.node.value, properties);
  return args === reading.node.value ? argumentsText : (pythonDumps(args) ?? argumentsText);
}

function callOf(slot: Slot, { name, argumentsText }: Result): EngineCall {
  const argumentsSpan = covering(slot.pieces);
  const nameSpan = covering(slot.nameSpans) ?? argumentsSpan ?? slot.span;
  return {
    span: slot.span,
    name,
    nameSpan,
    argumentsText,
    argumentsSpan,
    ...(slot.id === undefined ? {} : { id: slot.id, idSpan: nameSpan }),
  };
}

function covering(spans: readonly Span[]): Span | null {
  const [first] = spans;
  return first === undefined ? null : { from: first.from, to: spans.at(-1)?.to ?? first.to };
}

/** What of `spans` is in none of `parts`. Both are in order. */
function outside(spans: readonly Span[], parts: readonly Span[]): Span[] {
  const pieces: Span[] = [];
  let next = 0;
  for (const { from, to } of spans) {
    let at = from;
    for (let part = parts[next]; part !== undefined && part.from < to; part = parts[next]) {
      if (part.from > at) pieces.push({ from: at, to: part.from });
      at = part.to;
      next += 1;
    }
    if (at < to) pieces.push({ from: at, to });
  }
  return pieces;
}

/** Content beside calls. */
function stripped(content: readonly Span[], text: string, keepsSpace: boolean): readonly Span[] {
  if (content.every(({ from, to }) => isBlank(text, from, to))) return [];
  if (keepsSpace) return content;
  const spans = content.slice();
  for (let first = spans[0]; first !== undefined; first = spans[0]) {
    const span = strippedSpan(text, first.from, first.to);
    if (span.from < span.to) {
      spans[0] = { from: span.from, to: first.to };
      break;
    }
    spans.shift();
  }
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    const span = strippedSpan(text, last.from, last.to);
    if (span.from < span.to) {
      spans[spans.length - 1] = { from: last.from, to: span.to };
      break;
    }
    spans.pop();
  }
  return spans;
}

/** The steps, in the order of the text. Answers with the markers around the calls. */
function record(
  format: TableFormat,
  text: string,
  events: readonly MachineEvent[],
  found: TableCalls,
  results: readonly (Result | null)[],
  content: readonly Span[],
  steps: Steps,
): Span[] {
  const markup: Span[] = [];
  const opener = events.find(({ next }) => next !== undefined && next !== 'content' && next !== 'reasoning');
  steps.gate('opener', opener !== undefined, { from: 0, to: text.length }, opener ?? null);
  const inContent = new Set<Span>(content);
  let open: Slot | null = null;
  for (const [at, event] of events.entries()) {
    const { kind, index, from, to } = event;
    switch (kind) {
      case 'text':
        if (inContent.has(event)) break;
        if (isBlank(text, from, to)) markup.push(event);
        else steps.quirk('text-after-call', event);
        break;
      case 'dropped':
        if (!isBlank(text, from, to)) steps.quirk('text-dropped', event);
        else if (open === null) markup.push(event);
        break;
      case 'reasoning':
        steps.read('reasoning', event);
        break;
      case 'special':
        steps.quirk('special-token', event);
        break;
      case 'marker':
        if (open === null) markup.push(event);
        // What follows from a marker comes after it, and is a step of its own.
        if (events[at + 1]?.from === from && events[at + 1]?.kind !== 'marker') break;
        if (open === null && event.next === 'content') steps.quirk('marker-swallowed', event);
        else steps.marker(text.slice(from, to), 'open', from, to);
        break;
      case 'start':
        open = found.slots[index] ?? null;
        if (open === null) break;
        steps.enter('block', text.slice(from, to), open.span);
        steps.marker(text.slice(from, to), 'open', from, to);
        break;
      case 'end': {
        if (open === null) break;
        const result = results[index] ?? null;
        recordCall(format, text, open, result, found, steps);
        if (to > from) steps.marker(text.slice(from, to), 'close', from, to);
        else if (to === text.length && isClosable(format)) steps.quirk('call-unclosed', open.span);
        steps.leave(open.span, result === null || result.raises === true ? 'malformed' : 'matched');
        open = null;
        break;
      }
      case 'name':
      case 'arguments':
        break;
    }
  }
  return markup;
}

/** Whether a marker ends a call, and not only the next call. */
function isClosable({ table }: TableFormat): boolean {
  const transitions = Object.values(table.transitions.arguments ?? {});
  return transitions.some(({ effects }) => effects.includes('end') && !effects.includes('start'));
}

function recordCall(
  format: TableFormat,
  text: string,
  slot: Slot,
  result: Result | null,
  found: TableCalls,
  steps: Steps,
): void {
  const header = covering(slot.nameSpans);
  if (result === null) {
    const own = stripPython(slot.name);
    const isUnread = own === '' && header !== null && !isBlank(text, header.from, header.to);
    steps.reject(own !== '' ? 'name-not-declared' : isUnread ? 'name-not-read' : 'name-missing', header ?? slot.span);
  } else if (result.raises === true) {
    steps.reject('name-not-a-string', covering(slot.pieces) ?? slot.span);
  } else if (header === null || isBlank(text, header.from, header.to)) {
    if (result.name !== '') steps.quirk('name-from-arguments', covering(slot.pieces) ?? slot.span);
  } else {
    steps.read('name', header);
  }
  const span = covering(slot.pieces);
  if (result === null || span === null) return;
  if (format.arguments === null) recordRaw(format, slot, span, result, found, steps);
  else recordParameters(format.arguments, slot, result, found, steps);
}

function recordRaw(
  { finalArguments }: TableFormat,
  slot: Slot,
  span: Span,
  { name }: Result,
  found: TableCalls,
  steps: Steps,
): void {
  const { from, to } = strippedSpan(slot.args);
  if (from === to) return;
  const raw = slot.args.slice(from, to);
  const final = finalArguments?.(raw) ?? raw;
  const place = new Places(slot.pieces);
  steps.read('arguments', place.of({ from, to: from + final.length }));
  if (final.length < raw.length) steps.quirk('arguments-cut', place.of({ from: from + final.length, to }));
  if (typedText(final, found.properties(name)) !== final) steps.quirk('arguments-typed', span);
}

function recordParameters(format: ArgumentFormat, slot: Slot, { name }: Result, found: TableCalls, steps: Steps): void {
  const place = new Places(slot.pieces);
  const properties = found.properties(name);
  const parameters = format.read(slot.args, true);
  const last = new Map(parameters.map(({ key }, index) => [key, index]));
  for (const [index, { key, value, keySpan, valueSpan, isOpen }] of parameters.entries()) {
    steps.read('key', place.of(keySpan));
    const valuePlace = place.of(valueSpan);
    if (isOpen === true) {
      steps.quirk('argument-unclosed', valuePlace);
      continue;
    }
    const args = new PythonDict([[key, value]]);
    const isTyped = typeof value !== 'string' || typed(args, properties) !== args;
    steps.read(isTyped ? 'coerced-value' : 'value', valuePlace);
    if (last.get(key) !== index) steps.quirk('argument-repeated', valuePlace);
  }
  const [only] = parameters;
  if (format.unwraps === true && parameters.length === 1 && only !== undefined) {
    if (!found.complete(slot, format).has(only.key)) steps.quirk('arguments-unwrapped', place.of(only.valueSpan));
  }
}

/** Where the characters of the arguments are in the text: tokens in between were taken out. */
class Places {
  readonly #pieces: readonly Span[];
  /** Where each piece begins in the arguments. */
  readonly #starts: readonly number[];

  constructor(pieces: readonly Span[]) {
    this.#pieces = pieces;
    let length = 0;
    this.#starts = pieces.map(({ from, to }) => {
      length += to - from;
      return length - (to - from);
    });
  }

  of({ from, to }: Span): Span {
    const begin = this.#place(from);
    return { from: begin, to: to > from ? this.#place(to - 1) + 1 : begin };
  }

  #place(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    return piece === undefined ? 0 : Math.min(piece.from + at - (this.#starts[low] ?? 0), piece.to);
  }
}
