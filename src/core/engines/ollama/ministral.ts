import type { Span } from '../../text/document/index.ts';
import { decodeFailure, inBlock } from './kit/call-block.ts';
import { decodeArguments } from './kit/call-json.ts';
import { toolNamed } from './kit/typed-value.ts';
import { Failure, put, Reader, type Added, type FoundCall } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const CALLS = '[TOOL_CALLS]';
const ARGS = '[ARGS]';
const THINK = '[THINK]';
const THINK_END = '[/THINK]';

type State = 'content' | 'thinking' | 'name' | 'arguments';

/** `MinistralParser`: [TOOL_CALLS]name[ARGS]{…}, declared tools only. */
class MinistralReader extends Reader {
  #state: State = 'content';
  #opener = 0;
  #name: Span = { from: 0, to: 0 };
  readonly #end = new JsonEnd();

  protected override step(added: Added): boolean | Failure {
    const { tape } = this;
    switch (this.#state) {
      case 'content': {
        const calls = tape.find(CALLS);
        const think = calls >= 0 ? -1 : tape.find(THINK);
        if (calls < 0 && think < 0) {
          put(added.content, tape.takeCertain(CALLS, THINK));
          return false;
        }
        const at = Math.max(calls, think);
        put(added.content, tape.trimmedTo(at));
        this.#opener = at;
        this.#state = calls >= 0 ? 'name' : 'thinking';
        if (think >= 0) tape.pass(THINK, 'open', think);
        else tape.at = at + CALLS.length;
        return true;
      }
      case 'thinking': {
        const close = tape.find(THINK_END);
        put(added.thinking, tape.takeTo(close, THINK_END));
        if (close < 0) return false;
        tape.pass(THINK_END, 'close', close);
        tape.skipSpace();
        this.#state = 'content';
        return true;
      }
      case 'name': {
        const args = tape.find(ARGS);
        if (args < 0) return false;
        this.#name = { from: tape.at, to: args };
        tape.at = args + ARGS.length;
        this.#end.start(tape.at);
        this.#state = 'arguments';
        return true;
      }
      case 'arguments': {
        const end = this.#end.find(this.text);
        if (end < 0) return false;
        const json = { from: tape.at, to: end };
        tape.at = end;
        this.#state = 'content';
        const block = { from: this.#opener, to: end };
        const call = inBlock(this.steps, { ...block, open: CALLS, close: '' }, () => this.#call(json, block));
        if (call instanceof Failure) return call;
        added.calls.push(call);
        return true;
      }
    }
  }

  #call(json: Span, block: Span): FoundCall | Failure {
    const { steps, text } = this;
    const nameSpan = this.#name;
    const name = text.slice(nameSpan.from, nameSpan.to);
    steps?.read('name', nameSpan);
    if (toolNamed(this.request.tools, name) === undefined) {
      steps?.reject('not-declared', nameSpan);
      return new Failure(`tool '${name}' not found`, 'not-declared', nameSpan);
    }
    const decoded = decodeArguments(text.slice(json.from, json.to));
    if (!decoded.ok) return decodeFailure(steps, decoded, json, '');
    steps?.read('arguments', json);
    return { span: block, name, nameSpan, argumentsText: decoded.text, argumentsSpan: json };
  }
}

/** Looks for the bracket that closes the first one; what it has seen it does not look at again. */
class JsonEnd {
  #at = 0;
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  start(at: number): void {
    this.#at = at;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
  }

  /** The place after that bracket, or -1. */
  find(text: string): number {
    for (; this.#at < text.length; this.#at += 1) {
      const character = text.charAt(this.#at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') {
        this.#inString = true;
      } else if (character === '{' || character === '[') {
        this.#depth += 1;
      } else if (character === '}' || character === ']') {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#at + 1;
      }
    }
    return -1;
  }
}

export const ministral = ollamaRuntime({
  name: 'ministral',
  file: 'model/parsers/ministral.go',
  formats: ['mistral-v11'],
  reads: '[TOOL_CALLS]NAME[ARGS] and an object; an undeclared name is an error for the whole reply.',
  opener: CALLS,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, CALLS],
  open: (request, steps) => new MinistralReader(request, steps),
});
