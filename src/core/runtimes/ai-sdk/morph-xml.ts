import type { Span } from '../../document/span.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import { inputSchema } from './kit/call-input.ts';
import { closedRoot } from './kit/closed-root.ts';
import { lineCall } from './kit/line-call.ts';
import { MorphStream } from './kit/morph-stream.ts';
import { escapeRegExp, toolNames } from './kit/names.ts';
import { textPart, type Parsed, type Part } from './kit/parts.ts';
import { readRepaired } from './kit/rxml-repair.ts';
import { ToolElements, type ToolElement } from './kit/tool-elements.ts';
import { aiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const words = {
  'names-a-tool': {
    question: 'Is there an element that is named like a declared tool?',
    yes: 'The protocol reads each as a call.',
    no: 'The protocol looks for a line that is only the name of a tool.',
  },
  'no-tools': 'No tools are declared: the protocol returns the text.',
  'line-call': 'The name of a tool is alone on a line, and elements follow: the protocol reads them as its arguments.',
  'closed-root': 'The whole text is one self-closing tag with the arguments in it: the protocol adds the missing tag.',
  'call-in-call':
    'This call is inside another one. The protocol makes a call of it as well, and repeats the text after it.',
  'tags-balanced': 'The protocol adds closing tags and removes misplaced ones before it reads the arguments.',
  'last-of-repeated': 'The protocol keeps the last of repeated elements.',
  'unreadable-elements':
    'The arguments cannot be read: closing tags are missing or wrong, or an argument of type string is repeated',
  'kept-as-text': 'The protocol keeps the call as text and tells `onError`: "Could not process XML tool call"',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export const morphXml = aiSdkRuntime({
  name: 'morph-xml',
  middleware: 'morphXmlToolMiddleware',
  formats: ['tag-per-tool'],
  reads: 'An element for each call, named like the tool, with an element for each argument.',
  words,
  parse,
  stream: (tools) => new MorphStream(tools),
});

function parse(text: string, tools: readonly ToolDefinition[], steps: Steps): Parsed {
  const names = toolNames(tools);
  const whole = { from: 0, to: text.length };
  if (names.length === 0) {
    steps.quirk('no-tools', whole);
    return { parts: [{ kind: 'text', ...whole, text }], errors: [] };
  }
  const elements = new ToolElements(text, true);
  const found = elements.all(names);
  const [first] = found;
  steps.gate(
    'names-a-tool',
    first !== undefined,
    whole,
    first === undefined ? null : { from: first.from, to: first.contentFrom },
  );
  const reader = new MorphReader(text, tools, steps);
  if (first !== undefined) {
    for (const element of found) {
      const content = contentOf(text, element);
      const nameFrom = text.indexOf(element.name, element.from);
      reader.add(element, content, { from: nameFrom, to: nameFrom + element.name.length }, element.name);
    }
    return reader.finish();
  }
  const line = lineCall(text, elements, names);
  if (line !== null) {
    steps.quirk('line-call', line.nameSpan);
    reader.add(line, { from: line.contentFrom, to: line.to }, line.nameSpan, line.name);
    return reader.finish();
  }
  const root = closedRoot(text, names);
  if (root === null) return reader.finish();
  steps.quirk('closed-root', whole);
  return repaired(text, root.repaired, root.body, names, tools, steps) ?? reader.finish();
}

/** What is between the opening tag and the last closing tag of that name in the element. */
function contentOf(text: string, { name, contentFrom, to, isSelfClosing }: ToolElement): Span {
  if (isSelfClosing) return { from: contentFrom, to };
  const content = text.slice(contentFrom, to);
  let last = content.lastIndexOf('<');
  for (const { index } of content.matchAll(new RegExp(`</\\s*${escapeRegExp(name)}\\s*>`, 'g'))) last = index;
  return { from: contentFrom, to: contentFrom + Math.max(0, last) };
}

/** Reads a text with the missing tag added; all that it finds is in the one place. Null where it finds no call. */
function repaired(
  text: string,
  mended: string,
  body: Span,
  names: readonly string[],
  tools: readonly ToolDefinition[],
  steps: Steps,
): Parsed | null {
  const found = new ToolElements(mended, true).all(names);
  if (found.length === 0) return null;
  const reader = new MorphReader(mended, tools, steps, { from: 0, to: text.length, body });
  for (const element of found) reader.add(element, contentOf(mended, element), element, element.name);
  return reader.finish();
}

class MorphReader {
  readonly #text: string;
  readonly #tools: readonly ToolDefinition[];
  readonly #steps: Steps;
  readonly #parts: Part[] = [];
  readonly #errors: string[] = [];
  /** Where the text is in the reply, where it is not the reply itself. */
  readonly #place: (Span & { readonly body: Span }) | null;
  #at = 0;

  constructor(
    text: string,
    tools: readonly ToolDefinition[],
    steps: Steps,
    place: (Span & { readonly body: Span }) | null = null,
  ) {
    this.#text = text;
    this.#tools = tools;
    this.#steps = steps;
    this.#place = place;
  }

  add({ from, to }: Span, content: Span, nameSpan: Span, name: string): void {
    const steps = this.#steps;
    const span = this.#place ?? { from, to };
    const shownName =
      this.#place === null ? { from: nameSpan.from, to: nameSpan.to } : { from: span.from, to: span.to };
    steps.read('name', shownName);
    if (from < this.#at) steps.quirk('call-in-call', span);
    this.#addText(this.#at, from);
    const read = readRepaired(this.#text.slice(content.from, content.to), inputSchema(this.#tools, name));
    if (read === null) {
      steps.reject('unreadable-elements', span);
      steps.quirk('kept-as-text', span);
      this.#errors.push(`Could not process XML tool call: ${name}`);
      this.#addText(from, to);
    } else {
      if (read.how === 'balanced') steps.quirk('tags-balanced', span);
      else if (read.how === 'last-of-repeated') steps.quirk('last-of-repeated', span);
      const body = this.#place?.body ?? content;
      this.#parts.push({
        kind: 'call',
        span: { from: span.from, to: span.to },
        name,
        nameSpan: shownName,
        argumentsText: JSON.stringify(read.value),
        argumentsSpan: body.from < body.to ? { from: body.from, to: body.to } : null,
      });
    }
    this.#at = to;
  }

  finish(): Parsed {
    this.#addText(this.#at, this.#text.length);
    return { parts: this.#parts, errors: this.#errors };
  }

  #addText(from: number, to: number): void {
    if (from >= to) return;
    const text = this.#text.slice(from, to);
    if (this.#place === null) this.#parts.push(...textPart(this.#text, from, to));
    else this.#parts.push({ kind: 'text', from: this.#place.from, to: this.#place.to, text });
  }
}
