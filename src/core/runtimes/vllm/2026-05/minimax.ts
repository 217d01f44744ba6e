import type { Span } from '../../../document/span.ts';
import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { readPythonJson } from '../../../json/dialects/python.ts';
import { stripPython, rstrip, strippedSpan } from '../../../languages/python/text.ts';
import { isDict } from '../../../languages/python/value.ts';
import type { Recorder } from '../../../trace/recorder.ts';
import type { EngineCall } from '../../kit/engine-calls.ts';
import type { Message, MessageCall } from '../../kit/engine-stream.ts';
import { pythonJsonWords } from '../../kit/json-words.ts';
import { raisedBy } from '../../kit/raised.ts';
import { extractIntermediateDiff } from '../../kit/unfinished.ts';
import { droppedPieces } from '../kit/pieces.ts';
import { REGEX_SPACE } from '../kit/regex-space.ts';
import { THINK, THINK_END, thoughtsIn } from '../kit/thoughts.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from '../parser.ts';

const OPEN = '<tool_calls>';
const CLOSE = '</tool_calls>';

/** A line is only not found where a block was removed from it. The original searches for all of them, which takes long. */
const MOST_SEARCHES = 200;
const NAMES = new RegExp(`"name":${REGEX_SPACE}*"[^"]+"`, 'g');
const NAME = new RegExp(`"name":${REGEX_SPACE}*"([^"]+)"`);
const ARGUMENTS = new RegExp(`"arguments":${REGEX_SPACE}*`);

const words = {
  ...pythonJsonWords,
  'removed-in-think': `The parser removes this block first, because it is between \`${THINK}\` and \`${THINK_END}\`.`,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\` outside the blocks that were removed?`,
    yes: 'Each line of a block that starts with `{` and ends with `}` is read as JSON.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-closer': `No \`${CLOSE}\` follows: the block continues to the end of the reply.`,
  'line-skipped': 'This line does not start with `{` and end with `}`, so the parser skips it',
  'not-a-call': 'The object lacks the key `name` or `arguments`, so the parser skips it',
  'arguments-no-object': 'The arguments are not an object. The parser passes them on as JSON anyway.',
  'name-not-str': 'The name is not a string: creating the call raises ValidationError, which the parser catches',
  'text-dropped': `This text after \`${OPEN}\` is in no call: the parser drops it, and the client never receives it.`,
  'content-not-found':
    'The parser searches the reply for the last line before the block, without what it removed. It does not find that line, so this text is lost.',
  'content-cut':
    'The parser searches for the last line before the block and finds an equal line earlier. The content ends there, and this text is lost.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const minimax = vllmRuntime({
  flag: 'minimax',
  release: '2026-05',
  file: 'vllm/tool_parsers/minimax_tool_parser.py',
  formats: ['minimax-m1'],
  reads: 'One JSON object on each line between <tool_calls> and </tool_calls>, outside think blocks.',
  words,
  parse,
  stream: () => new MinimaxStream(),
});

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const removed = callsInThoughts(text);
  for (const span of removed) steps.quirk('removed-in-think', span);
  const kept = new Remainder(text, removed);
  const first = kept.text.indexOf(OPEN);
  const found = first < 0 ? null : kept.inOriginal({ from: first, to: first + OPEN.length });
  if (!steps.gate('contains-opener', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  const markup: Span[] = [];
  let isRaised = false;
  for (let from = first; from >= 0 && !isRaised;) {
    const close = kept.text.indexOf(CLOSE, from + OPEN.length);
    const body = { from: from + OPEN.length, to: close < 0 ? kept.text.length : close };
    const span = { from, to: close < 0 ? body.to : close + CLOSE.length };
    const block = kept.inOriginal(span);
    const opener = kept.inOriginal({ from, to: body.from });
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', opener.from, opener.to);
    if (close < 0) steps.quirk('no-closer', opener);
    markup.push(opener);
    if (close >= 0) markup.push(kept.inOriginal({ from: close, to: span.to }));
    const inBlock = readLines(kept, body, steps);
    isRaised = inBlock === 'raises';
    if (inBlock !== 'raises') calls.push(...inBlock);
    steps.leave(block, isRaised ? 'malformed' : inBlock.length > 0 ? 'matched' : 'empty');
    from = kept.text.indexOf(OPEN, span.to);
  }
  if (isRaised) {
    steps.quirk('all-content', whole);
    return { called: false, calls: [], content: [whole], text };
  }
  const content = contentBefore(text, kept.text.slice(0, first));
  const isEmpty = content.from === content.to;
  const opener = found?.from ?? 0;
  const unsent = strippedSpan(text, content.to, opener);
  if (unsent.from < unsent.to) steps.quirk(isEmpty ? 'content-not-found' : 'content-cut', unsent);
  const inForm = [...calls.map(({ span }) => span), ...markup, ...removed];
  for (const piece of droppedPieces(text, opener, inForm)) steps.quirk('text-dropped', piece);
  return {
    called: calls.length > 0,
    calls,
    content: isEmpty ? [] : [content],
    text: isEmpty ? null : text.slice(content.from, content.to),
    markup,
  };
}

function readLines(kept: Remainder, { from, to }: Span, steps: Steps): EngineCall[] | 'raises' {
  const { text } = kept;
  const calls: EngineCall[] = [];
  for (let at = from; at < to;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? to : Math.min(newline, to);
    const line = strippedSpan(text, at, end);
    at = end + 1;
    if (line.from === line.to) continue;
    const place = kept.inOriginal(line);
    if (text.charAt(line.from) !== '{' || text.charAt(line.to - 1) !== '}') {
      steps.rejectOneOfMany('line-skipped', place.from, place.to);
      continue;
    }
    const reading = readPythonJson(text, line.from, line.to);
    if (!reading.ok) {
      const { error } = reading;
      steps.reject('json-syntax', place, kept.at(error.at), error);
      if (raisedBy(error) !== 'JSONDecodeError') return 'raises';
      continue;
    }
    const name = reading.node.members?.get('name')?.node;
    const given = reading.node.members?.get('arguments')?.node;
    if (name === undefined || given === undefined) {
      steps.reject('not-a-call', place);
      continue;
    }
    const nameSpan = kept.inOriginal(name);
    if (typeof name.value !== 'string') {
      steps.reject('name-not-str', nameSpan);
      return 'raises';
    }
    const argumentsSpan = kept.inOriginal(given);
    steps.read('name', nameSpan);
    if (isDict(given.value)) steps.read('arguments', argumentsSpan);
    else steps.quirk('arguments-no-object', argumentsSpan);
    calls.push({
      span: place,
      name: name.value,
      nameSpan,
      argumentsText: pythonDumps(given.value) ?? '',
      argumentsSpan,
    });
  }
  return calls;
}

/**
 * The text up to the last line before the block, which is searched for in the reply from its beginning: where the same
 * words come earlier too, the content ends there.
 */
function contentBefore(text: string, before: string): Span {
  let searches = 0;
  for (const line of stripPython(before).split('\n').reverse()) {
    const words = stripPython(line);
    if (words === '') continue;
    const at = text.indexOf(words);
    if (at >= 0) return strippedSpan(text, 0, at + words.length);
    searches += 1;
    if (searches === MOST_SEARCHES) break;
  }
  return { from: 0, to: 0 };
}

/** Blocks of calls inside of closed think blocks, in order. */
function callsInThoughts(text: string): Span[] {
  const found: Span[] = [];
  // Kept from one think block to the next: there may be many without a call.
  let open = text.indexOf(OPEN);
  for (const { from, to } of thoughtsIn(text)) {
    const end = to - THINK_END.length;
    const begin = from + THINK.length;
    if (open >= 0 && open < begin) open = text.indexOf(OPEN, begin);
    while (open >= 0 && open < end) {
      const close = text.indexOf(CLOSE, open + OPEN.length);
      if (close < 0 || close + CLOSE.length > end) break;
      found.push({ from: open, to: close + CLOSE.length });
      open = text.indexOf(OPEN, close + CLOSE.length);
    }
  }
  return found;
}

/** A text without some parts, which are in order, and where in the original its places are. */
class Remainder {
  readonly text: string;
  readonly #pieces: { readonly at: number; readonly original: number }[] = [];

  constructor(original: string, removed: readonly Span[]) {
    const kept: string[] = [];
    let at = 0;
    let from = 0;
    for (const { from: to, to: next } of [...removed, { from: original.length, to: original.length }]) {
      this.#pieces.push({ at, original: from });
      kept.push(original.slice(from, to));
      at += to - from;
      from = next;
    }
    this.text = kept.join('');
  }

  /** Of several places the one before what was removed. */
  at(place: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#pieces[middle]?.at ?? 0) < place) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    return piece === undefined ? place : piece.original + place - piece.at;
  }

  inOriginal({ from, to }: Span): Span {
    // The first character decides where a span begins: it is not before what was removed.
    const begin = from < to ? this.at(from + 1) - 1 : this.at(from);
    return { from: begin, to: Math.max(begin, this.at(to)) };
  }
}

/** Reads everything again with each delta, and sends one thing: a name, or what has come of the arguments. */
class MinimaxStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  /** Text that may be a tag, or is one. */
  #held = '';
  #index = -1;
  #tools: { hasName: boolean; sent: string }[] = [];

  push(delta: string, current: string): Message | null {
    const opened = count(current, THINK);
    const closed = count(current, THINK_END);
    const isThinking = opened > closed || (opened === closed && current.endsWith(THINK_END));
    if (isThinking) return { content: delta };
    if (this.#held !== '' || delta.includes(OPEN) || delta.includes(CLOSE) || delta.startsWith('<')) {
      return { content: this.#released(delta) };
    }
    const thoughts = thoughtsIn(current);
    if (outside(current, CLOSE, thoughts) >= 0) return { content: delta };
    const angle = delta.lastIndexOf('<');
    if (angle >= 0 && isBeginningOfTag(delta.slice(angle))) {
      this.#held += delta.slice(angle);
      return { content: delta.slice(0, angle) };
    }
    if (!new Remainder(current, callsInThoughts(current)).text.includes(OPEN)) {
      if (stripPython(delta) === '' && current.includes(OPEN)) return null;
      if (this.#index !== -1 && current.includes(CLOSE)) this.#reset();
      return { content: delta };
    }
    const open = outside(current, OPEN, thoughts);
    if (open < 0) return null;
    const deltaFrom = current.length - delta.length;
    if (deltaFrom < open) return { content: delta.slice(0, open - deltaFrom) };
    const close = current.indexOf(CLOSE, open + OPEN.length);
    return this.#called(current.slice(open + OPEN.length, close < 0 ? current.length : close));
  }

  /** What of the held text is no tag. Tags themselves vanish. */
  #released(delta: string): string {
    this.#held += delta;
    let content = '';
    while (this.#held !== '') {
      const open = this.#held.indexOf(OPEN);
      const close = this.#held.indexOf(CLOSE);
      const isOpen = open >= 0 && (close < 0 || open < close);
      const tag = isOpen ? OPEN : CLOSE;
      const at = isOpen ? open : close;
      if (at >= 0) {
        content += this.#held.slice(0, at);
        this.#held = this.#held.slice(at + tag.length);
        continue;
      }
      const angle = this.#held.lastIndexOf('<');
      if (angle >= 0 && isBeginningOfTag(this.#held.slice(angle))) break;
      content += this.#held;
      this.#held = '';
    }
    return content;
  }

  #reset(): void {
    this.#index = -1;
    this.#tools = [];
  }

  #called(body: string): Message | null {
    const names = count(body, NAMES);
    if (names === 0) return null;
    if (this.#index === -1) this.#reset();
    while (this.#tools.length < names) this.#tools.push({ hasName: false, sent: '' });
    const call = this.#nextName(body, names) ?? this.#nextArguments(body, names);
    return call === null ? null : { calls: [call] };
  }

  #nextName(body: string, names: number): MessageCall | null {
    const index = this.#tools.slice(0, names).findIndex(({ hasName }) => !hasName);
    const tool = this.#tools[index];
    const name = tool === undefined ? null : nameAndArguments(body, index).name;
    if (tool === undefined || name === null) return null;
    this.#index = index;
    tool.hasName = true;
    return { index, name };
  }

  #nextArguments(body: string, names: number): MessageCall | null {
    const index = this.#index;
    const tool = this.#tools[index];
    if (tool === undefined || index >= names || !tool.hasName) return null;
    const { name, given } = nameAndArguments(body, index);
    if (name === null || given === null) return null;
    const whole = withoutSpareBraces(given);
    const { sent } = tool;
    if (whole === null || whole === sent || !whole.startsWith(sent)) return null;
    const added = sent === '' ? whole : extractIntermediateDiff(whole, sent);
    if (added === '') return null;
    tool.sent = whole;
    if (whole.endsWith('}')) this.#index += 1;
    return { index, argumentsText: oneBrace(added) };
  }
}

function count(text: string, part: string | RegExp): number {
  if (typeof part !== 'string') return text.match(part)?.length ?? 0;
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

/** Where a tag is that is in none of the spans; -1 where there is none. */
function outside(text: string, tag: string, spans: readonly Span[]): number {
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1)) {
    const place = at;
    if (!spans.some(({ from, to }) => place >= from && place < to)) return at;
  }
  return -1;
}

function isBeginningOfTag(text: string): boolean {
  return (OPEN.startsWith(text) && text !== OPEN) || (CLOSE.startsWith(text) && text !== CLOSE);
}

/** Of one of the objects in a block, by patterns that know no strings. */
function nameAndArguments(
  body: string,
  index: number,
): { readonly name: string | null; readonly given: string | null } {
  const object = objectsIn(body)[index];
  if (object === undefined) return { name: null, given: null };
  const name = NAME.exec(object)?.[1] ?? null;
  const key = ARGUMENTS.exec(object);
  if (key === null) return { name, given: null };
  const rest = object.slice(key.index + key[0].length);
  const isObject = stripPython(rest).startsWith('{');
  const to = isObject ? objectEnd(rest, 0) : rest.indexOf('}');
  if (isObject && to >= 0) return { name, given: rest.slice(0, to) };
  if (!isObject && to > 0) return { name, given: stripPython(rest.slice(0, to)) };
  return { name, given: stripPython(rstrip(rest, '}')) };
}

/** Objects with both keys, and at the end one that is not closed and has a name. */
function objectsIn(body: string): string[] {
  const objects: string[] = [];
  for (let from = body.indexOf('{'); from >= 0;) {
    const to = objectEnd(body, from);
    const object = body.slice(from, to < 0 ? body.length : to);
    if (object.includes('"name"') && (to < 0 || object.includes('"arguments"'))) objects.push(object);
    from = to < 0 ? -1 : body.indexOf('{', to);
  }
  return objects;
}

/** After the brace that closes the first one from `from` on; -1 where there is none. Braces in strings count. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** As long as it is no JSON and ends with two braces, one of them is taken off. Null where Python raises something else. */
function withoutSpareBraces(given: string): string | null {
  let text = stripPython(given);
  for (;;) {
    const reading = readPythonJson(text);
    if (reading.ok || text === '') return text;
    if (raisedBy(reading.error) !== 'JSONDecodeError') return null;
    if (!text.endsWith('}}')) return text;
    text = text.slice(0, -1);
  }
}

/** Several closing braces alone are sent as one. */
function oneBrace(added: string): string {
  const stripped = stripPython(added);
  if (!/^[}\n\r\t ]+$/.test(stripped) || count(stripped, '}') < 2) return added;
  return added.endsWith('\n') ? '}\n' : '}';
}
