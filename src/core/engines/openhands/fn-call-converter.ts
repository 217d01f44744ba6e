import type { Span } from '../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import {
  PythonDict,
  pythonDumps,
  pythonInt,
  pythonRepr,
  type PythonValue,
  readPythonJson,
  stripPython,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type Exception, Excerpt, type Reading, textAgentRuntime } from '../kit/index.ts';

const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

/** Names that older models were told. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['bash', 'terminal'],
  ['execute_bash', 'terminal'],
  ['str_replace', 'file_editor'],
  ['str_replace_editor', 'file_editor'],
]);

/** For models without native calling: one function with its parameters, which are checked before they go on. */
export const fnCallConverter = textAgentRuntime({
  name: 'fn_call_converter',
  project: 'openhands',
  flag: 'native_tool_calling: false',
  label: 'OpenHands fn_call_converter',
  source: { version: 'SDK 1.43.1', commit: '611629e6', file: 'openhands/sdk/llm/mixins/fn_call_converter.py' },
  formats: ['qwen3-coder-xml'],
  reads: 'The first <function=…>, its parameters checked against the schema; what is wrong is told to the model.',
  served: 'error',
  words: {
    'finds-call': {
      question: 'Is there a `<function=…>` that ends?',
      yes: 'It is the only call; text before it is content, and all after it is dropped.',
      no: 'The text is content.',
    },
    'raises-FunctionCallValidationError': 'OpenHands sends this error back to the model as a message.',
    'closer-added': 'OpenHands completes the end of the function: `</function` was a stop word',
    'unknown-function': 'The function is not among the tools',
    'unknown-parameter': 'The schema does not have this parameter',
    'wrong-value': 'The value does not fit its parameter',
    'missing-parameter': 'A required parameter is missing',
    'later-function': 'Only the first function counts: this one is dropped',
    'stays-text': 'Only integers and lists are converted: this value stays text',
  },
  parse: (text, tools, steps) => readFunction(text, tools, steps),
});

function readFunction(text: string, tools: readonly ToolDefinition[], steps: Recorder<string>): Reading {
  const source = completed(withoutWrappers(Excerpt.copy(text, 0)), steps);
  const found = firstFunction(source.text);
  if (found === null) return { calls: [], content: [{ from: 0, to: text.length }], text };
  const { open, name, body } = found;
  /** Null where the reply has nothing of a part. */
  const place = (part: Span): Span | null => {
    const { spans } = source.slice(part.from, part.to);
    const [first, last] = [spans[0], spans.at(-1)];
    return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
  };
  const span = place({ from: open, to: body.to + FUNCTION_END.length }) ?? { from: 0, to: 0 };
  const refused = (code: string, message: string): Reading => {
    steps.reject(code, span);
    const raises = { raises: 'FunctionCallValidationError', message, at: span.from };
    return { calls: [], content: [], text: null, raises };
  };
  const given = source.text.slice(name.from, name.to);
  const called = aliases.get(given) ?? given;
  const tool = tools.find((one) => one.name === called);
  if (tool === undefined) {
    const names = pythonRepr(tools.map((one) => one.name));
    return refused('unknown-function', `Function '${called}' not found in available tools: ${names}`);
  }
  const read = parametersOf(source.text.slice(body.from, body.to), called, tool, (code) => steps.quirk(code, span));
  if ('raises' in read) return refused(codeOf(read), read.message);
  const later = source.text.indexOf(FUNCTION, body.to);
  const dropped = later < 0 ? null : place({ from: later, to: source.text.length });
  if (dropped !== null) steps.quirk('later-function', dropped);
  const content = strippedSpan(source.text, 0, open);
  const said = source.slice(content.from, content.to);
  const call = {
    span,
    name: called,
    nameSpan: place(name) ?? span,
    argumentsText: pythonDumps(read.values, { ascii: true }) ?? '{}',
    argumentsSpan: place(body),
  };
  return { calls: [call], content: said.spans, text: said.text };
}

/** `</think>` and then `<tool_call>` right before a function, and `</tool_call>` right after one. */
function withoutWrappers(source: Excerpt): Excerpt {
  const cut = (excerpt: Excerpt, pattern: RegExp): Excerpt =>
    excerpt.replacing(
      Array.from(excerpt.text.matchAll(pattern), ({ index, 0: part }) => ({
        from: index,
        to: index + part.length,
        text: '',
      })),
    );
  const opened = cut(source, /<\/think>\s*(?=<function=)/g);
  return cut(cut(opened, /<tool_call>\s*(?=<function=)/g), /(?<=<\/function>)\s*<\/tool_call>/g);
}

function completed(source: Excerpt, steps: Recorder<string>): Excerpt {
  const { text } = source;
  const first = text.indexOf(FUNCTION);
  if (first < 0 || text.includes(FUNCTION, first + 1)) return source;
  const isBegun = text.endsWith('</');
  if (!isBegun && stripPython(text).endsWith(FUNCTION_END)) return source;
  const end = source.spans.at(-1)?.to ?? 0;
  steps.quirk('closer-added', { from: end, to: end });
  return source.plus(Excerpt.own(isBegun ? 'function>' : `\n${FUNCTION_END}`));
}

function firstFunction(text: string): { readonly open: number; readonly name: Span; readonly body: Span } | null {
  for (let open = text.indexOf(FUNCTION); open >= 0; open = text.indexOf(FUNCTION, open + 1)) {
    const from = open + FUNCTION.length;
    const to = text.indexOf('>', from);
    if (to < 0) return null;
    if (to === from) continue;
    const begin = text.charAt(to + 1) === '\n' ? to + 2 : to + 1;
    const end = text.indexOf(FUNCTION_END, begin);
    return end < 0 ? null : { open, name: { from, to }, body: { from: begin, to: end } };
  }
  return null;
}

interface Values {
  readonly values: PythonDict;
}

const refusal = (message: string): Exception => ({ raises: 'FunctionCallValidationError', message });

function codeOf({ message }: Exception): string {
  if (message.startsWith('Missing')) return 'missing-parameter';
  return message.includes('is not allowed') ? 'unknown-parameter' : 'wrong-value';
}

function parametersOf(
  body: string,
  name: string,
  { schema }: ToolDefinition,
  note: (code: string) => void,
): Values | Exception {
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  const declared: JsonObject = isObject(properties) ? properties : {};
  const values = new PythonDict();
  const source = body.replace(/<parameter=([a-zA-Z0-9_]+)=([^<>]*)<\/parameter>/g, '<parameter=$1>$2</parameter>');
  let open = source.indexOf(PARAMETER);
  while (open >= 0) {
    const keyFrom = open + PARAMETER.length;
    const keyTo = source.indexOf('>', keyFrom);
    const end = keyTo < 0 ? -1 : source.indexOf(PARAMETER_END, keyTo);
    if (end < 0) break;
    const key = source.slice(keyFrom, keyTo);
    if (keyTo > keyFrom) {
      const value = valueOf(stripPython(source.slice(keyTo + 1, end)), key, name, declared, note);
      if (value !== null && typeof value === 'object' && 'raises' in value) return value;
      values.set(key, value);
    }
    open = source.indexOf(PARAMETER, keyTo > keyFrom ? end + PARAMETER_END.length : open + 1);
  }
  const required = isObject(schema) ? own(schema, 'required') : undefined;
  const missing = (Array.isArray(required) ? required : []).filter(
    (key): key is string => typeof key === 'string' && key !== 'security_risk' && !values.has(key),
  );
  if (missing.length === 0) return { values };
  const keys = missing.map((key) => pythonRepr(key)).join(', ');
  return refusal(`Missing required parameters for function '${name}': {${keys}}`);
}

function valueOf(
  text: string,
  key: string,
  name: string,
  declared: JsonObject,
  note: (code: string) => void,
): PythonValue | Exception {
  const keys = Object.keys(declared);
  if (keys.length > 0 && !Object.hasOwn(declared, key)) {
    const allowed = keys.map((one) => pythonRepr(one)).join(', ');
    return refusal(`Parameter '${key}' is not allowed for function '${name}'. Allowed parameters: {${allowed}}`);
  }
  const schema = own(declared, key);
  const type = isObject(schema) ? own(schema, 'type') : undefined;
  let value: PythonValue = text;
  if (type === 'integer') {
    const number = pythonInt(text);
    if (number === null) return refusal(`Parameter '${key}' is expected to be an integer.`);
    value = number;
  } else if (type === 'array') {
    const reading = readPythonJson(text);
    if (!reading.ok) return refusal(`Parameter '${key}' is expected to be an array.`);
    value = reading.node.value;
  } else if (type !== undefined && type !== 'string') note('stays-text');
  const choices = isObject(schema) ? own(schema, 'enum') : undefined;
  if (
    Array.isArray(choices) &&
    !choices.some((choice: JsonValue) => choice === (typeof value === 'bigint' ? Number(value) : value))
  )
    return refusal(
      `Parameter '${key}' is expected to be one of ${pythonRepr(choices.map((choice) => (typeof choice === 'number' ? BigInt(Math.trunc(choice)) : typeof choice === 'object' ? null : choice)))}.`,
    );
  return value;
}
