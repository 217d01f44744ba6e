import type { Span } from '../../../text/document/index.ts';
import {
  isDict,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
  truthy,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, Excerpt, type Message } from '../../kit/index.ts';
import { Machine, type MachineEvent, type State } from './machine.ts';
import type { Parsed, ParserStream, VllmCode, VllmParser } from '../parser.ts';
import { typedText } from './schema-types.ts';
import { hasText, TableCalls, type Brought } from './calls.ts';
import type { TableFormat } from './format.ts';
import type { Slot } from './slot.ts';
import { covering, cutOf, recordSteps, tableWords, type Result, type TableCode } from './steps.ts';

// vLLM's declarative engine of August 2026: both modes run one machine, and differ in the white space of the content.

/** A parser that runs a table. */
export function tableParser(
  rest: Pick<VllmParser<string>, 'flag' | 'ids' | 'variant' | 'onePassWith' | 'file' | 'formats' | 'reads'>,
  format: TableFormat,
): VllmParser<TableCode> {
  return {
    ...rest,
    table: format,
    words: tableWords,
    parse: (text, tools, steps) => parseTable(format, text, tools, steps),
    stream: (tools) => new TableStream(format, tools),
  };
}

class TableStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly isLinear = true;
  readonly #machine: Machine;
  readonly #calls: TableCalls;

  constructor(format: TableFormat, tools: readonly ToolDefinition[]) {
    this.#machine = new Machine(format.table);
    this.#calls = new TableCalls(format, tools, true);
  }

  push(delta: string): Message | null {
    return messageOf(this.#calls.take(this.#machine.feed(delta), false));
  }

  finish(): Message | null {
    return messageOf(this.#calls.take(this.#machine.finish(), true));
  }
}

function messageOf({ content, calls }: Brought): Message | null {
  if (content.length === 0 && calls.length === 0) return null;
  return { content: Excerpt.join(content.map(({ text, from }) => Excerpt.copy(text, from))), calls };
}

/** Runs the table over a whole text, from one of its states on. */
export function parseTable(
  format: TableFormat,
  text: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<TableCode | VllmCode>,
  begins: State = 'content',
): Parsed & { readonly events: readonly MachineEvent[] } {
  const machine = new Machine(format.table);
  machine.state = begins;
  const events = machine.feed(text).concat(machine.finish());
  const found = new TableCalls(format, tools, false);
  const taken = found.take(events, true).content;
  const content = format.keepsTextAfter === true ? [...taken, ...found.deferred] : taken;
  const results = found.slots.map((slot) => resultOf(slot, format, found));
  const calls = found.slots.flatMap((slot, index): EngineCall[] => {
    const result = results[index] ?? null;
    return result === null || result.raises === true ? [] : [callOf(slot, result, cutOf(slot, format))];
  });
  const called = calls.length > 0;
  const spans = joined(content);
  const kept = called ? stripped(spans, text, format.keepsSpace === true) : spans;
  const markup = recordSteps(format, events, found, results, content, steps).concat(outside(spans, kept));
  const raising = found.slots[results.findIndex((result) => result?.raises === true)];
  if (raising !== undefined) {
    const raises = { raises: 'ValidationError', at: raising.span.from };
    return { called: false, calls: [], content: [], text: null, raises, events };
  }
  const answer = kept.map(({ from, to }) => text.slice(from, to)).join('');
  return { called, calls, content: kept, text: answer === '' ? null : answer, markup, events };
}

/** The name and the arguments of a call as they are returned; null where it is dropped. */
function resultOf(slot: Slot, format: TableFormat, found: TableCalls): Result | null {
  if (slot.name === '' && slot.args === '') return null;
  const raw = stripPython(slot.args);
  const own = stripPython(slot.name);
  let name: PythonValue = own;
  let argumentsText = '{}';
  if (own === '' && raw !== '') {
    if (format.acceptsEmptyNames === true) argumentsText = format.finalArguments?.(raw) ?? raw;
    else [name, argumentsText] = bodyOf(raw, format.argumentKeys);
  } else if (raw !== '') {
    if (format.arguments !== null) argumentsText = pythonDumps(found.complete(slot, format.arguments)) ?? '{}';
    else if (format.argumentsIn === undefined) argumentsText = format.finalArguments?.(raw) ?? raw;
    else argumentsText = format.argumentsIn(slot.args, false) ?? bodyOf(raw, format.argumentKeys)[1];
  }
  if (typeof name !== 'string') {
    return !truthy(name) || found.validates() ? null : { name: '', argumentsText, raises: true };
  }
  if (!found.accepts(name)) return null;
  return { name, argumentsText: typedText(argumentsText, found.properties(name)) };
}

/** `{"name", "arguments" or "parameters"}` in the place of the arguments of a call without a name. */
function bodyOf(
  raw: string,
  keys: readonly string[] = ['arguments', 'parameters'],
): [name: PythonValue, argumentsText: string] {
  const reading = readPythonJson(raw);
  if (!reading.ok || !isDict(reading.node.value)) return ['', raw];
  const body = reading.node.value;
  const name = body.get('name') ?? '';
  for (const key of keys) {
    const value = body.get(key);
    if (value !== undefined) return [name, typeof value === 'string' ? value : (pythonDumps(value) ?? '')];
  }
  const rest = new PythonDict([...body.entries()].filter(([key]) => key !== 'name'));
  return [name, pythonDumps(rest) ?? ''];
}

/** @param end where the arguments end, if the call goes on after them */
function callOf(slot: Slot, { name, argumentsText }: Result, end: number | null): EngineCall {
  const upTo = ({ from, to }: Span): Span => ({ from, to: end ?? to });
  const pieces = covering(slot.pieces);
  const argumentsSpan = pieces && upTo(pieces);
  const nameSpan = covering(slot.nameSpans) ?? argumentsSpan ?? slot.span;
  return {
    span: upTo(slot.span),
    name,
    nameSpan,
    argumentsText,
    argumentsSpan,
    ...(slot.id === undefined ? {} : { id: slot.id, idSpan: nameSpan }),
  };
}

/** Neighbours as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of spans) {
    const last = result.at(-1);
    if (last?.to === from) last.to = to;
    else result.push({ from, to });
  }
  return result;
}

/** What of `spans` is in none of `parts`. Both are in order. */
function outside(spans: readonly Span[], parts: readonly Span[]): Span[] {
  const pieces: Span[] = [];
  let next = 0;
  for (const { from, to } of spans) {
    let at = from;
    for (let part = parts[next]; part !== undefined && part.from < to; part = parts[next]) {
      if (part.from > at) pieces.push({ from: at, to: part.from });
      at = part.to;
      next += 1;
    }
    if (at < to) pieces.push({ from: at, to });
  }
  return pieces;
}

/** Content beside calls. */
function stripped(content: readonly Span[], text: string, keepsSpace: boolean): readonly Span[] {
  if (!content.some(({ from, to }) => hasText({ text: text.slice(from, to) }))) return [];
  if (keepsSpace) return content;
  const spans = content.slice();
  for (let first = spans[0]; first !== undefined; first = spans[0]) {
    const span = strippedSpan(text, first.from, first.to);
    if (span.from < span.to) {
      spans[0] = { from: span.from, to: first.to };
      break;
    }
    spans.shift();
  }
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    const span = strippedSpan(text, last.from, last.to);
    if (span.from < span.to) {
      spans[spans.length - 1] = { from: last.from, to: span.to };
      break;
    }
    spans.pop();
  }
  return spans;
}
