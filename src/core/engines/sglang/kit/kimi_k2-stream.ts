import { PythonDict, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall } from '../../kit/index.ts';
import type { DetectorStream } from '../detector.ts';
import { makeRoom } from './call-lists.ts';
import { ARGUMENTS, CALL, CALL_END, CLOSE, digitCount, inferredName, namedId, OPEN } from './kimi_k2-tags.ts';
import { NextMarks } from './next-marks.ts';

/** The beginnings of the opening markers are held back, of two characters or more; those of the end markers are not. */
export class KimiStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  /** What is not read yet, once a push is over. */
  #buffer = '';
  /** Where to read next in the text of a push. */
  #at = 0;
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #sent = '';
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | null {
    const text = this.#buffer + delta;
    const marks = new NextMarks(text);
    const came = Excerpt.end(current, text);
    const content: Excerpt[] = [];
    const calls: MessageCall[] = [];
    this.#at = 0;
    while (this.#next(came, marks, content, calls));
    this.#buffer = text.slice(this.#at);
    return { content: Excerpt.join(content), calls };
  }

  /** Whether there may be more to read in the text. */
  #next(came: Excerpt, marks: NextMarks, content: Excerpt[], calls: MessageCall[]): boolean {
    const { text } = came;
    const start = marks.from(CALL, this.#at);
    const shown = start === Infinity ? this.#at + readyLength(text.slice(this.#at)) : start;
    content.push(withoutMarkers(came.slice(this.#at, shown)));
    this.#at = shown;
    if (start === Infinity) return false;
    const marker = marks.from(ARGUMENTS, start);
    const other = marks.from(CALL, start + CALL.length);
    if (other < marker) {
      this.#close(other);
      return true;
    }
    if (marker === Infinity) return false;
    const bodyFrom = marker + ARGUMENTS.length;
    const end = marks.from(CALL_END, start);
    const body = text.slice(bodyFrom, Math.max(Math.min(end, text.length), bodyFrom));
    const isNew = this.#name === null;
    const name = this.#name ?? resolvedName(stripPython(text.slice(start + CALL.length, marker)), body, this.#tools);
    if (name === undefined) {
      // An exception: the original drops all that it holds.
      this.#close(text.length);
      return false;
    }
    this.#name = name;
    if (name === null) {
      if (end !== Infinity) this.#close(end + CALL_END.length);
      return end !== Infinity;
    }
    const index = this.#current;
    if (isNew) {
      makeRoom(this, index);
      this.previous[index] = { arguments: new PythonDict() };
    }
    const argumentsText = body.slice(this.#sent.length);
    if (isNew) calls.push({ index, name, argumentsText });
    else if (argumentsText !== '') calls.push({ index, argumentsText });
    this.#sent += argumentsText;
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
    if (end === Infinity) return false;
    this.#close(end + CALL_END.length);
    this.#current += 1;
    return true;
  }

  #close(to: number): void {
    this.#at = to;
    this.#name = null;
    this.#sent = '';
  }
}

/** The name of an id as it streams in: null where there is none, or none yet, undefined where the original raises. */
function resolvedName(id: string, body: string, tools: readonly ToolDefinition[]): string | null | undefined {
  const named = namedId(id);
  if (named !== null) return id.slice(named.name.from, named.name.to);
  return id !== '' && digitCount(id, 0) === null ? null : inferredName(tools, body);
}

/** So much of the text can be no beginning of an opening marker. */
function readyLength(text: string): number {
  for (let length = Math.min(text.length, OPEN.length - 1); length > 1; length -= 1) {
    const tail = text.slice(text.length - length);
    if (OPEN.startsWith(tail) || CALL.startsWith(tail)) return text.length - length;
  }
  return text.length;
}

function withoutMarkers(text: Excerpt): Excerpt {
  return [OPEN, CLOSE, CALL, CALL_END, ARGUMENTS].reduce((rest, marker) => rest.without(marker), text);
}
