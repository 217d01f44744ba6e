import type { Span } from '../../../text/document/index.ts';
import {
  afterSpace,
  backslashesBefore,
  isPythonLineEnd,
  isRegexModuleSpace,
  isRegexModuleWord,
  type PythonCall,
  PythonDict,
  type PythonSyntax,
  rstrip,
  strippedSpan,
} from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import {
  argumentsOf,
  calledName,
  CallListPattern,
  type CallRules,
  type EditedText,
  firstValue,
  gapsIn,
  Excerpt,
  type Message,
  type MessageCall,
  noteStop,
  type PatternStop,
  patternWords,
  pythonLiteralWords,
  pythonSyntaxWords,
  readCall,
  type ReadCall,
  reject,
} from '../../kit/index.ts';
import { lengthOf, withoutFirst } from './code-points.ts';
import type { Parsed, ParserStream, VllmCode } from '../parser.ts';
import { commonWords } from './common-words.ts';

// `pythonic`, `llama4_pythonic`, `olmo3` and `lfm2`: Python's own parser reads a list of calls.

export const pythonListWords = {
  ...pythonSyntaxWords,
  ...pythonLiteralWords,
  'text-dropped': commonWords['text-dropped'],
} as const;

export const pythonicWords = {
  ...pythonListWords,
  ...patternWords,
  'list-pattern': {
    question: 'Does the reply match the pattern of a list of calls, `[name(key=…), …]`, from its first character?',
    yes: 'Python parses the whole reply, including what follows the list.',
    no: 'The parser returns the whole reply as content.',
  },
} as const;

type ListCode = keyof typeof pythonListWords;
type PythonicCode = keyof typeof pythonicWords;

/** What releases do differently. */
export interface ListRules extends CallRules {
  /** Whether a stream counts brackets in strings as well, and looks at one backslash only before a quote. */
  readonly countsInStrings: boolean;
}

/** `handle_single_tool`. The pattern of whole replies has no dot: only `lfm2`, which does not ask it, and streams come so far. */
export const newestList: ListRules = {
  jsonWords: true,
  dottedNames: true,
  moreLiterals: true,
  countsInStrings: false,
};

const sets = { isWord: isRegexModuleWord, isSpace: isRegexModuleSpace };

/**
 * Asks the pattern, and parses.
 *
 * @param asText the answer where there are no calls
 * @param markers what the parser removed from the text
 */
export function parsePythonic(
  text: string,
  source: EditedText,
  asText: Parsed,
  markers: readonly Span[],
  rules: ListRules,
  steps: Recorder<PythonicCode | VllmCode>,
): Parsed {
  const whole = { from: 0, to: text.length };
  const stop = new CallListPattern(source.text, sets).stopAt(0);
  if (!steps.gate('list-pattern', stop === null, whole, decisive(text, source, stop))) {
    if (stop !== null) noteStop(stop, source.place(stop.at), whole, steps);
    return asText;
  }
  const list = readList(source, rules, steps);
  if (list === null) {
    steps.quirk('all-content', whole);
    return asText;
  }
  const { calls, span } = list;
  const known = [...markers, span].sort((one, other) => one.from - other.from);
  const inList = calls.map((call) => call.span);
  const markup = [...gapsIn(span, inList), ...markers];
  for (const gap of gapsIn(whole, known)) {
    if (isBlank(text, gap)) markup.push(gap);
    else steps.quirk('text-dropped', gap);
  }
  return { called: true, calls, content: [], text: null, markup };
}

/** The bracket that begins the list, or the character that stopped the match. */
function decisive(text: string, source: EditedText, stop: PatternStop | null): Span | null {
  const from = source.place(stop?.at ?? 0);
  return from < text.length ? { from, to: from + 1 } : null;
}

/** White space between the parts of a reply, which no client misses. */
export function isBlank(text: string, { from, to }: Span): boolean {
  return afterSpace(text, from, to) === to;
}

/** The calls of the list that is the first statement; null where one of them cannot be read. */
export function readList(
  source: EditedText,
  rules: ListRules,
  steps: Recorder<ListCode | VllmCode>,
): { readonly calls: readonly ReadCall[]; readonly span: Span } | null {
  const all = { from: 0, to: source.text.length };
  const first = firstValue(source.text);
  if (!first.ok) {
    const place = source.inOriginal(all);
    steps.reject(first.code, place, Math.max(place.from, Math.min(source.place(first.at), place.to)));
    return null;
  }
  const { value, next } = first;
  if (value?.kind !== 'list') {
    reject('not-a-list', value ?? all, source, steps);
    return null;
  }
  const other = value.items.find((item) => !isCall(item));
  if (other !== undefined) {
    reject('item-not-call', other, source, steps);
    return null;
  }
  const calls: ReadCall[] = [];
  for (const item of value.items.filter(isCall)) {
    const call = readCall(item, source, rules, steps);
    if (call === null) return null;
    calls.push(call);
  }
  if (next !== null) steps.quirk('later-statement', source.inOriginal(next));
  return { calls, span: source.inOriginal(value) };
}

/** Where the list is in a reply so far: null where that cannot be known yet, `text` where the reply is none. */
export type ListSoFar = { readonly list: string; readonly isLines: boolean } | null | 'text';

/** The stream of a reply that is a list of calls, or text from its first character on. */
export class ListReply implements ParserStream {
  readonly #list: ListStream;
  readonly #listIn: (current: string) => ListSoFar;
  readonly previous: ListStream['previous'];
  readonly streamed: ListStream['streamed'];

  constructor(rules: ListRules, listIn: (current: string) => ListSoFar) {
    this.#list = new ListStream(rules);
    this.#listIn = listIn;
    this.previous = this.#list.previous;
    this.streamed = this.#list.streamed;
  }

  push(delta: string, current: string): Message | null {
    const found = this.#listIn(current);
    if (found === 'text') return { content: Excerpt.end(current, delta) };
    const calls = found === null ? null : this.#list.calls(found.list, found.isLines);
    return calls === null ? null : { calls };
  }
}

/** A list without what closes it, where that has come. */
export function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

/**
 * `extract_tool_calls_streaming`: every delta completes the text so far with the brackets and quotes that it lacks, parses it
 * and sends what is new.
 */
export class ListStream {
  readonly previous: { readonly arguments: PythonDict }[] = [];
  readonly streamed: string[] = [];
  readonly #rules: ListRules;
  /** `current_tool_id`. */
  #current = -1;

  constructor(rules: ListRules) {
    this.#rules = rules;
  }

  /** Null where an exception ends the work on a delta. What was noted before it stays. */
  calls(text: string, isLines: boolean): MessageCall[] | null {
    const rules = this.#rules;
    const completed = completedPython(text, rules);
    if (completed === null) return null;
    const { added } = completed;
    // The text has to be Python before its lines are joined as well: a call that goes over a line end sends nothing there.
    if (isLines && !firstValue(completed.text).ok) return null;
    const first = firstValue(isLines ? ['[', joinedLines(completed.text), ']'].join('') : completed.text);
    const items = first.ok && first.value?.kind === 'list' ? first.value.items : null;
    if (items === null || !items.every(isCall)) return null;
    const read: { name: string; argumentsText: string }[] = [];
    for (const call of items) {
      const name = calledName(call.func, rules);
      if (name === null) return null;
      const { text: argumentsText } = argumentsOf(call, rules);
      if (argumentsText === undefined) return null;
      read.push({ name, argumentsText });
    }
    return this.#news(read, added, isLines);
  }

  #news(
    calls: readonly { name: string; argumentsText: string }[],
    added: string,
    isLines: boolean,
  ): MessageCall[] | null {
    const closer = isLines ? ')' : ')]';
    const news: MessageCall[] = [];
    for (const [index, { name, argumentsText }] of calls.entries()) {
      if (index < this.#current) continue;
      this.#current = index;
      if (this.streamed.length === index) this.streamed.push('');
      const isComplete = index < calls.length - 1 || !added.includes(closer);
      if (isComplete) this.#current += 1;
      const withheld = isComplete ? '' : withheldOf(added, closer.length);
      const message = this.#newsOf(index, name, argumentsText, withheld);
      if (message === 'raises') return null;
      if (message !== null) news.push(message);
    }
    if (news.length > 0 && this.previous.length === 0) this.previous.push({ arguments: new PythonDict() });
    return news;
  }

  #newsOf(index: number, name: string, argumentsText: string, withheld: string): MessageCall | null | 'raises' {
    if (!argumentsText.endsWith(withheld)) return 'raises';
    const shown = argumentsText.slice(0, argumentsText.length - withheld.length);
    const sent = this.streamed[index];
    if (sent === undefined) return 'raises';
    if (sent === '') {
      this.streamed[index] = shown;
      return { index, name, argumentsText: shown };
    }
    const difference = withoutFirst(shown, lengthOf(sent));
    this.streamed[index] = sent + difference;
    return difference === '' ? null : { index, argumentsText: difference };
  }
}

function isCall(syntax: PythonSyntax): syntax is PythonCall {
  return syntax.kind === 'call';
}

/** What of the arguments may still change: the quotes and brackets that were put in, as JSON writes them. */
function withheldOf(added: string, closer: number): string {
  const inside = added.slice(0, -closer);
  return (added.at(-closer) === ')' ? `${inside}}` : inside).replaceAll("'", '"');
}

/** `", ".join` of the lines that are not blank, stripped. */
function joinedLines(text: string): string {
  return linesOf(text)
    .map(({ from, to }) => text.slice(from, to))
    .join(', ');
}

/** The lines of `splitlines()` that are not blank, without the white space around them. */
export function linesOf(text: string, from = 0, to = text.length): Span[] {
  const lines: Span[] = [];
  let begin = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && !isPythonLineEnd(text.charCodeAt(at))) continue;
    const line = strippedSpan(text, begin, at);
    if (line.from < line.to) lines.push(line);
    begin = at + 1;
  }
  return lines;
}

const closers: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ["'", "'"],
  ['"', '"'],
]);

/**
 * `make_valid_python`: the text with the quotes and brackets that it lacks. Null where it ends too early to be completed, and
 * where a bracket is closed by another one, which raises.
 */
function completedPython(text: string, rules: ListRules): { readonly text: string; readonly added: string } | null {
  const open = openIn(text, rules);
  if (open === null) return null;
  const last = open.at(-1);
  let kept = rstrip(text);
  if (kept.endsWith('=') || kept.endsWith(':')) return null;
  if (last === '{' && count(kept, '{', ':') <= count(kept, '{', ',')) return null;
  if (last === '(' && count(kept, '(', '=') <= count(kept, '(', ',')) return null;
  if (kept.endsWith(',')) kept = kept.slice(0, -1);
  if (last === '[' && !kept.endsWith('[') && !kept.endsWith(')')) return null;
  const added = open
    .reverse()
    .map((one) => closers.get(one) ?? '')
    .join('');
  // Joined, not added: what `+` makes is slow to read character by character.
  return { text: [kept, added].join(''), added };
}

const OPENERS = '[({';
const CLOSERS = '])}';

/** Brackets and quotes that are open at the end; null where a bracket closes what it does not open. Streams ask it with every chunk. */
function openIn(text: string, { countsInStrings }: ListRules): string[] | null {
  const open: string[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const isInside = last === "'" || last === '"';
    if (isInside && !countsInStrings) {
      at = text.indexOf(last, at);
      if (at < 0) break;
    }
    const mark = text.charAt(at);
    const isQuote = mark === "'" || mark === '"';
    if (isQuote ? !isInside : OPENERS.includes(mark)) {
      open.push(mark);
      last = mark;
    } else if (isQuote ? last === mark && !isEscaped(text, at, countsInStrings) : CLOSERS.includes(mark)) {
      if (!isQuote && closers.get(last) !== mark) return null;
      open.pop();
      last = open.at(-1) ?? '';
    }
  }
  return open;
}

/** Whether a quote comes after a backslash, or after an odd number of them. */
function isEscaped(text: string, at: number, byOne: boolean): boolean {
  return byOne ? text.charAt(at - 1) === '\\' : backslashesBefore(text, 0, at) % 2 === 1;
}

/** How often a character comes before the last one of another. */
function count(text: string, before: string, character: string): number {
  const to = text.lastIndexOf(before);
  let found = 0;
  for (let at = text.indexOf(character); at >= 0 && at < to; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
