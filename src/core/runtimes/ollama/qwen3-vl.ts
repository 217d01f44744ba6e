import { callIn, decodeFailure, inBlock, readCallJson } from './kit/call-block.ts';
import type { CallStruct } from './kit/call-json.ts';
import { THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

type State = 'thinking' | 'content' | 'body' | 'blank';

const struct: CallStruct = {
  type: 'api.ToolCallFunction',
  name: 'ToolCallFunction',
  fields: { number: 'index', name: 'name', arguments: 'arguments' },
};

/** `Qwen3VLParser`: the same format, read by other rules. The model that thinks always begins with it. */
class Qwen3VlReader extends Reader {
  #state: State;
  #opener = 0;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps);
    this.#state = thinks ? 'thinking' : 'content';
  }

  protected override read(added: Added): Failure | null {
    for (;;) {
      const step = this.#step(added);
      if (step instanceof Failure) return step;
      if (!step) return null;
    }
  }

  #step(added: Added): boolean | Failure {
    const { tape } = this;
    switch (this.#state) {
      case 'blank':
        tape.skipSpace();
        if (tape.isEmpty) return false;
        this.#state = 'content';
        return true;
      case 'content': {
        const open = tape.find(TOOL_CALL);
        if (open < 0) {
          put(added.content, tape.takeCertain(TOOL_CALL));
          return false;
        }
        put(added.content, tape.trimmedTo(open));
        return this.#enterBody(open);
      }
      case 'thinking': {
        const close = tape.find(THINK_END);
        const open = tape.find(TOOL_CALL);
        if (open >= 0 && (close < 0 || open < close)) {
          put(added.thinking, tape.trimmedTo(open));
          this.steps?.quirk('call-ends-thinking', { from: open, to: open + TOOL_CALL.length });
          return this.#enterBody(open);
        }
        if (close < 0) {
          put(added.thinking, tape.takeCertain(THINK_END, TOOL_CALL));
          return false;
        }
        put(added.thinking, tape.trimmedTo(close));
        this.steps?.marker(THINK_END, 'close', close, close + THINK_END.length);
        tape.at = close + THINK_END.length;
        this.#state = 'blank';
        return true;
      }
      case 'body': {
        const close = tape.find(TOOL_CALL_END);
        if (close < 0) return false;
        const body = { from: tape.at, to: close };
        const block = { from: this.#opener, to: close + TOOL_CALL_END.length, open: TOOL_CALL, close: TOOL_CALL_END };
        tape.at = block.to;
        this.#state = 'blank';
        return inBlock(this.steps, block, () => {
          const decoded = readCallJson(this.steps, this.text, body, struct);
          if (!decoded.ok) return decodeFailure(this.steps, decoded, body, '');
          if (decoded.name === '') this.steps?.quirk('nameless-call', body);
          added.calls.push(callIn({ from: block.from, to: block.to }, decoded));
          return true;
        });
      }
    }
  }

  #enterBody(open: number): boolean {
    this.#opener = open;
    this.tape.at = open + TOOL_CALL.length;
    this.#state = 'body';
    return true;
  }
}

const parser = {
  file: 'model/parsers/qwen3vl.go',
  formats: ['hermes'],
  reads:
    'JSON with name and arguments in <tool_call>, even without a name; one bad block is an error for the whole reply.',
  opener: TOOL_CALL,
  thinkingEnd: THINK_END,
  tags: [THINK_END, TOOL_CALL, TOOL_CALL_END],
};

export const qwen3VlInstruct = ollamaRuntime({
  ...parser,
  name: 'qwen3-vl-instruct',
  open: (request, steps) => new Qwen3VlReader(request, steps, false),
});

/** The reply begins with thinking, whatever the request says. */
export const qwen3VlThinking = ollamaRuntime({
  ...parser,
  name: 'qwen3-vl-thinking',
  open: (request, steps) => new Qwen3VlReader(request, steps, true),
});
