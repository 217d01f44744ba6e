import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import { literalEval, type PythonValue, readPythonJson } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { isTruthy } from './schema.ts';

// The tags of `step3`, and what becomes of the values between them.

export const OPEN = '<｜tool_calls_begin｜>';
export const CLOSE = '<｜tool_calls_end｜>';
export const CALL = '<｜tool_call_begin｜>';
export const CALL_END = '<｜tool_call_end｜>';
export const SEPARATOR = '<｜tool_sep｜>';
export const INVOKE = '<steptml:invoke name="';
export const INVOKE_END = '</steptml:invoke>';
export const PARAMETER = '<steptml:parameter name="';
const PARAMETER_END = '</steptml:parameter>';

/** By name the properties of the last tool that has it. */
export type Declared = ReadonlyMap<string, JsonValue | undefined>;

export function declaredLast(tools: readonly ToolDefinition[]): Declared {
  return new Map(tools.map(({ name, schema }) => [name, schema === undefined ? undefined : own(schema, 'properties')]));
}

/** Whether a parameter is to be read as a value: it has a type, and that is not `string`. Null for an AttributeError. */
export function hasType(properties: JsonValue | undefined, key: string): boolean | null {
  if (!isObject(properties) || !Object.hasOwn(properties, key)) return false;
  const schema = own(properties, key);
  if (!isObject(schema)) return null;
  const type = own(schema, 'type');
  return isTruthy(type) && type !== 'string';
}

/** JSON, or a literal of Python, or the text. */
export function valueOf(text: string): {
  readonly value: PythonValue;
  readonly how: 'coerced-value' | 'literal-read' | 'no-value-kept';
} {
  const json = readPythonJson(text);
  if (json.ok) return { value: json.node.value, how: 'coerced-value' };
  const literal = literalEval(text);
  return literal.ok ? { value: literal.node.value, how: 'literal-read' } : { value: text, how: 'no-value-kept' };
}

interface Parameter {
  readonly span: Span;
  readonly key: Span;
  readonly value: Span;
}

/** The parameters of a call, as the original's pattern finds them. */
export function* parameters(text: string, skipped?: (from: number) => void): Generator<Parameter> {
  for (let from = text.indexOf(PARAMETER); from >= 0;) {
    const start = from + PARAMETER.length;
    const keyTo = text.indexOf('"', start);
    const value = keyTo > start && text.charAt(keyTo + 1) === '>' ? keyTo + 2 : -1;
    const closer = value < 0 ? -1 : text.indexOf('<', value);
    if (closer < 0 || !text.startsWith(PARAMETER_END, closer)) {
      skipped?.(from);
      from = text.indexOf(PARAMETER, start);
      continue;
    }
    const span = { from, to: closer + PARAMETER_END.length };
    yield { span, key: { from: start, to: keyTo }, value: { from: value, to: closer } };
    from = text.indexOf(PARAMETER, span.to);
  }
}

/** `name="…">` after the beginning of an invoke tag: the name must not be empty. */
export function invokeName(text: string, start: number): Span | null {
  const to = text.indexOf('"', start);
  return to > start && text.charAt(to + 1) === '>' ? { from: start, to } : null;
}
