import type { Span } from '../../text/document/index.ts';
import { marshalText, parseGoInt, scanGoFloat } from '../../text/languages/index.ts';
import { Arguments } from './kit/arguments.ts';
import { Failure, put, Reader, type Added, type FoundCall, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const ESCAPE = '<escape>';

const functionGemmaWords = {
  'no-match': 'The block is not `call:NAME{…}` on one line. Ollama makes a call with an empty name and no arguments.',
  'number-prefix': 'Ollama takes the number at the beginning of the value and drops the rest.',
  'no-colon': 'This part has no `:`: Ollama ignores it.',
  'escape-panics': 'Ollama cuts `<escape>` from each end of the value, but both are the same one: it panics',
  'empty-list': 'Ollama makes `null` of an empty list.',
} as const;

/** A value that crashes the server. */
class Crash {
  readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }
}

/** `FunctionGemmaParser`: call:NAME{key:value,…} with texts between <escape> tags. */
class FunctionGemmaReader extends Reader {
  #opener: number | null = null;

  protected override step(added: Added): boolean | Failure {
    const { tape } = this;
    if (tape.isEmpty) return false;
    if (this.#opener === null) {
      const open = tape.find(OPEN);
      put(added.content, tape.takeTo(open, OPEN));
      if (open < 0) return false;
      this.#opener = open;
      tape.at = open + OPEN.length;
      return true;
    }
    const close = tape.find(CLOSE);
    if (close < 0) return false;
    const call = this.#call({ from: tape.at, to: close }, { from: this.#opener, to: close + CLOSE.length });
    tape.at = close + CLOSE.length;
    // While another call follows, the text before it counts as the call's.
    this.#opener = tape.find(OPEN) < 0 ? null : tape.at;
    if (call instanceof Failure) return call;
    added.calls.push(call);
    return true;
  }

  #call(body: Span, block: Span): FoundCall | Failure {
    const { steps, text } = this;
    steps?.enter('block', OPEN, block);
    const found = matchCall(text, body);
    const values = new Values(text, steps);
    const args = found === null ? new Arguments() : values.object(found.arguments, 0);
    if (found === null) {
      steps?.quirk('no-match', body);
    } else {
      steps?.read('name', found.name);
      steps?.read('arguments', found.arguments);
    }
    if (args instanceof Crash) steps?.reject('escape-panics', args.span);
    steps?.leave(block, args instanceof Crash ? 'malformed' : 'matched');
    if (args instanceof Crash) {
      const message = 'runtime error: slice bounds out of range [8:0]';
      return new Failure(message, 'panic', args.span, { isPanic: true });
    }
    const nameSpan = found?.name ?? { from: body.from, to: body.from };
    const name = text.slice(nameSpan.from, nameSpan.to);
    return { span: block, name, nameSpan, argumentsText: args.text, argumentsSpan: found?.arguments ?? null };
  }
}

/** The name, which may hold line breaks, and what is on one line from the brace to the last one; the first place where both are. */
function matchCall(text: string, body: Span): { readonly name: Span; readonly arguments: Span } | null {
  const part = text.slice(body.from, body.to);
  for (let at = part.indexOf('call:'); at >= 0; at = part.indexOf('call:', at + 1)) {
    const from = at + 'call:'.length;
    const brace = part.indexOf('{', from);
    if (brace < 0) return null;
    const feed = part.indexOf('\n', brace);
    const line = part.slice(brace, feed < 0 ? part.length : feed);
    const end = line.lastIndexOf('}');
    if (end < 0) {
      // No other brace of this line is closed either.
      at = brace + line.length;
    } else if (brace > from) {
      const name = { from: body.from + from, to: body.from + brace };
      return { name, arguments: { from: body.from + brace + 1, to: body.from + brace + end } };
    }
  }
  return null;
}

/** Levels of lists and objects that are looked into: each is split again. */
const DEEPEST = 200;

class Values {
  readonly #text: string;
  readonly #steps: Steps;

  constructor(text: string, steps: Steps) {
    this.#text = text;
    this.#steps = steps;
  }

  object(span: Span, depth: number): Arguments | Crash {
    const args = new Arguments();
    for (const { from, to } of parts(this.#text, span)) {
      const colon = this.#text.slice(from, to).indexOf(':');
      if (colon < 0) {
        this.#steps?.quirk('no-colon', { from, to });
        continue;
      }
      const value = this.#value({ from: from + colon + 1, to }, depth);
      if (value instanceof Crash) return value;
      args.set(this.#text.slice(from, from + colon), value);
    }
    return args;
  }

  #value(span: Span, depth: number): string | Crash {
    const raw = this.#text.slice(span.from, span.to);
    if (raw.startsWith(ESCAPE) && raw.endsWith(ESCAPE))
      return raw.length < 2 * ESCAPE.length ? new Crash(span) : marshalText(raw.slice(ESCAPE.length, -ESCAPE.length));
    if (raw === 'true' || raw === 'false') return raw;
    const integer = parseGoInt(raw);
    if (integer !== null && String(integer) === raw) return raw;
    const number = scanGoFloat(raw);
    if (number !== null) {
      if (!/^[\d.+-]+$/.test(raw)) this.#steps?.quirk('number-prefix', span);
      return String(number);
    }
    const inner = { from: span.from + 1, to: span.to - 1 };
    if (raw.length < 2 || depth > DEEPEST) return marshalText(raw);
    if (raw.startsWith('[') && raw.endsWith(']')) return this.#list(inner, depth + 1);
    return raw.startsWith('{') && raw.endsWith('}') ? this.#sorted(inner, depth + 1) : marshalText(raw);
  }

  #list(span: Span, depth: number): string | Crash {
    const items: string[] = [];
    for (const part of parts(this.#text, span)) {
      const value = this.#value(part, depth);
      if (value instanceof Crash) return value;
      items.push(value);
    }
    if (items.length > 0) return `[${items.join(',')}]`;
    this.#steps?.quirk('empty-list', { from: span.from - 1, to: span.to + 1 });
    return 'null';
  }

  #sorted(span: Span, depth: number): string | Crash {
    const members = this.object(span, depth);
    return members instanceof Crash ? members : members.sortedText;
  }
}

/** What commas part outside of <escape> and brackets. Empty parts are left out. */
function parts(text: string, { from, to }: Span): Span[] {
  const list: Span[] = [];
  let start = from;
  let depth = 0;
  let isEscaped = false;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '<' && text.startsWith(ESCAPE, at) && at + ESCAPE.length <= to) {
      isEscaped = !isEscaped;
      at += ESCAPE.length - 1;
    } else if (isEscaped) {
      continue;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === ',' && depth === 0) {
      put(list, { from: start, to: at });
      start = at + 1;
    }
  }
  put(list, { from: start, to });
  return list;
}

export const functiongemma = ollamaRuntime({
  name: 'functiongemma',
  file: 'model/parsers/functiongemma.go',
  formats: ['functiongemma'],
  reads:
    '<start_function_call>call:NAME{key:value}; every block becomes a call, one that does not fit a call without a name.',
  opener: OPEN,
  tags: [OPEN, CLOSE],
  words: functionGemmaWords,
  open: (request, steps) => new FunctionGemmaReader(request, steps),
});
