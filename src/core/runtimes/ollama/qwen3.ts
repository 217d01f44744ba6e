import type { Span } from '../../document/span.ts';
import { callIn, decodeFailure, inBlock, readCallJson } from './kit/call-block.ts';
import type { CallStruct } from './kit/call-json.ts';
import { THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { afterGoSpace } from './kit/tape.ts';
import { Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

type State = 'thinking' | 'after-thinking' | 'content' | 'before-body' | 'body';

const struct: CallStruct = {
  type: 'struct { Name string "json:\\"name\\""; Arguments api.ToolCallFunctionArguments "json:\\"arguments\\"" }',
  name: '',
  fields: { name: 'name', arguments: 'arguments' },
};

/** `Qwen3Parser`: JSON in <tool_call>, after thinking where the model thinks. */
class Qwen3Reader extends Reader {
  #state: State;
  /** A leading <think> may still come. */
  #mayOpen: boolean;
  #opener = 0;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps);
    const isThinking = thinks && request.thinking !== false;
    this.#state = isThinking ? 'thinking' : 'content';
    this.#mayOpen = isThinking;
  }

  protected override read(added: Added): Failure | null {
    for (;;) {
      const step = this.#step(added);
      if (step instanceof Failure) return step;
      if (!step) return null;
    }
  }

  /** Whether there is more to do. */
  #step(added: Added): boolean | Failure {
    const { tape } = this;
    switch (this.#state) {
      case 'thinking':
        return this.#think(added);
      case 'after-thinking':
        return this.#skipSpaceTo('content');
      case 'content': {
        const open = tape.find(TOOL_CALL);
        if (open < 0) {
          put(added.content, tape.takeCertain(TOOL_CALL));
          return false;
        }
        put(added.content, tape.trimmedTo(open));
        return this.#enterBody(open);
      }
      case 'before-body':
        return this.#skipSpaceTo('body');
      case 'body': {
        const close = tape.find(TOOL_CALL_END);
        if (close < 0) return false;
        const block = { from: this.#opener, to: close + TOOL_CALL_END.length, open: TOOL_CALL, close: TOOL_CALL_END };
        const body = tape.trimmedTo(close);
        const failure = inBlock(this.steps, block, () => this.#call(body, block, added));
        tape.at = afterGoSpace(tape.text, block.to);
        this.#state = 'content';
        return failure ?? true;
      }
    }
  }

  #skipSpaceTo(state: State): boolean {
    this.tape.skipSpace();
    if (this.tape.isEmpty) return false;
    this.#state = state;
    return true;
  }

  #enterBody(open: number): boolean {
    this.#opener = open;
    this.tape.at = open + TOOL_CALL.length;
    this.tape.skipSpace();
    this.#state = this.tape.isEmpty ? 'before-body' : 'body';
    return true;
  }

  #think(added: Added): boolean {
    const { tape } = this;
    if (this.#mayOpen) {
      const start = afterGoSpace(tape.text, tape.at);
      if (tape.text.startsWith(THINK, start)) {
        this.steps?.marker(THINK, 'open', start, start + THINK.length);
        tape.at = afterGoSpace(tape.text, start + THINK.length);
        if (tape.isEmpty) return false;
        this.#mayOpen = false;
        return true;
      }
      if (THINK.startsWith(tape.text.slice(start))) return false;
      this.#mayOpen = false;
    }
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
    tape.skipSpace();
    this.#state = tape.isEmpty ? 'after-thinking' : 'content';
    return true;
  }

  #call(body: Span, block: Span, added: Added): Failure | undefined {
    const decoded = readCallJson(this.steps, this.text, body, struct);
    if (!decoded.ok) return decodeFailure(this.steps, decoded, body, 'failed to parse JSON: ');
    if (decoded.name === '') {
      this.steps?.reject('missing-name', body);
      return new Failure('empty function name', 'missing-name', body);
    }
    added.calls.push(callIn({ from: block.from, to: block.to }, decoded));
    return undefined;
  }
}

const parser = {
  file: 'model/parsers/qwen3.go',
  formats: ['hermes'],
  reads: 'JSON with name and arguments in <tool_call>; one bad block is an error for the whole reply.',
  opener: TOOL_CALL,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, TOOL_CALL, TOOL_CALL_END],
};

export const qwen3 = ollamaRuntime({
  ...parser,
  name: 'qwen3',
  open: (request, steps) => new Qwen3Reader(request, steps, false),
});

/** The reply begins with thinking, which a call ends as well. */
export const qwen3Thinking = ollamaRuntime({
  ...parser,
  name: 'qwen3-thinking',
  asksThinking: true,
  open: (request, steps) => new Qwen3Reader(request, steps, true),
});
