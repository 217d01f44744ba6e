import type { Span } from '../../text/document/index.ts';
import { callIn, inBlock, moved, noteDecodeError, readCallJson } from './kit/call-block.ts';
import { callOf, decodeJson, type CallStruct } from './kit/call-json.ts';
import { afterGoSpace, goTrimmed } from './kit/tape.ts';
import { put, Reader, type Added, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const THINKING_END = '<|END_THINKING|>';
const TEXT = '<|START_TEXT|>';
const RESPONSE = '<|START_RESPONSE|>';
const ACTION = '<|START_ACTION|>';
const ACTION_END = '<|END_ACTION|>';
const TURN_END = '<|END_OF_TURN_TOKEN|>';
const contentEnds = ['<|END_TEXT|>', '<|END_RESPONSE|>', TURN_END];

const cohereWords = {
  'block-skipped': 'Ollama looks for a text block first, wherever it is: what comes before it is lost.',
  'objects-alone':
    'The action is not an array of calls. Ollama decodes each object on its own and drops those that fail.',
} as const;

const struct: CallStruct = {
  type: 'parsers.cohereToolCall',
  name: 'cohereToolCall',
  fields: { text: 'tool_call_id', name: 'tool_name', arguments: 'parameters' },
};

type State = 'thinking' | 'between' | 'content' | 'action';

/** `CohereParser`: blocks of thinking, text and actions. */
class CohereReader extends Reader {
  #state: State;
  #opener = 0;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#state = request.thinking === false ? 'between' : 'thinking';
  }

  protected override step(added: Added, done: boolean): boolean {
    if (this.tape.isEmpty) return false;
    switch (this.#state) {
      case 'thinking':
        if (!this.takeThinking(added, THINKING_END)) return false;
        this.#state = 'between';
        return true;
      case 'between':
        return this.#between(done);
      case 'content':
        return this.#content(added, done);
      case 'action':
        return this.#action(added, done);
    }
  }

  #enter(state: State, mark: string, at: number): true {
    this.tape.pass(mark, state === 'between' ? 'close' : 'open', at);
    this.#state = state;
    return true;
  }

  #between(done: boolean): boolean {
    const { tape, steps } = this;
    for (const mark of [TEXT, RESPONSE]) {
      const at = tape.find(mark);
      if (at < 0) continue;
      if (afterGoSpace(tape.text, tape.at) < at) steps?.quirk('block-skipped', { from: tape.at, to: at });
      return this.#enter('content', mark, at);
    }
    const action = tape.find(ACTION);
    if (action >= 0) {
      this.#opener = action;
      tape.at = action + ACTION.length;
      this.#state = 'action';
      return true;
    }
    const start = afterGoSpace(tape.text, tape.at);
    if (tape.text.startsWith(TURN_END, start)) return this.#enter('between', TURN_END, start);
    if (start === tape.text.length) {
      if (done) tape.at = start;
      return false;
    }
    const trimmed = tape.text.slice(start);
    if (!done && [TEXT, RESPONSE, ACTION, TURN_END].some((mark) => trimmed !== mark && mark.startsWith(trimmed)))
      return false;
    tape.at = start;
    this.#state = 'content';
    return true;
  }

  #content(added: Added, done: boolean): boolean {
    const { tape } = this;
    for (const mark of contentEnds) {
      const at = tape.find(mark);
      if (at < 0) continue;
      put(added.content, { from: tape.at, to: at });
      return this.#enter('between', mark, at);
    }
    put(added.content, done ? tape.takeAll() : tape.takeTo(-1, ...contentEnds));
    return false;
  }

  #action(added: Added, done: boolean): boolean {
    const { tape } = this;
    const close = tape.find(ACTION_END);
    if (close < 0 && !done) return false;
    const body = { from: tape.at, to: close < 0 ? tape.text.length : close };
    const block = { from: this.#opener, to: close < 0 ? body.to : close + ACTION_END.length };
    const tags = { open: ACTION, close: close < 0 ? '' : ACTION_END };
    const read = (): FoundCall[] => {
      if (close < 0) this.steps?.quirk('unclosed-at-end', { from: block.from, to: body.from });
      return this.#calls(body, block);
    };
    added.addCalls(inBlock(this.steps, { ...block, ...tags }, read));
    tape.at = block.to;
    if (close >= 0) this.#state = 'between';
    return close >= 0;
  }

  #calls(body: Span, block: Span): FoundCall[] {
    const { steps, text } = this;
    const payload = goTrimmed(text, body);
    const decoded = decodeJson(text.slice(payload.from, payload.to));
    const isNothing = payload.from === payload.to || (decoded.ok && decoded.node.kind === 'null');
    if (isNothing) return [];
    const items = decoded.ok && decoded.node.kind === 'array' ? decoded.node.items : [];
    const calls = items.flatMap((item) => {
      const call = callOf(item, struct);
      return call.ok ? [{ call, from: item.from + payload.from, to: item.to + payload.from }] : [];
    });
    const isArray = decoded.ok && decoded.node.kind === 'array' && calls.length === items.length;
    if (!isArray) return this.#objects(payload);
    return calls.map(({ call, from, to }, index) => {
      if (call.name === '') steps?.quirk('nameless-call', { from, to });
      const isLast = index === calls.length - 1;
      const span = { from: index === 0 ? block.from : from, to: isLast ? block.to : to };
      return callIn(span, moved(call, payload.from, steps));
    });
  }

  /** Each object on its own; one that does not decode is dropped. */
  #objects(payload: Span): FoundCall[] {
    const { steps, text } = this;
    steps?.quirk('objects-alone', payload);
    return objectsIn(text, payload).flatMap((span) => {
      const call = readCallJson(steps, text, span, struct);
      if (!call.ok) noteDecodeError(steps, call, span);
      else if (call.name === '') steps?.quirk('nameless-call', span);
      return call.ok ? [callIn(span, call)] : [];
    });
  }
}

/** The balanced objects of a text that are in no other one. */
function objectsIn(text: string, { from, to }: Span): Span[] {
  const objects: Span[] = [];
  let depth = 0;
  let start = from;
  let inString = false;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') at += 1;
    else if (inString) continue;
    else if (character === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push({ from: start, to: at + 1 });
    }
  }
  return objects;
}

export const cohere = ollamaRuntime({
  name: 'cohere',
  file: 'model/parsers/cohere.go',
  formats: ['command-r'],
  reads: 'Blocks of text and of actions after the thinking; an action is an array of {"tool_name", "parameters"}.',
  asksThinking: true,
  opener: ACTION,
  thinkingEnd: THINKING_END,
  tags: [THINKING_END, TEXT, RESPONSE, ACTION, ACTION_END, ...contentEnds],
  words: cohereWords,
  open: (request, steps) => new CohereReader(request, steps),
});
