import { PythonDict, pythonDumps, pythonEquals, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import { own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised } from '../../kit/index.ts';
import { toolPositions } from './base-json.ts';
import type { DetectorStream } from '../detector.ts';
import { declaredProperties } from './schema.ts';
import { makeRoom } from './call-lists.ts';
import { INVOKE, INVOKE_END, OPEN, PARAMETER, PARAMETER_END } from './minimax-m2-tags.ts';
import { typed, typesOf } from './minimax-m2-values.ts';

/** The most of a chunk that is read again for its calls after the first, in UTF-16 units. */
const ALLOWANCE = 1 << 20;

/** Nothing is held back, so a marker must come in one piece. Parameters are sent as they close. */
export class MinimaxStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #declared: ReturnType<typeof declaredProperties>;
  readonly #positions: ReadonlyMap<string, number>;
  #buffer = '';
  #inSection = false;
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #parameters = new PythonDict();
  #current = -1;
  /** How much of the chunk was read again. */
  #readAgain = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#declared = declaredProperties(tools);
    this.#positions = toolPositions(tools);
  }

  get readsCallByCall(): boolean {
    return this.#readAgain > ALLOWANCE;
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    this.#readAgain = 0;
    let content = Excerpt.empty;
    const end = (): Excerpt => Excerpt.end(current, this.#buffer);
    const calls: MessageCall[] = [];
    for (;;) {
      if (!this.#inSection) {
        const opener = this.#buffer.indexOf(OPEN);
        if (opener < 0) {
          content = content.plus(end());
          this.#buffer = '';
          return { content, calls };
        }
        content = content.plus(end().slice(0, opener));
        this.#buffer = this.#buffer.slice(opener + OPEN.length);
        this.#open(true);
      }
      if (this.#name === null) {
        const tag = nameTag(this.#buffer, INVOKE);
        if (tag === null) return { content, calls };
        const name = stripPython(tag.name);
        if (!this.#positions.has(name)) {
          // The call becomes content, and what was sent of others stays.
          this.#open(false);
          content = content.plus(end());
          this.#buffer = '';
          return { content, calls };
        }
        this.#name = name;
        if (this.#current === -1) this.#current = 0;
        makeRoom(this, this.#current);
        this.previous[this.#current] = { arguments: new PythonDict() };
        calls.push({ index: this.#current, name, argumentsText: '' });
        this.#buffer = this.#buffer.slice(tag.to);
      }
      const raised = this.#sendParameters(calls);
      if (raised !== null) return raised;
      const closer = this.#buffer.indexOf(INVOKE_END);
      if (closer < 0) return { content, calls };
      // Braces in the values count as well.
      const sent = this.streamed[this.#current] ?? '';
      if (count(sent, '{') > count(sent, '}')) this.#send('}', calls);
      this.#buffer = this.#buffer.slice(closer + INVOKE_END.length);
      this.#readAgain += this.#buffer.length;
      this.#open(true);
      this.#current += 1;
    }
  }

  #open(inSection: boolean): void {
    this.#inSection = inSection;
    this.#name = null;
    this.#parameters = new PythonDict();
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    const index = this.#current;
    calls.push({ index, argumentsText });
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
  }

  /** Where the parameters are looked for: in all that came, also after the call. */
  #area(): string {
    const closer = this.readsCallByCall ? this.#buffer.indexOf(INVOKE_END) : -1;
    return closer < 0 ? this.#buffer : this.#buffer.slice(0, closer);
  }

  /** All closed parameters of the buffer are read again; of those only the new names are sent. */
  #sendParameters(calls: MessageCall[]): Raised | null {
    const text = this.#area();
    const properties = this.#declared.get(this.#name ?? '') ?? null;
    const parameters = new PythonDict();
    for (let tag = nameTag(text, PARAMETER); tag !== null;) {
      const closer = text.indexOf(PARAMETER_END, tag.to);
      if (closer < 0) break;
      const key = stripPython(tag.name);
      const types = typesOf(properties === null ? undefined : own(properties, key));
      const item = typed(text.slice(tag.to, closer), types);
      if ('raises' in item) return item;
      parameters.set(key, item.value);
      tag = nameTag(text, PARAMETER, closer + PARAMETER_END.length);
    }
    if (pythonEquals(parameters, this.#parameters)) return null;
    const isFirst = this.#parameters.size === 0;
    const items: string[] = [];
    for (const [key, value] of parameters.entries()) {
      // The original goes through a set here, so the order of several is not fixed.
      if (!isFirst && this.#parameters.has(key)) continue;
      items.push(`${pythonDumps(key) ?? ''}: ${pythonDumps(value) ?? ''}`);
    }
    if (isFirst) {
      const argumentsText = `{${items.join(', ')}`;
      calls.push({ index: this.#current, argumentsText });
      this.streamed[this.#current] = argumentsText;
    } else if (items.length > 0) {
      this.#send(`, ${items.join(', ')}`, calls);
    }
    this.#parameters = parameters;
    this.previous[this.#current] = { arguments: parameters };
    return null;
  }
}

/** The next tag of which the name has at least one character and no `>`. */
function nameTag(text: string, open: string, start = 0): { readonly name: string; readonly to: number } | null {
  for (let from = text.indexOf(open, start); from >= 0; from = text.indexOf(open, from + 1)) {
    const nameFrom = from + open.length;
    const to = text.indexOf('>', nameFrom);
    if (to < 0) return null;
    if (to >= nameFrom + 2 && text.charAt(to - 1) === '"') return { name: text.slice(nameFrom, to - 1), to: to + 1 };
  }
  return null;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
