import type { Span } from '../../text/document/index.ts';
import { type PythonDict, pythonDumps, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { openDocument, Recorder, type TraceEvent } from '../../trace/index.ts';
import {
  EditedText,
  type EngineCall,
  Excerpt,
  gapsIn,
  type Message,
  type MessageCall,
  partialOverlap,
  replaySteps,
} from '../kit/index.ts';
import {
  blockWords,
  CLOSE,
  declaredFor,
  type DeclaredTools,
  OPEN,
  readBlock,
  readOpenBlock,
} from './kit/minicpm5-block.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from './parser.ts';

const THOUGHT_END = '</think>';

const words = {
  ...blockWords,
  rewritten: `The parser reads the letters \`Ġ\` and \`Ċ\` as a space and a newline, and parts \`${OPEN}name=\` and \`<paramname=\`.`,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `The parser reads every block up to the next \`${CLOSE}\`.`,
    no: 'The parser finds no call and returns the reply as content.',
  },
  'no-closer': `No \`${CLOSE}\` follows: the block stays text`,
  'not-serialisable': 'A value is a Python literal that JSON does not have: `json.dumps` raises an exception',
  'thought-dropped': `The parser drops what comes before the last \`${THOUGHT_END}\`, where there is no call.`,
  'text-dropped': 'The parser drops all text beside calls.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

export const minicpm5 = vllmRuntime({
  flag: 'minicpm5',
  file: 'vllm/tool_parsers/minicpm5xml_tool_parser.py',
  formats: ['minicpm5-xml'],
  reads:
    '<function name="NAME"> with <param name="KEY">, of declared tools with all that they require; text beside calls is lost.',
  words,
  parse: (text, tools, steps) => parseRewritten(text, declaredFor(tools), steps),
  stream: (tools) => new MiniCpm5Stream(tools),
});

/** `_normalize_model_output`: signs of a tokenizer, and tags that it ran together. */
function rewritten(text: string): EditedText {
  const edits = Array.from(text.matchAll(/Ġ|Ċ|(?<=<(?:function|param))(?=name=)/g), ({ 0: sign, index }) => ({
    from: index,
    to: index + sign.length,
    text: sign === 'Ċ' ? '\n' : ' ',
  }));
  return new EditedText(text, [{ from: 0, to: text.length }]).edited(edits);
}

function parseRewritten(text: string, tools: DeclaredTools, steps: Steps): Parsed {
  const edited = rewritten(text);
  if (edited.text === text) return parse(text, tools, steps);
  steps.quirk('rewritten', { from: 0, to: text.length });
  const inner = new Recorder<Code | VllmCode>(openDocument({ text: edited.text }));
  const trace: TraceEvent[] = [];
  inner.divert(trace);
  const parsed = parse(edited.text, tools, inner);
  const place = (span: Span): Span => edited.inOriginal(span);
  replaySteps(trace, steps, place);
  const calls = parsed.calls.map((call) => ({
    ...call,
    span: place(call.span),
    nameSpan: place(call.nameSpan),
    argumentsSpan: call.argumentsSpan && place(call.argumentsSpan),
  }));
  const { markup = [] } = parsed;
  return {
    ...parsed,
    calls,
    content: parsed.content.flatMap((span) => edited.part(span).kept),
    markup: markup.map(place),
  };
}

/** Up to the next closer from each opener on. */
function* blocksIn(text: string): Generator<Span> {
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const close = text.indexOf(CLOSE, from + OPEN.length);
    if (close < 0) return;
    yield { from, to: close + CLOSE.length };
    from = text.indexOf(OPEN, close + CLOSE.length);
  }
}

function parse(text: string, tools: DeclaredTools, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  const found = first < 0 ? null : { from: first, to: first + OPEN.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) return contentOf(text, [whole], steps);
  const calls: EngineCall[] = [];
  const read: Span[] = [];
  let at = 0;
  for (const span of blocksIn(text)) {
    at = span.to;
    steps.enter('block', OPEN, span);
    const call = readBlock(text, span, tools, steps);
    const argumentsText = call === null ? null : pythonDumps(call.values);
    steps.leave(span, call === null ? 'malformed' : 'matched');
    if (call === null) continue;
    if (argumentsText === null) {
      steps.reject('not-serialisable', span);
      steps.quirk('all-content', whole);
      return { called: false, calls: [], content: [whole], text };
    }
    const argumentsSpan = call.values.size === 0 ? null : { from: call.nameSpan.to, to: span.to };
    calls.push({ span, name: call.name, nameSpan: call.nameSpan, argumentsText, argumentsSpan });
    read.push(span);
  }
  const open = text.indexOf(OPEN, at);
  if (open >= 0) steps.reject('no-closer', { from: open, to: text.length });
  const rest = gapsIn(whole, read);
  if (calls.length === 0) return contentOf(text, rest, steps);
  const dropped = rest.map(({ from, to }) => strippedSpan(text, from, to)).filter(({ from, to }) => from < to);
  for (const span of dropped) steps.quirk('text-dropped', span);
  return { called: true, calls, content: [], text: null, markup: gapsIn(whole, [...read, ...dropped].sort(byPlace)) };
}

const byPlace = (one: Span, other: Span): number => one.from - other.from;

/** The pieces as content, from the end of the last thought on. */
function contentOf(text: string, pieces: readonly Span[], steps: Steps): Parsed {
  const area = pieces.length === 1 && !text.includes(OPEN) ? (pieces[0] as Span) : strippedSpan(text, 0, text.length);
  const end = text.lastIndexOf(THOUGHT_END);
  const from = end < 0 ? area.from : strippedSpan(text, end + THOUGHT_END.length, area.to).from;
  const isCut = end >= 0 && from < area.to;
  if (isCut) steps.quirk('thought-dropped', { from: area.from, to: from });
  const content = [{ from: isCut ? from : area.from, to: area.to }];
  return { called: false, calls: [], content, text: content.map((span) => text.slice(span.from, span.to)).join('') };
}

function copied(current: string, source: EditedText, span: Span): Excerpt {
  const { parts } = source.part(span);
  return Excerpt.join(
    parts.map((part) => (typeof part === 'string' ? Excerpt.own(part) : Excerpt.part(current, part.from, part.to))),
  );
}

/**
 * One step with each delta. Text goes out before a block can be told from it: the beginning of the first block is content, and
 * its call is sent once it is closed. Later blocks come piece by piece.
 */
class MiniCpm5Stream implements ParserStream {
  readonly previous: { arguments?: PythonDict }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: DeclaredTools;
  /** Up to where the text is done. */
  #done = 0;
  #isNameSent = false;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = declaredFor(tools);
  }

  /** What raises is asked again with each delta: nothing after it is sent. */
  push(delta: string, current: string): Message | null {
    const source = rewritten(current);
    const { text } = source;
    if (!text.includes(OPEN)) return this.#content(current, source, text.length);
    for (const block of blocksIn(text)) {
      if (block.to <= this.#done) continue;
      if (block.from > this.#done) return this.#content(current, source, block.from);
      const sent = this.#block(current, source, block);
      if (sent !== null) this.#done = block.to;
      return sent;
    }
    const rest = text.slice(this.#done);
    if (rest === '') return delta === '' && this.previous.length > 0 && !this.#isNameSent ? {} : null;
    const open = rest.indexOf(OPEN);
    if (open > 0) return this.#content(current, source, this.#done + open);
    if (open === 0) return this.#part(rest);
    return partialOverlap(rest, OPEN) > 0 ? null : this.#content(current, source, text.length);
  }

  #content(current: string, source: EditedText, to: number): Message | null {
    const content = copied(current, source, { from: this.#done, to: Math.max(this.#done, to) });
    this.#done = Math.max(this.#done, to);
    return content.text === '' ? null : { content };
  }

  #block(current: string, source: EditedText, span: Span): Message | null {
    const call = readBlock(source.text, span, this.#tools, null);
    if (call === null) return { content: copied(current, source, span) };
    const json = pythonDumps(call.values);
    if (json === null) return null;
    if (!this.#isNameSent) {
      const index = this.#begin({ arguments: call.values }, json);
      return { calls: [{ index, name: call.name, argumentsText: json }] };
    }
    this.#isNameSent = false;
    this.previous[this.previous.length - 1] = { arguments: call.values };
    return { calls: this.#news(json, true) };
  }

  #begin(entry: { arguments?: PythonDict }, sent: string): number {
    this.previous.push(entry);
    this.streamed.push(sent);
    return this.previous.length - 1;
  }

  /** A block that is open. */
  #part(text: string): Message | null {
    const found = readOpenBlock(text, this.#tools);
    if (found === null) return null;
    if (!this.#isNameSent) {
      this.#isNameSent = true;
      return { calls: [{ index: this.#begin({}, ''), name: found.name }] };
    }
    const json = found.values.size === 0 ? null : pythonDumps(found.values);
    if (json === null) return null;
    this.previous[this.previous.length - 1] = { arguments: found.values };
    return { calls: this.#news(json, false) };
  }

  /** What is new of the arguments, without their last brace while more may come; nothing where they are others than before. */
  #news(json: string, isComplete: boolean): MessageCall[] {
    const index = this.streamed.length - 1;
    const sent = this.streamed[index] ?? '';
    const target = isComplete ? json : json.slice(0, -1);
    if (target === sent || !target.startsWith(sent)) return [];
    this.streamed[index] = target;
    return [{ index, argumentsText: target.slice(sent.length) }];
  }
}
