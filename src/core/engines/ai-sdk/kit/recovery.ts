import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { inputOf } from './call-input.ts';
import { functionBlocks } from './function-blocks.ts';
import { candidatesIn, type Candidate } from './json-candidates.ts';
import { partsInJson } from './json-parts.ts';
import { looseValues } from './loose-values.ts';
import { escapeRegExp } from './names.ts';
import { textPart, type CallPart, type Part } from './parts.ts';
import { readRelaxed } from './relaxed-json.ts';
import { looksLikeArguments } from './only-tool.ts';
import { holdsSensitiveKey, writesSensitiveKey } from './sensitive.ts';
import { yamlBlocks } from './yaml-blocks.ts';

export const recoveryWords = {
  'salvaged-call': 'This JSON names a declared tool: it becomes a call.',
  'salvaged-arguments':
    'Only one tool is declared, and this object has one of its arguments: it becomes a call of that tool.',
  'salvage-not-a-call': 'This JSON is not a call to a declared tool',
  'salvage-not-json': 'This is not relaxed JSON',
  'recovered-function': 'These tags name a declared tool: they become a call, in every protocol.',
  'recovered-yaml': 'This block is YAML that fits a declared tool: it becomes a call.',
  'dropped-attack':
    'This is a call with the key `__proto__`, `constructor` or `prototype`. The client gets neither a call nor the text.',
  'recovery-trimmed': 'Only `<tool_call>` tags, or brackets and commas, are left here: the client does not get them.',
} as const;

export type RecoveryCode = keyof typeof recoveryWords;

/** A piece of text that becomes a call. */
interface Found extends Span {
  readonly code: RecoveryCode;
  /** Null where the piece is dropped. */
  readonly call: CallPart | null;
}

/**
 * All calls to declared tools in a text, with the text around them: as JSON, as function tags, and as YAML in
 * `<tool_call>`. Null where there is nothing to recover and nothing to drop.
 *
 * @param base where the text is in the reply
 */
export function recover(
  text: string,
  base: number,
  tools: readonly ToolDefinition[],
  steps: Recorder<RecoveryCode> | null = null,
): readonly Part[] | null {
  if (tools.length === 0) return null;
  const found = [
    ...candidatesIn(text).flatMap((candidate) => jsonCall(text, base, candidate, tools, steps)),
    ...functionCalls(text, tools),
    ...yamlCalls(text, tools),
  ].sort((one, other) => one.from - other.from || other.to - one.to);
  if (found.length === 0) return null;
  const parts: Part[] = [];
  let at = 0;
  const addText = (to: number): void => {
    const kept = withoutLeftovers(text, at, to);
    if (kept.from > at || kept.to < to) steps?.quirk('recovery-trimmed', moved({ from: at, to }, base));
    parts.push(...textPart(text, kept.from, kept.to));
  };
  for (const { from, to, code, call } of found) {
    if (from < at) continue;
    addText(from);
    at = to;
    steps?.quirk(code, moved({ from, to }, base));
    if (call !== null) parts.push(call);
  }
  addText(text.length);
  return parts.map((part) => movedPart(part, base));
}

/** White space and whole tags. */
const ONLY_TAGS = /^\s*(?:<[^<>\n]*>\s*)*$/;

/** Whether a text is nothing but white space and tags. */
export function isOnlyTags(text: string): boolean {
  return ONLY_TAGS.test(text);
}

/** The calls of a text that holds nothing else but tags; null where it holds none, or something else. */
export function callsAlone(text: string, base: number, tools: readonly ToolDefinition[]): readonly CallPart[] | null {
  const parts = recover(text, base, tools) ?? [];
  const calls = parts.filter((part) => part.kind === 'call');
  return calls.length > 0 && parts.every((part) => part.kind === 'call' || isOnlyTags(part.text)) ? calls : null;
}

function movedPart(part: Part, base: number): Part {
  if (part.kind === 'text') return { ...part, ...moved(part, base) };
  const { span, nameSpan, argumentsSpan } = part;
  return {
    ...part,
    span: moved(span, base),
    nameSpan: moved(nameSpan, base),
    argumentsSpan: argumentsSpan && moved(argumentsSpan, base),
  };
}

function moved({ from, to }: Span, base: number): Span {
  return { from: from + base, to: to + base };
}

/** Text without `<tool_call>` tags at its ends; nothing where only white space, or brackets and commas, are left. */
function withoutLeftovers(text: string, from: number, to: number): Span {
  let start = from;
  for (
    let tag = TAG_AFTER_CALL.exec(text.slice(start, to));
    tag !== null;
    tag = TAG_AFTER_CALL.exec(text.slice(start, to))
  )
    start += tag[0].length;
  let end = to;
  for (;;) {
    const left = text.slice(start, end).trimEnd();
    const tag = TAGS.find((one) => left.endsWith(one));
    if (tag === undefined) break;
    end = start + left.length - tag.length;
  }
  return /[^\s,[\]]/.test(text.slice(start, end)) ? { from: start, to: end } : { from, to: from };
}

const TAGS = ['<tool_call>', '</tool_call>'];
const TAG_AFTER_CALL = /^\s*<\/?tool_call>/;

function jsonCall(
  text: string,
  base: number,
  candidate: Candidate,
  tools: readonly ToolDefinition[],
  steps: Recorder<RecoveryCode> | null,
): Found[] {
  const { from, to, body } = candidate;
  const json = text.slice(body.from, body.to);
  const reading = readRelaxed(json);
  const value = reading.ok ? reading.value : undefined;
  const isAttack = writesSensitiveKey(json) || (value !== undefined && holdsSensitiveKey(value));
  const called = value === undefined ? null : calledBy(value, tools);
  if (isAttack) return isCallTo(value, json, tools) ? [{ from, to, code: 'dropped-attack', call: null }] : [];
  if (called === null || called.args === null) {
    const at = reading.ok ? body.from : body.from + reading.at;
    steps?.reject(reading.ok ? 'salvage-not-a-call' : 'salvage-not-json', moved(body, base), base + at);
    return [];
  }
  const { name, args, isEnvelope } = called;
  const spans = partsInJson(text, body, name, isEnvelope, NAME_KEYS, ARGUMENTS_KEYS);
  const call: CallPart = {
    kind: 'call',
    span: { from, to },
    name,
    argumentsText: inputOf(args, name, tools, looseValues),
    ...spans,
  };
  return [{ from, to, code: isEnvelope ? 'salvaged-call' : 'salvaged-arguments', call }];
}

interface Called {
  readonly name: string;
  /** Null where they are no object. */
  readonly args: JsonObject | null;
  /** Whether the value names the tool. */
  readonly isEnvelope: boolean;
}

/** Keys of an envelope; the first that is there counts. */
const NAME_KEYS = ['name', 'tool', 'function'];
const ARGUMENTS_KEYS = ['arguments', 'parameters'];

function calledBy(value: JsonValue, tools: readonly ToolDefinition[]): Called | null {
  if (!isObject(value)) return null;
  const name = envelopeName(value);
  if (tools.some((tool) => tool.name === name))
    return { name, args: objectOf(envelopeArguments(value)), isEnvelope: true };
  const [only] = tools;
  const hasEnvelope =
    NAME_KEYS.some((key) => Boolean(own(value, key)) && typeof own(value, key) === 'string') ||
    ARGUMENTS_KEYS.some((key) => typeof own(value, key) === 'string' || isObject(own(value, key)));
  if (only === undefined || tools.length > 1 || hasEnvelope || !looksLikeArguments(value, only)) return null;
  return { name: only.name, args: value, isEnvelope: false };
}

function envelopeName(value: JsonObject): string {
  const names = NAME_KEYS.map((key) => own(value, key)).map((name) => (typeof name === 'string' ? name.trim() : ''));
  return names.find((name) => name !== '') ?? '';
}

function envelopeArguments(value: JsonObject): JsonValue | undefined {
  const key = ARGUMENTS_KEYS.find((one) => Object.hasOwn(value, one));
  return key === undefined ? {} : value[key];
}

/** An object, also one that is JSON in a string. */
function objectOf(value: JsonValue | undefined): JsonObject | null {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return null;
  const reading = readRelaxed(value);
  return reading.ok && isObject(reading.value) ? reading.value : null;
}

/** Whether what is taken for an attack is a call to a declared tool, also where it cannot be read. */
function isCallTo(value: JsonValue | undefined, json: string, tools: readonly ToolDefinition[]): boolean {
  if (value !== undefined && calledBy(value, tools) !== null) return true;
  return tools.some(({ name }) => {
    const quoted = `["']${escapeRegExp(name)}["']`;
    return new RegExp(
      `(?:["'](?:name|tool|function)["']|(?:^|[{,]\\s*)(?:name|tool|function))\\s*:\\s*${quoted}`,
      'i',
    ).test(json);
  });
}

function functionCalls(text: string, tools: readonly ToolDefinition[]): readonly Found[] {
  return functionBlocks(text, tools).flatMap(({ from, to, name, args }): Found[] => {
    if (args === null || holdsSensitiveKey(args) || writesSensitiveKey(text.slice(from, to)))
      return args === null && !writesSensitiveKey(text.slice(from, to))
        ? []
        : [{ from, to, code: 'dropped-attack', call: null }];
    return [{ from, to, code: 'recovered-function', call: blockCall(text, { from, to }, name, args, tools) }];
  });
}

function yamlCalls(text: string, tools: readonly ToolDefinition[]): readonly Found[] {
  return yamlBlocks(text).flatMap(({ from, to, mapping, closer }): Found[] => {
    const named = envelopeName(mapping);
    const isEnvelope = tools.some(({ name }) => name === named);
    const [only] = tools;
    const closing = [closer, closer.split(':').at(-1)].find((name) => tools.some((tool) => tool.name === name));
    const isOnly = only !== undefined && tools.length === 1 && looksLikeArguments(mapping, only);
    const name = isEnvelope ? named : (closing ?? (isOnly ? only.name : undefined));
    if (name === undefined) return [];
    const args = isEnvelope ? (envelopeArguments(mapping) ?? {}) : mapping;
    if (holdsSensitiveKey(mapping)) return [{ from, to, code: 'dropped-attack', call: null }];
    if (!isObject(args)) return [];
    return [{ from, to, code: 'recovered-yaml', call: blockCall(text, { from, to }, name, args, tools) }];
  });
}

function blockCall(
  text: string,
  span: Span,
  name: string,
  args: JsonObject,
  tools: readonly ToolDefinition[],
): CallPart {
  const at = text.slice(span.from, span.to).indexOf(name);
  const nameSpan = at < 0 ? span : { from: span.from + at, to: span.from + at + name.length };
  const argumentsSpan = Object.keys(args).length === 0 ? null : span;
  return { kind: 'call', span, name, nameSpan, argumentsText: inputOf(args, name, tools, looseValues), argumentsSpan };
}
