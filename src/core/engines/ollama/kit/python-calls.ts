import type { Span } from '../../../text/document/index.ts';
import {
  isGoSpace,
  marshal,
  marshalText,
  parseGoFloat,
  parseGoInt,
  readGoJson,
} from '../../../text/languages/index.ts';
import type { FoundCall, Steps } from '../reader.ts';
import { Arguments } from './arguments.ts';
import { isQuote, stringEnd } from './quoted.ts';
import { goTrimmed } from './tape.ts';

export const pythonCallWords = {
  'no-parenthesis': 'No `(` follows: Ollama finds no call here and only logs it',
  'no-call-name': 'Nothing is before the `(`: Ollama finds no call here and only logs it',
  'open-parenthesis': 'No `)` closes this `(`: Ollama finds no call here and only logs it',
  'no-calls': 'There is no call between the markers',
  'argument-misread': 'This argument is not `key=value`: Ollama finds no call here and only logs it',
  'string-unclosed': 'This string is not closed: Ollama finds no call here and only logs it',
  'kept-as-text': 'Ollama does not know this literal: it stays text.',
} as const;

type Problem = Exclude<keyof typeof pythonCallWords, 'kept-as-text'>;

/** Where a text is not as it must be. */
class Misread {
  readonly code: Problem;
  readonly at: number;

  constructor(code: Problem, at: number) {
    this.code = code;
    this.at = at;
  }
}

/** Calls one after the other, in brackets or not, with keyword arguments. */
export class PythonCalls {
  readonly #steps: Steps;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** The calls of a part; null where one of them cannot be read. */
  read(text: string, body: Span, block: Span): FoundCall[] | null {
    const whole = goTrimmed(text, body);
    const isList = whole.to - whole.from > 1 && text.charAt(whole.from) === '[' && text.charAt(whole.to - 1) === ']';
    const area = isList ? { from: whole.from + 1, to: whole.to - 1 } : whole;
    const calls = this.#calls(text, area);
    if (calls instanceof Misread) {
      this.#steps?.reject(calls.code, area, Math.min(calls.at, area.to));
      return null;
    }
    const last = calls.length - 1;
    return calls.map((call, index) => {
      const from = index === 0 ? block.from : call.span.from;
      return { ...call, span: { from, to: index === last ? block.to : call.span.to } };
    });
  }

  #calls(text: string, area: Span): FoundCall[] | Misread {
    const calls: FoundCall[] = [];
    let rest = goTrimmed(text, area);
    while (rest.from < rest.to) {
      if (text.charAt(rest.from) === ',') {
        rest = goTrimmed(text, { from: rest.from + 1, to: rest.to });
        if (rest.from === rest.to) break;
      }
      const call = this.#call(text, rest);
      if (call instanceof Misread) return call;
      calls.push(call);
      rest = goTrimmed(text, { from: call.span.to, to: rest.to });
    }
    return calls.length === 0 ? new Misread('no-calls', area.from) : calls;
  }

  #call(text: string, rest: Span): FoundCall | Misread {
    const part = text.slice(0, rest.to);
    const open = part.indexOf('(', rest.from);
    if (open < 0) return new Misread('no-parenthesis', rest.from);
    const nameSpan = goTrimmed(text, { from: rest.from, to: open });
    if (nameSpan.from === nameSpan.to) return new Misread('no-call-name', open);
    const close = closingParenthesis(part, open);
    if (close < 0) return new Misread('open-parenthesis', open);
    const argumentsSpan = { from: open + 1, to: close };
    this.#steps?.read('name', nameSpan);
    const args = this.#arguments(part, argumentsSpan);
    if (args instanceof Misread) return args;
    this.#steps?.read('arguments', argumentsSpan);
    const span = { from: rest.from, to: close + 1 };
    const name = text.slice(nameSpan.from, nameSpan.to);
    return { span, name, nameSpan, argumentsText: args.text, argumentsSpan };
  }

  #arguments(text: string, { from, to }: Span): Arguments | Misread {
    const args = new Arguments();
    let at = from;
    for (;;) {
      while (at < to && (text.charAt(at) === ',' || isByteSpace(text.charCodeAt(at)))) at += 1;
      if (at >= to) return args;
      const keyFrom = at;
      while (at < to && text.charAt(at) !== '=' && text.charAt(at) !== ',') at += 1;
      const key = goTrimmed(text, { from: keyFrom, to: at });
      if (text.charAt(at) !== '=' || at >= to || key.from === key.to) return new Misread('argument-misread', keyFrom);
      at += 1;
      while (at < to && isByteSpace(text.charCodeAt(at))) at += 1;
      if (at >= to) return new Misread('argument-misread', keyFrom);
      const first = text.charAt(at);
      const isString = isQuote(first);
      const end = isString ? stringEnd(text, at, to) : literalEnd(text, at, to);
      if (end < 0) return new Misread('string-unclosed', at);
      const value = isString ? { from: at + 1, to: end - 1 } : goTrimmed(text, { from: at, to: end });
      const raw = text.slice(value.from, value.to);
      const literal = isString ? marshalText(raw) : literalText(raw);
      if (!isString && raw !== '' && literal === null) this.#steps?.quirk('kept-as-text', value);
      args.set(text.slice(key.from, key.to), literal ?? marshalText(raw));
      at = end;
      if (at < to && text.charAt(at) === ',') at += 1;
    }
  }
}

/** Go asks byte by byte: of these only the ones below U+0080 are a byte for themselves. */
function isByteSpace(code: number): boolean {
  return code < 0x80 && isGoSpace(code);
}

function closingParenthesis(text: string, open: number): number {
  let depth = 1;
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0) return at;
    else if (isQuote(character)) {
      const end = stringEnd(text, at, text.length);
      if (end < 0) return -1;
      at = end - 1;
    }
  }
  return -1;
}

/** The next comma outside of quotes and brackets. */
function literalEnd(text: string, from: number, to: number): number {
  const depths = { '(': 0, '[': 0, '{': 0 };
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (isQuote(character)) {
      const end = stringEnd(text, at, to);
      if (end < 0) return to;
      at = end - 1;
    } else if (character === '(' || character === '[' || character === '{') {
      depths[character] += 1;
    } else if (character === ')') {
      depths['('] = Math.max(0, depths['('] - 1);
    } else if (character === ']') {
      depths['['] = Math.max(0, depths['['] - 1);
    } else if (character === '}') {
      depths['{'] = Math.max(0, depths['{'] - 1);
    } else if (character === ',' && depths['('] + depths['['] + depths['{'] === 0) {
      return at;
    }
  }
  return to;
}

const words = new Map([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['None', 'null'],
]);

/** A literal as JSON text; null where it stays text. */
function literalText(raw: string): string | null {
  const word = words.get(raw);
  if (word !== undefined) return word;
  const integer = parseGoInt(raw);
  if (integer !== null) return String(integer);
  const float = parseGoFloat(raw);
  if (float !== null) return String(float);
  if (!raw.startsWith('[') && !raw.startsWith('{')) return null;
  const node = readGoJson(raw) ?? readGoJson(pythonToJson(raw) ?? '');
  return node === null ? null : marshal(node);
}

/** Quotes and literals of Python as JSON has them; null where a string is not closed. */
function pythonToJson(text: string): string | null {
  const out: string[] = [];
  let quote = '';
  for (const [token] of text.matchAll(/\\[^]|[A-Za-z_][A-Za-z0-9_]*|[^]/g)) {
    if (quote !== '') {
      if (token === quote) {
        quote = '';
        out.push('"');
      } else {
        out.push(token === '"' ? '\\"' : token);
      }
    } else if (token === '"' || token === "'") {
      quote = token;
      out.push('"');
    } else {
      out.push({ True: 'true', False: 'false', None: 'null' }[token] ?? token);
    }
  }
  return quote === '' ? out.join('') : null;
}
