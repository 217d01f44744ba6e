import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  isPythonSpace,
  literalEval,
  pythonDumps,
  type PythonJsonError,
  type PythonMember,
  type PythonNode,
  rawDecode,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, raisedBy } from '../kit/index.ts';
import { baseJsonWords, readBaseJson, toolPositions } from './kit/base-json.ts';
import { BaseStream } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { allContent } from './kit/content.ts';

const TAG = '<|python_tag|>';
const NEXT = '{"name":';

const words = {
  ...baseJsonWords,
  'python-literal': 'This is not JSON, but it is a Python dict: the detector reads it anyway.',
  'not-a-literal':
    'Python cannot read it as a dict either, up to the brace that balances it, counting braces in strings',
  'skipped-to-next': 'The detector jumps to the next `{"name":`. The client never receives what it jumps over.',
  'rest-content': 'No `{"name":` follows: the text after the last value is content.',
  'character-eaten':
    'The detector skips one character after each value, which should be `;`. This one is not `;`, and it is lost.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const llama3 = sglangRuntime({
  flag: 'llama3',
  file: 'llama32_detector.py',
  formats: ['llama3-json'],
  reads: 'JSON objects after <|python_tag|>, or in a reply that begins with {; one character between two of them.',
  words,
  gate(text) {
    const tag = text.indexOf(TAG);
    if (tag >= 0) return { from: tag, to: tag + TAG.length };
    return text.startsWith('{') ? { from: 0, to: 1 } : null;
  },
  detect,
  stream: (tools) => new LlamaStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const tag = text.indexOf(TAG);
  if (tag < 0 && !text.startsWith('{')) return allContent(text);
  const from = tag < 0 ? 0 : tag + TAG.length;
  const tagSpan = { from: Math.max(0, tag), to: from };
  if (tag >= 0) steps.marker(TAG, 'open', tag, from);
  const positions = toolPositions(tools);
  const braces = new Braces(text, from);
  const calls: DetectedCall[] = [];
  const markup: Span[] = [];
  let raises: Detected['raises'];
  let hasValue = false;
  /** After the last value and the character after it. */
  let safe = from;
  for (let at = from; at < text.length;) {
    const found = readValue(text, at, braces, steps);
    if (found !== null && 'raises' in found) return { calls: [], content: [], text, raises: found };
    if (found === null) {
      const next = text.indexOf(NEXT, at + 1);
      if (next < 0) {
        steps.quirk('rest-content', { from: safe, to: text.length });
        break;
      }
      steps.quirk('skipped-to-next', { from: at, to: next });
      at = next;
      continue;
    }
    const { node } = found;
    hasValue = true;
    const span = { from: node.from, to: node.to };
    steps.enter('block', '{', span);
    // The values are read as one array, so an array among them is not an object.
    if (isList(node.value)) steps.reject('item-not-dict', node);
    const read = isList(node.value)
      ? { calls: [], raises: { raises: 'AttributeError', at: node.from } }
      : readBaseJson(node, span, positions, steps);
    raises ??= read.raises;
    steps.leave(span, read.raises !== undefined ? 'malformed' : read.calls.length > 0 ? 'matched' : 'empty');
    calls.push(...read.calls);
    safe = node.to + 1;
    at = safe;
    if (node.to < text.length) {
      const separator = { from: node.to, to: safe };
      if (text.charAt(node.to) === ';') markup.push(separator);
      else if (!isPythonSpace(text.charCodeAt(node.to))) steps.quirk('character-eaten', separator);
    }
  }
  if (raises !== undefined) return { calls: [], content: [], text, raises };
  const rest = strippedSpan(text, Math.min(safe, text.length));
  if (hasValue && tag >= 0) markup.push(tagSpan);
  return {
    calls,
    content: [{ from: 0, to: tagSpan.from }, rest],
    markup,
    text: text.slice(0, tagSpan.from) + text.slice(rest.from, rest.to),
  };
}

/** JSON that begins right at `at`, or a dict of Python up to its last brace. */
function readValue(
  text: string,
  at: number,
  braces: Braces,
  steps: Steps,
): { readonly node: PythonNode } | { readonly raises: string; readonly at: number } | null {
  const reading = rawDecode(text, at);
  if (reading.ok) return { node: reading.node };
  const { error } = reading;
  const raises = raisedBy(error);
  if (raises !== 'JSONDecodeError') return { raises, at: error.at };
  const to = braces.endFrom(at);
  if (to === null) {
    reject(text, at, error, steps);
    return null;
  }
  const slice = strippedSpan(text, at, to);
  const literal = literalEval(text, slice.from, slice.to);
  const node = literal.ok ? jsonOf(literal.node, { from: at, to }) : null;
  reject(text, at, error, steps);
  if (node === null) {
    steps.reject('not-a-literal', slice, literal.ok ? slice.from : Math.min(literal.at, slice.to - 1));
    return null;
  }
  steps.quirk('python-literal', slice);
  return { node };
}

function reject(text: string, at: number, error: PythonJsonError, steps: Steps): void {
  steps.reject('json-syntax', { from: at, to: text.length }, error.at, error);
}

/** A dict of Python as `json` reads it when it has written it; null for what it cannot write. */
function jsonOf(literal: PythonNode, { from, to }: Span): PythonNode | null {
  const json = isDict(literal.value) ? pythonDumps(literal.value) : null;
  const reading = json === null ? null : readPythonJson(json);
  if (reading === null || !reading.ok || !isDict(reading.node.value)) return null;
  const members = new Map<string, PythonMember>();
  for (const [key, { node }] of reading.node.members ?? []) {
    const place = literal.members?.get(key);
    const span = { from: place?.node.from ?? literal.from, to: place?.node.to ?? literal.to };
    members.set(key, { key: place?.key ?? span, node: { ...span, value: node.value } });
  }
  return { from, to, value: reading.node.value, members };
}

/** Where a count of braces that begins at a place is back at zero. Braces in strings count too. Asked from left to right. */
class Braces {
  readonly #text: string;
  readonly #from: number;
  /** By depth, the ends of the closing braces that lead to it, in order. */
  #ends: Map<number, number[]> | null = null;
  /** By depth, how many of them are passed. */
  readonly #past = new Map<number, number>();
  #at: number;
  #depth = 0;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.#at = from;
  }

  endFrom(at: number): number | null {
    this.#ends ??= this.#endsByDepth();
    for (; this.#at < at; this.#at += 1) this.#depth += step(this.#text, this.#at);
    const ends = this.#ends.get(this.#depth) ?? [];
    let index = this.#past.get(this.#depth) ?? 0;
    while (index < ends.length && (ends[index] as number) <= at) index += 1;
    this.#past.set(this.#depth, index);
    return ends[index] ?? null;
  }

  #endsByDepth(): Map<number, number[]> {
    const ends = new Map<number, number[]>();
    let depth = 0;
    for (let at = this.#from; at < this.#text.length; at += 1) {
      const change = step(this.#text, at);
      depth += change;
      if (change >= 0) continue;
      const list = ends.get(depth);
      if (list === undefined) ends.set(depth, [at + 1]);
      else list.push(at + 1);
    }
    return ends;
  }
}

function step(text: string, at: number): -1 | 0 | 1 {
  const character = text.charAt(at);
  return character === '{' ? 1 : character === '}' ? -1 : 0;
}

/** Every piece has the quotes of the whole buffer replaced, then the base class reads. */
class LlamaStream extends BaseStream {
  constructor(tools: readonly ToolDefinition[]) {
    super({ open: TAG, close: '', separator: ';' }, (text) => text.includes(TAG) || text.startsWith('{'), tools);
  }

  override push(delta: string, current: string): Message | null {
    this.kept = singleQuotedValues(singleQuotedKeys(this.kept.plus(Excerpt.end(current, delta))));
    return this.increment(Excerpt.empty);
  }
}

/** `'([^']*)':` with double quotes. */
function singleQuotedKeys(excerpt: Excerpt): Excerpt {
  const edits = [...excerpt.text.matchAll(/'[^']*':/g)].flatMap(({ 0: match, index }) => {
    const end = index + match.length - 2;
    return [
      { from: index, to: index + 1, text: '"' },
      { from: end, to: end + 1, text: '"' },
    ];
  });
  return excerpt.replacing(edits);
}

/** `:\s*'([^']*)'` with double quotes and one space. */
function singleQuotedValues(excerpt: Excerpt): Excerpt {
  const { text } = excerpt;
  const edits = [];
  let copied = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    if (colon < copied) continue;
    let quote = colon + 1;
    while (quote < text.length && isPythonSpace(text.charCodeAt(quote))) quote += 1;
    if (text.charAt(quote) !== "'") continue;
    const end = text.indexOf("'", quote + 1);
    if (end < 0) break;
    edits.push({ from: colon, to: quote + 1, text: ': "' }, { from: end, to: end + 1, text: '"' });
    copied = end + 1;
  }
  return excerpt.replacing(edits);
}
