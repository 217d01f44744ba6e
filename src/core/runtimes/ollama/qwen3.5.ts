import { QwenCoder, qwenCoderParser } from './qwen3-coder.ts';
import { THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { afterGoSpace } from './kit/tape.ts';
import { type Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

type State = 'thinking' | 'after-thinking' | 'content';

/** `Qwen35Parser`: thinking, and then what qwen3-coder reads. */
class Qwen35Reader extends Reader {
  readonly #coder: QwenCoder;
  #state: State;
  #mayOpen: boolean;
  /** The blanks after a leading <think> are still to come. */
  #trims = false;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#coder = new QwenCoder(this.tape, request, steps);
    this.#state = request.thinking === false ? 'content' : 'thinking';
    this.#mayOpen = this.#state === 'thinking';
  }

  protected override read(added: Added): Failure | null {
    const { tape } = this;
    while (this.#state === 'thinking') if (!this.#think(added)) return null;
    if (this.#state === 'after-thinking') {
      tape.skipSpace();
      if (tape.isEmpty) return null;
      this.#state = 'content';
    }
    return this.#coder.read(added);
  }

  /** Whether there is more to do. */
  #think(added: Added): boolean {
    const { tape } = this;
    if (this.#mayOpen) {
      const start = afterGoSpace(tape.text, tape.at);
      if (tape.text.startsWith(THINK, start)) {
        this.steps?.marker(THINK, 'open', start, start + THINK.length);
        tape.at = start + THINK.length;
        tape.skipSpace();
        this.#mayOpen = false;
        this.#trims = tape.isEmpty;
        return !tape.isEmpty;
      }
      if (THINK.startsWith(tape.text.slice(start))) return false;
      this.#mayOpen = false;
    }
    if (this.#trims) {
      tape.skipSpace();
      if (tape.isEmpty) return false;
      this.#trims = false;
    }
    const close = tape.find(THINK_END);
    if (close >= 0) {
      put(added.thinking, tape.trimmedTo(close));
      this.steps?.marker(THINK_END, 'close', close, close + THINK_END.length);
      tape.at = close + THINK_END.length;
      tape.skipSpace();
      this.#state = tape.isEmpty ? 'after-thinking' : 'content';
      return true;
    }
    const open = tape.overlap(THINK_END, TOOL_CALL) > 0 ? -1 : tape.find(TOOL_CALL);
    if (open < 0) {
      put(added.thinking, tape.takeCertain(THINK_END, TOOL_CALL));
      return false;
    }
    // Ollama puts the missing </think> into its buffer, and drops the blanks after the opener.
    put(added.thinking, tape.trimmedTo(open));
    this.steps?.quirk('call-ends-thinking', { from: open, to: open + TOOL_CALL.length });
    tape.at = open + TOOL_CALL.length;
    tape.skipSpace();
    this.#coder.enterBody(open);
    this.#state = 'content';
    return true;
  }
}

const parser = {
  ...qwenCoderParser,
  file: 'model/parsers/qwen35.go',
  asksThinking: true,
  opener: TOOL_CALL,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, TOOL_CALL, TOOL_CALL_END],
  open: (request: Request, steps: Steps): Reader => new Qwen35Reader(request, steps),
};

export const qwen35 = ollamaRuntime({ ...parser, name: 'qwen3.5' });
export const ornith = ollamaRuntime({ ...parser, name: 'ornith' });
