import type { Span } from '../../text/document/index.ts';
import { isGoJson, trimGo } from '../../text/languages/index.ts';
import { inBlock } from './kit/call-block.ts';
import { LagunaCalls } from './kit/laguna-call.ts';
import { blockSearches, THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { afterGoSpace, beforeGoSpace, overlapOf } from './kit/tape.ts';
import { Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const USER = '<user>';
const USER_END = '</user>';

type State = 'thinking' | 'content' | 'body';

/** `LagunaParser`: thinking, calls in <tool_call> and <user>, and JSON in the content. */
class LagunaReader extends Reader {
  #state: State;
  /** Whether thinking reaches the client. */
  readonly #shows: boolean;
  #mayOpen: boolean;
  #atStart = true;
  #opener = 0;
  #emptyCallAt = -1;
  readonly #calls: LagunaCalls;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#shows = request.thinking === true;
    this.#state = this.#shows ? 'thinking' : 'content';
    this.#mayOpen = this.#shows;
    this.#calls = new LagunaCalls(request.tools, steps);
  }

  protected override step(added: Added, done: boolean): boolean | Failure {
    switch (this.#state) {
      case 'thinking':
        return this.#think(added, done);
      case 'content':
        return this.#content(added, done);
      case 'body':
        return this.#body(added, done);
    }
  }

  /** Thinking is dropped where the request does not want it. */
  #showThinking(added: Added, span: Span): void {
    if (this.#shows) put(added.thinking, span);
    else if (span.from < span.to) this.steps?.quirk('thinking-dropped', span);
  }

  #think(added: Added, done: boolean): boolean {
    const { tape, steps } = this;
    if (this.#mayOpen) {
      const isOpened = tape.passLeading(THINK);
      tape.skipSpace();
      if (isOpened === null && !done) return false;
      this.#mayOpen = false;
      if (isOpened === true) return true;
    }
    const close = tape.find(THINK_END);
    const open = tape.find(TOOL_CALL);
    if (close >= 0) {
      this.#showThinking(added, tape.trimmedTo(close));
      tape.pass(THINK_END, 'close', close);
      tape.skipSpace();
      this.#state = 'content';
      return true;
    }
    if (open >= 0) {
      this.#showThinking(added, tape.trimmedTo(open));
      steps?.quirk('call-ends-thinking', { from: open, to: open + TOOL_CALL.length });
      this.#enterBody(open);
      return true;
    }
    if (done) {
      const rest = tape.trimmedTo(tape.text.length);
      tape.takeAll();
      this.#state = 'content';
      this.#showThinking(added, rest);
      return rest.from < rest.to;
    }
    const certain = this.#takeBefore([THINK_END, TOOL_CALL]);
    if (certain !== null) this.#showThinking(added, certain);
    return certain !== null;
  }

  /** The buffer without an end that may become a marker or is white space; null where that leaves nothing or takes nothing. */
  #takeBefore(markers: readonly string[]): Span | null {
    const { tape } = this;
    const { from, to } = tape.rest;
    const keep = Math.max(tape.overlap(...markers), to - beforeGoSpace(tape.text, from, to));
    if (keep === 0 || keep >= to - from) return null;
    tape.at = to - keep;
    return { from, to: to - keep };
  }

  #enterBody(open: number): void {
    this.#opener = open;
    this.tape.at = open + TOOL_CALL.length;
    this.#state = 'body';
  }

  #content(added: Added, done: boolean): boolean | Failure {
    const { tape } = this;
    if (this.#atStart) {
      tape.skipSpace();
      if (tape.isEmpty) return false;
      this.#atStart = false;
    }
    const think = tape.find(THINK);
    if (think >= 0) {
      put(added.content, { from: tape.at, to: think });
      tape.pass(THINK, 'open', think);
      tape.skipSpace();
      this.#state = 'thinking';
      this.#mayOpen = false;
      return true;
    }
    const { from, to } = tape.rest;
    const partial = done ? 0 : overlapOf(tape.text, from, THINK);
    if (partial > 0 && partial < to - from) {
      put(added.content, { from, to: to - partial });
      tape.at = to - partial;
      return true;
    }
    const start = afterGoSpace(tape.text, from);
    if (tape.text.startsWith(THINK_END, start)) {
      tape.pass(THINK_END, 'close', start);
      tape.skipSpace();
      return true;
    }
    if (!done && THINK_END.startsWith(tape.text.slice(start))) return false;
    const open = tape.find(TOOL_CALL);
    if (open >= 0) {
      put(added.content, tape.trimmedTo(open));
      this.#enterBody(open);
      return true;
    }
    if (this.request.tools.length > 0) {
      const answer = this.#user(added, done) ?? this.#bareJson(added, done);
      if (answer !== null) return answer;
    }
    if (done) {
      const rest = tape.trimmedTo(to);
      tape.takeAll();
      put(added.content, rest);
      return rest.from < rest.to;
    }
    // Where thinking is on, Ollama does not wait for the end of a </think> that comes after content.
    const markers = [TOOL_CALL, USER, THINK, ...(this.request.thinking === true ? [] : [THINK_END])];
    const certain = this.#takeBefore(markers);
    if (certain !== null) {
      put(added.content, certain);
      return true;
    }
    if (tape.isEmpty || tape.overlap(...markers) > 0) return false;
    if (beforeGoSpace(tape.text, from, to) < to) return false;
    put(added.content, tape.takeAll());
    return true;
  }

  /** <user> around a declared name; null where the text is read otherwise. */
  #user(added: Added, done: boolean): boolean | null {
    const { tape, steps, text } = this;
    const open = tape.find(USER);
    if (open < 0) return null;
    const close = tape.find(USER_END);
    if (close > open) {
      const block = { from: open, to: close + USER_END.length };
      const call = this.#calls.alias(text, { from: open + USER.length, to: close }, block);
      if (call === null) return null;
      put(added.content, tape.trimmedTo(open));
      steps?.quirk('user-tag-call', block);
      added.calls.push(call);
      tape.at = block.to;
      tape.skipSpace();
      return true;
    }
    if (done) return null;
    if (open === tape.at) return false;
    put(added.content, tape.trimmedTo(open));
    tape.at = open;
    return true;
  }

  /** JSON from the first brace to the end of what came; null where it does not look like a call. */
  #bareJson(added: Added, done: boolean): boolean | Failure | null {
    const { tape, steps, text } = this;
    const brace = tape.find('{');
    if (brace < 0) return null;
    const isCall = tape.find('"name"') > brace || tape.find('"arguments"') > brace;
    const mayBe = !done && ['{"', '{\n', '{\r\n'].some((start) => text.startsWith(start, brace));
    if (!isCall && !mayBe && !this.#hasCallKey(brace)) return null;
    const before = tape.trimmedTo(brace);
    if (!done && !isGoJson(trimGo(text.slice(brace)))) {
      if (before.from === before.to) return false;
      put(added.content, before);
      tape.at = brace;
      // Ollama returns the call that it has not read yet.
      const place = { from: brace, to: brace + 1 };
      this.#emptyCallAt = brace;
      steps?.quirk('empty-call', place);
      added.calls.push({ span: place, name: '', nameSpan: place, argumentsText: '{}', argumentsSpan: null });
      return true;
    }
    const span = { from: brace, to: text.length };
    steps?.enter('block', '{', span);
    steps?.quirk('json-in-content', span);
    // An empty call may stand for the brace already.
    const from = this.#emptyCallAt === brace ? brace + 1 : brace;
    const call = this.#calls.read(text, span, { from, to: span.to });
    steps?.leave(span, call instanceof Failure ? 'malformed' : 'matched');
    if (call instanceof Failure) return call;
    put(added.content, before);
    added.calls.push(call);
    tape.takeAll();
    return true;
  }

  /** The first such key may be before the brace, and another one after it. */
  #hasCallKey(brace: number): boolean {
    return ['"name"', '"arguments"'].some((key) => {
      const first = this.tape.find(key);
      return first >= 0 && first < brace && this.text.includes(key, brace);
    });
  }

  #body(added: Added, done: boolean): boolean | Failure {
    const { tape, steps, text } = this;
    const close = tape.find(TOOL_CALL_END);
    const { from } = tape.rest;
    const isBlank = afterGoSpace(text, from) === text.length;
    if (close < 0 && (!done || isBlank)) return false;
    const body = { from, to: close < 0 ? text.length : close };
    const block = { from: this.#opener, to: close < 0 ? text.length : close + TOOL_CALL_END.length };
    tape.at = block.to;
    tape.skipSpace();
    this.#state = 'content';
    const tags = { open: TOOL_CALL, close: close < 0 ? '' : TOOL_CALL_END };
    const call = inBlock(steps, { ...block, ...tags }, () => {
      if (close < 0) steps?.quirk('unclosed-at-end', { from: block.from, to: from });
      return this.#calls.read(text, body, block);
    });
    if (call instanceof Failure) return call;
    added.calls.push(call);
    return true;
  }
}

const parser = {
  file: 'model/parsers/laguna.go',
  formats: ['glm-4.5', 'hermes', 'raw-json'],
  reads:
    '<tool_call> with JSON or with a name and <arg_key> pairs, <user> around a declared name, and JSON in the content.',
  asksThinking: true,
  ...blockSearches,
  words: {
    'user-tag-call': 'Ollama takes a declared name in `<user>` for a call.',
    'json-in-content': 'Ollama takes JSON in the content for a call: it reads from this brace to the end.',
    'empty-call': 'The JSON is not complete yet. Ollama sends the text before it, and with it an empty call.',
    'alias-name': 'Ollama replaces this name by that of a declared tool.',
    'opener-skipped': 'Ollama skips a repeated `<tool_call>`.',
    'rest-ignored': 'Ollama ignores what follows a second `<tool_call>` in the block.',
  },
  open: (request: Request, steps: Steps): Reader => new LagunaReader(request, steps),
};

export const laguna = ollamaRuntime({ ...parser, name: 'laguna' });

/** It differs only where a request ends with a message of the assistant. */
export const poolsideV1 = ollamaRuntime({ ...parser, name: 'poolside-v1' });
