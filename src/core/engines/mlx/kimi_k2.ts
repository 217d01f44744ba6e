import { isDigit } from '../../text/document/index.ts';
import { afterRegexSpace, PythonDict, type PythonValue, strippedSpan } from '../../text/languages/index.ts';
import { mlxRuntime, type Places } from './reader.ts';
import { jsonOrLiteral } from './values.ts';

const CALL = '<|tool_call_begin|>';
const CALL_END = '<|tool_call_end|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const PREFIX = 'functions.';

/** All closed calls of a section, or the whole section as one where none is closed. */
export const kimi_k2 = mlxRuntime({
  flag: 'kimi_k2',
  formats: ['kimi-k2'],
  opener: '<|tool_calls_section_begin|>',
  closer: '<|tool_calls_section_end|>',
  reads:
    'All closed calls of a section; an id without a number loses the whole section, bad arguments become a string.',
  words: { 'no-id': 'A call has no id that ends with a colon and a number: the whole section is dropped' },
  read(text) {
    const values: PythonValue[] = [];
    const places: Places[] = [];
    const spans = closedCalls(text);
    for (const span of spans) {
      const call = readCall(text.slice(span.from, span.to));
      if (call === null) return { lost: 'no-id' };
      values.push(
        new PythonDict([
          ['id', call.id],
          ['name', call.name],
          ['arguments', call.value],
        ]),
      );
      const moved = (from: number, to: number): { from: number; to: number } => ({
        from: span.from + from,
        to: span.from + to,
      });
      places.push({
        span,
        name: moved(call.idFrom, call.idFrom + call.id.length),
        arguments: moved(call.argumentsFrom, span.to - span.from),
      });
    }
    return { value: values, places };
  },
});

function closedCalls(text: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let open = text.indexOf(CALL);
  while (open >= 0) {
    const from = open + CALL.length;
    const to = text.indexOf(CALL_END, from);
    if (to < 0) break;
    spans.push({ from, to });
    open = text.indexOf(CALL, to + CALL_END.length);
  }
  return spans.length === 0 ? [{ from: 0, to: text.length }] : spans;
}

interface ReadCall {
  readonly id: string;
  readonly idFrom: number;
  readonly name: string;
  readonly value: PythonValue;
  readonly argumentsFrom: number;
}

/** The id begins after blanks, or with the last of them where nothing else is before its number. */
function readCall(text: string): ReadCall | null {
  const from = afterRegexSpace(text, 0);
  return callFrom(text, from) ?? (from > 0 ? callFrom(text, from - 1) : null);
}

/** The id goes up to the first `:number` with which the arguments begin. */
function callFrom(text: string, idFrom: number): ReadCall | null {
  const first = text.indexOf(ARGUMENTS);
  for (let at = first; at >= 0; at = text.indexOf(ARGUMENTS, at + 1)) {
    const { to } = strippedSpan(text, idFrom, at);
    const colon = colonBefore(text, to);
    if (colon <= idFrom) continue;
    const argumentsFrom = afterRegexSpace(text, first + ARGUMENTS.length);
    const rest = text.slice(argumentsFrom);
    const value = jsonOrLiteral(rest);
    return {
      id: text.slice(idFrom, to),
      idFrom,
      name: nameOf(text.slice(idFrom, colon)),
      value: value === undefined ? rest : value,
      argumentsFrom,
    };
  }
  return null;
}

/** Where the colon of a `:number` is that ends at `to`; -1 where none does. */
function colonBefore(text: string, to: number): number {
  let at = to;
  while (isDigit(text.charCodeAt(at - 1))) at -= 1;
  return at < to && text.charAt(at - 1) === ':' ? at - 1 : -1;
}

function nameOf(name: string): string {
  return name.startsWith(PREFIX) && name.length > PREFIX.length ? name.slice(PREFIX.length) : name;
}
