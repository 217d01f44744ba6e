import type { Span } from '../../../../text/document/index.ts';
import { nlohmannDump } from '../../../../text/languages/index.ts';
import type { JsonNode } from '../../../../text/json/index.ts';
import type { ToolDefinition } from '../../../../tools/index.ts';
import type { OpenPart, Recorder } from '../../../../trace/index.ts';
import type { GrowingText } from './growing-text.ts';
import { healingMarker, readPartialJson, type PartialJson } from './partial-json.ts';
import { begunAt, isSpaceCode, type Pattern } from './pattern.ts';
import { Raise, unfinished, type Unfinished } from './raise.ts';
import type { KitCode } from './words.ts';

/** How the request is set up: what llama.cpp takes from the template and the tools. */
export interface Syntax {
  /** The template has opened the reasoning already. */
  readonly opensThinking: boolean;
  /** What the request declares. Without tools no call is looked for, by most formats. */
  readonly tools: readonly ToolDefinition[];
}

export interface MessageCall {
  span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly argumentsText: string;
  readonly argumentsSpan: Span | null;
  readonly id: string;
  readonly idSpan: Span | null;
}

export interface Found {
  /** What lies before it. */
  readonly prelude: Span;
  readonly groups: readonly [Span, ...Span[]];
}

/** A marker that was found, perhaps only its beginning at the end of the text. */
export interface FoundMarker {
  readonly prelude: Span;
  readonly marker: Span;
}

/** Arguments that end in a string, which the text has up to `to`. */
export interface OpenArguments {
  readonly text: string;
  readonly to: number;
  /** The text has it as JSON; else as it is. */
  readonly isJson: boolean;
}

/** A part of the message: text, and where it is from. */
export interface Piece {
  readonly text: string;
  readonly span: Span;
}

/** A message that is being read: `common_chat_msg_parser`. Its methods are named as there, where there is such a method. */
export class MessageParser {
  readonly text: string;
  readonly #reply: GrowingText;
  /** Whether more text may come. */
  readonly isPartial: boolean;
  readonly syntax: Syntax;
  readonly steps: Recorder<KitCode>;
  at = 0;
  calls: MessageCall[] = [];
  readonly content: Piece[] = [];
  readonly reasoning: Piece[] = [];
  /** Calls with their markers, and other markers. */
  readonly blocks: Span[] = [];
  /** What was looked for and is not there, of a reading that has found nothing so far. */
  readonly missed: (string | Pattern)[] = [];
  /** Whether any marker was found, or the beginning of one at the end. */
  hasFound = false;
  /** The last call's arguments go on where the text ends; null where they do not. */
  openArguments: OpenArguments | null = null;
  /** Nothing more is read before one of the markers comes that are missed. */
  isWaiting = false;
  #marker: string | null = null;
  #block: OpenPart | null = null;

  constructor(reply: GrowingText, isPartial: boolean, syntax: Syntax, steps: Recorder<KitCode>) {
    this.#reply = reply;
    this.text = reply.text;
    this.isPartial = isPartial;
    this.syntax = syntax;
    this.steps = steps;
  }

  get marker(): string {
    return (this.#marker ??= healingMarker(this.text));
  }

  /** Most formats look for calls only where the request declares tools; that it does not is a step. */
  looksForCalls(): boolean {
    const { length } = this.syntax.tools;
    if (length === 0) this.steps.gate('declares-tools', false, { from: this.at, to: this.text.length });
    return length > 0;
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  // What the message gets

  addContent(span: Span, text = this.text.slice(span.from, span.to)): void {
    if (text !== '') this.content.push({ text, span });
  }

  addReasoning(span: Span, text = this.text.slice(span.from, span.to)): void {
    if (text === '') return;
    this.reasoning.push({ text, span });
    this.steps.read('reasoning', span);
  }

  addRest(): void {
    this.addContent(this.rest());
  }

  /** A call, unless its name is empty. */
  addCall(call: Omit<MessageCall, 'id' | 'idSpan'> & Partial<Pick<MessageCall, 'id' | 'idSpan'>>): boolean {
    const { name, nameSpan, argumentsSpan } = call;
    if (name === '') {
      this.steps.reject('no-name', nameSpan);
      return false;
    }
    this.steps.read('name', nameSpan);
    if (argumentsSpan !== null) this.steps.read('arguments', argumentsSpan);
    this.calls.push({ id: '', idSpan: null, ...call });
    return true;
  }

  /** The last call reaches to here. */
  closeCall(): void {
    const last = this.calls.at(-1);
    if (last !== undefined) last.span = { from: last.span.from, to: this.at };
  }

  // Blocks of the trace

  /** What follows belongs to calls; it begins with a marker. */
  beginBlock(opener: Span): void {
    this.endBlock('malformed');
    const { from } = opener;
    const to = Math.min(opener.to, this.text.length);
    const marker = this.text.slice(from, to).trim();
    this.#block = this.steps.begin('block', marker, from);
    this.steps.marker(marker, 'open', from, to);
  }

  endBlock(outcome: 'matched' | 'malformed'): void {
    if (this.#block === null) return;
    const { from } = this.#block;
    const to = Math.max(this.at, from);
    this.steps.complete(this.#block, to, outcome);
    if (outcome === 'matched') this.blocks.push({ from, to });
    this.#block = null;
  }

  // Steps through the text

  rest(): Span {
    const span = { from: this.at, to: this.text.length };
    this.at = span.to;
    return span;
  }

  consumeSpaces(): void {
    this.at = this.afterSpaces(this.at);
  }

  afterSpaces(from: number): number {
    let at = from;
    while (at < this.text.length && isSpaceCode(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Notes that a marker was looked for. `isThere`: it was found, or its beginning at the end. */
  looked(marker: string | Pattern, isThere: boolean): void {
    if (isThere) this.hasFound = true;
    else this.missed.push(marker);
  }

  tryLiteral(literal: string): boolean {
    this.hasFound = true;
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  consumeLiteral(literal: string): void {
    const from = this.at;
    if (!this.tryLiteral(literal)) throw this.unfinished('closer-missing');
    if (literal !== '') this.steps.marker(literal, 'close', from, this.at);
  }

  /** The literal, or its beginning at the end while more may come. Goes there. */
  tryFindLiteral(literal: string): FoundMarker | null {
    const from = this.at;
    let at = this.indexOf(literal, from);
    let to = at + literal.length;
    if (at < 0) {
      if (!this.isPartial) return null;
      at = begunAt(this.text, literal, from);
      to = this.text.length;
      if (at < 0) return null;
    }
    this.hasFound = true;
    this.at = to;
    return { prelude: { from, to: at }, marker: { from: at, to } };
  }

  /** The next place of a literal; -1 where there is none. */
  indexOf(literal: string, from: number): number {
    const at = this.#reply.indexOf(literal, from);
    this.looked(literal, at >= 0);
    return at;
  }

  /** A part of the text as it is written between the quotes of a JSON string. */
  insideOfString(span: Span): string {
    return this.#reply.insideOfString(span);
  }

  /** Whether the end of the text may belong to a marker that was looked for in vain. */
  get hasOpenMarker(): boolean {
    return this.missed.some((marker) =>
      typeof marker === 'string' ? begunAt(this.text, marker) >= 0 : marker.isOpen(this.#reply),
    );
  }

  /** What `searcher` keeps of the reply. */
  knownOf<Known>(searcher: object, make: () => Known): Known {
    return this.#reply.knownOf(searcher, make);
  }

  /** Goes after the next match. What lies before it becomes content, also before the beginning of a match at the end. */
  tryFind(pattern: Pattern, { from = this.at, addsPrelude = true } = {}): Found | null {
    const match = pattern.search(this.#reply, from);
    this.looked(pattern, match !== null);
    if (match === null) return null;
    const begin = match.kind === 'full' ? (match.groups[0] as Span).from : match.from;
    const prelude = { from: this.at, to: begin };
    this.at = match.kind === 'full' ? (match.groups[0] as Span).to : this.text.length;
    if (addsPrelude) this.addContent(prelude);
    if (match.kind === 'full') return { prelude, groups: match.groups as [Span, ...Span[]] };
    if (this.isPartial) throw unfinished;
    this.steps.quirk('tail-dropped', { from: begin, to: this.text.length });
    return null;
  }

  /** A match right here. */
  tryConsume(pattern: Pattern): Found | null {
    const groups = pattern.at(this.#reply, this.at);
    if (groups === null) {
      const begins = this.isPartial && pattern.begins(this.#reply, this.at);
      this.looked(pattern, begins);
      if (begins) throw unfinished;
      return null;
    }
    this.hasFound = true;
    const prelude = { from: this.at, to: this.at };
    this.at = (groups[0] as Span).to;
    return { prelude, groups: groups as [Span, ...Span[]] };
  }

  consume(pattern: Pattern, closer: string): Found {
    const found = this.tryConsume(pattern);
    if (found === null) throw this.unfinished('closer-missing');
    this.steps.marker(closer, 'close', found.groups[0].from, found.groups[0].to);
    return found;
  }

  // JSON

  /** JSON right here; unfinished JSON only while more may come. */
  tryJson(): PartialJson | null {
    const from = this.at;
    const json = this.partialJson();
    if ('error' in json) {
      this.steps.reject('json-syntax', { from, to: this.text.length }, json.error.at, json.error);
      return null;
    }
    this.at = json.to;
    if (json.healing === null || this.isPartial) return json;
    const { error } = json.healing;
    this.steps.reject('json-syntax', { from, to: this.text.length }, error.at, error);
    throw unfinished;
  }

  /** JSON right here, also while nothing more may come. Does not go after it. */
  partialJson(): ReturnType<typeof readPartialJson> {
    this.hasFound = true;
    return readPartialJson(this.#reply, this.at, this.marker);
  }

  json(): PartialJson {
    const json = this.tryJson();
    if (json === null) throw unfinished;
    return json;
  }

  /** The message is not whole, or not what it seemed to be. */
  unfinished(code: KitCode): Unfinished {
    const { length } = this.text;
    this.steps.reject(code, { from: Math.min(this.at, length), to: length });
    return unfinished;
  }

  slice({ from, to }: Span): string {
    return this.text.slice(from, to);
  }
}

/** The text of a string; nlohmann::json has an exception for any other value. */
export function stringOf(node: JsonNode): string {
  if (node.kind === 'string') return node.value;
  const type = node.kind === 'true' || node.kind === 'false' ? 'boolean' : node.kind;
  throw new Raise('type_error', `[json.exception.type_error.302] type must be string, but is ${type}`, node.from);
}

/** The arguments of a call in an object, as text: an object is written, a string is taken as it is. */
export function argumentsOf(node: JsonNode): string {
  return node.kind === 'object' ? nlohmannDump(node, false) : stringOf(node);
}
