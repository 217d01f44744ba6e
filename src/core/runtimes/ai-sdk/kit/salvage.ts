import type { Span } from '../../../document/span.ts';
import { isObject, own, type JsonObject, type JsonValue } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Recorder } from '../../../trace/recorder.ts';
import { inputSchema } from './call-input.ts';
import { partsInJson } from './json-parts.ts';
import { textPart, type CallPart, type Part } from './parts.ts';
import { readRelaxed } from './relaxed-json.ts';
import { recordIn, typeOf, unwrapped } from './schema.ts';

export const salvageWords = {
  'salvaged-call': 'The middleware makes a call of this JSON: it names a declared tool.',
  'salvaged-arguments':
    'The middleware makes a call of this JSON: only one tool is declared, and the object has one of its arguments.',
  'salvage-not-a-call': 'This JSON is not a call to a declared tool',
  'salvage-not-json': 'This is not relaxed JSON',
} as const;

/** What may be JSON, with what is around it. */
interface Candidate extends Span {
  /** Trimmed. */
  readonly body: Span;
}

/** The longest object that is looked at outside of tags and fences. */
const LONGEST = 10_000;

/**
 * The first JSON in a text that is a call to a declared tool: in `<tool_call>` tags, in a code fence, or anywhere between
 * braces. The text around it stays text, also where it was inside of another call or of reasoning. Null where there is none.
 */
export function salvage(
  text: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<keyof typeof salvageWords>,
): readonly Part[] | null {
  if (tools.length === 0) return null;
  for (const candidate of candidatesIn(text)) {
    const { from, to, body } = candidate;
    const reading = readRelaxed(text.slice(body.from, body.to));
    const call = reading.ok ? calledBy(reading.value, tools) : null;
    if (call === null) {
      const at = reading.ok ? body.from : body.from + reading.at;
      steps.reject(reading.ok ? 'salvage-not-a-call' : 'salvage-not-json', body, at);
      continue;
    }
    steps.read(call.isEnvelope ? 'salvaged-call' : 'salvaged-arguments', candidate);
    const part: CallPart = {
      kind: 'call',
      span: { from, to },
      name: call.name,
      argumentsText: JSON.stringify(call.args),
      ...partsInJson(text, body, call.name, call.isEnvelope),
    };
    return [...textPart(text, 0, from), part, ...textPart(text, to, text.length)];
  }
  return null;
}

interface Called {
  readonly name: string;
  readonly args: JsonObject;
  /** Whether the JSON names the tool. */
  readonly isEnvelope: boolean;
}

function calledBy(value: JsonValue, tools: readonly ToolDefinition[]): Called | null {
  if (!isObject(value)) return null;
  const name = own(value, 'name');
  const called = typeof name === 'string' ? name.trim() : '';
  const args = Object.hasOwn(value, 'arguments') ? value['arguments'] : {};
  if (called !== '' && tools.some((tool) => tool.name === called) && isObject(args))
    return { name: called, args, isEnvelope: true };
  const [only] = tools;
  const hasEnvelope =
    (typeof name === 'string' && name !== '') ||
    (Object.hasOwn(value, 'arguments') && (typeof args === 'string' || isObject(args)));
  if (only === undefined || tools.length > 1 || hasEnvelope || !looksLikeArguments(value, only)) return null;
  return { name: only.name, args: value, isEnvelope: false };
}

function looksLikeArguments(value: JsonObject, { name, ...tool }: ToolDefinition): boolean {
  const schema = unwrapped(inputSchema([{ name, ...tool }], name));
  if (!isObject(schema) || typeOf(schema) !== 'object') return false;
  const properties = recordIn(schema, 'properties');
  if (properties === undefined) return false;
  const keys = Object.keys(value);
  const known = keys.filter((key) => Object.hasOwn(properties, key));
  return known.length > 0 && (own(schema, 'additionalProperties') !== false || known.length === keys.length);
}

/** By where they begin, the longer first. */
function candidatesIn(text: string): readonly Candidate[] {
  return [...tagged(text), ...fenced(text), ...objects(text)].sort(
    (one, other) => one.from - other.from || other.to - one.to,
  );
}

function trimmed(text: string, from: number, to: number): Span {
  const body = text.slice(from, to);
  const start = from + body.length - body.trimStart().length;
  return { from: start, to: Math.max(start, from + body.trimEnd().length) };
}

function tagged(text: string): Candidate[] {
  const opener = /<tool_call>/gi;
  const closer = /<\/tool_call>/gi;
  const found: Candidate[] = [];
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    closer.lastIndex = opener.lastIndex;
    const close = closer.exec(text);
    if (close === null) break;
    const body = trimmed(text, opener.lastIndex, close.index);
    if (body.from < body.to) found.push({ from: open.index, to: closer.lastIndex, body });
    opener.lastIndex = closer.lastIndex;
  }
  return found;
}

const FENCE = '```';

function fenced(text: string): Candidate[] {
  const language = /json|yaml|xml/iy;
  const found: Candidate[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(FENCE, at);
    const close = from < 0 ? -1 : text.indexOf(FENCE, from + FENCE.length);
    if (close < 0) return found;
    language.lastIndex = from + FENCE.length;
    const body = trimmed(text, language.test(text) ? language.lastIndex : from + FENCE.length, close);
    at = close + FENCE.length;
    if (body.from < body.to) found.push({ from, to: at, body });
  }
}

/** From each outermost `{` to its `}`. A quote outside of objects begins a string too. */
function objects(text: string): Candidate[] {
  const found: Candidate[] = [];
  let depth = 0;
  let from = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      for (at += 1; at < text.length && text.charAt(at) !== '"'; at += 1) if (text.charAt(at) === '\\') at += 1;
    } else if (character === '{') {
      if (depth === 0) from = at;
      depth += 1;
    } else if (character === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      if (from >= 0 && at + 1 - from <= LONGEST) found.push({ from, to: at + 1, body: { from, to: at + 1 } });
      from = -1;
    }
  }
  return found;
}
