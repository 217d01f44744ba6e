import { QwenCoder, qwenCoderParser } from './qwen3-coder.ts';
import { THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { afterGoSpace } from './kit/tape.ts';
import { type Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

type State = 'thinking' | 'after-thinking' | 'content';

/** `Nemotron3NanoParser`: thinking up to </think> or the first call, and then what qwen3-coder reads. */
class Nemotron3NanoReader extends Reader {
  readonly #coder: QwenCoder;
  #state: State;
  #mayOpen: boolean;
  #skipsBlanks = false;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#coder = new QwenCoder(this.tape, request, steps);
    this.#state = request.thinking === false ? 'content' : 'thinking';
    this.#mayOpen = this.#state === 'thinking';
  }

  protected override read(added: Added): Failure | null {
    const { tape } = this;
    if (this.#state === 'thinking' && !this.#think(added)) return null;
    if (this.#state === 'after-thinking') {
      tape.skipSpace();
      if (tape.isEmpty) return null;
      this.#state = 'content';
    }
    return this.#coder.read(added);
  }

  /** Whether thinking has ended. */
  #think(added: Added): boolean {
    const { tape, steps } = this;
    if (this.#skipsBlanks) {
      tape.skipSpace();
      if (tape.isEmpty) return false;
      this.#skipsBlanks = false;
    }
    if (this.#mayOpen) {
      const start = afterGoSpace(tape.text, tape.at);
      if (tape.text.startsWith(THINK, start)) {
        steps?.marker(THINK, 'open', start, start + THINK.length);
        tape.at = afterGoSpace(tape.text, start + THINK.length);
        this.#mayOpen = false;
        this.#skipsBlanks = tape.isEmpty;
        if (tape.isEmpty) return false;
      } else if (THINK.startsWith(tape.text.slice(start))) {
        tape.at = start;
        return false;
      }
      this.#mayOpen = false;
    }
    const close = tape.find(THINK_END);
    const open = tape.find(TOOL_CALL);
    if (close < 0 && open < 0) {
      put(added.thinking, tape.takeCertain(THINK_END, TOOL_CALL));
      return false;
    }
    const isClosed = close >= 0 && (open < 0 || close < open);
    const end = isClosed ? close : open;
    put(added.thinking, tape.trimmedTo(end));
    tape.at = end;
    this.#state = 'content';
    if (!isClosed) {
      steps?.quirk('call-ends-thinking', { from: open, to: open + TOOL_CALL.length });
      return true;
    }
    steps?.marker(THINK_END, 'close', close, close + THINK_END.length);
    tape.at = close + THINK_END.length;
    tape.skipSpace();
    if (tape.isEmpty) this.#state = 'after-thinking';
    return true;
  }
}

const parser = {
  ...qwenCoderParser,
  file: 'model/parsers/nemotron3nano.go',
  asksThinking: true,
  opener: TOOL_CALL,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, TOOL_CALL, TOOL_CALL_END],
  open: (request: Request, steps: Steps): Reader => new Nemotron3NanoReader(request, steps),
};

export const nemotron3Nano = ollamaRuntime({ ...parser, name: 'nemotron-3-nano' });
export const nemotron35Nano = ollamaRuntime({ ...parser, name: 'nemotron-3.5-nano' });
