import { openDocument, Recorder } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';
import { isPythonSpace, isRegexWord, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  CallListPattern,
  EditedText,
  Excerpt,
  firstValue,
  gapsIn,
  matchEnd,
  type Message,
  noteStop,
  type PatternStop,
  patternWords,
  pythonLiteralWords,
  pythonSyntaxWords,
  readCall,
  reject,
} from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { messageCalls } from './kit/call-lists.ts';

const MARKERS = ['<|python_start|>', '<|python_end|>'] as const;

const words = {
  ...patternWords,
  ...pythonSyntaxWords,
  ...pythonLiteralWords,
  'marker-removed': `The detector removes \`${MARKERS[0]}\` and \`${MARKERS[1]}\`, wherever they appear.`,
  'has-tool-call': {
    question: 'Does the pattern of a list of calls, `[name(key=…), …]`, match somewhere in the text?',
    yes: 'Python parses what it matches.',
    no: 'The server returns the whole reply as content.',
  },
  'list-matched': 'The pattern matches this piece of the text. Python parses it.',
  'list-lost': 'This list contains no valid call, and it is not content either: the client never receives it.',
  'name-not-simple': 'The tool name must be a plain name: the detector skips the call',
  'value-refused': 'The detector accepts only constants, lists and dicts as values: all calls of the list are lost',
  'negative-refused':
    'Python parses a negative number as an operation, not as a constant: all calls of the list are lost',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

const rules = { jsonWords: false, dottedNames: false };

const sets = { isWord: isRegexWord, isSpace: isPythonSpace };

export const pythonic = sglangRuntime({
  flag: 'pythonic',
  file: 'pythonic_detector.py',
  formats: ['pythonic'],
  reads: 'A list of Python calls with keyword arguments, anywhere in the text.',
  words,
  gate(text) {
    const source = cleaned(text);
    const found = listIn(source.text);
    return found === null ? null : nonEmpty(source.inOriginal(found), text);
  },
  explainGate(text, steps) {
    const source = cleaned(text);
    const stop = bestStop(source.text);
    if (text !== '') noteStop(stop, source.place(stop.at), { from: 0, to: text.length }, steps);
  },
  detect,
  stream: (tools) => new PythonicStream(tools),
});

/** The text as the pattern sees it. */
function cleaned(text: string): EditedText {
  let source = new EditedText(text, [strippedSpan(text)]);
  for (const marker of MARKERS) source = source.without(marker);
  return source;
}

function nonEmpty({ from, to }: Span, text: string): Span {
  return { from, to: Math.min(Math.max(to, from + 1), text.length) };
}

/** Why no `[` begins a list: of that one where the pattern gets farthest. */
function bestStop(text: string): PatternStop {
  const pattern = new CallListPattern(text, sets);
  let best: PatternStop = { code: 'no-bracket-anywhere', at: 0 };
  let farthest = 0;
  for (let from = text.indexOf('['); from >= 0; from = text.indexOf('[', from + 1)) {
    const stop = pattern.stopAt(from);
    if (stop === null || stop.at - from <= farthest) continue;
    best = stop;
    farthest = stop.at - from;
  }
  return best;
}

/** The first list in a text. */
function listIn(text: string): Span | null {
  const pattern = new CallListPattern(text, sets);
  for (let from = text.indexOf('['); from >= 0; from = text.indexOf('[', from + 1)) {
    if (pattern.stopAt(from) === null) return { from, to: matchEnd(text, from, sets) };
  }
  return null;
}

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const source = cleaned(text);
  const { kept } = source;
  for (const span of gapsIn({ from: kept[0]?.from ?? 0, to: kept.at(-1)?.to ?? 0 }, kept))
    steps.quirk('marker-removed', span);
  const found = listIn(source.text);
  if (found === null) return { calls: [], content: kept, text: source.text };
  const list = source.inOriginal(found);
  steps.enter('block', 'list', list);
  steps.read('list-matched', list);
  const { calls, markup } = readList(source, found, toolPositions(tools), steps);
  if (calls.length === 0) steps.quirk('list-lost', list);
  steps.leave(list, calls.length > 0 ? 'matched' : 'malformed');
  const content = [
    ...kept.map((span) => ({ ...span, to: Math.min(span.to, list.from) })),
    ...kept.map((span) => ({ ...span, from: Math.max(span.from, list.to) })),
  ].filter(({ from, to }) => from < to);
  const rest = source.text.slice(0, found.from) + source.text.slice(found.to);
  const around = [
    { from: 0, to: kept[0]?.from ?? 0 },
    { from: kept.at(-1)?.to ?? 0, to: text.length },
  ];
  return { calls, content, text: rest, markup: calls.length > 0 ? [...markup, ...around] : around };
}

interface Found {
  readonly calls: readonly DetectedCall[];
  /** What is beside the items of the list. */
  readonly markup: readonly Span[];
}

const nothing: Found = { calls: [], markup: [] };

/** No calls where one of them cannot be read. */
function readList(source: EditedText, found: Span, positions: ReadonlyMap<string, number>, steps: Steps): Found {
  const list = source.part(found);
  const place = list.inOriginal({ from: 0, to: list.text.length });
  const first = firstValue(list.text);
  if (!first.ok) {
    steps.reject(first.code, place, Math.max(place.from, Math.min(list.place(first.at), place.to)));
    return nothing;
  }
  const { value, next } = first;
  if (value?.kind !== 'list') {
    steps.reject('not-a-list', place);
    return nothing;
  }
  const other = value.items.find(({ kind }) => kind !== 'call');
  if (other !== undefined) {
    reject('item-not-call', other, list, steps);
    return nothing;
  }
  const calls: DetectedCall[] = [];
  for (const [toolIndex, item] of value.items.entries()) {
    if (item.kind !== 'call') continue;
    const { func } = item;
    if (func.kind !== 'name') {
      reject('name-not-simple', func, list, steps);
    } else if (!positions.has(func.name)) {
      reject('undeclared-dropped', func, list, steps);
    } else {
      const call = readCall(item, list, rules, steps);
      if (call === null) return nothing;
      calls.push({ ...call, toolIndex });
    }
  }
  if (next !== null) steps.quirk('later-statement', list.inOriginal(next));
  const items = value.items.map((item) => list.inOriginal(item));
  return { calls, markup: gapsIn(place, items) };
}

/** Waits for the bracket that closes the first one, also where it is in a string, and reads what is between. */
class PythonicStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = Excerpt.empty;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | null {
    this.#buffer = this.#buffer.plus(Excerpt.end(current, delta));
    const { safe, held } = this.#split();
    const start = safe.text.indexOf('[');
    if (start < 0) {
      this.#buffer = held;
      return { content: safe };
    }
    const end = matchingBracket(safe.text, start);
    const before = safe.slice(0, start);
    if (end < 0) {
      this.#buffer = safe.slice(start).plus(held);
      return { content: before };
    }
    const list = safe.slice(start, end + 1);
    const { text } = list;
    this.#buffer = safe.slice(end + 1).plus(held);
    const detected = detect(text, this.#tools, new Recorder(openDocument({ text })));
    return {
      content: before.plus(list.parts(detected.content)),
      calls: messageCalls(detected.calls),
    };
  }

  /** The buffer without markers, and what at its end may become one. */
  #split(): { readonly safe: Excerpt; readonly held: Excerpt } {
    const buffer = this.#buffer;
    const held = MARKERS.map((marker) => partialEnd(buffer.text, marker)).find((length) => length > 0) ?? 0;
    const safe = buffer.slice(0, buffer.length - held);
    return {
      safe: MARKERS.reduce((text, marker) => text.without(marker), safe),
      held: buffer.slice(safe.length),
    };
  }
}

function matchingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
