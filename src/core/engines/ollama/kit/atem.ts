import type { Span } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Steps } from '../reader.ts';
import { Arguments } from './arguments.ts';
import { goTrimmed } from './tape.ts';
import { readAs, typedValue, typesOf } from './typed-value.ts';

export const ATEM = '<atem:function_calls>';
export const ATEM_END = '</atem:function_calls>';
const INVOKE = '<atem:invoke name="';
const INVOKE_END = '</atem:invoke>';
const PARAMETER = '<atem:parameter name="';
const PARAMETER_END = '</atem:parameter>';
const NAME_END = '">';
/** Models put it into names; Ollama takes it out. */
const MESSAGE = '<|message|>';

export const atemWords = {
  'atem-error': 'The message is not a well-formed call',
  'mark-in-name': 'Ollama removes `<|message|>` from the name.',
} as const;

export interface AtemCall {
  readonly name: string;
  readonly nameSpan: Span;
  readonly argumentsText: string;
  readonly argumentsSpan: Span;
}

/** In the words of the original. */
export interface AtemError {
  readonly error: string;
  readonly at: number;
}

/** What is between two tags that a part must begin and end with; null where it does not. */
function between(text: string, span: Span, open: string, close: string): Span | null {
  const { from, to } = goTrimmed(text, span);
  const inner = { from: from + open.length, to: to - close.length };
  return inner.from <= inner.to && text.startsWith(open, from) && text.startsWith(close, inner.to) ? inner : null;
}

/** The name in a message that is nothing but a call; null where it is something else. */
export function atemInvokeName(text: string, body: Span): string | null {
  const calls = between(text, body, ATEM, ATEM_END);
  if (calls === null) return null;
  const { from, to } = goTrimmed(text, calls);
  const part = text.slice(from, to);
  const end = part.startsWith(INVOKE) ? part.indexOf(NAME_END, INVOKE.length) : -1;
  return end < 0 ? null : part.slice(INVOKE.length, end).replaceAll(MESSAGE, '');
}

/** A message that must be one call, with nothing around its tags but one line feed. */
export function readAtem(
  text: string,
  body: Span,
  tool: ToolDefinition | undefined,
  steps: Steps,
): AtemCall | AtemError {
  const calls = between(text, body, ATEM, ATEM_END);
  if (calls === null) return { error: 'missing ATEM function_calls wrapper', at: body.from };
  const invoke = between(text, calls, INVOKE, INVOKE_END);
  if (invoke === null) return { error: 'missing ATEM invoke wrapper', at: calls.from };
  const part = text.slice(0, invoke.to);
  const nameTo = part.indexOf(NAME_END, invoke.from);
  if (nameTo < 0) return { error: 'malformed ATEM invoke name', at: invoke.from };
  const nameSpan = { from: invoke.from, to: nameTo };
  const name = part.slice(invoke.from, nameTo).replaceAll(MESSAGE, '');
  if (name.length < nameTo - invoke.from) steps?.quirk('mark-in-name', nameSpan);
  steps?.read('name', nameSpan);
  const argumentsSpan = { from: nameTo + NAME_END.length, to: invoke.to };
  let at = argumentsSpan.from;
  if (part.startsWith('\n', at)) at += 1;
  const to = at < invoke.to && part.endsWith('\n') ? invoke.to - 1 : invoke.to;
  const parameters = part.slice(0, to);
  const args = new Arguments();
  while (at < to) {
    if (!parameters.startsWith(PARAMETER, at)) return { error: 'malformed ATEM parameter', at };
    const keyFrom = at + PARAMETER.length;
    const keyTo = parameters.indexOf(NAME_END, keyFrom);
    if (keyTo < 0) return { error: 'malformed ATEM parameter name', at };
    const key = parameters.slice(keyFrom, keyTo);
    const value = { from: keyTo + NAME_END.length, to: parameters.indexOf(PARAMETER_END, keyTo + NAME_END.length) };
    if (value.to < 0) return { error: `unterminated ATEM parameter ${JSON.stringify(key)}`, at };
    const types = typesOf(tool, key);
    steps?.read('key', { from: keyFrom, to: keyTo });
    const json = typedValue(parameters.slice(value.from, value.to), types);
    steps?.read(readAs(json), value);
    args.set(key, json);
    at = value.to + PARAMETER_END.length;
    if (parameters.startsWith('\n', at)) at += 1;
  }
  return { name, nameSpan, argumentsText: args.text, argumentsSpan };
}
