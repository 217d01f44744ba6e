import { slice, type Span } from '../../text/document/index.ts';
import {
  afterRegexSpace,
  isDict,
  isList,
  pythonDumps,
  type PythonNode,
  pythonStr,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  droppedPieces,
  Excerpt,
  gapsIn,
  joinedPieces,
  type Message,
  pythonJsonWords,
  type Raised,
  raisedBy,
  strippedPieces,
} from '../kit/index.ts';
import { JsonSoFar } from './kit/json-so-far.ts';
import { listedCalls, listMarkup, listWords, repairedFrom } from './kit/list-of-calls.ts';
import { NamedObjectsStream } from './kit/named-objects.ts';
import { SeenMarker } from './kit/seen-marker.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode, type VllmParser } from './parser.ts';

const THINK_END = '</think>';
const FENCE = '```';
const MARKER = '[TOOL_CALLS]';
const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

const words = {
  ...pythonJsonWords,
  'contains-think-end': {
    question: `Does the text contain \`${THINK_END}\`?`,
    yes: 'The parser first tries the text after it: as JSON, then block by block.',
    no: 'The parser searches the whole text.',
  },
  'contains-fences': {
    question: 'Is there a code block between two lines of three backticks?',
    yes: 'The parser uses the first one that is JSON.',
    no: `The parser looks for \`${MARKER}\`.`,
  },
  'contains-marker': {
    question: `Does the text contain \`${MARKER}\`?`,
    yes: 'The parser uses the rest of the line if it is JSON.',
    no: `The parser looks for \`${OPEN}\`.`,
  },
  'contains-tags': {
    question: `Is there a block between \`${OPEN}\` and \`${CLOSE}\`?`,
    yes: 'The parser uses the first one that is JSON.',
    no: 'The parser checks whether the whole text is a list.',
  },
  'starts-with-bracket': {
    question: 'Does the text start with `[`?',
    yes: 'The parser reads the whole text as JSON.',
    no: 'The parser returns the whole reply as content.',
  },
  'after-think': `All of the text after \`${THINK_END}\` is JSON`,
  ...listWords,
  'text-dropped': `After \`${THINK_END}\` the parser reads only the JSON and drops this text.`,
  'block-removed': 'The parser removes all blocks of this kind from the content, even those it did not parse.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

/** @param ascii whether arguments have `\u` escapes for what is not ASCII */
export const xlamParser = (ascii: boolean): VllmParser<keyof typeof words> => ({
  flag: 'xlam',
  file: 'vllm/tool_parsers/xlam_tool_parser.py',
  formats: ['xlam'],
  reads: 'A JSON list of calls: after </think> or [TOOL_CALLS], in a code block or <tool_call>, or as the whole reply.',
  words,
  parse: (text, _tools, steps) => parse(text, ascii, steps),
  stream: () => new XlamStream(ascii),
});

export const xlam = vllmRuntime(xlamParser(false));

/** JSON that may be a list of calls. */
interface Found {
  /** Null where the text as a whole only begins like a list. */
  readonly node: PythonNode | null;
  readonly json: Span;
  /** Null where there is no content. */
  readonly content: readonly Span[] | null;
  /** Around the JSON. */
  readonly markup: readonly Span[];
  /** That the JSON is in. It is still entered. */
  readonly block: Span | null;
  /** What is neither content nor JSON is lost then. */
  readonly isAfterThink: boolean;
}

type Search = Found | Raised | null;

function parse(text: string, ascii: boolean, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const asText: Parsed = { called: false, calls: [], content: [whole], text };
  const found = search(text, steps);
  if (found === null) return asText;
  const node = 'raises' in found ? null : found.node;
  const isCalls = node !== null && isList(node.value);
  if (node !== null && !isCalls) steps.reject('not-a-list', node);
  const calls = isCalls ? listedCalls(node, ascii, steps) : [];
  const block = 'raises' in found ? null : found.block;
  if (block !== null) steps.leave(block, calls === null ? 'malformed' : calls.length > 0 ? 'matched' : 'empty');
  if ('raises' in found || node === null || calls === null) {
    steps.quirk('all-content', whole);
    return asText;
  }
  if (found.isAfterThink) {
    const rest = [...(found.content ?? []), ...found.markup, node];
    for (const piece of droppedPieces(text, 0, rest)) steps.quirk('text-dropped', piece);
  }
  const content = found.content === null ? null : joinedPieces(text, found.content);
  // `content or model_output`.
  if (!isCalls && (content === null || content === '')) return asText;
  const markup = [...found.markup, ...(calls.length > 0 ? listMarkup(node) : [])];
  return { called: calls.length > 0, calls, content: found.content ?? [], text: content, markup };
}

/** `preprocess_model_output`. */
function search(text: string, steps: Steps | null): Search {
  const whole = { from: 0, to: text.length };
  const think = text.indexOf(THINK_END);
  const thinkTo = think + THINK_END.length;
  steps?.gate('contains-think-end', think >= 0, whole, think < 0 ? null : { from: think, to: thinkTo });
  if (think >= 0) {
    const rest = strippedSpan(text, thinkTo);
    const content = [strippedSpan(text, 0, thinkTo)];
    const reading = readPythonJson(text, rest.from, rest.to);
    if (reading.ok) {
      steps?.read('after-think', rest);
      return { node: reading.node, json: rest, content, markup: [], block: null, isAfterThink: true };
    }
    steps?.reject('json-syntax', rest, reading.error.at, reading.error);
    const raises = raisedBy(reading.error);
    if (raises !== 'JSONDecodeError') return { raises };
    const block = firstBlock(text, rest, steps);
    if (block !== null && 'raises' in block) return block;
    if (block !== null) return { ...block, content, isAfterThink: true };
  }
  return firstBlock(text, whole, steps) ?? wholeList(text, steps);
}

/** A text that is a list, or begins like one. */
function wholeList(text: string, steps: Steps | null, json = new JsonSoFar()): Search {
  const whole = { from: 0, to: text.length };
  const stripped = strippedSpan(text);
  const isList = text.charAt(stripped.from) === '[';
  const bracket = isList ? { from: stripped.from, to: stripped.from + 1 } : null;
  steps?.gate('starts-with-bracket', isList, whole, bracket);
  if (!isList) return null;
  const reading = json.read(text);
  if (reading.ok)
    return { node: reading.node, json: whole, content: null, markup: [], block: null, isAfterThink: false };
  steps?.reject('json-syntax', stripped, reading.error.at, reading.error);
  const raises = raisedBy(reading.error);
  if (raises !== 'JSONDecodeError') return { raises };
  const mayBeCalls = text.includes('{') && text.includes('name') && text.includes('arguments');
  return mayBeCalls ? { node: null, json: whole, content: null, markup: [], block: null, isAfterThink: false } : null;
}

interface Block {
  readonly span: Span;
  readonly body: Span;
}

/** The first block of the first kind of which one is JSON. */
function firstBlock(text: string, area: Span, steps: Steps | null): Found | Raised | null {
  for (const [gate, blocksIn] of kinds) {
    const blocks = blocksIn(text, area);
    steps?.gate(gate, blocks.length > 0, area, blocks[0]?.span ?? null);
    for (const { span, body } of blocks) {
      steps?.enter('block', text.slice(span.from, body.from), span);
      const reading = readPythonJson(text, body.from, body.to);
      if (!reading.ok) steps?.reject('json-syntax', body, reading.error.at, reading.error);
      if (!reading.ok) {
        steps?.leave(span, 'malformed');
        const raises = raisedBy(reading.error);
        if (raises !== 'JSONDecodeError') return { raises };
        continue;
      }
      if (blocks.length > 1)
        for (const other of blocks) if (other.span !== span) steps?.quirk('block-removed', other.span);
      const { node } = reading;
      const spans = blocks.map((block) => block.span);
      const outside = strippedPieces(text, gapsIn({ from: 0, to: text.length }, spans));
      const markup = [
        { from: span.from, to: node.from },
        { from: node.to, to: span.to },
      ];
      return { node, json: body, content: outside, markup, block: span, isAfterThink: false };
    }
  }
  return null;
}

const kinds: readonly (readonly [
  gate: 'contains-fences' | 'contains-marker' | 'contains-tags',
  blocksIn: (text: string, area: Span) => Block[],
])[] = [
  ['contains-fences', fences],
  ['contains-marker', markedLines],
  ['contains-tags', tagged],
];

function fences(text: string, { from, to }: Span): Block[] {
  const blocks: Block[] = [];
  for (let at = text.indexOf(FENCE, from); at >= 0 && at + FENCE.length <= to;) {
    const body = fenceBody(text, at, to);
    const close = text.indexOf(FENCE, body);
    if (close < 0 || close + FENCE.length > to) break;
    blocks.push({ span: { from: at, to: close + FENCE.length }, body: { from: body, to: close } });
    at = text.indexOf(FENCE, close + FENCE.length);
  }
  return blocks;
}

/** Where the body of the code block begins that is opened at `open`. */
function fenceBody(text: string, open: number, to: number): number {
  const at = open + FENCE.length;
  return afterRegexSpace(text, text.startsWith('json', at) ? at + 'json'.length : at, to);
}

function markedLines(text: string, { from, to }: Span): Block[] {
  const blocks: Block[] = [];
  for (let at = text.indexOf(MARKER, from); at >= 0 && at + MARKER.length <= to;) {
    const body = at + MARKER.length;
    const newline = text.indexOf('\n', body);
    const end = newline < 0 ? to : Math.min(newline, to);
    blocks.push({ span: { from: at, to: end }, body: { from: body, to: end } });
    at = text.indexOf(MARKER, end);
  }
  return blocks;
}

function tagged(text: string, { from, to }: Span): Block[] {
  const blocks: Block[] = [];
  for (let at = text.indexOf(OPEN, from); at >= 0 && at < to;) {
    const body = at + OPEN.length;
    const close = text.indexOf(CLOSE, body);
    if (close < 0 || close + CLOSE.length > to) break;
    blocks.push({ span: { from: at, to: close + CLOSE.length }, body: { from: body, to: close } });
    at = text.indexOf(OPEN, close + CLOSE.length);
  }
  return blocks;
}

/**
 * Reads the whole text again with each delta, by other patterns than the whole reading. What cannot have changed is not looked at
 * again.
 */
class XlamStream implements ParserStream {
  readonly streamed = [];
  readonly #ascii: boolean;
  readonly #objects = new NamedObjectsStream();
  readonly #json = new JsonSoFar();
  readonly #fence = new SeenMarker(FENCE);
  readonly #blockMarks = [THINK_END, MARKER, CLOSE].map((marker) => new SeenMarker(marker));
  #mayBeCalls = false;
  #parsed: readonly PythonValue[] = [];

  constructor(ascii: boolean) {
    this.#ascii = ascii;
  }

  get previous(): ParserStream['previous'] {
    return repairedFrom(this.#parsed);
  }

  push(delta: string, current: string): Message | Raised | null {
    const hasFence = this.#fence.after(delta);
    const hasMark = this.#blockMarks.filter((mark) => mark.after(delta)).length > 0;
    const found = hasFence || hasMark ? search(current, null) : wholeList(current, null, this.#json);
    if (found !== null && 'raises' in found) return found;
    this.#mayBeCalls ||= mayBeCalls(current);
    if (found === null && !this.#mayBeCalls) return { content: Excerpt.end(current, delta) };
    const node = found?.node ?? null;
    const reading = node === null ? this.#json.read(current) : ({ ok: true, node } as const);
    if (!reading.ok && raisedBy(reading.error) !== 'JSONDecodeError') return { content: Excerpt.end(current, delta) };
    if (reading.ok && isList(reading.node.value)) this.#parsed = reading.node.value;
    const searched = found === null ? (hasFence ? openFence(current) : current) : slice(current, found.json);
    const call = this.#objects.next(searched, (index, { text }, count) =>
      count > 1 ? this.#argumentsOf(searched, index, text) : text,
    );
    if (call === null) return null;
    return 'raises' in call ? { content: Excerpt.end(current, delta) } : { calls: [call] };
  }

  /** Of several calls those in the list, once it is whole. */
  #argumentsOf(searched: string, index: number, text: string): string | Raised {
    const reading = readPythonJson(searched);
    if (!reading.ok) {
      const raises = raisedBy(reading.error);
      return raises === 'JSONDecodeError' ? text : { raises };
    }
    const { value } = reading.node;
    const call = isList(value) ? value[index] : undefined;
    if (call === undefined) return text;
    if (!isDict(call)) return { raises: 'AttributeError' };
    const given = call.get('arguments');
    if (isDict(given)) return pythonDumps(given, { ascii: this.#ascii }) ?? text;
    return given === undefined ? '{}' : pythonStr(given);
  }
}

/** Whether the stream looks for calls in text in which there is no JSON yet. */
function mayBeCalls(text: string): boolean {
  const { from } = strippedSpan(text);
  const starts = ['[', OPEN, MARKER].some((start) => text.startsWith(start, from));
  if (starts || text.includes(`${THINK_END}[`)) return true;
  return hasBlockMark(text) && text.includes('"name"') && text.includes('"arguments"');
}

function hasBlockMark(text: string): boolean {
  return ['```json', '```\n[', MARKER, OPEN].some((mark) => text.includes(mark));
}

/** What the stream searches while there is no JSON: the body of the first code block, closed or not, or all of the text. */
function openFence(text: string): string {
  const open = text.indexOf(FENCE);
  if (open < 0 || !hasBlockMark(text)) return text;
  const from = fenceBody(text, open, text.length);
  const close = text.indexOf(FENCE, from);
  const body = stripPython(text.slice(from, close < 0 ? text.length : close));
  return body.startsWith('[') && body.includes('"name"') && body.includes('"arguments"') ? body : text;
}
