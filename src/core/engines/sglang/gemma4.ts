import type { Span } from '../../text/document/index.ts';
import { pythonDumps, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised } from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { closingBrace, readGemma4 } from './kit/gemma4-arguments.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';

const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const CALL = 'call:';

const words = {
  'coerced-value': 'The detector guesses the type of this value and ignores the schema',
  'no-closer': sentences.blockOpenUnread(CLOSE),
  'no-call': 'The block must start with `call:` directly after its marker: the detector skips it',
  'no-brace': 'The block contains no `{`: the detector skips it',
  'undeclared-passed':
    'No declared tool has this name. The detector does not check that and gives the call the index -1.',
  unbalanced: 'No `}` closes this `{` in the block: everything up to the end of the block is arguments.',
  'after-arguments': 'The detector drops what is between the arguments and the end of the block.',
  'arguments-stopped': 'The detector finds no `:` from here on and drops the rest of the arguments.',
  'text-dropped': sentences.onlyBeforeFirst,
  'too-deep': 'The value is nested too deeply: Python raises RecursionError, which the detector does not catch.',
  'no-calls': 'No block contains a call: the detector returns the whole reply as content.',
  endless: 'The detector never gets past this `]`: it adds empty items until the memory is full.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const gemma4 = sglangRuntime({
  flag: 'gemma4',
  file: 'gemma4_detector.py',
  formats: ['gemma4'],
  reads: 'call:NAME{key:value} between <|tool_call> and <tool_call|>; the detector guesses the types of the values.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new Gemma4Stream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const blocks: { block: Span; name: Span; args: Span; argsTo: number }[] = [];
  for (let open = first; open >= 0;) {
    const close = text.indexOf(CLOSE, open + OPEN.length);
    const inner = open + OPEN.length;
    if (close < 0) {
      steps.reject('no-closer', { from: open, to: inner });
      break;
    }
    const block = { from: open, to: close + CLOSE.length };
    const brace = inner + text.slice(inner, close).indexOf('{');
    if (!text.startsWith(CALL, inner)) steps.reject('no-call', block, inner);
    else if (brace < inner) steps.reject('no-brace', block, close);
    else {
      const end = closingBrace(text, brace + 1, close);
      const args = { from: brace + 1, to: end ?? close };
      blocks.push({ block, name: { from: inner + CALL.length, to: brace }, args, argsTo: close });
    }
    open = text.indexOf(OPEN, block.to);
  }
  if (blocks.length === 0) {
    steps.quirk('no-calls', whole);
    return allContent(text);
  }
  const calls: DetectedCall[] = [];
  const markup: Span[] = [];
  for (const { block, name, args, argsTo } of blocks) {
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', block.from, block.from + OPEN.length);
    const named = text.slice(name.from, name.to);
    const toolIndex = positions.get(named) ?? -1;
    steps.read('name', name);
    if (toolIndex < 0) steps.quirk('undeclared-passed', name);
    const read = readGemma4(text, args.from, args.to);
    if ('raises' in read) {
      steps.quirk(read.raises === 'MemoryError' ? 'endless' : 'too-deep', { from: read.at, to: args.to });
      steps.leave(block, 'malformed');
      return { calls: [], content: [], text, raises: read };
    }
    for (const { key, value } of read.members) {
      steps.read('key', key);
      steps.read('coerced-value', value);
    }
    if (read.stop !== null) steps.quirk('arguments-stopped', { from: read.stop, to: args.to });
    if (args.to === argsTo) {
      steps.quirk('unbalanced', { from: args.from - 1, to: args.to });
    } else {
      const after = strippedSpan(text, args.to + 1, argsTo);
      if (after.from < after.to) steps.quirk('after-arguments', after);
    }
    steps.marker(CLOSE, 'close', argsTo, block.to);
    steps.leave(block, 'matched');
    const last = calls.at(-1)?.span.to ?? block.from;
    const dropped = strippedSpan(text, last, block.from);
    if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
    else markup.push({ from: last, to: block.from });
    calls.push({
      span: block,
      name: named,
      nameSpan: name,
      argumentsText: pythonDumps(read.value) ?? '{}',
      argumentsSpan: args,
      toolIndex,
    });
  }
  const rest = strippedSpan(text, calls.at(-1)?.span.to ?? text.length);
  if (rest.from < rest.to) steps.quirk('text-dropped', rest);
  return { calls, content: [{ from: 0, to: first }], markup, text: text.slice(0, first) };
}

/** Waits for the name, then for the closing brace. Text outside of blocks goes out as it is. */
class Gemma4Stream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #positions: ReadonlyMap<string, number>;
  /** The place in the list of tools, or -1, is the index. Here indexes count as they come first. */
  readonly #indexes = new Map<number, number>();
  #buffer = '';
  #inside = false;
  #name = '';

  constructor(tools: readonly ToolDefinition[]) {
    this.#positions = toolPositions(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    const text = this.#buffer + delta;
    const content: Span[] = [];
    const calls: MessageCall[] = [];
    let at = 0;
    while (at < text.length) {
      if (!this.#inside) {
        const open = text.indexOf(OPEN, at);
        const to = open < 0 ? text.length - partialEnd(text.slice(at), OPEN) : open;
        content.push({ from: at, to });
        at = to;
        if (open < 0) break;
        at += OPEN.length;
        this.#inside = true;
      } else if (text.startsWith(CLOSE, at)) {
        at += CLOSE.length;
        this.#inside = false;
        this.#name = '';
      } else if (this.#name !== '') {
        const end = closingBrace(text, at, text.length);
        if (end === null) break;
        const read = readGemma4(text, at, end);
        if ('raises' in read) return { raises: read.raises };
        calls.push({ index: this.#index(this.#name), argumentsText: pythonDumps(read.value) ?? '{}' });
        at = end + 1;
        this.#name = '';
      } else if (text.startsWith(CALL, at)) {
        const brace = text.indexOf('{', at);
        if (brace < 0) break;
        this.#name = text.slice(at + CALL.length, brace);
        calls.push({ index: this.#index(this.#name), name: this.#name, argumentsText: '' });
        at = brace + 1;
      } else {
        const rest = text.slice(at, at + CLOSE.length);
        if (CALL.startsWith(rest) || CLOSE.startsWith(rest)) break;
        at += 1;
      }
    }
    this.#buffer = text.slice(at);
    return { content: Excerpt.end(current, text).parts(content), calls };
  }

  #index(name: string): number {
    const position = this.#positions.get(name) ?? -1;
    const index = this.#indexes.get(position) ?? this.#indexes.size;
    this.#indexes.set(position, index);
    return index;
  }
}
