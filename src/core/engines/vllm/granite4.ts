import type { Span } from '../../text/document/index.ts';
import { isDict, pythonDumps, type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, heldBack, type Message, type MessageCall } from '../kit/index.ts';
import { aroundCalls, contentOnly, givenUp, jsonCallWords, readCall, rejectJson } from './kit/json-calls.ts';
import { type Parsed, type ParserStream, type VllmCode, vllmRuntime } from './parser.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

const words = {
  ...jsonCallWords,
  'contains-marker': {
    question: `Does the text contain \`${OPEN}\` or \`${CLOSE}\`?`,
    yes: 'Opening and closing markers must alternate. The parser reads what is between them as JSON; everything else is content.',
    no: 'The parser returns the whole reply as content.',
  },
  'two-openers': `A second \`${OPEN}\` comes before a \`${CLOSE}\``,
  'closer-alone': `This \`${CLOSE}\` closes nothing: no \`${OPEN}\` is open`,
  'empty-block': `The block between \`${OPEN}\` and \`${CLOSE}\` is empty`,
  'no-closer': `No \`${CLOSE}\` follows`,
  'marker-in-string': 'The block ends at this marker, although it is inside a string.',
  'arguments-null': 'The arguments are `null`: creating the call raises ValidationError',
  'string-arguments': 'The arguments are a string: the parser uses its text as the arguments.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const granite4 = vllmRuntime({
  flag: 'granite4',
  file: 'vllm/tool_parsers/granite4_tool_parser.py',
  formats: ['hermes'],
  reads:
    'JSON objects between <tool_call> and </tool_call>; text around the calls is content; one error makes the whole reply content.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new Granite4Stream(),
});

interface Block {
  readonly span: Span;
  readonly body: Span;
}

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = nextMarker(text, 0);
  if (!steps.gate('contains-marker', first !== null, whole, first)) return { ...contentOnly(text), text: text || null };
  const blocks = blocksOf(text, steps);
  if (blocks === null) return givenUp(text, steps);
  const calls: EngineCall[] = [];
  for (const block of blocks) {
    const call = readBlock(text, block, steps);
    if (call === null) return givenUp(text, steps);
    calls.push(call);
  }
  const content = aroundCalls(calls, 0, text.length);
  const kept = content.map(({ from, to }) => text.slice(from, to)).join('');
  return { called: true, calls, content, text: kept === '' ? null : kept };
}

function nextMarker(text: string, from: number): Span | null {
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith(OPEN, at)) return { from: at, to: at + OPEN.length };
    if (text.startsWith(CLOSE, at)) return { from: at, to: at + CLOSE.length };
  }
  return null;
}

/** Null where openers and closers do not take turns. */
function blocksOf(text: string, steps: Steps): Block[] | null {
  const blocks: Block[] = [];
  let open: Span | null = null;
  for (let marker = nextMarker(text, 0); marker !== null; marker = nextMarker(text, marker.to)) {
    const isOpener = text.startsWith(OPEN, marker.from);
    if (isOpener === (open !== null)) {
      steps.reject(isOpener ? 'two-openers' : 'closer-alone', marker);
      return null;
    }
    if (open !== null) {
      if (open.to === marker.from) {
        steps.reject('empty-block', { from: open.from, to: marker.to });
        return null;
      }
      blocks.push({ span: { from: open.from, to: marker.to }, body: { from: open.to, to: marker.from } });
    }
    open = isOpener ? marker : null;
  }
  if (open === null) return blocks;
  steps.reject('no-closer', open);
  return null;
}

function readBlock(text: string, { span, body }: Block, steps: Steps): EngineCall | null {
  steps.enter('block', 'format:hermes', span);
  steps.marker(OPEN, 'open', span.from, body.from);
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    const { error } = reading;
    if (error.code === 'unexpected-end' && error.expected === null) {
      steps.quirk('marker-in-string', { from: body.to, to: span.to });
    }
    rejectJson(steps, body, error);
    steps.leave(span, 'malformed');
    return null;
  }
  steps.marker(CLOSE, 'close', body.to, span.to);
  const { node } = reading;
  const call = readCall(node, span, steps, { dumpsStrings: false });
  const given = node.members?.get('arguments')?.node;
  if (call === null || given === undefined || given.value === null) {
    if (call !== null && given !== undefined) steps.reject('arguments-null', given);
    steps.leave(span, 'malformed');
    return null;
  }
  steps.leave(span, 'matched');
  if (typeof given.value === 'string') steps.quirk('string-arguments', given);
  return call;
}

/** Keeps the text from an opener on, and reads a block once its closer is there. */
class Granite4Stream implements ParserStream {
  readonly previous: { readonly arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  #lookAhead = '';
  #isInCall = false;
  /** A call was kept that was then refused: the counts no longer agree, and every further delta raises. */
  #isBroken = false;
  #index = -1;

  push(delta: string, current: string): Message | null {
    const content: Excerpt[] = [];
    const bodies: string[] = [];
    let text = this.#lookAhead + delta;
    for (;;) {
      const step = this.#step(text);
      content.push(Excerpt.end(current, text).slice(0, step.shown));
      if (step.body !== '') bodies.push(step.body);
      if (step.rest === null) break;
      text = step.rest;
    }
    const calls = this.#read(bodies);
    return calls === null || this.#isBroken ? null : { content: Excerpt.join(content), calls };
  }

  /** `shown`: so much of the text is content. `rest` is null where more has to come. */
  #step(text: string): { shown: number; body: string; rest: string | null } {
    const opener = text.indexOf(OPEN);
    if (opener < 0) {
      this.#lookAhead = heldBack(text, [OPEN]);
      return { shown: text.length - this.#lookAhead.length, body: '', rest: null };
    }
    const closer = text.indexOf(CLOSE);
    const isEntering = !this.#isInCall;
    const shown = isEntering ? opener : 0;
    const isDone = isEntering ? closer <= 0 : closer < 0;
    // A call that comes whole with the delta that opens it leaves the mark set: text before the next opener is lost then.
    this.#isInCall = isEntering || isDone;
    if (isDone) {
      this.#lookAhead = isEntering ? text.slice(opener) : text;
      return { shown, body: '', rest: null };
    }
    this.#lookAhead = '';
    return {
      shown,
      body: text.slice(opener + OPEN.length, Math.max(opener + OPEN.length, closer)),
      rest: text.slice(closer + CLOSE.length),
    };
  }

  /** Null where an exception takes everything that came with this delta. */
  #read(bodies: readonly string[]): MessageCall[] | null {
    const values: PythonValue[] = [];
    for (const body of bodies) {
      const reading = readPythonJson(body);
      if (!reading.ok) return null;
      values.push(reading.node.value);
    }
    const calls: { name: string | null; argumentsText: string | null }[] = [];
    for (const value of values) {
      if (!isDict(value)) return this.#broken(calls.length > 0);
      const given = value.get('arguments');
      this.previous.push(given === undefined ? {} : { arguments: given });
      const name = value.get('name');
      if (given === undefined || (name !== null && typeof name !== 'string')) return this.#broken(true);
      const argumentsText = given === null || typeof given === 'string' ? given : pythonDumps(given);
      calls.push({ name, argumentsText });
    }
    return calls.map(({ name, argumentsText }) => {
      this.#index += 1;
      this.streamed.push(argumentsText ?? '');
      return {
        index: this.#index,
        ...(name === null ? {} : { name }),
        ...(argumentsText === null ? {} : { argumentsText }),
      };
    });
  }

  #broken(isKept: boolean): null {
    this.#isBroken ||= isKept;
    return null;
  }
}
