import {
  isDict,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  strippedSpan,
} from '../../../text/languages/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { MessageCall } from '../../kit/index.ts';
import type { MachineEvent } from './machine.ts';
import { Deltas } from './deltas.ts';
import { safeText } from './safe-text.ts';
import { propertiesOf, stringKeys, typed, typedText } from './schema-types.ts';
import type { ArgumentFormat, TableFormat } from './format.ts';
import { Slot } from './slot.ts';

/** What one delta brings. */
export interface Brought {
  readonly content: readonly MachineEvent[];
  readonly calls: readonly MessageCall[];
}

/** So many characters of arguments are read again while they stream, before that becomes rarer. */
const ALLOWANCE = 1 << 22;

/** The end of a value that is not a part of it perhaps: a line feed, or the beginning of a tag with white space in it. */
const UNDECIDED = /\n$|<[\s/a-z=]*$/;
const UNDECIDED_LENGTH = 40;

/** The calls and the content of a reply, while its events come. */
export class TableCalls {
  readonly slots: Slot[] = [];
  readonly #format: TableFormat;
  /** Of tools with the same name the first one counts. */
  readonly #tools = new Map<string, ToolDefinition>();
  /** Without deltas of arguments, for the whole reading. */
  readonly #isStream: boolean;
  /** The first call that had these arguments. */
  readonly #byArguments = new Map<string, Slot>();
  /** Text that waits: after something of a call, or because it is only white space so far. */
  #deferred: MachineEvent[] = [];
  #hasDeferredText = false;
  /** Whether content was sent that is not only white space. */
  #hasText = false;
  #spent = 0;

  constructor(format: TableFormat, tools: readonly ToolDefinition[], isStream: boolean) {
    this.#format = format;
    for (const tool of tools) if (!this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
    this.#isStream = isStream;
  }

  /** Text after something of a call waits for a delta that brings nothing of a call. */
  take(events: readonly MachineEvent[], isFinal: boolean): Brought {
    const deltas = new Deltas();
    const before: MachineEvent[] = [];
    const after: MachineEvent[] = [];
    let isTool = false;
    for (const event of events) {
      if (event.kind === 'text') (isTool ? after : before).push(event);
      else if (this.#call(event, deltas)) isTool = true;
    }
    const calls = deltas.all();
    if (isTool && calls.length > 0) {
      this.#defer(after);
      return { content: this.#content(before, before.some(hasText), isFinal), calls };
    }
    const isText = this.#hasDeferredText || before.some(hasText) || after.some(hasText);
    if (!this.#hasText && !isText && this.slots.length === 0 && !isFinal) {
      this.#defer(before);
      return { content: [], calls };
    }
    const content = [...this.#deferred, ...before, ...after];
    this.#deferred = [];
    this.#hasDeferredText = false;
    return { content: this.#content(content, isText, isFinal), calls };
  }

  /** Text that still waits. */
  get deferred(): readonly MachineEvent[] {
    return this.#deferred;
  }

  #defer(events: readonly MachineEvent[]): void {
    for (const event of events) this.#deferred.push(event);
    this.#hasDeferredText ||= events.some(hasText);
  }

  /** White space alone is not content beside calls. */
  #content(content: readonly MachineEvent[], isText: boolean, isFinal: boolean): readonly MachineEvent[] {
    if (!this.#hasText && !isText && (this.slots.length > 0 || !isFinal)) return [];
    this.#hasText ||= isText;
    return content;
  }

  /** Whether a name that no tool has is refused. */
  validates(): boolean {
    return this.#format.validatesNames === true && this.#tools.size > 0;
  }

  accepts(name: string): boolean {
    if (name === '' && this.#format.acceptsEmptyNames !== true) return false;
    return !this.validates() || this.#tools.has(name);
  }

  /** The arguments that the whole reading returns. */
  complete(slot: Slot, format: ArgumentFormat, partial = false): PythonDict {
    const args = new PythonDict(format.read(slot.args, partial).map(({ key, value }) => [key, value]));
    return format.unwraps === true ? this.#unwrapped(args, slot) : args;
  }

  properties(name: string): JsonObject | null {
    return name === '' ? null : propertiesOf(this.#tools.get(name));
  }

  /** True where the event belongs to a call. */
  #call({ kind, index, from, to, text }: MachineEvent, deltas: Deltas): boolean {
    if (kind === 'start') {
      this.slots.push(new Slot(from));
      return true;
    }
    const slot = this.slots[index];
    if (slot === undefined) return false;
    if (kind === 'name') {
      slot.name += text;
      slot.hasHeader ||= hasText({ text });
      slot.nameSpans.push({ from, to });
    } else if (kind === 'arguments') {
      slot.pieces.push({ from, to });
      // The engine sends JSON character by character; while the name is searched in it, that makes a difference.
      const isByCharacter = this.#format.table.jsonArguments && !slot.isNameSent && slot.name === '';
      if (isByCharacter) for (const character of text) this.#piece(slot, index, character, deltas);
      else this.#piece(slot, index, text, deltas);
    } else if (kind === 'end') {
      if (slot.span.to === slot.span.from) slot.span.to = to;
      this.#end(slot, index, deltas);
    } else {
      return false;
    }
    return true;
  }

  #piece(slot: Slot, index: number, value: string, deltas: Deltas): void {
    slot.args += value;
    if (slot.isNameSent) {
      const piece = this.#isStream ? this.#delta(slot, value) : null;
      if (piece !== null && piece !== '') deltas.arguments(index, piece);
      return;
    }
    slot.search.add(value);
    if (slot.isRefused) return;
    const isSent = this.#sendName(slot, index, slot.name === '' ? this.#nameIn(slot) : slot.name, deltas);
    slot.isRefused = !isSent && slot.name !== '';
    // Arguments that are passed on as they are begin with the piece that came with the name.
    if (isSent && this.#format.arguments === null && this.#format.argumentsIn === undefined)
      deltas.arguments(index, value);
  }

  #nameIn(slot: Slot): string | null {
    return this.#format.acceptsEmptyNames === true ? '' : slot.search.find();
  }

  #sendName(slot: Slot, index: number, header: string | null, deltas: Deltas): boolean {
    if (header === null) return false;
    const read = this.#format.name === undefined ? { name: header } : this.#format.name(header);
    if (read === null) {
      slot.name = '';
      return false;
    }
    if (!this.accepts(read.name)) return false;
    if ('id' in read) slot.id = read.id;
    this.#named(slot, read.name);
    deltas.name(index, read.name);
    return true;
  }

  #named(slot: Slot, name: string): void {
    slot.name = name;
    slot.isNameSent = true;
    slot.stringKeys = stringKeys(this.properties(name));
  }

  #end(slot: Slot, index: number, deltas: Deltas): void {
    if (!slot.isNameSent && this.#format.name !== undefined) {
      const read = this.#format.name(slot.name);
      if (read !== null) {
        if (read.id !== undefined) slot.id = read.id;
        slot.name = read.name;
      }
    }
    const rest = this.#isStream ? this.#flush(slot) : '';
    if (!slot.isNameSent) {
      const name = slot.name === '' ? (this.#nameIn(slot) ?? '') : slot.name;
      if (this.accepts(name)) {
        this.#named(slot, name);
        deltas.name(index, name);
        deltas.arguments(index, rest);
      }
    } else if (rest !== '') {
      deltas.arguments(index, rest);
    }
    if (this.#format.arguments?.unwraps === true && !this.#byArguments.has(slot.args)) {
      this.#byArguments.set(slot.args, slot);
    }
  }

  /** What may be sent of the arguments now. */
  #delta(slot: Slot, value: string): string | null {
    const format = this.#format.arguments;
    if (format === null) return this.#format.argumentsIn === undefined ? value : this.#written(slot, true);
    if (format.structural !== undefined && !format.structural.test(value)) return null;
    if (slot.isStringOpen && !/[<\n]/.test(value)) {
      const piece = (pythonDumps(value) ?? '').slice(1, -1);
      slot.sent += piece;
      return piece;
    }
    slot.isStringOpen = false;
    if (this.#spent > ALLOWANCE && slot.args.length < slot.lookAt) return null;
    this.#spent += slot.args.length;
    slot.lookAt = slot.args.length + (slot.args.length >> 3);

    const args = typed(this.complete(slot, format, true), this.properties(slot.name));
    const { safe, isOpen } = safePrefix(args, slot.stringKeys);
    if (safe === '' || safe === slot.sent || !safe.startsWith(slot.sent)) return null;
    const piece = safe.slice(slot.sent.length);
    slot.sent = safe;
    const last = format.structural === undefined && isOpen ? format.read(slot.args, true).at(-1) : undefined;
    const isLast = last?.isOpen === true && args.keys().at(-1) === last.key;
    slot.isStringOpen = isLast && !UNDECIDED.test(slot.args.slice(-UNDECIDED_LENGTH));
    return piece;
  }

  /** What is missing of the arguments at the end of the call; nothing where what was sent was something else. */
  #flush(slot: Slot): string {
    const format = this.#format.arguments;
    if (format === null) return this.#written(slot, false) ?? '';
    const args = typed(this.complete(slot, format), this.properties(slot.name));
    const final = pythonDumps(args) ?? '';
    if (final.length <= slot.sent.length || !final.startsWith(slot.sent)) return '';
    const rest = final.slice(slot.sent.length);
    slot.sent = final;
    return rest;
  }

  /** What was not sent yet of arguments that are a part of the text; while they come, only what cannot change. */
  #written(slot: Slot, partial: boolean): string | null {
    if (partial && this.#spent > ALLOWANCE && slot.args.length < slot.lookAt) return null;
    this.#spent += slot.args.length;
    slot.lookAt = slot.args.length + (slot.args.length >> 3);
    const raw = this.#format.argumentsIn?.(slot.args, partial) ?? '';
    const text = slot.name === '' ? raw : typedText(raw, this.properties(slot.name));
    const safe = partial ? safeText(text, slot.stringKeys) : text;
    if (safe.length <= slot.sent.length || !safe.startsWith(slot.sent)) return null;
    const piece = safe.slice(slot.sent.length);
    slot.sent = safe;
    return piece;
  }

  /** The tool is that of the first call with the same text of arguments. */
  #unwrapped(args: PythonDict, slot: Slot): PythonDict {
    const [wrapper, ...others] = args.keys();
    if (others.length > 0 || (wrapper !== 'arguments' && wrapper !== 'input')) return args;
    const properties = this.properties((this.#byArguments.get(slot.args) ?? slot).name);
    if (properties === null || Object.hasOwn(properties, wrapper)) return args;
    let inner = args.get(wrapper) ?? null;
    if (typeof inner === 'string') {
      const reading = readPythonJson(inner);
      if (!reading.ok) return args;
      inner = reading.node.value;
    }
    const isDeclared = (key: PythonValue): boolean => typeof key === 'string' && Object.hasOwn(properties, key);
    return isDict(inner) && inner.keys().every(isDeclared) ? inner : args;
  }
}

/**
 * The JSON of the arguments up to the last value, which may still change; of a string that stays one, all but its last
 * quote.
 */
function safePrefix(args: PythonDict, keys: ReadonlySet<string> | null): { safe: string; isOpen: boolean } {
  const entries = [...args.entries()];
  const last = entries.pop();
  if (last === undefined) return { safe: '', isOpen: false };
  const before = pythonDumps(new PythonDict(entries)) ?? '{}';
  const key = pythonDumps(last[0]) ?? '';
  const head = `${before.slice(0, -1)}${entries.length > 0 ? ', ' : ''}${key}: `;
  const isOpen = typeof last[1] === 'string' && (keys === null || keys.has(key.slice(1, -1)));
  return { safe: isOpen ? head + (pythonDumps(last[1]) ?? '').slice(0, -1) : head, isOpen };
}

export function hasText({ text }: { readonly text: string }): boolean {
  const { from, to } = strippedSpan(text);
  return from < to;
}
