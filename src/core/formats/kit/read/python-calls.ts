import type { Span } from '../../../text/document/index.ts';
import type { Block } from './block.ts';
import { readCalls } from './json-calls.ts';
import { readJsonPayload } from './json-payload.ts';
import { misspeltCloser } from '../mend/misspelt-closer.ts';
import { incompleteName, makeCall, pythonItem } from '../mend/python-item.ts';
import type { TextSource } from './source.ts';
import { inEachSpelling } from '../mend/spelling.ts';
import { textUntil } from './text-until.ts';
import { endsTurn, turnEnds } from './turn-end.ts';
import { codeAt, isNameCode, oneOf, skipSpace, type Resumable } from './resumable.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const AFTER_LIST = new Set([COMMA, SEMICOLON, HASH, OPEN_BRACKET, CLOSE_BRACKET]);
const LONGEST_NAME = 200;

/** How a format wraps call expressions. */
interface PythonCalls {
  /** The closing markers; if there are none, the expression ends with its bracket. */
  readonly close: readonly string[];
  /** What may be around the expressions, from the outside in. */
  readonly prefixes?: readonly string[];
  readonly suffixes?: readonly string[];
  /** A function that may wrap each call and has no meaning. */
  readonly wrapper?: string;
  readonly nameOf?: (name: string) => string;
  /** The body is a program: a word in it may be a variable. */
  readonly isProgram?: true;
}

/** Reads call expressions between markers. */
export function pythonCalls(grammar: PythonCalls): (block: Block) => Resumable<number> {
  const readers = inEachSpelling(grammar, pythonReader);
  return (block) => readers(block.spelling)(block);
}

function pythonReader(grammar: PythonCalls): (block: Block) => Resumable<number> {
  const { prefixes = [] } = grammar;
  return function* read(block) {
    const { source } = block;
    let at = yield* skipSpace(source, block.at);
    for (const prefix of prefixes) {
      if ((yield* oneOf(source, at, [prefix])) !== null) at = yield* skipSpace(source, at + prefix.length);
    }
    const next = yield* codeAt(source, at);
    if (next === OPEN_BRACKET || next === 0x7b) {
      const inner = yield* skipSpace(source, at + 1);
      const sign = yield* codeAt(source, inner);
      if (next === 0x7b || sign === 0x7b) return yield* jsonBody(block, at, grammar);
    }
    const body = new PythonBody(block, grammar, at);
    const literal = yield* body.read();
    const { at: to } = body;
    if (body.items === 0) {
      if (yield* endsTurn(source, to)) block.cut(null, block.from, to);
      else block.malformed('not-a-call-expression', { from: at, to });
    }
    if (literal !== null) return block.end(block.closer(literal, to));
    if (!body.isCut && block.calls > 0) block.rec.quirk('closer-missing', { from: to, to });
    return block.end(to);
  };
}

function* jsonBody(block: Block, from: number, { close, suffixes = [] }: PythonCalls): Resumable<number> {
  const payload = yield* readJsonPayload(block.source, from, [...close, ...suffixes, block.opener]);
  readCalls(block, payload, {});
  let at = yield* skipSpace(block.source, payload.to);
  const suffix = yield* oneOf(block.source, at, suffixes);
  if (suffix !== null) at = yield* skipSpace(block.source, at + suffix.length);
  const literal = yield* oneOf(block.source, at, close);
  if (literal !== null) return block.end(block.closer(literal, at));
  const misspelt = yield* misspeltCloser(block.source, at, close);
  if (misspelt !== null) {
    block.rec.repair('wrong-marker', { from: at, to: misspelt.to }, misspelt.literal);
    return block.end(block.closer(block.source.slice(at, misspelt.to), at));
  }
  if (!block.isMalformed && block.calls > 0) block.rec.quirk('closer-missing', { from: payload.to, to: payload.to });
  return block.end(payload.to);
}

/** Reads the statements of a body, or the items of its lists. Each is a call of its own: a bad one does not harm the others. */
class PythonBody {
  /** The current offset; at the end, the place of the closing marker, even if it is missing. */
  at: number;
  items = 0;
  /** Whether the last item is cut off. */
  isCut = false;
  readonly #block: Block;
  readonly #grammar: PythonCalls;
  readonly #suffixes: readonly string[];
  /** The literals that end the body and each item, longest first. */
  readonly #stops: readonly string[];
  #isList = false;

  constructor(block: Block, grammar: PythonCalls, from: number) {
    this.at = from;
    this.#block = block;
    this.#grammar = grammar;
    this.#suffixes = grammar.suffixes ?? [];
    this.#stops = [...new Set([...grammar.close, ...this.#suffixes, block.opener, ...turnEnds])].sort(
      (one, other) => other.length - one.length,
    );
  }

  /** Reads to the end. Returns the closing marker; null if another opener or the turn ends the body. */
  *read(): Resumable<string | null> {
    const { source } = this.#block;
    for (;;) {
      const before = this.at;
      this.at = yield* this.#betweenItems(before);
      const code = yield* codeAt(source, this.at);
      if (code < 0) return null;
      const stop = yield* oneOf(source, this.at, this.#stops);
      if (stop !== null) {
        if (!this.#suffixes.includes(stop)) return this.#grammar.close.includes(stop) ? stop : null;
        this.at += stop.length;
      } else if (code === OPEN_BRACKET) {
        this.#isList = true;
        this.at += 1;
      } else if (code === CLOSE_BRACKET) {
        this.at += 1;
        if (!(yield* this.#goesOn())) return null;
      } else if (this.#isList || (yield* isCallHead(source, this.at))) {
        yield* this.#item();
      } else if (this.#grammar.close.length === 0 && this.items > 0) {
        this.at = before;
        return null;
      } else yield* this.#prose();
    }
  }

  *#item(): Resumable<void> {
    const block = this.#block;
    const { nameOf, wrapper, isProgram } = this.#grammar;
    const { span, isCut, ...item } = yield* pythonItem(block, this.at, this.#stops, wrapper);
    const call = isProgram === true && item.call?.words.length !== 0 ? null : item.call;
    this.#add(span, isCut);
    if (call !== null) makeCall(block, call, nameOf?.(call.name) ?? call.name);
    else if (isCut) block.cut(incompleteName(block, span.from), span.from, span.to);
    else block.malformed('not-a-call-expression', span);
  }

  /** Skips lines that are no call, up to the next call that has no deeper indentation. */
  *#prose(): Resumable<void> {
    const { source } = this.#block;
    const from = this.at;
    const column = from - lineFrom(source, from);
    const ends = ['\n', ...this.#stops];
    let end = yield* textUntil(source, from, ends, Infinity);
    while (end.literal === '\n') {
      const next = yield* skipSpace(source, end.to);
      const isCall = next - lineFrom(source, next) <= column && (yield* isCallHead(source, next));
      if (isCall || (yield* oneOf(source, next, this.#stops)) !== null) break;
      end = yield* textUntil(source, next, ends, Infinity);
    }
    const isCut = end.literal === null;
    this.#add({ from, to: end.to }, isCut);
    if (isCut) this.#block.cut(null, from);
    else this.#block.malformed('not-a-call-expression', { from, to: end.to });
  }

  #add({ to }: Span, isCut: boolean): void {
    this.items += 1;
    this.isCut = isCut;
    this.at = to;
  }

  /** Skips what separates items: white space, commas, semicolons and comments. */
  *#betweenItems(from: number): Resumable<number> {
    const { source } = this.#block;
    for (let at = from; ;) {
      at = yield* skipSpace(source, at);
      const code = yield* codeAt(source, at);
      if (code === COMMA || code === SEMICOLON) at += 1;
      else if (code === HASH) at = (yield* textUntil(source, at, ['\n', ...this.#stops], Infinity)).to;
      else return at;
    }
  }

  /** Whether the following text may come after a list. */
  *#goesOn(): Resumable<boolean> {
    const { source } = this.#block;
    const next = yield* skipSpace(source, this.at);
    const code = yield* codeAt(source, next);
    if (code < 0 || AFTER_LIST.has(code)) return true;
    return (yield* oneOf(source, next, this.#stops)) !== null;
  }
}

/** Whether a name and a parenthesis begin at an offset. */
function* isCallHead(source: TextSource, from: number): Resumable<boolean> {
  for (let at = from; at - from <= LONGEST_NAME; at += 1) {
    const code = yield* codeAt(source, at);
    if (!isNameCode(code)) return code === 0x28 && at > from;
  }
  return false;
}

/** The start of the indentation before an offset. */
function lineFrom(source: TextSource, at: number): number {
  let from = at;
  while (source.code(from - 1) === 0x20 || source.code(from - 1) === 0x09) from -= 1;
  return from;
}
