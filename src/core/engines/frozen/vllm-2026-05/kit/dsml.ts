import { slice, type Span } from '../../../../text/document/index.ts';
import {
  afterRegexSpace,
  isDict,
  PythonDict,
  pythonDumps,
  pythonInt,
  type PythonValue,
  stripPython,
} from '../../../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../text/json/index.ts';
import type { ToolDefinition } from '../../../../tools/index.ts';
import type { Recorder } from '../../../../trace/index.ts';
import {
  type EngineCall,
  Excerpt,
  loads,
  type Message,
  type MessageCall,
  partialOverlap,
  type Raised,
} from '../../../kit/index.ts';
import { closedBlockWords, parseClosedBlocks } from './closed-blocks.ts';
import { commonWords } from '../../../vllm/kit/common-words.ts';
import { propertiesOf, valueUnder } from '../../../vllm/kit/declared.ts';
import type { ParserStream, VllmCode, VllmParser } from '../../../vllm/parser.ts';
import { through } from '../../../vllm/kit/through.ts';
import { wholeOrFloat, type Typed } from '../../../vllm/kit/typing.ts';

// `<｜DSML｜invoke name="…">` with parameters in it: `deepseek_v32` and `deepseek_v4` of 2026-05.

const INVOKE = '<｜DSML｜invoke';
const INVOKE_END = '</｜DSML｜invoke>';
const PARAMETER = '<｜DSML｜parameter';
const PARAMETER_END = '</｜DSML｜parameter>';

const dsmlWords = (open: string, close: string) =>
  ({
    ...closedBlockWords(open, close, INVOKE),
    'tag-not-read':
      'The parser cannot read these attributes, or the closing tag is missing: it skips this tag silently',
    'text-as-it-is': 'The tag says `string="true"`, so the text stays as it is',
    'null-always': commonWords['null-always'],
    'not-the-type': 'The text fits none of the declared types, so it stays a string',
    unwrapped:
      'The tool does not declare this argument, but it declares keys of its JSON. The parser uses that JSON as the arguments.',
  }) as const;

type DsmlCode = keyof ReturnType<typeof dsmlWords>;
type Steps = Recorder<DsmlCode | VllmCode>;

/** A parser of DSML between two markers. */
export function dsmlParser(
  rest: Pick<VllmParser<string>, 'flag' | 'file' | 'formats' | 'reads'>,
  open: string,
  close: string,
): VllmParser<DsmlCode> {
  return {
    ...rest,
    release: '2026-05',
    words: dsmlWords(open, close),
    parse: (text, tools, steps) =>
      parseClosedBlocks(text, open, close, steps, (body) => callsIn(text, body, tools, steps)),
    stream: (tools) => new DsmlStream(tools, open),
  };
}

interface Tag {
  readonly name: Span;
  readonly isString: boolean;
  readonly to: number;
}

interface Element extends Tag {
  readonly span: Span;
  readonly body: Span;
}

interface TagPattern {
  readonly opener: string;
  readonly closer: string;
  readonly hasString: boolean;
}

const invokeTag: TagPattern = { opener: INVOKE, closer: INVOKE_END, hasString: false };
const parameterTag: TagPattern = { opener: PARAMETER, closer: PARAMETER_END, hasString: true };

/** The elements with well-formed tags. One that has no closer ends the search. */
function* elementsIn(
  text: string,
  { from: start, to: end }: Span,
  pattern: TagPattern,
  steps?: Steps,
): Generator<Element> {
  const { opener, closer } = pattern;
  const held = text.slice(0, end);
  for (let from = held.indexOf(opener, start); from >= 0;) {
    const tag = tagAt(held, from + opener.length, pattern.hasString);
    const bodyTo = tag === null ? -1 : held.indexOf(closer, tag.to);
    if (tag === null || bodyTo < 0) {
      steps?.reject(
        'tag-not-read',
        { from, to: tag?.to ?? from + opener.length },
        tag === null ? from + opener.length : end,
      );
      if (tag !== null) return;
      from = held.indexOf(opener, from + opener.length);
      continue;
    }
    const to = bodyTo + closer.length;
    yield { ...tag, span: { from, to }, body: { from: tag.to, to: bodyTo } };
    from = held.indexOf(opener, to);
  }
}

/** `\s+name="([^"]+)"\s*>`, with `\s+string="(true|false)"` before the end of a parameter's. */
function tagAt(text: string, at: number, hasString: boolean): Tag | null {
  const name = attributeAt(text, at, 'name="');
  if (name === null || name.from === name.to) return null;
  const string = hasString ? attributeAt(text, name.to + 1, 'string="') : null;
  const value = string === null ? null : slice(text, string);
  if (hasString && value !== 'true' && value !== 'false') return null;
  const end = afterRegexSpace(text, (string ?? name).to + 1);
  return text.charAt(end) === '>' ? { name, isString: value === 'true', to: end + 1 } : null;
}

function attributeAt(text: string, at: number, begin: string): Span | null {
  const from = afterRegexSpace(text, at);
  if (from === at || !text.startsWith(begin, from)) return null;
  const to = text.indexOf('"', from + begin.length);
  return to < 0 ? null : { from: from + begin.length, to };
}

/** Null where a value raises. */
function callsIn(text: string, body: Span, tools: readonly ToolDefinition[], steps: Steps): EngineCall[] | null {
  const calls: EngineCall[] = [];
  for (const invoke of elementsIn(text, body, invokeTag, steps)) {
    const call = readInvoke(text, invoke, tools, steps);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

function readInvoke(
  text: string,
  { name: nameSpan, span, body }: Element,
  tools: readonly ToolDefinition[],
  steps: Steps,
): EngineCall | null {
  steps.enter('block', INVOKE, span);
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  const declared = propertiesOf(tools, name);
  const raw = new Map<string, { readonly text: string; readonly isString: boolean }>();
  let argumentsSpan: Span | null = null;
  for (const parameter of elementsIn(text, body, parameterTag, steps)) {
    const key = slice(text, parameter.name);
    const value = slice(text, parameter.body);
    steps.read('key', parameter.name);
    raw.set(key, { text: value, isString: parameter.isString });
    noteValue(value, parameter, valueUnder(declared, key), steps);
    argumentsSpan = through(argumentsSpan, parameter.span);
  }
  const converted = convertedValues(raw, declared);
  if ('raises' in converted) {
    steps.reject('value-raises', argumentsSpan ?? span);
    steps.leave(span, 'malformed');
    return null;
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  else if (converted.isUnwrapped) steps.quirk('unwrapped', argumentsSpan);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText: pythonDumps(converted.values) ?? '', argumentsSpan };
}

function noteValue(raw: string, { body, isString }: Element, declared: JsonValue | undefined, steps: Steps): void {
  const value = isString ? raw : convertedValue(raw, declared);
  const isText = typeof value === 'string' && value === raw;
  steps.read(
    isString ? 'text-as-it-is' : !isText ? 'coerced-value' : wantsText(declared) ? 'value' : 'not-the-type',
    body,
  );
  if (value === null) steps.quirk('null-always', body);
}

interface Converted {
  readonly values: PythonDict;
  readonly isUnwrapped: boolean;
}

type Raw = ReadonlyMap<string, { readonly text: string; readonly isString: boolean }>;

/** `_convert_params_with_schema`. */
function convertedValues(raw: Raw, declared: JsonObject): Converted | Raised {
  const values = new PythonDict();
  for (const [key, { text, isString }] of raw) {
    values.set(key, isString ? text : convertedValue(text, valueUnder(declared, key)));
  }
  for (const wrapper of ['arguments', 'input']) {
    if (values.size !== 1 || !values.has(wrapper) || Object.hasOwn(declared, wrapper)) continue;
    const inner = values.get(wrapper) ?? null;
    const read: Typed = typeof inner === 'string' ? loads(inner) : { value: inner };
    if ('raises' in read) return read.raises === 'JSONDecodeError' ? { values, isUnwrapped: false } : read;
    const { value } = read;
    if (!isDict(value)) continue;
    if (value.keys().every((key) => typeof key === 'string' && Object.hasOwn(declared, key))) {
      return { values: value, isUnwrapped: true };
    }
  }
  return { values, isUnwrapped: false };
}

function typesOf(declared: JsonValue | undefined): readonly JsonValue[] {
  const type = (isObject(declared) ? valueUnder(declared, 'type') : undefined) ?? 'string';
  return Array.isArray(type) ? type : [type];
}

function wantsText(declared: JsonValue | undefined): boolean {
  return typesOf(declared).some((type) => type === 'string');
}

/** `_convert_param_value`: the first type that fits. */
function convertedValue(text: string, declared: JsonValue | undefined): PythonValue {
  for (const type of typesOf(declared)) {
    if (text.toLowerCase() === 'null') return null;
    const value = typeof type === 'string' ? checked(text, type.toLowerCase()) : undefined;
    if (value !== undefined) return value;
  }
  return text;
}

/** Undefined where the text does not fit. */
function checked(text: string, type: string): PythonValue | undefined {
  switch (type) {
    case 'string':
    case 'str':
    case 'text':
      return text;
    case 'integer':
    case 'int':
      return pythonInt(text) ?? undefined;
    case 'number':
    case 'float': {
      const typed = wholeOrFloat(text);
      return 'raises' in typed || typeof typed.value === 'string' ? undefined : typed.value;
    }
    case 'boolean':
    case 'bool': {
      const lower = stripPython(text).toLowerCase();
      return lower === 'true' || lower === '1' ? true : lower === 'false' || lower === '0' ? false : undefined;
    }
    default: {
      const json = loads(text);
      return 'raises' in json ? undefined : json.value;
    }
  }
}

/** Sends a call when its invoke is closed, wherever it is; all text is content until a block begins. */
class DsmlStream implements ParserStream {
  readonly previous: { arguments: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  readonly #open: string;
  #contentTo = 0;
  /** Where the last invoke that was sent ends. */
  #sentTo = 0;

  constructor(tools: readonly ToolDefinition[], open: string) {
    this.#tools = tools;
    this.#open = open;
  }

  push(_delta: string, current: string): Message | Raised | null {
    const content = this.#content(current);
    const calls: MessageCall[] = [];
    const unsent = { from: this.#sentTo, to: current.length };
    for (const { name: nameSpan, span, body } of elementsIn(current, unsent, invokeTag)) {
      const index = this.streamed.length;
      const name = slice(current, nameSpan);
      const raw = new Map<string, { text: string; isString: boolean }>();
      for (const parameter of elementsIn(current, body, parameterTag)) {
        raw.set(slice(current, parameter.name), { text: slice(current, parameter.body), isString: parameter.isString });
      }
      const converted = convertedValues(raw, propertiesOf(this.#tools, name));
      if ('raises' in converted) return converted;
      const argumentsText = pythonDumps(converted.values) ?? '';
      this.previous.push({ arguments: converted.values });
      this.streamed.push(argumentsText);
      calls.push({ index, name, argumentsText });
      this.#sentTo = span.to;
    }
    return content.text === '' && calls.length === 0 ? null : { content, calls };
  }

  #content(current: string): Excerpt {
    const opener = current.indexOf(this.#open);
    const to = opener < 0 ? current.length - partialOverlap(current, this.#open) : opener;
    const from = this.#contentTo;
    this.#contentTo = Math.max(from, to);
    return Excerpt.part(current, from, this.#contentTo);
  }
}
