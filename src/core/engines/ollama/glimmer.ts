import type { Span } from '../../text/document/index.ts';
import { trimGo } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { readAtem, atemInvokeName, ATEM, ATEM_END, type AtemCall, atemWords } from './kit/atem.ts';
import { goTrimmed as trimmed, overlapOf } from './kit/tape.ts';
import { Failure, put, Reader, type Added, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const START = '<|start|>';
const HEADER = `${START}assistant`;
const MESSAGE = '<|message|>';
const MESSAGE_END = '<|eom|>';
const TURN_END = '<|eot|>';

const glimmerWords = {
  'fumbled-recipient':
    'The recipient is not a tool, but the message is a call to one. Ollama takes the name from the call.',
  'recipient-differs': 'The recipient and the name in the call differ',
  'raises-atem': 'Ollama returns an error: the message to a tool is not a well-formed call.',
  'raises-recipient': 'Ollama returns an error: the recipient and the name in the call differ.',
} as const;

type State = 'header' | 'content' | 'thinking' | 'call';

/** What of a body is there: up to where, where the rest begins, and whether it is all of it. */
interface Body {
  readonly to: number;
  readonly next: number;
  readonly isComplete: boolean;
  readonly isProgress: boolean;
}

/** `GlimmerParser`: messages to recipients; one to a tool holds a call as XML. */
class GlimmerReader extends Reader {
  #state: State = 'header';
  #recipient: Span = { from: 0, to: 0 };
  #hasStreamed = false;
  readonly #tools: ReadonlyMap<string, ToolDefinition>;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#tools = new Map(
      request.tools.flatMap((tool) => (trimGo(tool.name) === '' ? [] : [[trimGo(tool.name), tool] as const])),
    );
  }

  protected override step(added: Added, done: boolean): boolean | Failure {
    return this.#state === 'header' ? this.#header(added, done) : this.#message(added, done);
  }

  #header(added: Added, done: boolean): boolean {
    const { tape } = this;
    if (tape.startsWith(HEADER)) tape.at += HEADER.length;
    else if (tape.startsWith('<') && tape.mayBecome(HEADER) && !done) return false;
    const at = tape.find(MESSAGE);
    if (at < 0) {
      if (!done || tape.isEmpty) return false;
      put(added.content, tape.takeAll());
      return true;
    }
    const header = trimmed(tape.text, { from: tape.at, to: at });
    const prefix = tape.text.slice(header.from, header.to).startsWith('to=') ? 'to='.length : 0;
    this.#recipient = trimmed(tape.text, { from: header.from + prefix, to: header.to });
    tape.pass(MESSAGE, 'open', at);
    const recipient = this.#recipientName;
    const isTool = this.#resolved(recipient) !== null;
    this.#state = recipient === 'self' ? 'thinking' : isTool ? 'call' : 'content';
    return true;
  }

  get #recipientName(): string {
    return this.text.slice(this.#recipient.from, this.#recipient.to);
  }

  /** The declared tool of a name: exact, or with the namespace that the tool's own name begins with. */
  #resolved(name: string): string | null {
    if (this.#tools.has(name)) return name;
    const dot = name.indexOf('.');
    const tool = name.slice(dot + 1);
    const isOwn = dot >= 0 && this.#tools.has(tool) && name.slice(0, dot) === tool.split('.', 1)[0];
    return isOwn ? tool : null;
  }

  #message(added: Added, done: boolean): boolean | Failure {
    const { tape } = this;
    const { to, next, isComplete, isProgress } = this.#body(done);
    const body = { from: tape.at, to };
    tape.at = next;
    const state = this.#state;
    if (state === 'thinking') {
      if (this.request.thinking !== false) put(added.thinking, body);
      else if (body.from < body.to) this.steps?.quirk('thinking-dropped', body);
    } else if (state === 'content') {
      const call = isComplete ? this.#fumbled(body) : null;
      if (call !== null) added.calls.push(call);
      else if (body.from < body.to) {
        put(added.content, body);
        this.#hasStreamed = true;
      }
    } else if (isComplete) {
      const call = this.#call(body);
      if (call instanceof Failure) return call;
      added.calls.push(call);
    }
    if (isComplete) {
      this.#state = 'header';
      this.#hasStreamed = false;
    }
    return isProgress;
  }

  /** How much of a body is certain. A call, or content that may be one, waits until it is complete. */
  #body(done: boolean): Body {
    const { tape } = this;
    const { from, to } = tape.rest;
    const holds = this.#state === 'call' || this.#mayBeCall();
    const callsEnd = holds ? tape.find(ATEM_END) : -1;
    const search = !holds ? from : callsEnd < 0 ? to : callsEnd + ATEM_END.length;
    const [end, mark] = this.#terminator(search);
    const header = this.#nextHeader(search, end < 0 ? to : end, done);
    if (header.at >= 0 && !header.isPending)
      return { to: header.at, next: header.at, isComplete: true, isProgress: true };
    if (end >= 0) {
      this.steps?.marker(mark, 'close', end, end + mark.length);
      return { to: end, next: end + mark.length, isComplete: true, isProgress: true };
    }
    if (done) return { to, next: to, isComplete: true, isProgress: from < to || this.#state === 'call' };
    if (holds) return { to: from, next: from, isComplete: false, isProgress: false };
    const certain = header.isPending ? header.at : to - tape.overlap(MESSAGE_END, TURN_END);
    return { to: certain, next: certain, isComplete: false, isProgress: certain > from };
  }

  #terminator(search: number): readonly [at: number, mark: string] {
    const message = this.tape.find(MESSAGE_END, search);
    const turn = this.tape.find(TURN_END, search);
    return turn >= 0 && (message < 0 || turn < message) ? [turn, TURN_END] : [message, MESSAGE_END];
  }

  /** The header of a next message that was not announced, or where one may begin. */
  #nextHeader(search: number, end: number, done: boolean): { readonly at: number; readonly isPending: boolean } {
    const { tape, text } = this;
    let from = search;
    for (let at = tape.find(START, from); at >= 0 && at < end; at = tape.find(START, from)) {
      const status = this.#headerStatus(at, done);
      if (status !== 'invalid') return { at, isPending: status === 'pending' };
      from = at + START.length;
    }
    const partial = done || end < text.length ? 0 : overlapOf(text, from, HEADER);
    return partial > 0 ? { at: text.length - partial, isPending: true } : { at: -1, isPending: false };
  }

  #headerStatus(at: number, done: boolean): 'valid' | 'pending' | 'invalid' {
    const { tape, text } = this;
    const unfinished = done ? 'invalid' : 'pending';
    const isBeginning = (marker: string, from: number): boolean =>
      text.length - from < marker.length && text.endsWith(marker.slice(0, text.length - from));
    if (isBeginning(HEADER, at)) return unfinished;
    if (!text.startsWith(HEADER, at)) return 'invalid';
    const rest = at + HEADER.length;
    if (text.startsWith(MESSAGE, rest)) return 'valid';
    if (isBeginning(MESSAGE, rest) || isBeginning(' to=', rest)) return unfinished;
    if (!text.startsWith(' to=', rest)) return 'invalid';
    const from = rest + ' to='.length;
    const message = tape.find(MESSAGE, from);
    if (message >= 0) return this.#isRecipient(text.slice(from, message)) ? 'valid' : 'invalid';
    if (done) return 'invalid';
    const recipient = text.slice(from);
    if (/[ \t\r\n]/.test(recipient)) return 'invalid';
    const bracket = recipient.indexOf('<');
    return bracket < 0 || MESSAGE.startsWith(recipient.slice(bracket)) ? 'pending' : 'invalid';
  }

  #isRecipient(name: string): boolean {
    return name === 'self' || name === 'user' || this.#tools.has(name);
  }

  /** Content that is, so far, the beginning of a call. */
  #mayBeCall(): boolean {
    if (this.#state !== 'content' || this.#hasStreamed || this.#tools.size === 0) return false;
    const { text, at } = this.tape;
    let from = at;
    while (from < text.length && ' \t\r\n'.includes(text.charAt(from))) from += 1;
    return text.startsWith(ATEM, from) || ATEM.startsWith(text.slice(from, from + ATEM.length));
  }

  /** Content that is nothing but a call of a declared tool. */
  #fumbled(body: Span): FoundCall | null {
    const { text, steps } = this;
    if (this.#hasStreamed || this.#tools.size === 0) return null;
    const name = atemInvokeName(text, body);
    const tool = name === null ? null : this.#resolved(name);
    if (tool === null) return null;
    const call = readAtem(text, body, this.#tools.get(tool), null);
    if ('error' in call) return null;
    steps?.quirk('fumbled-recipient', body);
    return { span: body, name: tool, nameSpan: call.nameSpan, ...argumentsOf(call) };
  }

  #call(body: Span): FoundCall | Failure {
    const { text, steps } = this;
    const recipient = this.#recipientName;
    const tool = this.#resolved(recipient) ?? recipient;
    const block = { from: Math.min(this.#recipient.from, body.from), to: body.to };
    steps?.enter('block', ATEM, block);
    const call = readAtem(text, body, this.#tools.get(tool), steps);
    const isOther = !('error' in call) && this.#resolved(call.name) !== tool;
    if ('error' in call) steps?.reject('atem-error', body, call.at);
    else if (isOther) steps?.reject('recipient-differs', call.nameSpan);
    steps?.leave(block, 'error' in call || isOther ? 'malformed' : 'matched');
    if ('error' in call)
      return new Failure(`parse Glimmer call to ${recipient}: ${call.error}`, 'atem', body, { at: call.at });
    if (!isOther) return { span: block, name: tool, nameSpan: call.nameSpan, ...argumentsOf(call) };
    const message = `Glimmer recipient ${JSON.stringify(recipient)} does not match ATEM invoke ${JSON.stringify(call.name)}`;
    return new Failure(message, 'recipient', call.nameSpan);
  }
}

function argumentsOf({ argumentsText, argumentsSpan }: AtemCall): Pick<AtemCall, 'argumentsText' | 'argumentsSpan'> {
  return { argumentsText, argumentsSpan };
}

export const glimmer = ollamaRuntime({
  name: 'glimmer',
  file: 'model/parsers/glimmer.go',
  formats: ['muse-glimmer'],
  reads: 'Messages to recipients; one to a declared tool must be exactly one call as XML.',
  asksThinking: true,
  opener: MESSAGE,
  tags: [HEADER, MESSAGE, MESSAGE_END, TURN_END],
  words: { ...atemWords, ...glimmerWords },
  open: (request, steps) => new GlimmerReader(request, steps),
});
