import type { Span } from '../../text/document/index.ts';
import { marshalText, parseGoFloat, parseGoInt } from '../../text/languages/index.ts';
import { Arguments } from './kit/arguments.ts';
import { inBlock } from './kit/call-block.ts';
import { isQuote, stringEnd } from './kit/quoted.ts';
import { goTrimmed } from './kit/tape.ts';
import { Failure, put, Reader, type Added, type FoundCall } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const OPEN = '<function_calls>';
const CLOSE = '</function_calls>';

const olmo3Words = {
  'line-misread': 'This line is not `name(key=value, …)`: Ollama drops all calls of the block and only logs it',
  'not-key-value': 'This argument has no `=`: Ollama drops all calls of the block and only logs it',
  'not-key-colon': 'This entry of an object has no `:`: Ollama drops all calls of the block and only logs it',
  'last-piece-unread': 'The last piece is returned as content: Ollama looks for no call in it.',
  'rest-unread': 'Ollama returns the text after a block as content, without looking for another block in it.',
  'only-ascii': 'Ollama copies only the first byte of each character: all but ASCII becomes U+FFFD.',
  panics: 'Ollama cuts a quote from each end of the value, but both are the same character: it panics',
} as const;

type State = 'content' | 'calls' | 'after';

/** Where a line is not a call, or a value crashes the server. */
class Misread {
  readonly code: 'line-misread' | 'not-key-value' | 'not-key-colon' | 'panics';
  readonly span: Span;

  constructor(code: Misread['code'], span: Span) {
    this.code = code;
    this.span = span;
  }
}

/** `Olmo3Parser`: one call with keyword arguments on each line of a block. */
class Olmo3Reader extends Reader {
  #state: State = 'content';
  #opener = 0;

  protected override read(added: Added, done: boolean): Failure | null {
    const { tape } = this;
    if (done) {
      const rest = tape.takeAll();
      if (this.#state === 'content' && rest.from < rest.to) {
        this.steps?.quirk('last-piece-unread', rest);
        put(added.content, rest);
      }
      return null;
    }
    return super.read(added, done);
  }

  protected override step(added: Added): boolean | Failure {
    const { tape, steps } = this;
    if (tape.isEmpty) return false;
    if (this.#state === 'after') {
      const rest = tape.takeAll();
      if (tape.text.slice(rest.from).includes(OPEN)) steps?.quirk('rest-unread', rest);
      put(added.content, rest);
      this.#state = 'content';
      return false;
    }
    if (this.#state === 'content') {
      const open = tape.find(OPEN);
      put(added.content, tape.takeTo(open, OPEN));
      if (open < 0) return false;
      this.#opener = open;
      tape.at = open + OPEN.length;
      this.#state = 'calls';
      return true;
    }
    const close = tape.find(CLOSE);
    if (close < 0) return false;
    const block = { from: this.#opener, to: close + CLOSE.length };
    const body = { from: tape.at, to: close };
    tape.at = block.to;
    this.#state = 'after';
    const calls = inBlock(steps, { ...block, open: OPEN, close: CLOSE }, () => this.#lines(body));
    if (calls instanceof Failure) return calls;
    added.addCalls(calls);
    return true;
  }

  #lines(body: Span): FoundCall[] | Failure {
    const { steps, text } = this;
    const calls: FoundCall[] = [];
    const area = goTrimmed(text, body);
    for (let from = area.from; from < area.to;) {
      const feed = text.slice(from, area.to).indexOf('\n');
      const to = feed < 0 ? area.to : from + feed;
      const line = goTrimmed(text, { from, to });
      from = to + 1;
      if (line.from === line.to) continue;
      const call = readLine(text, line);
      if (!(call instanceof Misread)) {
        steps?.read('name', call.nameSpan);
        const argumentsSpan = call.argumentsSpan ?? call.nameSpan;
        steps?.read('arguments', argumentsSpan);
        if (/[^\0-\x7f]/.test(text.slice(argumentsSpan.from, argumentsSpan.to)))
          steps?.quirk('only-ascii', argumentsSpan);
        calls.push(call);
        continue;
      }
      steps?.reject(call.code, call.span);
      if (call.code !== 'panics') return [];
      const message = 'runtime error: slice bounds out of range [1:0]';
      return new Failure(message, 'panic', call.span, { isPanic: true });
    }
    return calls;
  }
}

function readLine(text: string, line: Span): FoundCall | Misread {
  const part = text.slice(line.from, line.to);
  const [head, name = ''] = /^([A-Za-z0-9_]+)\(/.exec(part) ?? [];
  if (head === undefined || !part.endsWith(')')) return new Misread('line-misread', line);
  const argumentsSpan = { from: line.from + head.length, to: line.to - 1 };
  const args = new Arguments();
  for (const whole of argumentParts(text, goTrimmed(text, argumentsSpan))) {
    const span = byteTrimmed(text, whole);
    if (span.from === span.to) continue;
    const equals = text.slice(span.from, span.to).indexOf('=');
    if (equals < 0) return new Misread('not-key-value', span);
    const key = byteTrimmed(text, { from: span.from, to: span.from + equals });
    const value = valueText(text, { from: span.from + equals + 1, to: span.to });
    if (value instanceof Misread) return value;
    args.set(firstBytes(text.slice(key.from, key.to)), value);
  }
  const nameSpan = { from: line.from, to: line.from + name.length };
  return { span: line, name, nameSpan, argumentsText: args.text, argumentsSpan };
}

const literals = new Map([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['None', 'null'],
  ['nil', 'null'],
]);

/** Levels of lists and objects that are looked into: each is split again. */
const DEEPEST = 200;

/** A value as JSON text. What is not a literal stays text. */
function valueText(text: string, whole: Span, depth = 0): string | Misread {
  const span = byteTrimmed(text, whole);
  const raw = firstBytes(text.slice(span.from, span.to));
  const [first, last] = [raw.charAt(0), raw.charAt(raw.length - 1)];
  if (first !== '' && first === last && (first === '"' || first === "'"))
    return raw.length === 1 ? new Misread('panics', span) : marshalText(unescaped(raw.slice(1, -1)));
  const literal = literals.get(raw);
  if (literal !== undefined) return literal;
  const integer = parseGoInt(raw);
  if (integer !== null) return String(integer);
  const float = parseGoFloat(raw);
  if (float !== null) return String(float);
  const inner = { from: span.from + 1, to: span.to - 1 };
  if (raw.length < 2 || depth > DEEPEST) return marshalText(raw);
  if (first === '[' && last === ']') return listText(text, inner, depth + 1);
  return first === '{' && last === '}' ? objectText(text, inner, depth + 1) : marshalText(raw);
}

function listText(text: string, inner: Span, depth: number): string | Misread {
  const items: string[] = [];
  for (const part of argumentParts(text, byteTrimmed(text, inner))) {
    const value = valueText(text, part, depth);
    if (value instanceof Misread) return value;
    items.push(value);
  }
  return `[${items.join(',')}]`;
}

function objectText(text: string, inner: Span, depth: number): string | Misread {
  const members = new Arguments();
  for (const whole of argumentParts(text, byteTrimmed(text, inner))) {
    const span = byteTrimmed(text, whole);
    if (span.from === span.to) continue;
    const part = text.slice(span.from, span.to);
    const colon = part.indexOf(':');
    if (colon < 0) return new Misread('not-key-colon', span);
    const keySpan = byteTrimmed(text, { from: span.from, to: span.from + colon });
    const key = firstBytes(text.slice(keySpan.from, keySpan.to));
    const isQuoted = /^"[^]*"$|^'[^]*'$|^["']$/.test(key);
    if (isQuoted && key.length === 1) return new Misread('panics', keySpan);
    const value = valueText(text, { from: span.from + colon + 1, to: span.to }, depth);
    if (value instanceof Misread) return value;
    members.set(isQuoted ? key.slice(1, -1) : key, value);
  }
  return members.sortedText;
}

/**
 * Ollama copies the arguments rune by rune, but of each only the first byte. Alone that is not UTF-8, and the JSON that the
 * client gets has U+FFFD there.
 */
function firstBytes(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, '\ufffd');
}

/** `strings.TrimSpace` of such a part: the first byte of white space that is not ASCII is none, so it stays. */
function byteTrimmed(text: string, { from, to }: Span): Span {
  const [space = ''] = /^[\t-\r ]*/.exec(text.slice(from, to)) ?? [];
  const start = from + space.length;
  let end = to;
  while (end > start && /[\t-\r ]/.test(text.charAt(end - 1))) end -= 1;
  return { from: start, to: end };
}

/** The parts of a list of arguments: cut at commas that are outside of quotes and brackets. Only the last is left out when empty. */
function argumentParts(text: string, { from, to }: Span): Span[] {
  const parts: Span[] = [];
  let start = from;
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (isQuote(character)) {
      const end = stringEnd(text, at, to);
      if (end < 0) break;
      at = end - 1;
    } else if ('([{'.includes(character)) {
      depth += 1;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    } else if (character === ',' && depth === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}

const escapes = new Map([
  ['\\"', '"'],
  ["\\'", "'"],
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\r', '\r'],
  ['\\\\', '\\'],
]);

/** Some escapes, from left to right; a zero byte becomes a backslash, as Ollama keeps those as zero bytes meanwhile. */
function unescaped(text: string): string {
  return text.replaceAll('\0', '\\\\').replace(/\\["'ntr\\]/g, (escape) => escapes.get(escape) ?? escape);
}

export const olmo3 = ollamaRuntime({
  name: 'olmo3',
  file: 'model/parsers/olmo3.go',
  formats: ['olmo3'],
  reads: 'A Python call on each line of <function_calls>; one bad line drops all calls of the block.',
  opener: OPEN,
  tags: [OPEN, CLOSE],
  words: olmo3Words,
  open: (request, steps) => new Olmo3Reader(request, steps),
});
