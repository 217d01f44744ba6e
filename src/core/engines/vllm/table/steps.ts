import { partitionPoint, type Span } from '../../../text/document/index.ts';
import { PythonDict, strippedSpan, stripPython } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import type { MachineEvent, State } from './machine.ts';
import { commonWords } from '../kit/common-words.ts';
import type { VllmCode } from '../parser.ts';
import { typed, typedText } from './schema-types.ts';
import { hasText, type TableCalls } from './calls.ts';
import type { Slot } from './slot.ts';
import type { ArgumentFormat, Parameter, TableFormat } from './format.ts';

// What the whole reading shows of its decisions.

export const tableWords = {
  opener: {
    question: 'Does a marker open a call?',
    missing: 'the reply has no marker that opens a call',
    yes: 'From here on, the parser follows its state table. A marker in prose opens a call as well.',
    no: 'The parser finds no call and returns the reply as content.',
  },
  'reasoning-dropped': 'This text is between reasoning markers. The parser removes it from the content.',
  'marker-swallowed': 'The parser removes this marker from the content. It has no other effect.',
  'text-dropped': 'The parser drops this text: its state table expects a call marker here.',
  'text-after-call': 'The parser drops this text: without streaming, it keeps only the text before the first call.',
  'special-token': 'The tokenizer marks this token as special: the parser removes it.',
  'name-missing': 'The call has no name: the parser drops the call',
  'name-not-declared': 'No declared tool has this name: the parser drops the call',
  'name-not-read': 'The format does not allow this name: the parser drops the call',
  'name-from-arguments': 'The call has no name. The parser takes the name from the JSON in its arguments.',
  'name-not-a-string': 'The name in the JSON is not a string: the server rejects the call',
  'call-unclosed': 'The reply ends inside this call. The parser returns the arguments that are complete.',
  'argument-unclosed': 'This argument is not closed: the parser drops it.',
  'argument-unread': 'The parser reads no argument here: it drops this text.',
  'argument-repeated': 'This argument is repeated later: the last value counts.',
  arguments: commonWords['arguments-unparsed'],
  'coerced-value': 'The text of an argument, converted to a declared type that fits it, or else read as JSON',
  'arguments-unwrapped':
    'The only argument contains an object with the declared arguments. The parser returns that object.',
  'arguments-cut': 'The arguments end with the first JSON value. The parser drops the text after it.',
  'arguments-typed': 'The schema asks for other types. The parser converts the values and writes the arguments again.',
} as const;

export type TableCode = keyof typeof tableWords;
type Steps = Recorder<TableCode | VllmCode>;

/** What a call is returned with. */
export interface Result {
  readonly name: string;
  readonly argumentsText: string;
  readonly raises?: true;
}

/** The steps, in the order of the text. Answers with the markers around the calls. */
export function recordSteps(
  format: TableFormat,
  events: readonly MachineEvent[],
  found: TableCalls,
  results: readonly (Result | null)[],
  content: readonly MachineEvent[],
  steps: Steps,
): Span[] {
  const markup: Span[] = [];
  const length = events.at(-1)?.to ?? 0;
  const opener = events.find(({ next }) => next !== undefined && next !== 'content' && next !== 'reasoning');
  const sought = opener === undefined ? openersOf(format) : [];
  steps.gate('opener', opener !== undefined, { from: 0, to: length }, opener ?? null, sought);
  const inContent = new Set(content);
  let open: Slot | null = null;
  let state: State = 'content';
  for (const [at, event] of events.entries()) {
    const { kind, index, from, to, text } = event;
    switch (kind) {
      case 'text':
        if (inContent.has(event)) break;
        if (hasText(event)) steps.quirk('text-after-call', event);
        else markup.push(event);
        break;
      case 'dropped':
        if (hasText(event)) steps.quirk('text-dropped', event);
        else if (open === null) markup.push(event);
        break;
      case 'reasoning':
        steps.read('reasoning', event);
        break;
      case 'special':
        steps.quirk('special-token', event);
        break;
      case 'marker': {
        if (open === null) markup.push(event);
        const role = roleOf(state, event.next ?? state);
        state = event.next ?? state;
        // What follows from a marker comes after it, and is a step of its own.
        if (events[at + 1]?.from === from && events[at + 1]?.kind !== 'marker') break;
        if (role === null) steps.quirk('marker-swallowed', event);
        else steps.marker(text, role, from, to);
        break;
      }
      case 'start':
        open = found.slots[index] ?? null;
        if (open === null) break;
        steps.enter('block', text, open.span);
        steps.marker(text, 'open', from, to);
        break;
      case 'end': {
        if (open === null) break;
        const result = results[index] ?? null;
        recordCall(format, open, result, found, steps);
        if (to > from) steps.marker(text, 'close', from, to);
        else if (result !== null && to === length && isClosable(format)) steps.quirk('call-unclosed', open.span);
        steps.leave(open.span, result === null || result.raises === true ? 'malformed' : 'matched');
        open = null;
        break;
      }
      case 'name':
      case 'arguments':
        break;
    }
  }
  return markup;
}

/** The markers that lead from the content to a call. */
function openersOf({ table }: TableFormat): string[] {
  const transitions = Object.entries(table.transitions.content ?? {});
  return transitions.flatMap(([marker, { to }]) => (to === 'content' || to === 'reasoning' ? [] : [marker]));
}

/** Whether a marker opens something or closes it; null where it does neither. */
function roleOf(from: State, to: State): 'open' | 'close' | null {
  if (from === to) return from === 'preamble' ? 'close' : null;
  if (to === 'content' || from === 'name') return 'close';
  return from === 'between' && to === 'preamble' ? 'close' : 'open';
}

/** Whether a marker ends a call, and not only the next call. */
function isClosable({ table }: TableFormat): boolean {
  const transitions = Object.values(table.transitions.arguments ?? {});
  return transitions.some(({ effects }) => effects.includes('end') && !effects.includes('start'));
}

function recordCall(format: TableFormat, slot: Slot, result: Result | null, found: TableCalls, steps: Steps): void {
  const header = slot.hasHeader ? covering(slot.nameSpans) : null;
  if (result === null) {
    const isOwn = stripPython(slot.name) !== '';
    const code = isOwn ? 'name-not-declared' : header === null ? 'name-missing' : 'name-not-read';
    steps.reject(code, header ?? slot.span);
  } else if (result.raises === true) {
    steps.reject('name-not-a-string', covering(slot.pieces) ?? slot.span);
  } else if (header === null) {
    if (result.name !== '') steps.quirk('name-from-arguments', covering(slot.pieces) ?? slot.span);
  } else {
    // An id such as `functions.name:0` holds the name.
    const at = slot.id === undefined ? -1 : steps.document.indexOf(`${result.name}:`, header.from);
    const isIn = at >= 0 && at + result.name.length < header.to;
    if (slot.id !== undefined) steps.read('id', header);
    steps.read('name', isIn ? { from: at, to: at + result.name.length } : header);
  }
  const span = covering(slot.pieces);
  if (result === null || span === null) return;
  if (format.arguments === null) recordRaw(format, slot, span, result, found, steps);
  else recordParameters(format.arguments, slot, result, found, steps);
}

function recordRaw(
  format: TableFormat,
  slot: Slot,
  span: Span,
  { name }: Result,
  found: TableCalls,
  steps: Steps,
): void {
  const { from, to } = strippedSpan(slot.args);
  if (from === to) return;
  const raw = slot.args.slice(from, to);
  const final = format.argumentsIn?.(raw, false) ?? format.finalArguments?.(raw) ?? raw;
  if (format.argumentsIn !== undefined) {
    const at = raw.indexOf(final);
    if (at >= 0) steps.read('arguments', new Places(slot.pieces).of({ from: from + at, to: from + at + final.length }));
    if (typedText(final, found.properties(name)) !== final) steps.quirk('arguments-typed', span);
    return;
  }
  const place = new Places(slot.pieces);
  steps.read('arguments', place.of({ from, to: from + final.length }));
  if (final.length < raw.length) steps.quirk('arguments-cut', place.of({ from: from + final.length, to }));
  if (typedText(final, found.properties(name)) !== final) steps.quirk('arguments-typed', span);
}

function recordParameters(format: ArgumentFormat, slot: Slot, { name }: Result, found: TableCalls, steps: Steps): void {
  const place = new Places(slot.pieces);
  const properties = found.properties(name);
  const parameters = format.read(slot.args, false);
  const last = new Map(parameters.map(({ key }, index) => [key, index]));
  for (const [index, { key, value, keySpan, valueSpan }] of parameters.entries()) {
    steps.read('key', place.of(keySpan));
    const valuePlace = place.of(valueSpan);
    const result = typed(new PythonDict([[key, value]]), properties).get(key);
    steps.read(typeof result === 'string' ? 'value' : 'coerced-value', valuePlace);
    if (last.get(key) !== index) steps.quirk('argument-repeated', valuePlace);
  }
  const open = format.read(slot.args, true).at(-1);
  if (open?.isOpen === true) {
    steps.read('key', place.of(open.keySpan));
    steps.quirk('argument-unclosed', place.of(open.valueSpan));
  }
  noteUnread(slot.args, open?.isOpen === true ? [...parameters, open] : parameters, place, steps);
  const [only] = parameters;
  if (format.unwraps === true && parameters.length === 1 && only !== undefined) {
    if (!found.complete(slot, format).has(only.key)) steps.quirk('arguments-unwrapped', place.of(only.valueSpan));
  }
}

/** Text between the arguments that is no markup: of a tag that the parser cannot read, its value is left. */
function noteUnread(args: string, parameters: readonly Parameter[], place: Places, steps: Steps): void {
  const edges = [...parameters.map(({ keySpan }) => keySpan.from), args.length];
  for (const [index, to] of edges.entries()) {
    const from = parameters[index - 1]?.valueSpan.to ?? 0;
    const text = args.slice(from, to).replace(/<[^<>]*(?:>|$)/g, (tag) => ' '.repeat(tag.length));
    const at = text.search(/\S/);
    if (at >= 0) steps.quirk('argument-unread', place.of({ from: from + at, to: from + text.trimEnd().length }));
  }
}

/** Where the text of a call begins that its parser drops after the arguments; null where there is none. */
export function cutOf({ args, pieces }: Slot, format: TableFormat): number | null {
  const { from, to } = strippedSpan(args);
  const end = from + (format.finalArguments?.(args.slice(from, to)).length ?? to - from);
  return end < to ? new Places(pieces).of({ from, to: end }).to : null;
}

/** Where the characters of the arguments are in the text: tokens in between were taken out. */
class Places {
  readonly #pieces: readonly Span[];
  /** Where each piece begins in the arguments. */
  readonly #starts: readonly number[];

  constructor(pieces: readonly Span[]) {
    this.#pieces = pieces;
    let length = 0;
    this.#starts = pieces.map(({ from, to }) => {
      length += to - from;
      return length - (to - from);
    });
  }

  of({ from, to }: Span): Span {
    const begin = this.#place(from);
    return { from: begin, to: to > from ? this.#place(to - 1) + 1 : begin };
  }

  #place(at: number): number {
    const index = Math.max(partitionPoint(this.#starts, (start) => start <= at) - 1, 0);
    const piece = this.#pieces[index];
    return piece === undefined ? 0 : Math.min(piece.from + at - (this.#starts[index] ?? 0), piece.to);
  }
}

export function covering(spans: readonly Span[]): Span | null {
  const [first] = spans;
  return first === undefined ? null : { from: first.from, to: spans.at(-1)?.to ?? first.to };
}
