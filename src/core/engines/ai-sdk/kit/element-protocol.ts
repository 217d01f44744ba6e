import type { Span } from '../../../text/document/index.ts';
import type { JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { toolNames } from './names.ts';
import { textPart, type Parsed, type Part } from './parts.ts';
import { ToolElements, type ToolElement } from './tool-elements.ts';

/** A call in a text, before its arguments are read. */
export interface FoundCall extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  readonly content: Span;
}

/** A call at its place in the reply. */
export interface PlacedCall {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  /** The content of the call. It differs from the one at `contentSpan` where the original reads a repaired text. */
  readonly content: string;
  readonly contentSpan: Span;
  /** The whole call as the original reads it. */
  readonly text: string;
  /** Whether it begins inside the call before it. */
  readonly isInside: boolean;
}

/** The arguments of a call, or the message that the application's `onError` gets where the call stays text, or is dropped. */
export type CallReading = { readonly value: JsonValue } | { readonly error: string; readonly isDropped?: boolean };

/** How a protocol reads calls that are elements named like their tools. */
export interface ElementProtocol {
  /** Whether a closing tag at the end of the text may lack its `>`. */
  readonly takesOpenCloser: boolean;
  /** Whether text that is only white space is a part of the answer. */
  readonly keepsBlankText: boolean;
  contentOf(text: string, element: ToolElement): Span;
  /** Looks for a call of another form, in a text without such an element. */
  findOther?(elements: ToolElements, names: readonly string[]): FoundCall | null;
  /** What text outside of calls holds beside text; null where it is only text. */
  otherParts?(text: string, base: number): readonly Part[] | null;
  /** Null where the protocol passes over the call. */
  read(call: PlacedCall): CallReading | null;
}

/** Codes that every such protocol has. */
export function elementWords(answers: { readonly yes: string; readonly no: string }) {
  return {
    'names-a-tool': { question: 'Is there an element that is named like a declared tool?', ...answers },
    'no-tools': 'No tools are declared: the protocol returns the text.',
    'closed-root':
      'The whole text is one self-closing tag with the arguments in it: the protocol adds the missing tag.',
  } as const;
}

type ElementCode = keyof ReturnType<typeof elementWords>;

/** What a protocol makes of a text. Where it finds no call, it looks for a self-closing tag with the arguments in it. */
export function parseElements(
  text: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<ElementCode>,
  protocol: ElementProtocol,
): Parsed {
  const names = toolNames(tools);
  const whole = { from: 0, to: text.length };
  if (names.length === 0) {
    steps.quirk('no-tools', whole);
    return { parts: [{ kind: 'text', ...whole, text }], errors: [] };
  }
  const elements = new ToolElements(text, protocol.takesOpenCloser);
  const found = elements.all(names);
  const [first] = found;
  const isFound = first !== undefined;
  steps.gate('names-a-tool', isFound, whole, isFound ? { from: first.from, to: first.contentFrom } : null);
  if (isFound) return readCalls(text, callsOf(text, found, protocol), protocol, null);
  const other = protocol.findOther?.(elements, names) ?? null;
  if (other !== null) return readCalls(text, [other], protocol, null);
  const root = closedRoot(text, names);
  const mended = root === null ? [] : new ToolElements(root.repaired, protocol.takesOpenCloser).all(names);
  if (root === null || mended.length === 0) return readCalls(text, [], protocol, null);
  steps.quirk('closed-root', whole);
  const calls = callsOf(root.repaired, mended, protocol);
  return readCalls(root.repaired, calls, protocol, { whole, body: root.body });
}

function callsOf(text: string, elements: readonly ToolElement[], protocol: ElementProtocol): readonly FoundCall[] {
  return elements.map((element): FoundCall => {
    const { name, from, to } = element;
    const nameFrom = text.indexOf(name, from);
    const nameSpan = { from: nameFrom, to: nameFrom + name.length };
    return { name, nameSpan, from, to, content: protocol.contentOf(text, element) };
  });
}

/** @param repaired where the text is in the reply, where it is not the reply itself */
function readCalls(
  text: string,
  calls: readonly FoundCall[],
  protocol: ElementProtocol,
  repaired: { readonly whole: Span; readonly body: Span } | null,
): Parsed {
  const parts: Part[] = [];
  const errors: string[] = [];
  let at = 0;
  const placed = (added: readonly Part[]): readonly Part[] =>
    repaired === null ? added : added.map((part) => ({ ...part, ...repaired.whole }));
  const addText = (from: number, to: number): void => {
    if (!protocol.keepsBlankText && text.slice(from, to).trim() === '') return;
    const other = repaired === null ? (protocol.otherParts?.(text.slice(from, to), from) ?? null) : null;
    const added = other ?? textPart(text, from, to);
    parts.push(...placed(added));
  };
  for (const { name, nameSpan: ownName, from, to, content: own } of calls) {
    const span = repaired?.whole ?? { from, to };
    const nameSpan = repaired?.whole ?? ownName;
    const contentSpan = repaired?.body ?? own;
    const content = text.slice(own.from, own.to);
    const call = { name, nameSpan, span, text: text.slice(from, to), content, contentSpan, isInside: from < at };
    const reading = protocol.read(call);
    if (reading === null) continue;
    addText(at, from);
    if ('error' in reading) {
      errors.push(reading.error);
      if (reading.isDropped !== true) parts.push(...placed(textPart(text, from, to)));
    } else {
      const argumentsSpan = contentSpan.from < contentSpan.to ? contentSpan : null;
      parts.push({ kind: 'call', span, name, nameSpan, argumentsText: JSON.stringify(reading.value), argumentsSpan });
    }
    at = to;
  }
  addText(at, text.length);
  return { parts, errors };
}

const LONGEST_NAME = 1000;

/** A call that is written as a self-closing tag with the arguments in it. */
interface ClosedRoot {
  readonly name: string;
  /** Where the arguments are in the text, without the line break before them. */
  readonly body: Span;
  /** The same call with an opening and a closing tag. */
  readonly repaired: string;
}

/** `<name`, a line break, the arguments, a line break and `/>`, as the whole text. */
function closedRoot(text: string, names: readonly string[]): ClosedRoot | null {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const name = /^<([A-Za-z_][A-Za-z0-9_-]*)/.exec(text.slice(start, start + LONGEST_NAME))?.[1];
  if (name === undefined || !names.includes(name) || !text.slice(start, end).endsWith('/>')) return null;
  const nameTo = start + 1 + name.length;
  const first = nameTo + (/^\s*/.exec(text.slice(nameTo, end))?.[0] ?? '').length;
  const from = text.lastIndexOf('\n', first - 1) + 1;
  const content = text.slice(0, end - 2);
  const to = content.trimEnd().length;
  if (from <= nameTo || to < first || !content.slice(to).includes('\n')) return null;
  const body = text.slice(from, to);
  if (body.includes(`</${name}>`)) return null;
  return { name, body: { from, to }, repaired: `<${name}>\n${body}\n</${name}>` };
}
