import type { Span } from '../../text/document/index.ts';
import { inBlock } from './kit/call-block.ts';
import { readGemma4Arguments, gemma4Words } from './kit/gemma4-arguments.ts';
import { afterGoSpace, goTrimmed } from './kit/tape.ts';
import { toolNamed } from './kit/typed-value.ts';
import { put, Reader, type Added, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const THINK = '<|channel>';
const THINK_END = '<channel|>';
const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const RESPONSE = '<|tool_response>';
/** The name of the channel that a thought begins with. */
const THOUGHT = 'thought\n';

type State = 'content' | 'thinking' | 'call' | 'after-call';

/** `Gemma4Parser`: call:NAME{key:value,…} with strings between delimiters; thoughts are cut out. */
class Gemma4Reader extends Reader {
  #state: State = 'content';
  readonly #showsThinking: boolean;
  #needsName = false;
  #opener = 0;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps);
    this.#showsThinking = thinks && request.thinking === true;
  }

  protected override step(added: Added, done: boolean): boolean {
    if (this.tape.isEmpty) return false;
    switch (this.#state) {
      case 'content':
        return this.#content(added, done);
      case 'thinking':
        return this.#think(added, done);
      case 'call':
        return this.#calls(added, done);
      case 'after-call':
        return this.#noise(done);
    }
  }

  #content(added: Added, done: boolean): boolean {
    const { tape } = this;
    const think = tape.find(THINK);
    const at = think >= 0 ? think : tape.find(OPEN);
    if (at < 0) {
      const isPartial = !done && tape.overlap(THINK, OPEN) > 0;
      put(added.content, isPartial ? tape.takeCertain(THINK, OPEN) : tape.takeAll());
      return false;
    }
    put(added.content, tape.trimmedTo(at));
    if (think >= 0) tape.pass(THINK, 'open', at);
    else tape.at = at + OPEN.length;
    this.#opener = at;
    this.#state = think >= 0 ? 'thinking' : 'call';
    this.#needsName = think >= 0;
    return true;
  }

  #think(added: Added, done: boolean): boolean {
    const { tape } = this;
    if (this.#needsName) {
      if (tape.startsWith(THOUGHT)) tape.at += THOUGHT.length;
      else if (!done && tape.mayBecome(THOUGHT)) return false;
      this.#needsName = false;
    }
    const close = tape.find(THINK_END);
    if (close < 0) {
      this.#show(added, done ? tape.takeAll() : tape.takeCertain(THINK_END));
      return false;
    }
    this.#show(added, tape.trimmedTo(close));
    tape.pass(THINK_END, 'close', close);
    tape.skipSpace();
    this.#state = 'content';
    return true;
  }

  #show(added: Added, span: Span): void {
    if (this.#showsThinking) put(added.thinking, span);
    else if (span.from < span.to) this.steps?.quirk('thinking-dropped', span);
  }

  #calls(added: Added, done: boolean): boolean {
    const { tape } = this;
    const close = tape.find(CLOSE);
    if (close < 0 && !done) return false;
    const body = { from: tape.at, to: close < 0 ? tape.text.length : close };
    const block = { from: this.#opener, to: close < 0 ? body.to : close + CLOSE.length };
    const call = this.#call(body, block);
    if (call !== null) added.calls.push(call);
    tape.at = afterGoSpace(tape.text, block.to);
    this.#state = close < 0 ? 'content' : 'after-call';
    return close >= 0;
  }

  /** Marks that models repeat after a call. */
  #noise(done: boolean): boolean {
    const { tape, steps } = this;
    const nextMark = (): string | undefined => {
      tape.skipSpace();
      return [CLOSE, RESPONSE].find((one) => tape.startsWith(one));
    };
    for (let mark = nextMark(); mark !== undefined; mark = nextMark()) {
      steps?.quirk('mark-dropped', { from: tape.at, to: tape.at + mark.length });
      tape.at += mark.length;
    }
    if (tape.isEmpty) return false;
    if (tape.mayBecome(CLOSE) || tape.mayBecome(RESPONSE)) {
      if (done) {
        tape.takeAll();
        this.#state = 'content';
      }
      return false;
    }
    this.#state = 'content';
    return true;
  }

  #call(body: Span, block: Span): FoundCall | null {
    const { steps } = this;
    const hasCloser = block.to > body.to;
    return inBlock(steps, { ...block, open: OPEN, close: hasCloser ? CLOSE : '' }, () => {
      if (!hasCloser) steps?.quirk('unclosed-at-end', { from: block.from, to: body.from });
      return this.#parts(body, block);
    });
  }

  #parts(body: Span, block: Span): FoundCall | null {
    const { steps, text } = this;
    const part = text.slice(body.from, body.to);
    const brace = part.startsWith('call:') ? part.indexOf('{') : -1;
    if (brace < 0) {
      steps?.reject('no-call-prefix', body);
      return null;
    }
    const nameSpan = goTrimmed(text, { from: body.from + 'call:'.length, to: body.from + brace });
    const name = text.slice(nameSpan.from, nameSpan.to);
    const argumentsSpan = { from: body.from + brace, to: body.to };
    const args = readGemma4Arguments(part.slice(brace), toolNamed(this.request.tools, name));
    steps?.read('name', nameSpan);
    let before = part.slice(brace);
    for (const [index, { code, after }] of args.repairs.entries()) {
      if (code === 'raw-string') before = part.slice(brace);
      const taken = args.ok && index === args.repairs.length - 1;
      steps?.attempt({ code, before, after, taken }, argumentsSpan);
      before = after;
    }
    if (!args.ok) {
      steps?.reject('not-repaired', argumentsSpan);
      return null;
    }
    steps?.read('arguments', argumentsSpan);
    return { span: block, name, nameSpan, argumentsText: args.text, argumentsSpan };
  }
}

const parser = {
  file: 'model/parsers/gemma4.go',
  formats: ['gemma4'],
  reads: '<|tool_call>call:NAME{key:value} with strings in <|"|>; what does not decode is repaired or dropped.',
  opener: OPEN,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, OPEN, CLOSE, RESPONSE],
  words: {
    ...gemma4Words,
    taken: 'The result decodes.',
    refused: 'The result does not decode yet.',
    'not-repaired': 'No repair makes this decode: Ollama drops the call and only logs it',
    'no-call-prefix': 'The block is not `call:NAME{…`: Ollama drops it and only logs it',
    'mark-dropped': 'Ollama drops this mark after a call.',
  },
};

export const gemma4 = ollamaRuntime({
  ...parser,
  name: 'gemma4',
  asksThinking: true,
  open: (request, steps) => new Gemma4Reader(request, steps, true),
});

/** Thoughts never reach the client. */
export const gemma4NoThinking = ollamaRuntime({
  ...parser,
  name: 'gemma4-no-thinking',
  open: (request, steps) => new Gemma4Reader(request, steps, false),
});
