import type { Span } from '../../../text/document/index.ts';
import { afterSpace, type PythonValue, readPythonJson, strippedSpan } from '../../../text/languages/index.ts';

// The tags of DSML, and what becomes of the values between them.

export const INVOKE = '<｜DSML｜invoke';
export const INVOKE_END = '</｜DSML｜invoke>';
export const PARAMETER = '<｜DSML｜parameter';
export const PARAMETER_END = '</｜DSML｜parameter>';

/** An invoke tag with what belongs to it. */
export interface Invoke {
  readonly span: Span;
  readonly nameSpan: Span;
  /** Null where the tag closes itself. */
  readonly body: Span | null;
  readonly isClosed: boolean;
}

/** `name="…"` at a place: where its value is. It must not be empty. */
function attribute(text: string, at: number, name: string): Span | null {
  if (!text.startsWith(`${name}="`, at)) return null;
  const from = at + name.length + 2;
  const to = text.indexOf('"', from);
  return to > from ? { from, to } : null;
}

/** The next invoke tag from a place on, as the original's pattern finds it. */
export function nextInvoke(text: string, start: number, skipped?: (from: number) => void): Invoke | null {
  for (let from = text.indexOf(INVOKE, start); from >= 0; from = text.indexOf(INVOKE, from + INVOKE.length)) {
    const nameFrom = afterSpace(text, from + INVOKE.length);
    const name = nameFrom > from + INVOKE.length ? attribute(text, nameFrom, 'name') : null;
    const end = name === null ? -1 : afterSpace(text, name.to + 1);
    if (name !== null && text.startsWith('/>', end)) {
      return {
        span: { from, to: end + 2 },
        nameSpan: strippedSpan(text, name.from, name.to),
        body: null,
        isClosed: true,
      };
    }
    if (name !== null && text.charAt(end) === '>') {
      const nameSpan = strippedSpan(text, name.from, name.to);
      const closer = text.indexOf(INVOKE_END, end + 1);
      if (closer >= 0) {
        const span = { from, to: closer + INVOKE_END.length };
        return { span, nameSpan, body: { from: end + 1, to: closer }, isClosed: true };
      }
      // `$` also matches before a line feed at the end.
      const to = text.endsWith('\n') && text.length > end + 1 ? text.length - 1 : text.length;
      return { span: { from, to }, nameSpan, body: { from: end + 1, to }, isClosed: false };
    }
    skipped?.(from);
  }
  return null;
}

interface Parameter {
  readonly span: Span;
  readonly name: Span;
  readonly isString: boolean;
  readonly value: Span;
}

/** The opening tag of a parameter. */
export function parameterTag(
  text: string,
  from: number,
): (Omit<Parameter, 'span' | 'value'> & { readonly to: number }) | null {
  const nameFrom = afterSpace(text, from + PARAMETER.length);
  const name = nameFrom > from + PARAMETER.length ? attribute(text, nameFrom, 'name') : null;
  if (name === null) return null;
  const stringFrom = afterSpace(text, name.to + 1);
  const string = stringFrom > name.to + 1 ? attribute(text, stringFrom, 'string') : null;
  if (string === null) return null;
  const end = afterSpace(text, string.to + 1);
  if (text.charAt(end) !== '>') return null;
  return { name, isString: text.slice(string.from, string.to) === 'true', to: end + 1 };
}

/** The parameters that are closed, in order. */
export function* parameters(text: string, skipped?: (from: number) => void): Generator<Parameter> {
  for (let from = text.indexOf(PARAMETER); from >= 0;) {
    const tag = parameterTag(text, from);
    const closer = tag === null ? -1 : text.indexOf(PARAMETER_END, tag.to);
    if (tag === null || closer < 0) {
      skipped?.(from);
      // Without a closer the ones after it have none either.
      if (tag !== null) return;
      from = text.indexOf(PARAMETER, from + PARAMETER.length);
      continue;
    }
    const span = { from, to: closer + PARAMETER_END.length };
    yield { span, name: tag.name, isString: tag.isString, value: { from: tag.to, to: closer } };
    from = text.indexOf(PARAMETER, span.to);
  }
}

/** A parameter that is not a string: JSON, or the text where it is none. */
export function valueOf(text: string): { readonly value: PythonValue; readonly isJson: boolean } {
  const reading = readPythonJson(text);
  return reading.ok ? { value: reading.node.value, isJson: true } : { value: text, isJson: false };
}
