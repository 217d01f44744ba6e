import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonNode, readPythonJson, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, gapsIn, type Message, type MessageCall, pythonJsonWords } from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { DeletedTags } from './kit/deleted-tags.ts';
import { callIn, clean, CLOSE, headerBefore, heldOutside, JSON_OPEN, TOKENS } from './kit/inkling-blocks.ts';
import { NextMarks } from './kit/next-marks.ts';
import {
  firstOpener,
  sglangRuntime,
  type Detected,
  type DetectedCall,
  type DetectorStream,
  type SglangCode,
} from './detector.ts';

const TEXT_OPEN = '<|content_invoke_tool_text|>';
const openers = [JSON_OPEN, TEXT_OPEN];

const words = {
  ...pythonJsonWords,
  'no-closer': 'No `<|end_message|>` follows: the block cannot be read',
  'not-a-call': 'A call needs a string under `name` and an object under `args`',
  'not-strict': 'This is JSON only with `NaN` or `Infinity`',
  header: 'The name in the header, which the detector does not look at',
  'undeclared-kept': 'No declared tool has this name. The detector makes the call anyway.',
  'text-call': 'The block is text: the detector makes a call without a name, whose argument `text` holds it.',
  'last-marker':
    'One block cannot be read. The detector tries again with what follows the last marker, and finds a call.',
  'all-raw': 'One block cannot be read: the detector returns the whole reply as content, without its control tokens.',
  'only-call': 'The detector drops all text beside the call after the last marker.',
  'token-deleted': 'The detector deletes every control token from the content',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const inkling = sglangRuntime({
  flag: 'inkling',
  file: 'inkling_detector.py',
  formats: ['inkling'],
  reads:
    '{"name", "args"} in every block from <|content_invoke_tool_json|> to <|end_message|>, of any tool; all or none.',
  words,
  gate: (text) => firstBlock(new NextMarks(text), 0),
  detect,
  stream: () => new InklingStream(),
});

interface Block {
  /** With its header and its closer. */
  readonly span: Span;
  readonly header: Span | null;
  readonly opener: Span;
  readonly body: Span;
  readonly isText: boolean;
}

function firstBlock(marks: NextMarks, start: number): Span | null {
  const [json, other] = [marks.from(JSON_OPEN, start), marks.from(TEXT_OPEN, start)];
  if (json === Infinity && other === Infinity) return null;
  return json < other ? { from: json, to: json + JSON_OPEN.length } : { from: other, to: other + TEXT_OPEN.length };
}

/** The next block from a place on, or its marker alone where it is not closed. */
function nextBlock(text: string, start: number, marks: NextMarks): Block | Span | null {
  const opener = firstBlock(marks, start);
  if (opener === null) return null;
  const close = marks.from(CLOSE, opener.to);
  if (close === Infinity) return opener;
  const header = headerBefore(text, opener.from, start);
  return {
    span: { from: header?.from ?? opener.from, to: close + CLOSE.length },
    header: header?.name ?? null,
    opener,
    body: { from: opener.to, to: close },
    isText: text.startsWith(TEXT_OPEN, opener.from),
  };
}

/** Where the text before a marker ends: before its header. */
function textBefore(text: string, opener: Span, start: number): number {
  return headerBefore(text, opener.from, start)?.from ?? opener.from;
}

interface ReadCall {
  readonly name: string;
  readonly nameSpan: Span;
  readonly argumentsText: string;
  readonly argumentsSpan: Span;
}

/** What a block is by the format's own rules; null where it breaks them. */
function strictCall(text: string, { opener, body, isText }: Block, steps: Steps | null): ReadCall | null {
  if (isText) {
    steps?.quirk('text-call', body);
    const written = new DeletedTags(text.slice(body.from, body.to), TOKENS).text;
    const argumentsText = pythonDumps(new PythonDict([['text', written]]), { ascii: true }) ?? '';
    return { name: '', nameSpan: opener, argumentsText, argumentsSpan: body };
  }
  const inner = strippedSpan(text, body.from, body.to);
  const call = jsonCall(text, inner, steps);
  if (call === null || !hasConstant(text.slice(inner.from, inner.to))) return call;
  steps?.reject('not-strict', inner);
  return null;
}

/** Whether JSON, as Python reads it, has one of the numbers that JSON itself does not know. */
function hasConstant(json: string): boolean {
  return /NaN|Infinity/.test(json.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
}

/** The call after the last marker, up to its closer or the end, without control tokens; less strictly read. It needs a name. */
function recoveredCall(text: string): (ReadCall & { readonly span: Span }) | null {
  const from = text.lastIndexOf(JSON_OPEN);
  if (from < 0) return null;
  const start = from + JSON_OPEN.length;
  const close = text.indexOf(CLOSE, start);
  const tags = new DeletedTags(text.slice(start, close < 0 ? text.length : close), TOKENS);
  const call = jsonCall(tags.text, strippedSpan(tags.text), null);
  if (call === null || call.name === '') return null;
  const placed = (span: Span): Span => {
    const place = tags.place(span);
    return { from: start + place.from, to: start + place.to };
  };
  return {
    ...call,
    nameSpan: placed(call.nameSpan),
    argumentsSpan: placed(call.argumentsSpan),
    span: { from, to: close < 0 ? text.length : close + CLOSE.length },
  };
}

function jsonCall(text: string, inner: Span, steps: Steps | null): ReadCall | null {
  const reading = readPythonJson(text, inner.from, inner.to);
  if (!reading.ok) {
    steps?.reject('json-syntax', inner, reading.error.at, reading.error);
    return null;
  }
  const call = callIn(reading.node);
  if (call === null) {
    steps?.reject('not-a-call', reading.node);
    return null;
  }
  return readCallOf(call);
}

function readCallOf({ name, args }: { name: PythonNode; args: PythonNode }): ReadCall {
  return {
    name: name.value as string,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(args.value) ?? '',
    argumentsSpan: { from: args.from, to: args.to },
  };
}

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const spans: Span[] = [];
  const blocks: Block[] = [];
  let isRead = true;
  const marks = new NextMarks(text);
  for (let at = 0; ;) {
    const block = nextBlock(text, at, marks);
    if (block === null) break;
    if (!('body' in block)) {
      steps.reject('no-closer', { from: block.from, to: text.length });
      isRead = false;
      break;
    }
    blocks.push(block);
    spans.push(block.span);
    at = block.span.to;
    const call = readBlock(text, block, calls.length, positions, steps);
    if (call === null) isRead = false;
    else calls.push(call);
  }
  if (isRead) return { calls, ...cleaned(text, gapsIn(whole, spans), steps) };
  const recovered = recoveredCall(text);
  if (recovered !== null) return recoveredAlone(text, recovered, steps);
  steps.quirk('all-raw', whole);
  return { calls: [], ...cleaned(text, [whole], steps) };
}

function readBlock(
  text: string,
  block: Block,
  toolIndex: number,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | null {
  const { span, header, opener, body } = block;
  const marker = text.slice(opener.from, opener.to);
  steps.enter('block', marker, span);
  if (header !== null && header.from < header.to) steps.read('header', header);
  steps.marker(marker, 'open', opener.from, opener.to);
  const call = strictCall(text, block, steps);
  if (call !== null && call.nameSpan !== opener) {
    steps.read('name', call.nameSpan);
    if (!positions.has(call.name)) steps.quirk('undeclared-kept', call.nameSpan);
  }
  if (call !== null) steps.read('arguments', call.argumentsSpan);
  steps.marker(CLOSE, 'close', body.to, span.to);
  steps.leave(span, call === null ? 'malformed' : 'matched');
  return call === null ? null : { ...call, span, toolIndex };
}

/** The call after the last marker of the reply, where the blocks could not all be read. */
function recoveredAlone(text: string, call: ReadCall & { readonly span: Span }, steps: Steps): Detected {
  const { span } = call;
  steps.quirk('last-marker', span);
  steps.read('name', call.nameSpan);
  steps.read('arguments', call.argumentsSpan);
  for (const rest of gapsIn({ from: 0, to: text.length }, [span])) steps.quirk('only-call', rest);
  return { calls: [{ ...call, toolIndex: 0 }], content: [], text: '' };
}

/** Pieces of the reply as content, without control tokens. */
function cleaned(text: string, pieces: readonly Span[], steps: Steps): Pick<Detected, 'content' | 'text'> {
  const content: Span[] = [];
  let joined = '';
  for (const { from, to } of pieces) {
    const tags = new DeletedTags(text.slice(from, to), TOKENS);
    const move = (span: Span): Span => ({ from: from + span.from, to: from + span.to });
    for (const span of tags.deleted.map(move)) steps.rejectOneOfMany('token-deleted', span.from, span.to);
    content.push(...tags.pieces({ from: 0, to: tags.text.length }).map(move));
    joined += tags.text;
  }
  return { content, text: joined };
}

/** A call is sent when its block is closed. After a block that cannot be read all is content. */
class InklingStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  #held = Excerpt.empty;
  #index = 0;
  #isRaw = false;

  push(delta: string, current: string): Message {
    const came = this.#held.plus(Excerpt.end(current, delta));
    this.#held = Excerpt.empty;
    if (this.#isRaw) return { content: clean(came) };
    const { text } = came;
    const marks = new NextMarks(text);
    const calls: MessageCall[] = [];
    const content: Excerpt[] = [];
    for (let at = 0; ;) {
      const block = nextBlock(text, at, marks);
      if (block === null || !('body' in block)) {
        const rest = came.slice(at);
        const end = block === null ? rest.length - heldOutside(rest.text) : textBefore(text, block, at) - at;
        content.push(clean(rest.slice(0, end)));
        this.#held = rest.slice(block === null ? end : block.from - at);
        return { content: Excerpt.join(content), calls };
      }
      const call = strictCall(text, block, null);
      if (call === null) return this.#giveUp(came.slice(at));
      content.push(clean(came.slice(at, block.span.from)));
      calls.push(this.#next(call));
      at = block.span.to;
    }
  }

  /** Sends the call after the last marker, if there is one, and nothing else of this piece: not even a call that was good. */
  #giveUp(rest: Excerpt): Message {
    this.#isRaw = true;
    const call = recoveredCall(rest.text);
    return call === null ? { content: clean(rest) } : { calls: [this.#next(call)] };
  }

  #next({ name, argumentsText }: ReadCall): MessageCall {
    this.#index += 1;
    return { index: this.#index - 1, name, argumentsText };
  }

  /** What is held outside of a block; a block that is not closed is lost. */
  finish(): Message | null {
    const held = this.#held;
    this.#held = Excerpt.empty;
    return firstOpener(held.text, openers) === null ? { content: clean(held) } : null;
  }
}
