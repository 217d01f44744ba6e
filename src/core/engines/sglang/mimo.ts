import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, type Raised } from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { blockWords, CLOSE, noteBlock, OPEN } from './kit/block-notes.ts';
import { mimoValue } from './kit/coder-values.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END } from './kit/function-tags.ts';
import { HeldText } from './kit/held-text.ts';
import { blankGaps, isBlank, noteText } from './kit/sections.ts';
import { tagBlocks, type TagBlock } from './kit/tool-call-tags.ts';
import { dumpsRaises, typingWords } from './kit/typed-values.ts';
import { sentences } from './kit/sentences.ts';
import { sendWhole } from './kit/call-lists.ts';
import { allContent, contentOf } from './kit/content.ts';

const words = {
  ...typingWords,
  ...blockWords,
  'text-dropped': sentences.textOutside,
  'block-unclosed': sentences.blockOpenDropped,
  'no-function': 'A block needs `<function=NAME>` and `</function>`: the detector drops this one',
  'function-inside': sentences.functionInside,
  'later-functions': 'The detector reads one function per block. It drops the rest of this block.',
  'undeclared-shown': sentences.blockUndeclared,
  'parameter-unreadable': 'A parameter needs `<parameter=NAME>` and `</parameter>`: the detector skips this one',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const mimo = sglangRuntime({
  flag: 'mimo',
  file: 'mimo_detector.py',
  formats: ['qwen3-coder-xml'],
  reads: 'One function with <parameter=KEY> tags in each closed <tool_call> block; every tag must be closed.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new MimoStream(tools),
});

/** @param steps null within a stream, which records what was sent instead */
function detect(text: string, tools: readonly ToolDefinition[], steps: Steps | null): Detected {
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const content: Span[] = [{ from: 0, to: first }];
  const markup: Span[] = [];
  let lastEnd = first;
  for (const block of tagBlocks(text, OPEN, CLOSE)) {
    const { span, body } = block;
    if (body.to === span.to) {
      steps?.reject('block-unclosed', span);
      break;
    }
    steps?.enter('block', OPEN, span);
    steps?.marker(OPEN, 'open', span.from, body.from);
    noteBlock(text, body, steps);
    const found = readBlock(text, block, tools, positions, steps);
    if (typeof found === 'object' && found !== null && 'raises' in found) {
      steps?.leave(span, 'malformed');
      return { calls: [], content: [], text, raises: found };
    }
    if (found === 'undeclared') content.push({ from: lastEnd, to: span.to });
    else noteText('text-dropped', text, lastEnd, span.from, steps);
    if (found !== null && typeof found === 'object') {
      calls.push(found);
      markup.push(...blankGaps(text, { from: lastEnd, to: span.from }, []));
    }
    steps?.marker(CLOSE, 'close', body.to, span.to);
    steps?.leave(span, found === null ? 'malformed' : found === 'undeclared' ? 'empty' : 'matched');
    lastEnd = span.to;
  }
  noteText('text-dropped', text, lastEnd, text.length, steps);
  return { calls, markup, ...contentOf(text, content) };
}

interface RaisedAt extends Raised {
  readonly at: number;
}

/** The one function of a block; null where it has none. */
function readBlock(
  text: string,
  { span, body }: TagBlock,
  tools: readonly ToolDefinition[],
  positions: ReadonlyMap<string, number>,
  steps: Steps | null,
): DetectedCall | RaisedAt | 'undeclared' | null {
  const tag = nextTag(text.slice(body.from, body.to), body.from, 0, FUNCTION, FUNCTION_END);
  if (tag === null) {
    steps?.reject('no-function', span);
    return null;
  }
  const nameSpan = strippedSpan(text, tag.name.from, tag.name.to);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps?.read('name', nameSpan);
  const inner = text.slice(tag.value.from, tag.value.to);
  const inside = inner.indexOf(FUNCTION) + tag.value.from;
  if (inside >= tag.value.from) steps?.quirk('function-inside', { from: inside, to: inside + FUNCTION.length });
  const values = new PythonDict();
  let at = 0;
  for (;;) {
    const parameter = nextTag(inner, tag.value.from, at, PARAMETER, PARAMETER_END);
    const unread = inner.indexOf(PARAMETER, at) + tag.value.from;
    if (unread >= tag.value.from && unread !== parameter?.span.from) {
      steps?.reject('parameter-unreadable', { from: unread, to: unread + PARAMETER.length });
    }
    if (parameter === null) break;
    at = parameter.span.to - tag.value.from;
    const raises = readParameter(text, parameter, name, values, tools, steps);
    if (raises !== null) return { raises, at: parameter.span.from };
  }
  if (!isBlank(text, tag.span.to, body.to)) steps?.quirk('later-functions', { from: tag.span.to, to: body.to });
  const toolIndex = positions.get(name);
  if (toolIndex === undefined) {
    steps?.reject('undeclared-shown', tag.span, nameSpan.from);
    return 'undeclared';
  }
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps?.reject('not-serialisable', tag.value);
    return { raises: dumpsRaises(values), at: tag.value.from };
  }
  if (values.size === 0) steps?.read('no-arguments', tag.span);
  return { span, name, nameSpan, argumentsText, argumentsSpan: values.size === 0 ? null : tag.value, toolIndex };
}

/** What it raises, or null. */
function readParameter(
  text: string,
  { span, name: { from, to }, value }: Tag,
  name: string,
  values: PythonDict,
  tools: readonly ToolDefinition[],
  steps: Steps | null,
): string | null {
  const keySpan = strippedSpan(text, from, to);
  const key = text.slice(keySpan.from, keySpan.to);
  steps?.read('key', keySpan);
  const typed = mimoValue(text.slice(value.from, value.to), key, name, tools);
  if ('raises' in typed) {
    steps?.reject('typing-raises', span, value.from);
    return typed.raises;
  }
  steps?.read(typeof typed.value === 'string' ? 'value' : 'coerced-value', value);
  if (typed.note !== undefined) steps?.quirk(typed.note, value);
  if (values.has(key)) steps?.quirk('same-parameter', value);
  values.set(key, typed.value);
  return null;
}

interface Tag {
  readonly span: Span;
  readonly name: Span;
  readonly value: Span;
}

/**
 * The next `<open=NAME>VALUE</close>` of a part, with a name of at least one character.
 *
 * @param offset of the part in the text
 * @param start where to search in the part
 */
function nextTag(part: string, offset: number, start: number, open: string, close: string): Tag | null {
  for (let from = part.indexOf(open, start); from >= 0; from = part.indexOf(open, from + 1)) {
    const nameFrom = from + open.length;
    const nameTo = part.indexOf('>', nameFrom);
    if (nameTo < 0) return null;
    if (nameTo === nameFrom) continue;
    const end = part.indexOf(close, nameTo + 1);
    if (end < 0) return null;
    return {
      span: { from: offset + from, to: offset + end + close.length },
      name: { from: offset + nameFrom, to: offset + nameTo },
      value: { from: offset + nameTo + 1, to: offset + end },
    };
  }
  return null;
}

/** Waits for the end of a block. A marker that comes in pieces is shown as text, and its block is not seen. */
class MimoStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly isLinear = true;
  readonly #held = new HeldText();
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  /** The next call is the so-many-th. */
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | Raised | null {
    const text = this.#held.isHolding ? this.#held.add(delta) : this.#buffer + delta;
    if (text === null) return null;
    const came = Excerpt.end(current, text);
    const start = text.indexOf(OPEN);
    if (start < 0) {
      this.#buffer = '';
      if (this.#current === 0) return { content: came };
      this.#held.hold(text, [OPEN]);
      return null;
    }
    const closer = text.indexOf(CLOSE, start);
    if (closer < 0) {
      this.#held.hold(text.slice(start), [CLOSE]);
      return { content: came.slice(0, start) };
    }
    const to = closer + CLOSE.length;
    const { calls, content: shown, raises } = detect(text.slice(0, to), this.#tools, null);
    if (raises !== undefined) return { raises: raises.raises };
    const content = came.parts(shown);
    this.#buffer = text.slice(to);
    const [call] = calls;
    if (call === undefined) return { content };
    this.#current += 1;
    return { content, calls: [sendWhole(this, this.#current - 1, call)] };
  }
}
