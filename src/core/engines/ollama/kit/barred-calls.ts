import type { Span } from '../../../text/document/index.ts';
import type { EngineCall } from '../../kit/index.ts';
import { put, Reader, type Added, type Request, type Steps } from '../reader.ts';
import { inBlock, noteDecodeError } from './call-block.ts';
import type { DecodeError } from './call-json.ts';
import { THINK_END } from './tags.ts';
import { afterGoSpace } from './tape.ts';

const CALLS = '<｜tool▁calls▁begin｜>';
const CALLS_END = '<｜tool▁calls▁end｜>';
const CALL = '<｜tool▁call▁begin｜>';
const CALL_END = '<｜tool▁call▁end｜>';
export const SEPARATOR = '<｜tool▁sep｜>';
const OUTPUT = '<｜tool▁output▁begin｜>';
const OUTPUT_END = '<｜tool▁output▁end｜>';
const OUTPUTS = '<｜tool▁outputs▁begin｜>';
const OUTPUTS_END = '<｜tool▁outputs▁end｜>';

/** What is known of every reader of these marks. */
export const barredParser = {
  asksThinking: true,
  opener: CALLS,
  thinkingEnd: THINK_END,
  tags: [THINK_END, CALLS, CALLS_END, OUTPUTS, OUTPUTS_END, OUTPUT, OUTPUT_END],
  words: {
    'call-misread': 'This call does not have the form that the reader expects',
    'bad-call-ends-block':
      'Ollama does not skip a call that it cannot read. It drops all up to `<｜tool▁calls▁end｜>`.',
    'output-shown': 'Ollama shows the text of a tool output as content.',
    'output-dropped': 'Ollama drops a tool output that the model made up.',
  },
};

type State = 'thinking' | 'content' | 'calls' | 'output';

/** The parts of a call: its name and its arguments, or where it is wrong. */
export type CallParts =
  | { readonly ok: true; readonly name: Span; readonly arguments: Span; readonly argumentsText: string }
  | {
      readonly ok: false;
      readonly at: number;
      readonly json: { readonly error: DecodeError; readonly span: Span } | null;
    };

/** The marks of DeepSeek, none of which is held back: one that comes in two pieces is shown. */
export abstract class BarredReader extends Reader {
  #state: State;
  readonly #showsOutput: boolean;

  constructor(request: Request, steps: Steps, { thinks, showsOutput }: { thinks: boolean; showsOutput: boolean }) {
    super(request, steps);
    this.#state = thinks ? 'thinking' : 'content';
    this.#showsOutput = showsOutput;
  }

  protected abstract readCall(body: Span): CallParts;

  protected override step(added: Added): boolean {
    if (this.tape.isEmpty) return false;
    switch (this.#state) {
      case 'thinking':
        return this.#think(added);
      case 'content':
        return this.#content(added);
      case 'calls':
        return this.#calls(added);
      case 'output':
        return this.#output(added);
    }
  }

  #think(added: Added): boolean {
    if (!this.takeThinking(added, THINK_END)) return false;
    this.tape.skipSpace();
    this.#state = 'content';
    return true;
  }

  /** Past a mark and the white space after it. */
  #leave(mark: string, at: number): void {
    this.tape.pass(mark, 'close', at);
    this.tape.skipSpace();
  }

  #content(added: Added): boolean {
    const { tape } = this;
    const calls = tape.find(CALLS);
    const outputMark = this.#showsOutput ? OUTPUT : OUTPUTS;
    const output = calls >= 0 ? -1 : tape.find(outputMark);
    if (calls < 0 && output < 0) {
      put(added.content, tape.takeAll());
      return false;
    }
    const mark = calls >= 0 ? CALLS : outputMark;
    const at = Math.max(calls, output);
    put(added.content, mark === OUTPUT ? { from: tape.at, to: at } : tape.trimmedTo(at));
    tape.pass(mark, 'open', at);
    this.#state = calls >= 0 ? 'calls' : 'output';
    return true;
  }

  #calls(added: Added): boolean {
    const { tape, steps } = this;
    const open = tape.find(CALL);
    const from = open + CALL.length;
    const close = open < 0 ? -1 : this.#after(CALL_END, from);
    if (close >= 0) {
      const block = { from: open, to: close + CALL_END.length };
      const call = inBlock(steps, { ...block, open: CALL, close: CALL_END }, () =>
        this.#call({ from, to: close }, block),
      );
      if (call !== null) {
        added.calls.push(call);
        tape.at = afterGoSpace(tape.text, block.to);
        return true;
      }
    }
    const end = tape.find(CALLS_END);
    if (end < 0) return false;
    if (close >= 0 && open < end) steps?.quirk('bad-call-ends-block', { from: open, to: end });
    this.#leave(CALLS_END, end);
    this.#state = 'content';
    return true;
  }

  /** A mark that follows `from`, which is in the buffer. */
  #after(mark: string, from: number): number {
    const first = this.tape.find(mark);
    return first < 0 || first >= from ? first : this.text.indexOf(mark, from);
  }

  #call(body: Span, block: Span): EngineCall | null {
    const { steps } = this;
    const parts = this.readCall(body);
    if (!parts.ok) {
      if (parts.json === null) steps?.reject('call-misread', body, parts.at);
      else noteDecodeError(steps, parts.json.error, parts.json.span);
      return null;
    }
    steps?.read('name', parts.name);
    steps?.read('arguments', parts.arguments);
    const name = this.text.slice(parts.name.from, parts.name.to);
    const { argumentsText } = parts;
    return { span: block, name, nameSpan: parts.name, argumentsText, argumentsSpan: parts.arguments };
  }

  #output(added: Added): boolean {
    const { tape, steps } = this;
    if (this.#showsOutput) {
      const close = tape.find(OUTPUT_END);
      if (close < 0) return false;
      const output = { from: tape.at, to: close };
      steps?.quirk('output-shown', output);
      put(added.content, output);
      tape.at = close + OUTPUT_END.length;
      this.#state = 'content';
      return true;
    }
    const open = tape.find(OUTPUT);
    const close = open < 0 ? -1 : this.#after(OUTPUT_END, open);
    if (close >= 0) {
      steps?.quirk('output-dropped', { from: open, to: close });
      tape.at = afterGoSpace(tape.text, close + OUTPUT_END.length);
      return true;
    }
    const end = tape.find(OUTPUTS_END);
    if (end < 0) return false;
    this.#leave(OUTPUTS_END, end);
    this.#state = 'content';
    return true;
  }
}
