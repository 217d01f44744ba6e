import { slice, type Span } from '../../../../text/document/index.ts';
import { PythonDict, pythonDumps, strippedSpan } from '../../../../text/languages/index.ts';
import type { JsonObject } from '../../../../text/json/index.ts';
import type { ToolDefinition } from '../../../../tools/index.ts';
import type { Recorder } from '../../../../trace/index.ts';
import type { EngineCall } from '../../../kit/index.ts';
import type { Parsed, VllmCode } from '../../../vllm/parser.ts';
import { commonWords } from '../../../vllm/kit/common-words.ts';
import { through } from '../../../vllm/kit/through.ts';
import type { Typed } from '../../../vllm/kit/typing.ts';
import { typedAsDeclared, type DeclaredTyping } from './declared-typing.ts';

// `<function=NAME>` with `<parameter=KEY>` in it, found by regular expressions: `qwen3_coder` and `seed_oss` of 2026-05.

export const FUNCTION = '<function=';
export const FUNCTION_END = '</function>';
export const PARAMETER = '<parameter=';
export const PARAMETER_END = '</parameter>';

/** What differs between the two parsers. */
export interface FunctionTags {
  /** Around the functions, and optional. */
  readonly open: string;
  readonly close: string;
  readonly typing: DeclaredTyping;
  /** Where a parameter without a closer ends: at the next parameter, or at the end of the function. */
  readonly unclosedEnds: 'parameter' | 'function';
  /** What becomes of a function whose name has no `>` after it. */
  readonly nameless: 'dropped' | 'raises';
  declared(tools: readonly ToolDefinition[], name: string): JsonObject;
}

export const functionTagsWords = (open: string, close: string) =>
  ({
    'contains-function': {
      question: `Does the text contain \`${FUNCTION}\`?`,
      yes: `Functions are searched inside \`${open}\`, or in the whole text where that is missing.`,
      no: 'The parser returns the whole reply as content.',
    },
    'has-block': {
      question: `Does the text contain \`${open}\`?`,
      yes: 'The parser reads only the functions inside it.',
      no: 'The parser searches the whole text for functions.',
    },
    'block-unclosed': `No \`${close}\` follows: the block continues to the end of the reply.`,
    'function-unclosed': `No \`${FUNCTION_END}\` follows: the function continues to the end of its block.`,
    'parameter-unclosed': `No \`${PARAMETER_END}\` closes this parameter: its value ends at the next tag.`,
    'function-without-name-end': 'No `>` ends the name: the parser drops this call',
    'function-index-error': 'No `>` ends the name: Python raises ValueError',
    'parameter-index-error': 'No `>` ends the name of this parameter: Python raises ValueError',
    'null-always': commonWords['null-always'],
    'not-true': commonWords['not-true'],
    'infinite-number': 'The number is infinite: Python raises OverflowError',
    'value-raises': commonWords['value-raises'],
    'no-json': commonWords['no-json'],
    'block-without-function': `This block contains no \`${FUNCTION}\`: the parser drops it.`,
    'text-dropped': commonWords['text-dropped'],
  }) as const;

type FunctionTagsCode = keyof ReturnType<typeof functionTagsWords>;

type Steps = Recorder<FunctionTagsCode | VllmCode>;

/**
 * `extract_tool_calls`.
 *
 * @param from where the search begins; the text before is content
 */
export function parseFunctionTags(
  text: string,
  from: number,
  tools: readonly ToolDefinition[],
  tags: FunctionTags,
  steps: Steps,
): Parsed {
  const whole = { from: 0, to: text.length };
  const allContent: Parsed = { called: false, calls: [], content: [whole], text };
  const block = text.indexOf(tags.open, from);
  const hasBlock = block >= 0;
  steps.gate('has-block', hasBlock, whole, hasBlock ? { from: block, to: block + tags.open.length } : null);
  const markup: Span[] = [];
  const calls: EngineCall[] = [];
  let found = 0;
  for (const { span, body } of hasBlock
    ? blocks(text, block, tags)
    : [{ span: null, body: { from, to: text.length } }]) {
    if (span !== null) {
      steps.enter('block', tags.open, span);
      steps.marker(tags.open, 'open', span.from, body.from);
      if (!closes(text, span, tags.close)) steps.quirk('block-unclosed', { from: span.from, to: body.from });
    }
    const first = calls.length;
    let functions = 0;
    for (const one of functionsIn(text, body)) {
      functions += 1;
      const call = readFunction(text, one, tools, tags, steps);
      if (call === 'raised') {
        if (span !== null) steps.leave(span, 'malformed');
        steps.quirk('all-content', whole);
        return allContent;
      }
      if (call !== null) calls.push(call);
    }
    found += functions;
    if (span === null) continue;
    if (functions === 0) steps.quirk('block-without-function', span);
    markup.push(...widen(text, calls, first, span, body));
    if (closes(text, span, tags.close)) steps.marker(tags.close, 'close', span.to - tags.close.length, span.to);
    steps.leave(span, calls.length > first ? 'matched' : functions > 0 ? 'malformed' : 'empty');
  }
  if (found === 0) return allContent;
  const contentTo = hasBlock ? block : Math.max(text.indexOf(FUNCTION, from), 0);
  const rest = calls.at(-1)?.span.to ?? contentTo;
  const dropped = strippedSpan(text, rest, text.length);
  if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
  const content = text.slice(0, contentTo);
  return {
    called: calls.length > 0,
    calls,
    content: [{ from: 0, to: contentTo }],
    markup,
    text: content === '' ? null : content,
  };
}

/** A call that is alone in its block has the whole block as its span; otherwise the tags of the block are markup. */
function widen(text: string, calls: EngineCall[], first: number, block: Span, body: Span): Span[] {
  const call = calls[first];
  const isAlone =
    call !== undefined &&
    calls.length === first + 1 &&
    isBlank(text, body.from, call.span.from) &&
    isBlank(text, call.span.to, body.to);
  if (!isAlone)
    return [
      { from: block.from, to: body.from },
      { from: body.to, to: block.to },
    ].filter((span) => span.from < span.to);
  calls[first] = { ...call, span: block };
  return [];
}

function isBlank(text: string, from: number, to: number): boolean {
  const rest = strippedSpan(text, from, to);
  return rest.from === rest.to;
}

function closes(text: string, span: Span, close: string): boolean {
  return text.startsWith(close, span.to - close.length);
}

interface Part {
  readonly span: Span;
  readonly body: Span;
}

/** `<open>(.*?)<close>`, or from the last opener to the end; `$` matches before a last newline too. */
function* blocks(text: string, first: number, { open, close }: FunctionTags): Generator<Part> {
  for (let from = first; from >= 0;) {
    const bodyFrom = from + open.length;
    const closer = text.indexOf(close, bodyFrom);
    if (closer < 0) {
      const to = endOf(text, bodyFrom, text.length);
      yield { span: { from, to: text.length }, body: { from: bodyFrom, to } };
      return;
    }
    const to = closer + close.length;
    yield { span: { from, to }, body: { from: bodyFrom, to: closer } };
    from = text.indexOf(open, to);
  }
}

/** Where `(.*?)$` ends: before a newline that ends the text. */
function endOf(text: string, from: number, to: number): number {
  return to > from && text.charAt(to - 1) === '\n' ? to - 1 : to;
}

/** `<function=(.*?)</function>`, or to the end. */
function* functionsIn(text: string, { from: start, to: end }: Span): Generator<Part> {
  const held = text.slice(start, end);
  for (let at = held.indexOf(FUNCTION); at >= 0;) {
    const from = at + FUNCTION.length;
    const closer = held.indexOf(FUNCTION_END, from);
    const bodyTo = closer < 0 ? held.length : closer;
    const to = closer < 0 ? held.length : closer + FUNCTION_END.length;
    yield { span: { from: start + at, to: start + to }, body: { from: start + from, to: start + bodyTo } };
    if (closer < 0) return;
    at = held.indexOf(FUNCTION, to);
  }
}

/** A call; null where it is dropped. */
function readFunction(
  text: string,
  { span, body }: Part,
  tools: readonly ToolDefinition[],
  tags: FunctionTags,
  steps: Steps,
): EngineCall | null | 'raised' {
  steps.enter('block', FUNCTION, span);
  if (body.to === span.to) steps.quirk('function-unclosed', { from: span.from, to: body.from });
  const nameTo = text.slice(body.from, body.to).indexOf('>');
  if (nameTo < 0) {
    steps.reject(tags.nameless === 'dropped' ? 'function-without-name-end' : 'function-index-error', span, body.to);
    steps.leave(span, 'malformed');
    return tags.nameless === 'dropped' ? null : 'raised';
  }
  const nameSpan = { from: body.from, to: body.from + nameTo };
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  const declared = tags.declared(tools, name);
  const values = new PythonDict();
  let argumentsSpan: Span | null = null;
  for (const parameter of parametersIn(text, { from: nameSpan.to + 1, to: body.to }, tags)) {
    const typed = readParameter(text, parameter, declared, tags, steps);
    if (typed === null) {
      steps.leave(span, 'malformed');
      return 'raised';
    }
    values.set(typed.key, typed.value);
    argumentsSpan = through(argumentsSpan, parameter.span);
  }
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps.reject('no-json', span);
    steps.leave(span, 'malformed');
    return 'raised';
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan };
}

/** From a parameter's opener to its closer; without a closer as `unclosedEnds` says. */
function* parametersIn(text: string, { from: start, to: end }: Span, tags: FunctionTags): Generator<Part> {
  const held = text.slice(start, end);
  let closer = held.indexOf(PARAMETER_END);
  for (let at = held.indexOf(PARAMETER); at >= 0;) {
    const from = at + PARAMETER.length;
    if (closer >= 0 && closer < from) closer = held.indexOf(PARAMETER_END, from);
    const next = held.indexOf(PARAMETER, from);
    const atNext = tags.unclosedEnds === 'parameter' && next >= 0 && (closer < 0 || next < closer);
    const to = atNext ? next : closer < 0 ? endOf(held, from, held.length) : closer;
    const spanTo = atNext || closer < 0 ? to : closer + PARAMETER_END.length;
    yield { span: { from: start + at, to: start + spanTo }, body: { from: start + from, to: start + to } };
    at = next >= spanTo ? next : held.indexOf(PARAMETER, spanTo);
  }
}

function readParameter(
  text: string,
  { span, body }: Part,
  declared: JsonObject,
  tags: FunctionTags,
  steps: Steps,
): { readonly key: string; readonly value: Extract<Typed, { value: unknown }>['value'] } | null {
  const inside = slice(text, body);
  const keyTo = inside.indexOf('>');
  if (keyTo < 0) {
    steps.reject('parameter-index-error', span, body.to);
    return null;
  }
  const key = inside.slice(0, keyTo);
  steps.read('key', { from: body.from, to: body.from + keyTo });
  if (body.to === span.to) steps.quirk('parameter-unclosed', span);
  const value = withoutNewlines(text, { from: body.from + keyTo + 1, to: body.to });
  const raw = slice(text, value);
  const typed = typedAsDeclared(raw, key, declared, tags.typing);
  if ('raises' in typed) {
    steps.reject(typed.raises === 'OverflowError' ? 'infinite-number' : 'value-raises', value);
    return null;
  }
  steps.read(typed.value === raw ? 'value' : 'coerced-value', value);
  if (typed.value === null) steps.quirk('null-always', value);
  if (typed.value === false && raw.toLowerCase() !== 'false') steps.quirk('not-true', value);
  return { key, value: typed.value };
}

/** Without one newline at each end. */
function withoutNewlines(text: string, { from, to }: Span): Span {
  const begin = from < to && text.charAt(from) === '\n' ? from + 1 : from;
  return { from: begin, to: begin < to && text.charAt(to - 1) === '\n' ? to - 1 : to };
}
