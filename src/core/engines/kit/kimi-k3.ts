import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, readPythonJson, REGEX_SPACE } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from './engine-calls.ts';
import type { Excerpt } from './excerpt.ts';

// Kimi K3's calls: `<|open|>call tool="NAME" …<|sep|>` with arguments in it, in a section of tools.

export const kimiK3Words = {
  'has-section': {
    question: 'Does the reply have `<|open|>tools<|sep|>`?',
    missing: 'the reply has no `<|open|>tools<|sep|>`',
    yes: 'The parser reads the closed calls of this section.',
    no: 'The parser finds no call and returns the text.',
  },
  'call-unclosed': 'This call is not closed: the parser drops it',
  'no-tool': 'The call names no tool: the parser drops it',
  'argument-unclosed': 'This argument is not closed: the parser drops it.',
  'section-over': 'Only the first section counts: the parser drops everything after it.',
} as const;

export type KimiK3Code = keyof typeof kimiK3Words;

type Steps = Recorder<KimiK3Code> | null;

/** How the markers of a release are written: vLLM allows white space in them. */
export class KimiK3Markers {
  readonly #space: string;

  constructor({ allowsSpace }: { readonly allowsSpace: boolean }) {
    this.#space = allowsSpace ? `${REGEX_SPACE}*` : '';
  }

  open(channel: string): RegExp {
    return new RegExp(String.raw`<\|open\|>${this.#space}${channel}${this.#space}<\|sep\|>`, 'g');
  }

  close(channel: string): RegExp {
    return new RegExp(String.raw`<\|close\|>${this.#space}${channel}${this.#space}<\|sep\|>`, 'g');
  }

  /** Up to the attributes, which last to the next separator, whatever is in them. */
  head(element: string): RegExp {
    return new RegExp(String.raw`<\|open\|>${this.#space}${element}${REGEX_SPACE}+`, 'g');
  }
}

/** Where a pattern with the flag `g` matches first, from a place on; null for nowhere. */
export function firstMatch(pattern: RegExp, text: string, from: number): Span | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  // `matchAll` would begin there.
  pattern.lastIndex = 0;
  return match === null ? null : { from: match.index, to: match.index + match[0].length };
}

const SEPARATOR = '<|sep|>';

interface Element extends Span {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly body: Span;
}

interface Attribute extends Span {
  readonly value: string;
}

/** The closed elements of a name, from left to right. */
function elementsIn(whole: string, { from, to }: Span, name: string, markers: KimiK3Markers): Element[] {
  const text = whole.slice(0, to);
  const [head, close] = [markers.head(name), markers.close(name)];
  const elements: Element[] = [];
  for (let open = firstMatch(head, text, from); open !== null;) {
    const separator = text.indexOf(SEPARATOR, open.to);
    const bodyFrom = separator + SEPARATOR.length;
    const end = separator < 0 ? null : firstMatch(close, text, bodyFrom);
    if (end === null) break;
    elements.push({
      from: open.from,
      to: end.to,
      attributes: attributesIn(text, { from: open.to, to: separator }),
      body: { from: bodyFrom, to: end.from },
    });
    open = firstMatch(head, text, end.to);
  }
  return elements;
}

/** `word="value"` pairs; of equal words the last one counts. */
function attributesIn(text: string, { from, to }: Span): ReadonlyMap<string, Attribute> {
  const pairs = text.slice(from, to).matchAll(/(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)="([^"]*)"/gu);
  return new Map(
    Array.from(pairs, ({ index, 0: pair, 1: key = '', 2: written = '' }) => {
      const end = from + index + pair.length - 1;
      const value = written.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
      return [key, { from: end - written.length, to: end, value }];
    }),
  );
}

export interface KimiK3Section extends Span {
  readonly calls: readonly EngineCall[];
}

/** The first section of calls; null without one. */
export function readKimiK3(text: string, markers: KimiK3Markers, steps: Steps): KimiK3Section | null {
  const open = firstMatch(markers.open('tools'), text, 0);
  if (open === null) return null;
  const close = firstMatch(markers.close('tools'), text, open.to);
  const inner = { from: open.to, to: close?.from ?? text.length };
  const elements = elementsIn(text, inner, 'call', markers);
  const calls = callsOf(text, elements, markers, steps);
  const rest = firstMatch(markers.head('call'), text, elements.at(-1)?.to ?? inner.from);
  if (rest !== null && rest.from < inner.to) steps?.reject('call-unclosed', { from: rest.from, to: inner.to });
  return { from: open.from, to: close?.to ?? text.length, calls };
}

function callsOf(text: string, elements: readonly Element[], markers: KimiK3Markers, steps: Steps): EngineCall[] {
  const calls: EngineCall[] = [];
  for (const { from, to, attributes, body } of elements) {
    const span = { from, to };
    const tool = attributes.get('tool');
    steps?.enter('block', 'format:kimi-k3', span);
    steps?.marker(text.slice(from, body.from), 'open', from, body.from);
    if (tool === undefined || tool.value === '') {
      steps?.reject('no-tool', { from, to: body.from });
      steps?.leave(span, 'malformed');
      continue;
    }
    const nameSpan = { from: tool.from, to: tool.to };
    steps?.read('name', nameSpan);
    const args = new PythonDict();
    const found = elementsIn(text, body, 'argument', markers);
    for (const argument of found) {
      args.set(argument.attributes.get('key')?.value ?? '', valueOf(text, argument));
      steps?.read('value', argument.body);
    }
    steps?.marker(text.slice(body.to, to), 'close', body.to, to);
    steps?.leave(span, 'matched');
    const [first, last] = [found[0], found.at(-1)];
    calls.push({
      span,
      name: tool.value,
      nameSpan,
      argumentsText: pythonDumps(args) ?? '{}',
      argumentsSpan: first === undefined || last === undefined ? null : { from: first.body.from, to: last.body.to },
    });
  }
  return calls;
}

function valueOf(text: string, { attributes, body }: Element): PythonValue {
  const value = text.slice(body.from, body.to);
  if ((attributes.get('type')?.value ?? 'string') === 'string') return value;
  const reading = readPythonJson(value);
  return reading.ok ? reading.node.value : value;
}

/** What a piece brings. */
export interface KimiK3Delta {
  readonly content: Excerpt;
  readonly calls: readonly EngineCall[];
}

/** No marker with white space in it is longer than this where it comes in pieces. */
const LONGEST_MARKER = 80;

/** The calls of a stream, each once it is closed. The section lasts to the end of the reply. */
export class KimiK3Calls {
  readonly #markers: KimiK3Markers;
  /** Where the section begins; -1 before it. */
  from = -1;
  #readTo = 0;

  constructor(markers: KimiK3Markers) {
    this.#markers = markers;
  }

  push(delta: string, current: string): readonly EngineCall[] {
    const recent = Math.max(this.#readTo, current.length - delta.length - LONGEST_MARKER);
    if (this.from < 0) {
      const open = firstMatch(this.#markers.open('tools'), current, recent);
      if (open === null) return [];
      this.from = open.from;
      this.#readTo = open.to;
    }
    if (firstMatch(this.#markers.close('call'), current, Math.max(this.#readTo, recent)) === null) return [];
    const elements = elementsIn(current, { from: this.#readTo, to: current.length }, 'call', this.#markers);
    this.#readTo = elements.at(-1)?.to ?? this.#readTo;
    return callsOf(current, elements, this.#markers, null);
  }
}
