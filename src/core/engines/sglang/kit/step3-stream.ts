import { PythonDict, pythonDumps, pythonEquals, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised } from '../../kit/index.ts';
import { toolPositions } from './base-json.ts';
import { partialEnd } from './base-stream.ts';
import type { DetectorStream } from '../detector.ts';
import { makeRoom } from './call-lists.ts';
import {
  CALL,
  CALL_END,
  CLOSE,
  declaredLast,
  hasType,
  INVOKE,
  invokeName,
  OPEN,
  parameters,
  SEPARATOR,
  valueOf,
  type Declared,
} from './step3-tags.ts';

/** One marker an increment: what comes with the marker in one piece waits for the next. */
export class StepStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #positions: ReadonlyMap<string, number>;
  readonly #declared: Declared;
  #buffer = '';
  #state: 'before' | 'section' | 'call' | 'after' = 'before';
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #parameters = new PythonDict();
  #current = -1;

  constructor(tools: readonly ToolDefinition[]) {
    this.#positions = toolPositions(tools);
    this.#declared = declaredLast(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    if (this.#state === 'after') return { content: this.#show(this.#buffer.length, current) };
    if (this.#state === 'before') {
      const opener = this.#buffer.indexOf(OPEN);
      if (opener < 0)
        return partialEnd(this.#buffer, OPEN) > 0 ? null : { content: this.#show(this.#buffer.length, current) };
      const content = this.#show(opener, current);
      this.#take(OPEN.length);
      this.#state = 'section';
      return { content };
    }
    const closer = this.#buffer.indexOf(CLOSE);
    if (closer >= 0) return this.#close(closer, current);
    if (this.#state === 'section') {
      const call = this.#buffer.indexOf(CALL);
      if (call < 0) return null;
      this.#take(call + CALL.length);
      this.#open('call');
    }
    return this.#readCall();
  }

  #show(to: number, current: string): Excerpt {
    const content = Excerpt.end(current, this.#buffer).slice(0, to);
    this.#take(to);
    return content;
  }

  #take(to: number): string {
    const taken = this.#buffer.slice(0, to);
    this.#buffer = this.#buffer.slice(to);
    return taken;
  }

  #open(state: 'section' | 'call' | 'after'): void {
    this.#state = state;
    this.#name = null;
    this.#parameters = new PythonDict();
  }

  /** The last call is read if its end is there; what follows the section is content. */
  #close(closer: number, current: string): Message | Raised {
    const content = Excerpt.end(current, this.#buffer).slice(closer + CLOSE.length);
    const end = this.#buffer.indexOf(CALL_END);
    const read = this.#state === 'call' && end >= 0 && end < closer ? this.#readCall() : null;
    if (read !== null && 'raises' in read) return read;
    this.#buffer = '';
    this.#open('after');
    return { content, calls: read?.calls ?? [] };
  }

  #readCall(): { readonly calls: MessageCall[] } | Raised | null {
    const separator = this.#buffer.indexOf(SEPARATOR);
    if (separator < 0) return null;
    if (stripPython(this.#buffer.slice(0, separator)) !== 'function') {
      this.#open('section');
      return null;
    }
    // The rest of the buffer, even beyond the end of the call.
    const text = this.#buffer.slice(separator + SEPARATOR.length);
    const calls: MessageCall[] = [];
    if (this.#name === null) {
      const name = nameIn(text);
      if (name === null) return null;
      if (!this.#positions.has(name)) {
        this.#open('section');
        return null;
      }
      this.#name = name;
      if (this.#current === -1) this.#current = 0;
      makeRoom(this, this.#current);
      this.previous[this.#current] = { arguments: new PythonDict() };
      calls.push({ index: this.#current, name, argumentsText: '' });
    }
    const raised = this.#sendParameters(text, this.#name, calls);
    if (raised !== null) return raised;
    const end = this.#buffer.indexOf(CALL_END);
    if (end < 0) return { calls };
    if (this.streamed[this.#current] !== '') this.#send('}', calls);
    this.#take(end + CALL_END.length);
    this.#open('section');
    this.#current += 1;
    return { calls };
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    if (argumentsText === '') return;
    const index = this.#current;
    calls.push({ index, argumentsText });
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
  }

  #sendParameters(text: string, name: string, calls: MessageCall[]): Raised | null {
    const values = new PythonDict();
    for (const parameter of parameters(text)) {
      const key = text.slice(parameter.key.from, parameter.key.to);
      const raw = stripPython(text.slice(parameter.value.from, parameter.value.to));
      const isTyped = hasType(this.#declared.get(name), key);
      if (isTyped === null) return { raises: 'AttributeError' };
      values.set(key, isTyped ? valueOf(raw).value : raw);
    }
    if (pythonEquals(values, this.#parameters)) return null;
    const before = this.#parameters.size === 0 ? '' : pythonDumps(this.#parameters);
    const after = pythonDumps(values);
    if (before === null || after === null) return { raises: 'TypeError' };
    // Where the new text does not go on from the old one, as with two parameters of one name, nothing is sent.
    const sent = before.slice(0, -1);
    if (after.startsWith(sent)) this.#send(after.slice(sent.length, -1), calls);
    this.#parameters = values;
    this.previous[this.#current] = { arguments: values };
    return null;
  }
}

function nameIn(text: string): string | null {
  for (let from = text.indexOf(INVOKE); from >= 0; from = text.indexOf(INVOKE, from + INVOKE.length)) {
    const name = invokeName(text, from + INVOKE.length);
    if (name !== null) return text.slice(name.from, name.to);
  }
  return null;
}
