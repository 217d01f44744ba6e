import type { Span } from '../../text/document/index.ts';
import { inBlock } from './kit/call-block.ts';
import { PythonCalls, pythonCallWords } from './kit/python-calls.ts';
import { THINK, THINK_END } from './kit/tags.ts';
import { goTrimmed } from './kit/tape.ts';
import { put, Reader, type Added, type Failure, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const OPEN = '<|tool_call_start|>';
const CLOSE = '<|tool_call_end|>';

type State = 'looking' | 'thinking' | 'content' | 'calls';

/** `LFM2Parser`: a list of Python calls between two marks, or as all of the content. */
class Lfm2Reader extends Reader {
  #state: State;
  #trimsThinking = true;
  #trimsContent = false;
  #opener = 0;
  /** A block that cannot be read stays in the buffer: it is read once. */
  #badBlock = -1;
  readonly #python: PythonCalls;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps);
    this.#state = thinks && request.thinking === true ? 'looking' : 'content';
    this.#python = new PythonCalls(steps);
  }

  protected override read(added: Added, done: boolean): Failure | null {
    const failure = super.read(added, done);
    if (done && added.calls.length === 0 && this.request.tools.length > 0) this.#contentAsCalls(added);
    return failure;
  }

  protected override step(added: Added, done: boolean): boolean {
    if (this.tape.isEmpty) return false;
    switch (this.#state) {
      case 'looking':
        return this.#look(done);
      case 'thinking':
        return this.#think(added);
      case 'content':
        return this.#content(added);
      case 'calls':
        return this.#calls(added);
    }
  }

  /** Only a reply that begins with <think> begins with thinking. White space before it, or before a direct answer, is cut. */
  #look(done: boolean): boolean {
    const isOpened = this.tape.passLeading(THINK);
    if (isOpened === null && !done) return false;
    if (isOpened !== true) this.tape.skipSpace();
    this.#state = isOpened === true ? 'thinking' : 'content';
    return true;
  }

  #think(added: Added): boolean {
    const { tape } = this;
    if (tape.startsWith(THINK)) {
      // One more, at the beginning of what is thought or of a piece of it.
      tape.pass(THINK, 'open', tape.at);
      this.#trimsThinking = true;
    }
    if (this.#trimsThinking) {
      tape.skipSpace();
      this.#trimsThinking = tape.isEmpty;
    }
    if (!this.takeThinking(added, THINK_END)) return false;
    tape.skipSpace();
    this.#state = 'content';
    this.#trimsContent = tape.isEmpty;
    return true;
  }

  #content(added: Added): boolean {
    const { tape } = this;
    if (this.#trimsContent) {
      tape.skipSpace();
      this.#trimsContent = tape.isEmpty;
    }
    const open = tape.find(OPEN);
    if (open < 0) {
      put(added.content, tape.takeAll());
      return false;
    }
    put(added.content, tape.trimmedTo(open));
    this.#opener = open;
    tape.at = open + OPEN.length;
    this.#state = 'calls';
    return true;
  }

  #calls(added: Added): boolean {
    const { tape, steps, text } = this;
    const close = tape.find(CLOSE);
    if (close < 0 || this.#badBlock === tape.at) return false;
    const block = { from: this.#opener, to: close + CLOSE.length };
    const body = this.#unwrapped({ from: tape.at, to: close });
    const calls = inBlock(steps, { ...block, open: OPEN, close: CLOSE }, () => this.#python.read(text, body, block));
    if (calls === null) {
      this.#badBlock = tape.at;
      steps?.quirk('stuck', block);
      return false;
    }
    added.addCalls(calls);
    tape.at = block.to;
    if (tape.startsWith(OPEN)) {
      this.#opener = tape.at;
      tape.at += OPEN.length;
    } else {
      tape.skipSpace();
      this.#state = 'content';
    }
    return true;
  }

  /** Without marks that are left in a body. */
  #unwrapped(body: Span): Span {
    const { text } = this;
    let span = goTrimmed(text, body);
    if (text.startsWith(OPEN, span.from) && span.from + OPEN.length <= span.to)
      span = goTrimmed(text, { from: span.from + OPEN.length, to: span.to });
    const to = span.to - CLOSE.length;
    return text.startsWith(CLOSE, to) && to >= span.from ? goTrimmed(text, { from: span.from, to }) : span;
  }

  /** Calls of declared tools without marks, if the last piece brings nothing else. */
  #contentAsCalls(added: Added): void {
    const { steps, text } = this;
    const [content] = added.content;
    // Ollama reads two parts as one text, which cannot be calls: thinking or a broken block was between them.
    if (content === undefined || added.content.length > 1) return;
    const span = this.#unwrapped(content);
    const calls = new PythonCalls(null).read(text, span, span);
    const names = new Set(this.request.tools.map(({ name }) => name));
    const isDeclared = (call: FoundCall): boolean => names.has(call.name);
    if (calls === null || !(calls.every(isDeclared) || (names.size === 1 && names.has('')))) return;
    steps?.quirk('content-is-calls', span);
    added.content.length = 0;
    added.addCalls(calls);
  }
}

const parser = {
  file: 'model/parsers/lfm2.go',
  formats: ['lfm2'],
  reads: 'Python calls between <|tool_call_start|> and <|tool_call_end|>; a block that cannot be read is lost.',
  opener: OPEN,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, OPEN, CLOSE],
  words: {
    ...pythonCallWords,
    stuck: 'Ollama keeps the block in its buffer: it reads nothing that follows.',
    'content-is-calls': 'All of the content is calls of declared tools: Ollama reads them without markers.',
  },
};

export const lfm2 = ollamaRuntime({
  ...parser,
  name: 'lfm2',
  open: (request, steps) => new Lfm2Reader(request, steps, false),
});

/** Only a request that turns thinking on makes a leading <think> thinking. */
export const lfm2Thinking = ollamaRuntime({
  ...parser,
  name: 'lfm2-thinking',
  asksThinking: true,
  open: (request, steps) => new Lfm2Reader(request, steps, true),
});
