import type { Span } from '../../../text/document/index.ts';
import {
  afterSpace,
  isDict,
  isOrjson,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPartialJsonSglang,
  readPythonJson,
  strippedSpan,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised, raisedBy } from '../../kit/index.ts';
import { baseJsonWords, raisedByPartial, toolPositions } from '../../sglang/kit/base-json.ts';
import { afterCharacters, characterCount } from '../../sglang/kit/base-stream.ts';
import { DeletedTags } from '../../sglang/kit/deleted-tags.ts';
import { callIn, clean, CLOSE, headerBefore, heldOutside, JSON_OPEN, TOKENS } from '../../sglang/kit/inkling-blocks.ts';
import {
  sglangRuntime,
  type Detected,
  type DetectedCall,
  type DetectorStream,
  type SglangCode,
} from '../../sglang/detector.ts';
import { noteDropped, rejectBlock, tagBlocks, tagWords } from '../../sglang/kit/tool-call-tags.ts';
import { sentences } from '../../sglang/kit/sentences.ts';
import { makeRoom } from '../../sglang/kit/call-lists.ts';

const words = {
  ...baseJsonWords,
  ...tagWords,
  'no-closer': 'No `<|end_message|>` follows: the detector drops the block',
  'block-skipped': sentences.blockSkipped,
  'gives-up': 'The detector gives up: it returns no call, only the text before the first marker.',
  'not-a-call':
    'A call needs a string under `name` and an object under `args`: the detector skips this block and only logs it',
  header: 'The name in the header',
  'header-differs': 'The header before the block has another name: the detector drops the call and only logs it',
  'undeclared-kept': 'No declared tool has this name. The detector makes the call anyway.',
  'token-deleted': 'The detector deletes every control token from the content',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const inkling = sglangRuntime({
  flag: 'inkling',
  release: '2026-07',
  file: 'inkling_detector.py',
  formats: ['inkling'],
  reads: '{"name", "args"} between <|content_invoke_tool_json|> and <|end_message|>, of any tool.',
  words,
  openers: [JSON_OPEN],
  detect,
  stream: () => new InklingStream(),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const first = text.indexOf(JSON_OPEN);
  if (first < 0) return { calls: [], ...cleaned(text, text.length, steps) };
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  const markup: Span[] = [];
  for (const { span, body } of tagBlocks(text, JSON_OPEN, CLOSE)) {
    blocks.push(span);
    if (body.to === span.to) {
      steps.reject('no-closer', span);
      break;
    }
    const header = headerBefore(text, span.from, blocks.at(-2)?.to);
    const from = header?.from ?? span.from;
    const block = { from, to: span.to };
    steps.enter('block', JSON_OPEN, block);
    if (header !== null && header.name.from < header.name.to) steps.read('header', header.name);
    steps.marker(JSON_OPEN, 'open', span.from, body.from);
    const inner = strippedSpan(text, body.from, body.to);
    const reading = readPythonJson(text, inner.from, inner.to);
    if (!reading.ok) {
      const { error } = reading;
      rejectBlock(error, { span, body }, steps);
      steps.leave(block, 'malformed');
      if (from < span.from) markup.push({ from, to: span.from });
      if (raisedBy(error) === 'JSONDecodeError') {
        steps.quirk('block-skipped', span);
        continue;
      }
      steps.quirk('gives-up', { from: 0, to: text.length });
      return { calls: [], ...cleaned(text, headerBefore(text, first)?.from ?? first, steps) };
    }
    const call = callIn(reading.node);
    const headerName = header === null ? '' : text.slice(header.name.from, header.name.to);
    if (call === null) steps.reject('not-a-call', reading.node);
    else if (headerName !== '' && headerName !== call.name.value) steps.reject('header-differs', call.name);
    else {
      steps.read('name', call.name);
      if (!positions.has(call.name.value as string)) steps.quirk('undeclared-kept', call.name);
      steps.read('arguments', call.args);
      calls.push({
        span: block,
        name: call.name.value as string,
        nameSpan: { from: call.name.from, to: call.name.to },
        argumentsText: pythonDumps(call.args.value) ?? '',
        argumentsSpan: { from: call.args.from, to: call.args.to },
        toolIndex: calls.length,
      });
    }
    const isCall = calls.at(-1)?.span === block;
    if (!isCall && from < span.from) markup.push({ from, to: span.from });
    steps.marker(CLOSE, 'close', body.to, span.to);
    steps.leave(block, isCall ? 'matched' : 'malformed');
  }
  noteDropped(text, blocks, steps);
  return { calls, ...cleaned(text, headerBefore(text, first)?.from ?? first, steps) };
}

/** Content up to `to`, without control tokens. */
function cleaned(text: string, to: number, steps: Steps): Pick<Detected, 'content' | 'text'> {
  const tags = new DeletedTags(text.slice(0, to), TOKENS);
  for (const { from, to: end } of tags.deleted) steps.rejectOneOfMany('token-deleted', from, end);
  return { content: tags.pieces({ from: 0, to: tags.text.length }), text: tags.text };
}

/** The name goes out before the block is checked, the arguments once the object is whole. */
class InklingStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  #buffer = '';
  #current = -1;
  #nameSent = false;
  #header: string | null = null;

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    const opener = this.#buffer.indexOf(JSON_OPEN);
    if (opener < 0) return { content: this.#outside(current) };
    if (opener > 0) {
      const header = headerBefore(this.#buffer, opener);
      const content = clean(Excerpt.end(current, this.#buffer).slice(0, header?.from ?? opener));
      const name = header === null ? '' : this.#buffer.slice(header.name.from, header.name.to);
      this.#header = name === '' ? null : name;
      this.#buffer = this.#buffer.slice(opener);
      if (content.text !== '') return { content };
    }
    return this.#read();
  }

  /** Text without a marker. A header that may still become a call's is held back, and so is the beginning of a token. */
  #outside(current: string): Excerpt {
    const text = this.#buffer;
    const held = heldOutside(text);
    this.#buffer = text.slice(text.length - held);
    return clean(Excerpt.end(current, text).slice(0, text.length - held));
  }

  #read(): Message | Raised | null {
    const text = this.#buffer;
    const from = afterSpace(text, JSON_OPEN.length);
    const reading = readPartialJsonSglang(text, from, text.length, { strings: this.#nameSent });
    if (!reading.ok) {
      const raises = reading.why === 'too-many-digits' ? 'ValueError' : raisedByPartial.get(reading.why);
      return raises === undefined ? null : { raises };
    }
    const { node, end } = reading;
    if (!isDict(node.value)) return null;
    const calls: MessageCall[] = [];
    const name = node.value.get('name');
    if (!this.#nameSent && typeof name === 'string' && (this.#header === null || this.#header === name)) {
      this.#begin();
      this.#nameSent = true;
      this.previous[this.#current] = { arguments: new PythonDict() };
      calls.push({ index: this.#current, name, argumentsText: '' });
    }
    if (!reading.complete || !isOrjson(text, from, end)) return { calls };
    const call = callIn(node);
    if (call === null || (this.#header !== null && this.#header !== call.name.value)) {
      if (this.#nameSent) this.#current += 1;
      this.#nameSent = false;
      this.#header = null;
      this.#buffer = '';
      return { calls };
    }
    if (this.#current === -1) this.#begin();
    const index = this.#current;
    const all = pythonDumps(call.args.value) ?? '';
    const sent = this.streamed[index];
    if (sent === undefined) return { raises: 'IndexError' };
    const argumentsText = afterCharacters(all, characterCount(sent));
    this.previous[index] = { arguments: call.args.value };
    if (argumentsText !== '') {
      this.streamed[index] = sent + argumentsText;
      calls.push({ index, argumentsText });
    }
    this.#buffer = afterBlock(text, end);
    this.#current += 1;
    this.#nameSent = false;
    this.#header = null;
    return { calls };
  }

  #begin(): void {
    if (this.#current === -1) this.#current = 0;
    makeRoom(this, this.#current);
  }
}

/** What follows the next `<|end_message|>`; all of it where there is none. */
function afterBlock(text: string, from: number): string {
  const closer = text.indexOf(CLOSE, from);
  return text.slice(closer < 0 ? from : closer + CLOSE.length);
}
