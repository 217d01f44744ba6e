import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import {
  isDict,
  isList,
  PythonDict,
  type PythonValue,
  strippedSpan,
  stripPython,
} from '../../../text/languages/index.ts';
import type { Raised } from '../../kit/index.ts';
import { minimaxScalar } from './minimax-values.ts';
import type { Typed } from './typed-values.ts';
import { sentences } from './sentences.ts';

// The nested tags of `minimax-m3`, and what becomes of them.

/** Before every tag. */
export const PREFIX = ']<]minimax[>[';

export const OPEN = `${PREFIX}<tool_call>`;
export const CLOSE = `${PREFIX}</tool_call>`;
export const INVOKE = `${PREFIX}<invoke name="`;
export const INVOKE_END = `${PREFIX}</invoke>`;
export const TAG = `${PREFIX}<`;

export const nestedTagWords = {
  'closer-unopened': 'This tag closes a tag that is not open: Python raises ValueError',
  'closer-other': 'This tag does not close the tag that was opened last: Python raises ValueError',
  'tag-cut': 'No `>` ends this tag: Python raises ValueError',
  'tag-in-text': 'A value that already has text contains tags: Python raises TypeError',
  'tag-unclosed': 'This tag is not closed before the call ends: the detector drops its value.',
  'text-ignored': 'The detector drops text between the tags: the client never receives it.',
  'repeated-tag': 'This tag name is repeated: the values become a list.',
  'text-for-container':
    'The schema declares an object or an array, but this is text. It stays a string, even if it is JSON.',
  'number-infinite': sentences.numberInfinite,
} as const;

type TagCode = keyof typeof nestedTagWords;

/** Blanks between the prefix and a tag, which do not count. */
export const BLANKS = /(\]<\]minimax\[>\[)[ \t\r\n]+(?=<)/g;

function typesOf(schema: JsonValue | undefined): ReadonlySet<string> {
  const type = isObject(schema) ? own(schema, 'type') : undefined;
  const types = Array.isArray(type) ? type : [type];
  return new Set(types.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : [])));
}

function hasType(schema: JsonValue | undefined, ...names: string[]): boolean {
  const types = typesOf(schema);
  return names.some((name) => types.has(name));
}

export const isText = (schema: JsonValue | undefined): boolean => hasType(schema, 'string', 'str');
export const isContainer = (schema: JsonValue | undefined): boolean => hasType(schema, 'object', 'array');
const isScalar = (schema: JsonValue | undefined): boolean =>
  hasType(schema, 'string', 'str', 'integer', 'int', 'number', 'float', 'boolean', 'bool', 'null') &&
  !isContainer(schema);

/** The text of a tag by its schema. */
export function leaf(text: string, schema: JsonValue | undefined): Typed {
  const types = typesOf(schema);
  if (types.has('null')) {
    if (text === '' || text === 'null' || text === 'Null' || text === 'NULL') return { value: null };
  } else if (isText(schema)) {
    return { value: text };
  }
  return minimaxScalar(text, types) ?? { value: text };
}

/** The schema of a tag inside of another. */
export function childSchema(parent: JsonObject | null, tag: string, value: PythonValue): JsonObject | null {
  if (parent === null) return null;
  if (tag === 'item' && hasType(parent, 'array')) return itemSchema(parent, isList(value) ? value.length : 0);
  const properties = own(parent, 'properties');
  if (isObject(properties) && Object.hasOwn(properties, tag)) return objectOrNull(own(properties, tag));
  return objectOrNull(own(parent, 'additionalProperties'));
}

function itemSchema(array: JsonObject, index: number): JsonObject | null {
  const prefix = own(array, 'prefixItems');
  if (Array.isArray(prefix) && index < prefix.length) return objectOrNull(prefix[index]);
  for (const key of ['additionalItems', 'items']) {
    const schema = own(array, key);
    if (isObject(schema)) return schema;
  }
  return Array.isArray(prefix) ? objectOrNull(prefix.at(-1)) : null;
}

function objectOrNull(schema: JsonValue | undefined): JsonObject | null {
  return isObject(schema) ? schema : null;
}

interface Frame {
  readonly tag: string;
  readonly at: Span;
  readonly schema: JsonObject | null;
  value: PythonValue;
  /** How deeply the value nests. */
  depth: number;
}

/** What happens while tags are read, in the offsets of the body. */
type Note = (kind: 'reject' | 'quirk' | 'read', code: TagCode | 'key' | 'value' | 'coerced-value', span: Span) => void;

type Body = { readonly value: PythonValue; readonly depth: number } | (Raised & { readonly span: Span });

/** Nested tags as a value. Text after a closing tag and before the first tag is skipped. */
export function readTags(body: string, schema: JsonObject | null, note?: Note): Body {
  const chunks = chunksOf(body);
  const first = chunks[0];
  const isArray = hasType(schema, 'array') && first !== undefined && body.startsWith('<item>', first.from);
  const root: Frame = { tag: '', at: { from: 0, to: 0 }, schema, value: isArray ? [] : new PythonDict(), depth: 1 };
  const stack: Frame[] = [root];
  for (const chunk of chunks) {
    const { from, to } = chunk;
    if (body.startsWith('</', from)) {
      const { end, isEnded } = tagEnd(body, chunk);
      const tag = stripPython(body.slice(from + 2, end));
      const frame = stack.at(-1) as Frame;
      const parent = stack.at(-2);
      if (parent === undefined || frame.tag !== tag) {
        note?.('reject', parent === undefined ? 'closer-unopened' : 'closer-other', chunk);
        return { raises: 'ValueError', span: chunk };
      }
      stack.pop();
      if (isEnded && end + 1 < to) note?.('quirk', 'text-ignored', { from: end + 1, to });
      if (!assign(parent, frame, note)) {
        note?.('reject', 'tag-in-text', frame.at);
        return { raises: 'TypeError', span: frame.at };
      }
    } else if (body.charAt(from) === '<') {
      const { end, isEnded } = tagEnd(body, chunk);
      if (!isEnded) {
        note?.('reject', 'tag-cut', chunk);
        return { raises: 'ValueError', span: chunk };
      }
      const tag = stripPython(body.slice(from + 1, end));
      const parent = stack.at(-1) as Frame;
      const child = childSchema(parent.schema, tag, parent.value);
      const text = body.slice(end + 1, to);
      note?.('read', 'key', strippedSpan(body, from + 1, end));
      const at = { from, to: end + 1 };
      if (text === '' && !isScalar(child)) {
        const value = hasType(child, 'array') ? [] : new PythonDict();
        stack.push({ tag, at, schema: child, value, depth: 1 });
        continue;
      }
      const span = { from: end + 1, to };
      const typed = leaf(text, child);
      if ('raises' in typed) {
        note?.('reject', 'number-infinite', span);
        return { raises: typed.raises, span };
      }
      const { value } = typed;
      note?.('read', value === text ? 'value' : 'coerced-value', span);
      if (isContainer(child)) note?.('quirk', 'text-for-container', span);
      stack.push({ tag, at, schema: child, value, depth: 0 });
    } else {
      note?.('quirk', 'text-ignored', chunk);
    }
  }
  for (const frame of stack.slice(1)) note?.('quirk', 'tag-unclosed', frame.at);
  return root;
}

/** Where the tag of a chunk ends: before its `>`, or with the chunk. */
function tagEnd(body: string, { from, to }: Span): { readonly end: number; readonly isEnded: boolean } {
  const end = body.slice(from, to).indexOf('>');
  return { end: end < 0 ? to : from + end, isEnded: end >= 0 };
}

/** Puts a value into the one around it; false where that is not a container. */
function assign(parent: Frame, { tag, at, value, depth }: Frame, note?: Note): boolean {
  const into = parent.value;
  let added = depth + 1;
  if (isList(into)) {
    (into as PythonValue[]).push(value);
  } else if (isDict(into)) {
    const existing = into.get(tag);
    if (existing === undefined) {
      into.set(tag, value);
    } else {
      note?.('quirk', 'repeated-tag', at);
      if (isList(existing)) (existing as PythonValue[]).push(value);
      else into.set(tag, [existing, value]);
      added += 1;
    }
  } else {
    return false;
  }
  parent.depth = Math.max(parent.depth, added);
  return true;
}

/** What is between the prefixes, without space around it and without what is blank. */
function chunksOf(body: string): Span[] {
  const chunks: Span[] = [];
  for (let from = 0; from <= body.length;) {
    const next = body.indexOf(PREFIX, from);
    const to = next < 0 ? body.length : next;
    const chunk = strippedSpan(body, from, to);
    if (chunk.from < chunk.to) chunks.push(chunk);
    from = to + PREFIX.length;
  }
  return chunks;
}

/** `json.dumps` gives up below so many levels, by the limit that its reader has. */
export const DEEPEST = 994;
