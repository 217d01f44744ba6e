import type { Span } from '../../text/document/index.ts';
import { afterSpace, pythonDumps, strippedSpan, stripPython } from '../../text/languages/index.ts';
import { isObject, type JsonValue, own } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { isValueError, loads, type Raised } from '../kit/index.ts';
import { argPairWords, KEY, KEY_END, readArgPairs, VALUE, VALUE_END, type ArgPattern } from './kit/arg-pairs.ts';
import { toolPositions } from './kit/base-json.ts';
import { blockWords, CLOSE, noteBlock, OPEN } from './kit/block-notes.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { TagStream, type TagStep } from './kit/tag-stream.ts';
import { withoutNewlines } from './kit/sections.ts';
import { noteDropped, tagBlocks, type TagBlock } from './kit/tool-call-tags.ts';
import { get, literal, type Typed } from './kit/typed-values.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';

const words = {
  ...argPairWords,
  ...blockWords,
  'text-dropped': sentences.textOutside,
  'no-closer': sentences.blockOpenDropped,
  'undeclared-block': 'No declared tool has this name: the detector drops the block silently',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

/** A key cannot hold `<`. */
const pattern: ArgPattern = { keyEndsAtTag: true };

export const poolside_v1 = sglangRuntime({
  flag: 'poolside_v1',
  file: 'poolside_v1_detector.py',
  formats: ['glm-4.5'],
  reads: 'A name, then <arg_key> and <arg_value> pairs, in closed <tool_call> blocks; undeclared tools are dropped.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new PoolsideStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (const block of tagBlocks(text, OPEN, CLOSE)) {
    const { span, body } = block;
    blocks.push(span);
    if (body.to === span.to) {
      steps.reject('no-closer', span);
      break;
    }
    steps.enter('block', OPEN, span);
    steps.marker(OPEN, 'open', span.from, body.from);
    noteBlock(text, body, steps);
    const call = readBlock(text, block, tools, positions, steps);
    if (call !== null && 'raises' in call) {
      steps.leave(span, 'malformed');
      return { calls: [], content: [], text, raises: call };
    }
    if (call !== null) calls.push(call);
    steps.marker(CLOSE, 'close', body.to, span.to);
    steps.leave(span, call === null ? 'empty' : 'matched');
  }
  noteDropped(text, blocks, steps);
  return { calls, content: [{ from: 0, to: first }], text: text.slice(0, first) };
}

function readBlock(
  text: string,
  { span, body }: TagBlock,
  tools: readonly ToolDefinition[],
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | (Raised & { readonly at: number }) | null {
  const inner = text.slice(body.from, body.to);
  const end = nameEnd(inner);
  const nameSpan = strippedSpan(text, body.from, end < 0 ? body.to : body.from + end);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  const toolIndex = positions.get(name);
  if (toolIndex === undefined) {
    steps.reject('undeclared-block', span, nameSpan.from);
    return null;
  }
  const properties = propertiesOf(tools, name);
  const values = readArgPairs(text, body, pattern, (raw, key) => valueOf(raw, key, properties), steps);
  if ('raises' in values) return values;
  if (values.size === 0) {
    steps.read('no-arguments', span);
    const rest = afterSpace(text, nameSpan.to, body.to);
    if (rest < body.to) steps.quirk('text-ignored', { from: rest, to: body.to });
  }
  return {
    span,
    name,
    nameSpan,
    argumentsText: pythonDumps(values) ?? '',
    argumentsSpan: values.size === 0 ? null : body,
    toolIndex,
  };
}

/** The first of a newline, a key and a closer; -1 where there is none. */
function nameEnd(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') return at;
    if (character === '<' && (text.startsWith(KEY, at) || text.startsWith(CLOSE, at))) return at;
  }
  return -1;
}

/** `properties` of the first tool of that name that has a schema. */
function propertiesOf(tools: readonly ToolDefinition[], name: string): JsonValue {
  for (const tool of tools) {
    if (tool.name === name && isObject(tool.schema)) return get(tool.schema, 'properties', {});
  }
  return {};
}

const STRINGS = ['string', 'str', 'text', 'enum'];

/** `_convert_param_value`. */
function valueOf(raw: string, key: string, properties: JsonValue): Typed {
  const { from, to } = withoutNewlines(raw, 0, raw.length);
  const text = raw.slice(from, to);
  const declared = isObject(properties) ? own(properties, key) : undefined;
  const type = isObject(declared) ? get(declared, 'type', '') : '';
  // Of anything but a string only counts what it is not.
  const name = typeof type === 'string' ? type.toLowerCase() : 'other';
  if (STRINGS.includes(name)) return { value: text };
  const json = loads(text);
  if (!('raises' in json)) return json;
  if (!isValueError(json.raises)) return json;
  if (name === '') return { value: text };
  const read = literal(text);
  // What JSON cannot hold is refused as well.
  if ('raises' in read || pythonDumps(read.value) === null) return { value: text, note: 'kept-text' };
  return { ...read, note: 'python-literal' };
}

const tags = [OPEN, CLOSE, KEY, KEY_END, VALUE, VALUE_END];

/** A strict machine: each state knows the tags that it waits for, and drops all others. */
class PoolsideStream extends TagStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #positions: ReadonlyMap<string, number>;
  #state: 'outside' | 'name' | 'key' | 'value' | 'draining' = 'outside';
  #properties: JsonValue = {};
  #key = '';
  #hasBrace = false;

  constructor(tools: readonly ToolDefinition[]) {
    super();
    this.#tools = tools;
    this.#positions = toolPositions(tools);
  }

  protected step(): TagStep {
    switch (this.#state) {
      case 'outside':
        if (!this.startsWith(OPEN)) return this.passText(true);
        this.#state = 'name';
        return this.skip(OPEN);
      case 'name':
        return this.#readName();
      case 'key':
        if (this.startsWith(CLOSE)) return this.#close();
        return this.startsWith(KEY) ? this.#readKey() : this.passText(false);
      case 'value':
        if (this.startsWith(CLOSE)) return this.#close();
        if (this.startsWith(KEY)) return this.#readKey();
        return this.startsWith(VALUE) ? this.#readValue() : this.passText(false);
      case 'draining':
        return this.#drain();
    }
  }

  /** A tag that is whole is one that this state does not wait for. */
  protected mayBecomeTag(end: string): boolean {
    return tags.some((tag) => tag !== end && tag.startsWith(end));
  }

  #readName(): TagStep {
    const rest = this.buffer.slice(this.at);
    const end = nameEnd(rest);
    if (end < 0) return this.wait('\n', KEY, CLOSE);
    const name = stripPython(rest.slice(0, end));
    this.at += rest.charAt(end) === '\n' ? end + 1 : end;
    if (!this.#positions.has(name)) {
      this.#state = 'draining';
      return 'go';
    }
    this.#properties = propertiesOf(this.#tools, name);
    this.#hasBrace = false;
    this.openCall(name);
    this.#state = 'key';
    return 'go';
  }

  /** A key without a value is forgotten when the next one comes. */
  #readKey(): TagStep {
    const end = this.buffer.indexOf(KEY_END, this.at);
    if (end < 0) return this.wait(KEY_END);
    this.#key = stripPython(this.buffer.slice(this.at + KEY.length, end));
    this.at = end + KEY_END.length;
    this.#state = 'value';
    return 'go';
  }

  #readValue(): TagStep {
    const end = this.buffer.indexOf(VALUE_END, this.at);
    if (end < 0) return this.wait(VALUE_END);
    const typed = valueOf(this.buffer.slice(this.at + VALUE.length, end), this.#key, this.#properties);
    if ('raises' in typed) return typed;
    const key = pythonDumps(this.#key, { ascii: true }) ?? '';
    this.#send(`${this.#hasBrace ? ', ' : '{'}${key}: ${pythonDumps(typed.value) ?? ''}`);
    this.#hasBrace = true;
    this.at = end + VALUE_END.length;
    this.#state = 'key';
    return 'go';
  }

  #close(): TagStep {
    this.#send(this.#hasBrace ? '}' : '{}');
    this.#state = 'outside';
    return this.skip(CLOSE);
  }

  /** A call of an undeclared tool, up to its closer. */
  #drain(): TagStep {
    const end = this.buffer.indexOf(CLOSE, this.at);
    if (end < 0) {
      this.at = this.buffer.length - partialEnd(this.buffer.slice(this.at), CLOSE);
      return 'wait';
    }
    this.at = end + CLOSE.length;
    this.#state = 'outside';
    return 'go';
  }

  #send(argumentsText: string): void {
    this.sendArguments(argumentsText);
    this.streamed[this.index] = (this.streamed[this.index] ?? '') + argumentsText;
  }
}
