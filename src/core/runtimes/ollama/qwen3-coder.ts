import { inBlock } from './kit/call-block.ts';
import { readQwenXml, qwenXmlWords } from './kit/qwen-xml.ts';
import { TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { Failure, put, type Added, type Request, type Steps, Reader } from './reader.ts';
import type { Tape } from './kit/tape.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `Qwen3CoderParser` on a tape that may be of a reader around it. */
export class QwenCoder {
  readonly #tape: Tape;
  readonly #request: Request;
  readonly #steps: Steps;
  /** Where the open <tool_call> is. */
  #opener: number | null = null;

  constructor(tape: Tape, request: Request, steps: Steps) {
    this.#tape = tape;
    this.#request = request;
    this.#steps = steps;
  }

  /** The buffer begins with the body of a call whose opener is at this place. */
  enterBody(opener: number): void {
    this.#opener = opener;
  }

  read(added: Added): Failure | null {
    const tape = this.#tape;
    for (;;) {
      if (this.#opener === null) {
        const open = tape.find(TOOL_CALL);
        if (open < 0) {
          put(added.content, tape.takeCertain(TOOL_CALL));
          return null;
        }
        put(added.content, tape.trimmedTo(open));
        this.#opener = open;
        tape.at = open + TOOL_CALL.length;
      }
      const close = tape.find(TOOL_CALL_END);
      if (close < 0) return null;
      const block = { from: this.#opener, to: close + TOOL_CALL_END.length };
      const body = { from: tape.at, to: close };
      const steps = this.#steps;
      const call = inBlock(steps, { ...block, open: TOOL_CALL, close: TOOL_CALL_END }, () =>
        readQwenXml(steps, tape.text, body, block, this.#request.tools),
      );
      tape.at = block.to;
      tape.skipSpace();
      this.#opener = null;
      if (call instanceof Failure) return call;
      added.calls.push(call);
    }
  }
}

class Qwen3CoderReader extends Reader {
  readonly #coder: QwenCoder;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#coder = new QwenCoder(this.tape, request, steps);
  }

  protected override read(added: Added): Failure | null {
    return this.#coder.read(added);
  }
}

/** What readers of this format share. */
export const qwenCoderParser = {
  formats: ['qwen3-coder-xml'],
  reads:
    '<function=NAME> with <parameter=KEY> in <tool_call>, as strict XML; one bad block is an error for the whole reply.',
  words: qwenXmlWords,
};

export const qwen3Coder = ollamaRuntime({
  ...qwenCoderParser,
  name: 'qwen3-coder',
  file: 'model/parsers/qwen3coder.go',
  opener: TOOL_CALL,
  tags: [TOOL_CALL, TOOL_CALL_END],
  open: (request, steps) => new Qwen3CoderReader(request, steps),
});
