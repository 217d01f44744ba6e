import type { Span } from '../../../text/document/index.ts';
import { pythonDumps, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised } from '../../kit/index.ts';
import type { DetectorStream } from '../detector.ts';
import { declaredSchemas } from './schema.ts';
import {
  BLANKS,
  childSchema,
  CLOSE,
  DEEPEST,
  INVOKE,
  INVOKE_END,
  isContainer,
  isText,
  leaf,
  OPEN,
  PREFIX,
  readTags,
  TAG,
} from './minimax-m3-tags.ts';

interface OpenParameter {
  readonly tag: string;
  readonly schema: JsonObject | null;
  readonly isNested: boolean;
  /** A string: its quote was sent. */
  isQuoted: boolean;
  text: string[];
}

/** Names are not looked up. Strings are sent as they come, all else when its tag closes. */
export class MinimaxStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #schemas: ReturnType<typeof declaredSchemas>;
  #kept = Excerpt.empty;
  #inSection = false;
  #call: { readonly schema: JsonObject | null; isEmpty: boolean } | null = null;
  #parameter: OpenParameter | null = null;
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#schemas = declaredSchemas(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#kept = withoutBlanks(this.#kept.plus(Excerpt.end(current, delta)));
    const content: Excerpt[] = [];
    const calls: MessageCall[] = [];
    for (;;) {
      const more = !this.#inSection
        ? this.#openSection(content)
        : this.#call === null
          ? this.#closeSection() || this.#openCall(calls)
          : this.#parameter === null
            ? this.#closeCall(calls) || this.#openParameter(this.#call, calls)
            : this.#readParameter(this.#parameter, calls);
      if (typeof more !== 'boolean') return more;
      if (!more) return { content: Excerpt.join(content), calls };
    }
  }

  get #buffer(): string {
    return this.#kept.text;
  }

  /** Takes what is before `at` and `marker` out of the buffer. */
  #skip(to: number): void {
    this.#kept = this.#kept.slice(to);
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    calls.push({ index: this.#current, argumentsText });
  }

  #openSection(content: Excerpt[]): boolean {
    const opener = this.#buffer.indexOf(OPEN);
    const to = opener < 0 ? readyLength(this.#buffer, OPEN) : opener;
    content.push(this.#kept.slice(0, to));
    this.#skip(opener < 0 ? to : opener + OPEN.length);
    this.#inSection = opener >= 0;
    return this.#inSection;
  }

  #closeSection(): boolean {
    // Both begin as every tag does: a search for one alone could go far beyond the other, again and again.
    for (let at = this.#buffer.indexOf(TAG); at >= 0; at = this.#buffer.indexOf(TAG, at + 1)) {
      if (this.#buffer.startsWith(INVOKE, at)) return false;
      if (!this.#buffer.startsWith(CLOSE, at)) continue;
      this.#skip(at + CLOSE.length);
      this.#inSection = false;
      return true;
    }
    return false;
  }

  #openCall(calls: MessageCall[]): boolean {
    const from = this.#buffer.indexOf(INVOKE);
    const to = from < 0 ? -1 : this.#buffer.indexOf('">', from + INVOKE.length);
    if (to < 0) return false;
    const name = this.#buffer.slice(from + INVOKE.length, to);
    this.#skip(to + 2);
    this.#call = { schema: this.#schemas.get(name) ?? null, isEmpty: true };
    calls.push({ index: this.#current, name, argumentsText: '{' });
    return true;
  }

  #closeCall(calls: MessageCall[]): boolean {
    const tag = this.#buffer.indexOf(TAG);
    if (tag < 0 || !this.#buffer.startsWith(INVOKE_END, tag)) return false;
    this.#skip(tag + INVOKE_END.length);
    this.#send('}', calls);
    this.#current += 1;
    this.#call = null;
    return true;
  }

  #openParameter(call: { readonly schema: JsonObject | null; isEmpty: boolean }, calls: MessageCall[]): boolean {
    const from = this.#buffer.indexOf(TAG);
    const end = from < 0 ? -1 : this.#buffer.indexOf('>', from + TAG.length);
    if (end < 0) return false;
    const tag = stripPython(this.#buffer.slice(from + TAG.length, end));
    this.#skip(end + 1);
    const schema = childSchema(call.schema, tag, null);
    const isNested = isContainer(schema) || this.#buffer.startsWith(TAG);
    this.#parameter = { tag, schema, isNested, isQuoted: false, text: [] };
    this.#send(`${call.isEmpty ? '' : ', '}${pythonDumps(tag) ?? ''}: `, calls);
    call.isEmpty = false;
    return true;
  }

  #readParameter(parameter: OpenParameter, calls: MessageCall[]): boolean | Raised {
    const close = `${PREFIX}</${parameter.tag}>`;
    const closer = this.#buffer.indexOf(close);
    const to = closer < 0 ? readyLength(this.#buffer, close) : closer;
    const text = this.#buffer.slice(0, to);
    const isString = !parameter.isNested && isText(parameter.schema);
    if (!isString) {
      parameter.text.push(text);
    } else if (text !== '') {
      this.#send(`${parameter.isQuoted ? '' : '"'}${(pythonDumps(text) ?? '').slice(1, -1)}`, calls);
      parameter.isQuoted = true;
    }
    if (closer < 0) {
      this.#skip(to);
      return false;
    }
    if (isString) {
      this.#send(parameter.isQuoted ? '"' : '""', calls);
    } else {
      const value = this.#valueOf(parameter);
      if ('raises' in value) return value;
      this.#send(pythonDumps(value.value) ?? '', calls);
    }
    this.#skip(closer + close.length);
    this.#parameter = null;
    return true;
  }

  #valueOf({ isNested, schema, text }: OpenParameter): { readonly value: PythonValue } | Raised {
    const all = text.join('');
    if (!isNested) return leaf(all, schema);
    const read = readTags(all, schema);
    if (!('raises' in read) && read.depth > DEEPEST) return { raises: 'RecursionError' };
    return read;
  }
}

/** Without the blanks between the prefix and a tag. */
function withoutBlanks(excerpt: Excerpt): Excerpt {
  const rest: Span[] = [];
  let at = 0;
  for (const { 0: match, 1: prefix = '', index } of excerpt.text.matchAll(BLANKS)) {
    rest.push({ from: at, to: index + prefix.length });
    at = index + match.length;
  }
  return at === 0 ? excerpt : excerpt.parts([...rest, { from: at, to: excerpt.length }]);
}

/** So much of the text can be no beginning of `marker`. */
function readyLength(text: string, marker: string): number {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length -= 1) {
    if (marker.startsWith(text.slice(text.length - length))) return text.length - length;
  }
  const prefix = text.lastIndexOf(PREFIX);
  if (prefix < 0) return text.length;
  const rest = text.slice(prefix + PREFIX.length);
  return /^[ \t\r\n]+$/.test(rest) ? prefix : text.length;
}
