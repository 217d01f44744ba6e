import type { Span } from '../../../document/span.ts';
import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { pythonFloat, pythonInt } from '../../../languages/python/numbers.ts';
import { isRegexWord, rstrip, stripPython, strippedSpan } from '../../../languages/python/text.ts';
import type { PythonDict, PythonValue } from '../../../languages/python/value.ts';
import type { Recorder } from '../../../trace/recorder.ts';
import type { EngineCall } from '../../kit/engine-calls.ts';
import type { Message } from '../../kit/engine-stream.ts';
import { commonPrefixLength } from '../../kit/unfinished.ts';
import { MarkerBuffer, occurrences } from '../kit/call-markers.ts';
import { lengthOf, withoutFirst } from '../kit/code-points.ts';
import { dictOf, readGemma4, type Gemma4Rules } from '../kit/gemma4-arguments.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode, type VllmParser } from '../parser.ts';

const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const CALL = 'call:';
const END = `}${CLOSE}`;

/** Words and numbers become values, whatever the schema says. */
const rules: Gemma4Rules = {
  bare(raw) {
    const text = stripPython(raw);
    if (text === 'true' || text === 'false') return text === 'true';
    if (['null', 'none', 'nil'].includes(text.toLowerCase())) return null;
    return (text.includes('.') ? pythonFloat(text) : pythonInt(text)) ?? text;
  },
  cutsDelimiter: false,
  quotesKeys: false,
};

const words = {
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `The parser looks for \`call:NAME{\` after it, and for the first \`${END}\` after that.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-call': 'No call follows this marker: the parser skips it',
  'no-closer': `No \`${END}\` follows. The parser needs it and finds no call`,
  'no-calls': 'No call is complete: the parser returns the whole reply as content.',
  'arguments-stopped': 'A value is missing here. The parser drops the rest of the arguments.',
  'text-dropped': 'The parser drops this text: it keeps only the text before the first marker.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

interface Match {
  readonly span: Span;
  readonly name: Span;
  readonly args: Span;
}

/** Where calls are complete, in the order of the text. */
function* matches(text: string, steps: Steps | null): Generator<Match> {
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const nameFrom = from + OPEN.length + CALL.length;
    const nameTo = text.startsWith(CALL, from + OPEN.length) ? nameEnd(text, nameFrom) : nameFrom;
    const end = nameTo > nameFrom && text.charAt(nameTo) === '{' ? text.indexOf(END, nameTo + 1) : -2;
    if (end === -1) {
      steps?.reject('no-closer', { from, to: nameTo + 1 });
      return;
    }
    if (end < 0) {
      steps?.reject('no-call', { from, to: from + OPEN.length });
      from = text.indexOf(OPEN, from + OPEN.length);
      continue;
    }
    const to = end + END.length;
    yield { span: { from, to }, name: { from: nameFrom, to: nameTo }, args: { from: nameTo + 1, to: end } };
    from = text.indexOf(OPEN, to);
  }
}

/** `[\w\-\.]+`. */
function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    if (code !== 0x2d && code !== 0x2e && !isRegexWord(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  const found = first < 0 ? null : { from: first, to: first + OPEN.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  for (const { span, name, args } of matches(text, steps)) {
    steps.enter('block', OPEN, span);
    steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
    steps.read('name', name);
    const { parameters, stop } = readGemma4(text, args.from, args.to, false, rules);
    for (const { keySpan, valueSpan } of parameters) {
      steps.read('key', keySpan);
      steps.read('coerced-value', valueSpan);
    }
    if (stop !== null) steps.quirk('arguments-stopped', { from: stop, to: args.to });
    steps.marker(CLOSE, 'close', span.to - CLOSE.length, span.to);
    steps.leave(span, 'matched');
    calls.push({
      span,
      name: text.slice(name.from, name.to),
      nameSpan: name,
      argumentsText: pythonDumps(dictOf(parameters)) ?? '{}',
      argumentsSpan: args,
    });
  }
  if (calls.length === 0) {
    steps.quirk('no-calls', whole);
    return { called: false, calls: [], content: [whole], text };
  }
  const kept = strippedSpan(text, 0, first);
  for (const span of between(calls, first, text.length)) steps.quirk('text-dropped', span);
  const content = kept.from < kept.to ? [kept] : [];
  return { called: true, calls, content, text: kept.from < kept.to ? text.slice(kept.from, kept.to) : null };
}

/** What lies between the calls, from a place on. */
function between(calls: readonly EngineCall[], from: number, to: number): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (const { span } of [...calls, { span: { from: to, to } }]) {
    if (span.from > at) spans.push({ from: at, to: span.from });
    at = span.to;
  }
  return spans;
}

/** So many characters of arguments are read again with every delta. */
const ALLOWANCE = 1 << 25;

/** Reads the arguments of the last call anew with every delta and sends what is new of their JSON. */
class Gemma4Stream implements ParserStream {
  readonly previous: { name?: string; arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #buffer = new MarkerBuffer(OPEN, CLOSE);
  #isNameSent = false;
  #spent = 0;
  #lookAt = 0;

  push(delta: string, current: string): Message | null {
    const text = this.#buffer.take(delta);
    const before = current.slice(0, current.length - delta.length);
    const starts = occurrences(current, OPEN);
    const ends = occurrences(current, CLOSE);
    const newStarts = starts - occurrences(before, OPEN);
    const newEnds = ends - occurrences(before, CLOSE);
    if (starts === 0 || (starts === ends && newEnds === 0 && !text.includes(CLOSE))) return contentOf(text);
    if (newStarts > 0 && starts > ends) {
      this.#isNameSent = false;
      this.previous.push({});
      this.streamed.push('');
      if (text.length <= OPEN.length) return null;
    }
    if (newEnds > 0) return this.#end(current);
    if (starts > ends) return this.#middle(current);
    return contentOf(text.replaceAll(OPEN, '').replaceAll(CLOSE, ''));
  }

  #middle(current: string): Message | null {
    const from = current.lastIndexOf(OPEN) + OPEN.length;
    const close = current.indexOf(CLOSE, from);
    const to = close < 0 ? current.length : close;
    const brace = current.startsWith(CALL, from) ? current.indexOf('{', from + CALL.length) : -1;
    if (brace < 0 || brace >= to) return null;
    const name = stripPython(current.slice(from + CALL.length, brace));
    const index = this.previous.length - 1;
    if (!this.#isNameSent) {
      if (name === '') return null;
      this.#isNameSent = true;
      this.previous[index] = { name, arguments: dictOf([]) };
      this.#lookAt = 0;
      return { calls: [{ index, name, argumentsText: '' }] };
    }
    const end = current.charAt(to - 1) === '}' && to - 1 > brace ? to - 1 : to;
    if (end <= brace + 1) return null;
    // Of very long arguments only every eighth part is looked at while they come.
    const length = end - brace;
    if (this.#spent > ALLOWANCE && length < this.#lookAt) return null;
    this.#spent += length;
    this.#lookAt = length + (length >> 3);
    const args = dictOf(readGemma4(current, brace + 1, end, true, rules).parameters);
    return args.size === 0 ? null : this.#difference(index, args);
  }

  #difference(index: number, args: PythonDict): Message | null {
    const safe = rstrip(pythonDumps(args) ?? '', '}"]<|\\>');
    const sent = this.streamed[index] ?? '';
    if (safe === '' || safe === sent) return null;
    const common = commonPrefixLength(sent, safe);
    if (common < sent.length) {
      this.streamed[index] = sent.slice(0, common);
      return null;
    }
    this.streamed[index] = safe;
    this.previous[index] = { ...this.previous[index], arguments: args };
    return { calls: [{ index, argumentsText: safe.slice(sent.length) }] };
  }

  #end(current: string): Message | null {
    const index = this.previous.length - 1;
    if (index < 0) return null;
    let at = 0;
    for (const { args } of matches(current, null)) {
      if (at === index) {
        const value = dictOf(readGemma4(current, args.from, args.to, false, rules).parameters);
        const final = pythonDumps(value) ?? '';
        const rest = withoutFirst(final, lengthOf(this.streamed[index] ?? ''));
        if (rest === '') return null;
        this.streamed[index] = final;
        this.previous[index] = { ...this.previous[index], arguments: value };
        return { calls: [{ index, argumentsText: rest }] };
      }
      at += 1;
    }
    return null;
  }
}

function contentOf(text: string): Message | null {
  return text === '' ? null : { content: text };
}

const parser: VllmParser<Code> = {
  flag: 'gemma4',
  release: '2026-05',
  file: 'vllm/tool_parsers/gemma4_tool_parser.py',
  formats: ['gemma4'],
  reads: 'call:NAME{key:value} between <|tool_call> and <tool_call|>; the parser guesses the types of the values.',
  words,
  parse,
  stream: () => new Gemma4Stream(),
};

export const gemma4 = vllmRuntime(parser);
