import { stripPython } from '../../../languages/python/text.ts';
import { PythonDict, type PythonValue } from '../../../languages/python/value.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Message, MessageCall } from '../../kit/engine-stream.ts';
import type { DetectorStream } from '../detector.ts';
import { makeRoom } from './call-lists.ts';
import { ARGUMENTS, CALL, CALL_END, CLOSE, digitCount, inferredName, namedId, OPEN } from './kimi_k2-tags.ts';

/** The beginnings of the opening markers are held back, of two characters or more; those of the end markers are not. */
export class KimiStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #sent = '';
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string): Message | null {
    this.#buffer += delta;
    const content: string[] = [];
    const calls: MessageCall[] = [];
    while (this.#next(content, calls));
    return { content: content.join(''), calls };
  }

  /** Whether there may be more to read in the buffer. */
  #next(content: string[], calls: MessageCall[]): boolean {
    const start = this.#buffer.indexOf(CALL);
    const shown = start < 0 ? readyLength(this.#buffer) : start;
    content.push(withoutMarkers(this.#buffer.slice(0, shown)));
    this.#buffer = this.#buffer.slice(shown);
    if (start < 0) return false;
    const text = this.#buffer;
    const marker = text.indexOf(ARGUMENTS);
    const other = text.indexOf(CALL, CALL.length);
    if (other >= 0 && (marker < 0 || other < marker)) {
      this.#close(other);
      return true;
    }
    if (marker < 0) return false;
    const bodyFrom = marker + ARGUMENTS.length;
    const end = text.indexOf(CALL_END);
    const body = text.slice(bodyFrom, end < 0 ? text.length : Math.max(end, bodyFrom));
    const isNew = this.#name === null;
    const name = this.#name ?? resolvedName(stripPython(text.slice(CALL.length, marker)), body, this.#tools);
    if (name === undefined) {
      // An exception: the original drops all that it holds.
      this.#close(text.length);
      return false;
    }
    this.#name = name;
    if (name === null) {
      if (end >= 0) this.#close(end + CALL_END.length);
      return end >= 0;
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
    if (end < 0) return false;
    this.#close(end + CALL_END.length);
    this.#current += 1;
    return true;
  }

  #close(to: number): void {
    this.#buffer = this.#buffer.slice(to);
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

function withoutMarkers(text: string): string {
  return [OPEN, CLOSE, CALL, CALL_END, ARGUMENTS].reduce((rest, marker) => rest.replaceAll(marker, ''), text);
}
