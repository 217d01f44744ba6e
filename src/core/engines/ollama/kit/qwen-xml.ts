import type { Span } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { EngineCall } from '../../kit/index.ts';
import { Failure, type Steps } from '../reader.ts';
import { Arguments } from './arguments.ts';
import { readAs, toolNamed, typedBlock, typesOf } from './typed-value.ts';
import { attributeProblem, attributeText } from './xml-attribute.ts';
import { linesIn, readXml, type XmlElement, type XmlToken } from './xml.ts';

export const qwenXmlWords = {
  'xml-error': "Go's XML decoder rejects the block",
  'tag-rewritten': 'Ollama rewrites `<word=value>` as `<word name="value">`, also inside of a value.',
  'repeated-parameter': 'This parameter is repeated: the last one counts.',
  'later-function': 'Ollama reads only the first `<function>` of a block and ignores this one.',
  'ignored-text': 'Ollama ignores text in a block that is outside of the parameters.',
} as const;

/** A stretch of the rewritten block: as it was, or made of a tag. */
interface Stretch extends Span {
  readonly text: string;
  /** The value of the name where a tag was rewritten. */
  readonly name: string | null;
}

/** The block of a call, `<function=NAME>` with `<parameter=KEY>`, as XML. */
export function readQwenXml(
  steps: Steps,
  text: string,
  body: Span,
  block: Span,
  tools: readonly ToolDefinition[],
): EngineCall | Failure {
  const tokens = tokensOf(rewritten(text, body), steps);
  const element = readXml(tokens, 'function');
  if ('error' in element) {
    const at = { from: Math.min(element.from || body.from, body.to), to: body.to };
    steps?.reject('xml-error', body, at.from, null, { detail: element.error });
    return new Failure(element.error, 'xml', body, { at: at.from });
  }
  noteIgnored(steps, text, element, body);
  const name = element.attribute;
  const nameSpan = nameIn(text, element);
  steps?.read('name', nameSpan);
  const tool = toolNamed(tools, name);
  const args = new Arguments();
  const seen = new Set<string>();
  for (const parameter of element.children) {
    if (parameter.name !== 'parameter') continue;
    const key = parameter.attribute;
    const keySpan = nameIn(text, parameter);
    if (seen.has(key)) steps?.quirk('repeated-parameter', keySpan);
    seen.add(key);
    const types = typesOf(tool, key);
    steps?.read('key', keySpan);
    const json = typedBlock(parameter.text, types);
    steps?.read(readAs(json), parameter.inner);
    args.set(key, json);
  }
  return { span: block, name, nameSpan, argumentsText: args.text, argumentsSpan: element.inner };
}

/** The name in an opening tag, `<function=NAME>` or `<function name="NAME">`; the whole tag where it has none. */
function nameIn(text: string, { from, inner }: XmlElement): Span {
  const tag = text.slice(from, inner.from);
  const [, before = '', name] = /^(<\w+(?:=|\s+name="))([^]*?)"?>$/.exec(tag) ?? [];
  if (name === undefined) return { from, to: inner.from };
  return { from: from + before.length, to: from + before.length + name.length };
}

function noteIgnored(steps: Steps, text: string, element: XmlElement, body: Span): void {
  if (steps === null) return;
  const after = text.slice(element.to, body.to);
  const later = after.indexOf('<function');
  if (later >= 0) steps.quirk('later-function', { from: element.to + later, to: body.to });
  if (element.text.trim() !== '' || after.trim() !== '') steps.quirk('ignored-text', element.inner);
}

/** `<word=value>` becomes `<word name="value">`: the stretches of the text that comes of it. */
function rewritten(text: string, body: Span): Stretch[] {
  const stretches: Stretch[] = [];
  const part = text.slice(body.from, body.to);
  let copied = 0;
  const copy = (to: number): void => {
    if (copied < to)
      stretches.push({ from: body.from + copied, to: body.from + to, text: part.slice(copied, to), name: null });
    copied = to;
  };
  const opener = /<([A-Za-z0-9_]+)=/g;
  for (let match = opener.exec(part); match !== null; match = opener.exec(part)) {
    const valueFrom = opener.lastIndex;
    const close = part.indexOf('>', valueFrom);
    if (close < 0) break;
    if (close === valueFrom) continue;
    copy(match.index);
    const name = part
      .slice(valueFrom, close)
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
    const value = escaped(name);
    stretches.push({
      from: body.from + match.index,
      to: body.from + close + 1,
      text: `<${match[1] ?? ''} name="${value}">`,
      name,
    });
    copied = close + 1;
    opener.lastIndex = copied;
  }
  copy(part.length);
  return stretches;
}

const escapes = new Map([
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]);

/** `xml.EscapeText`. */
function escaped(text: string): string {
  return text.replace(/["'&<>\t\n\r]/g, (character) => escapes.get(character) ?? character);
}

const TAG = /<(\/?)(function|parameter)(?:[\t\n\f\r ]+name="([^"]*)")?>/g;

/** Tags of functions and parameters; all else is text. */
function tokensOf(stretches: readonly Stretch[], steps: Steps): XmlToken[] {
  const xml = stretches.map((stretch) => stretch.text).join('');
  const tokens: XmlToken[] = [];
  const place = placesIn(stretches);
  let from = 0;
  const addText = (to: number): void => {
    if (from >= to) return;
    const text = xml.slice(from, to);
    tokens.push({ kind: 'text', text, from: place(from), to: place(to), lines: linesIn(text) });
  };
  for (const match of xml.matchAll(TAG)) {
    const [tag, slash, name = '', attribute = ''] = match;
    addText(match.index);
    from = match.index + tag.length;
    const span = { from: place(match.index), to: place(from), lines: linesIn(tag) };
    const problem = attributeProblem(attribute);
    if (problem !== null) tokens.push({ kind: 'bad', message: problem, ...span });
    else if (slash === '') tokens.push({ kind: 'start', name, attribute: attributeText(attribute), ...span });
    else if (tag.includes('"'))
      tokens.push({ kind: 'bad', message: `invalid characters between </${name} and >`, ...span });
    else tokens.push({ kind: 'end', name, ...span });
  }
  addText(xml.length);
  for (const { name, text, ...span } of stretches)
    if (name !== null && !/^<(?:function|parameter) /.test(text)) steps?.quirk('tag-rewritten', span);
  return tokens;
}

/** From places in the rewritten text, asked in order, to places in the text. */
function placesIn(stretches: readonly Stretch[]): (at: number) => number {
  let index = 0;
  let start = 0;
  return (at) => {
    for (let stretch = stretches[index]; stretch !== undefined; stretch = stretches[index]) {
      const { from, to, text, name } = stretch;
      if (at < start + text.length) return name === null || at === start ? from + (at - start) : to;
      if (at === start + text.length && stretches[index + 1] === undefined) return to;
      start += text.length;
      index += 1;
    }
    return stretches.at(-1)?.to ?? 0;
  };
}
