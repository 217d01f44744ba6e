import { afterSpace, parseModule, strippedSpan } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { EditedText, Excerpt, gapsIn, type Message, type MessageCall } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode, type VllmParser } from './parser.ts';
import { isBlank, type ListRules, ListStream, newestList, pythonListWords, readList } from './kit/python-list.ts';
import {
  applied,
  cutZeros,
  escapedControls,
  escapedQuotes,
  hasBrokenString,
  renamedKeywords,
  repaired,
  repairWords,
  restoredName,
} from './kit/python-repairs.ts';

const OPEN = '<|tool_call_start|>';
const CLOSE = '<|tool_call_end|>';

const words = {
  ...pythonListWords,
  ...repairWords,
  'empty-list': 'The list is empty: the parser finds no call in it',
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: 'The parser reads the first block.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-closer': `No \`${CLOSE}\` follows: the block continues to the end of the reply.`,
  'is-list': {
    question: 'Is what is between the markers a list, from `[` to `]`?',
    missing: 'the text between the markers is not a list',
    yes: 'Python parses it.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-open-bracket': 'The block must start with `[`',
  'no-close-bracket': 'The block must end with `]`',
  'empty-block': 'The block is empty',
  'echo-dropped': `The parser treats text up to the last \`${CLOSE}\` as an echo of the calls and drops it.`,
  'later-block': `The parser reads only the first block. A later \`${OPEN}\` stays content.`,
} as const;

type Code = keyof typeof words;

/** What releases do differently. */
export interface Lfm2Rules extends ListRules {
  /** Whether a list is changed until Python parses it, and an empty one is none. */
  readonly repairs: boolean;
}

/** @param rules releases differ */
export const lfm2Parser = (rules: Lfm2Rules): VllmParser<Code> => ({
  flag: 'lfm2',
  file: 'vllm/tool_parsers/lfm2_tool_parser.py',
  formats: ['lfm2'],
  reads: `A list of Python calls with keyword arguments between ${OPEN} and ${CLOSE}.`,
  words,
  parse: (text, _tools, steps) => parse(text, rules, steps),
  stream: () => new Lfm2Stream(rules),
});

export const lfm2 = vllmRuntime(lfm2Parser({ ...newestList, keyOf: restoredName, repairs: true }));

function parse(text: string, rules: Lfm2Rules, steps: Recorder<Code | VllmCode>): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(OPEN);
  const opener = { from, to: from + OPEN.length };
  if (!steps.gate('contains-opener', from >= 0, whole, from < 0 ? null : opener)) return contentOnly(text);
  const close = text.indexOf(CLOSE, from);
  const body = strippedSpan(text, opener.to, close < 0 ? text.length : close);
  const block = { from, to: close < 0 ? text.length : close + CLOSE.length };
  steps.enter('block', OPEN, block);
  steps.marker(OPEN, 'open', opener.from, opener.to);
  if (close < 0) steps.quirk('no-closer', opener);
  const starts = text.charAt(body.from) === '[' && body.from < body.to;
  const isList = starts && text.charAt(body.to - 1) === ']' && body.to - body.from > 1;
  const wrong = starts ? body.to - 1 : body.from;
  const decisive =
    body.from === body.to ? null : { from: isList ? body.from : wrong, to: (isList ? body.from : wrong) + 1 };
  steps.gate('is-list', isList, body, decisive);
  if (!isList) {
    if (body.from === body.to) steps.reject('empty-block', block);
    else if (starts) steps.reject('no-close-bracket', { from: body.to - 1, to: body.to });
    else steps.reject('no-open-bracket', { from: body.from, to: body.from + 1 });
    steps.leave(block, 'empty');
    return contentOnly(text);
  }
  const written = new EditedText(text, [body]);
  const source = rules.repairs ? repaired(written, (code, span) => steps.quirk(code, span)) : written;
  const list = readList(source, rules, steps);
  const isEmpty = rules.repairs && list?.calls.length === 0;
  if (isEmpty) steps.reject('empty-list', body);
  if (list === null || isEmpty) {
    steps.leave(block, 'malformed');
    steps.quirk('all-content', whole);
    return contentOnly(text);
  }
  if (close >= 0) steps.marker(CLOSE, 'close', close, block.to);
  steps.leave(block, list.calls.length > 0 ? 'matched' : 'empty');

  const echo = close < 0 ? -1 : text.lastIndexOf(CLOSE);
  const isEcho = echo >= block.to;
  if (isEcho) steps.quirk('echo-dropped', { from: block.to, to: echo + CLOSE.length });
  const rest = isEcho ? echo + CLOSE.length : block.to;
  const later = text.indexOf(OPEN, rest);
  if (later >= 0) steps.quirk('later-block', { from: later, to: later + OPEN.length });
  const content = [strippedSpan(text, 0, from), strippedSpan(text, rest)].filter((span) => span.from < span.to);
  const blanks = [
    { from: content[0]?.to ?? 0, to: from },
    { from: rest, to: content.at(-1)?.from ?? text.length },
  ].filter((gap) => gap.from < gap.to && isBlank(text, gap));
  const joined = content.map((span) => text.slice(span.from, span.to)).join('\n');
  return {
    called: true,
    calls: list.calls,
    content,
    text: joined === '' ? null : joined,
    markup:
      list.calls.length > 0
        ? [
            ...gapsIn(
              block,
              list.calls.map(({ span }) => span),
            ),
            ...blanks,
          ]
        : blanks,
  };
}

/** Like `pythonic`, with text before the block and after it. */
class Lfm2Stream implements ParserStream {
  readonly #rules: Lfm2Rules;
  readonly #list: ListStream;
  readonly previous: ListStream['previous'];
  readonly streamed: ListStream['streamed'];
  /** What of the text after the block counts as sent. */
  #trailing = '';
  /** The list and what became of it. */
  #closed: { readonly list: string; readonly text: string | null } | null = null;

  constructor(rules: Lfm2Rules) {
    this.#rules = rules;
    this.#list = new ListStream(rules);
    this.previous = this.#list.previous;
    this.streamed = this.#list.streamed;
  }

  push(delta: string, current: string): Message | null {
    const open = current.indexOf(OPEN);
    if (open < 0) return { content: Excerpt.end(current, delta) };
    const before = current.slice(0, current.length - delta.length);
    const leading = before.includes(OPEN) ? Excerpt.empty : Excerpt.part(current, before.length, open);
    const close = current.indexOf(CLOSE);
    const trailing = Excerpt.end(current, close < 0 ? '' : this.#news(current.slice(close + CLOSE.length)));
    if (close >= 0 && this.previous.length > 0 && before.includes(CLOSE)) return { content: trailing };
    const from = open + OPEN.length;
    const end = current.indexOf(CLOSE, from);
    const list = current.slice(from, end < 0 ? current.length : end);
    const calls = this.#rules.repairs ? this.#repairedCalls(list, close >= 0) : this.#list.calls(list, false);
    return { content: leading.plus(trailing), calls: calls ?? [] };
  }

  #repairedCalls(list: string, isClosed: boolean): MessageCall[] | null {
    // Text after the block changes nothing in it.
    if (isClosed && this.#closed?.list !== list) this.#closed = { list, text: repairedSoFar(list, true) };
    const text = isClosed ? (this.#closed?.text ?? null) : repairedSoFar(list, false);
    return text === null ? null : this.#list.calls(text, false);
  }

  /** Text after the block that was not sent yet. What may become an echo of the calls waits. */
  #news(after: string): string {
    const echo = after.lastIndexOf(CLOSE);
    const first = after.charAt(afterSpace(after, 0));
    const isSuspect = echo < 0 && (first === '[' || first === '<');
    const sent = this.#trailing;
    if (isSuspect) return '';
    this.#trailing = echo < 0 ? after : after.slice(echo + CLOSE.length);
    return this.#trailing.startsWith(sent) ? this.#trailing.slice(sent.length) : '';
  }
}

/** What can be repaired while more comes; null where a string looks broken, which waits for the end. */
function repairedSoFar(list: string, isClosed: boolean): string | null {
  const body = list.slice(afterSpace(list, 0));
  const cut = applied(body, cutZeros(body));
  let text = applied(cut, escapedControls(cut));
  if (isClosed && !parseModule(text).ok) {
    const closed = applied(text, escapedQuotes(text));
    if (closed !== text) text = applied(closed, escapedControls(closed));
  }
  text = applied(text, renamedKeywords(text));
  return hasBrokenString(text) ? null : text;
}
