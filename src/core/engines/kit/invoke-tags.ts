import type { Span } from '../../text/document/index.ts';

/** `<invoke name="N">` with `<parameter name="K">V</parameter>` in it, both closed. */
export interface Invoke extends Span {
  readonly name: Span;
  readonly parameters: readonly { readonly key: Span; readonly value: Span }[];
}

/** The closed invokes of a part of a text, in its order. @param prefix before the names of the tags: `atem:`, or nothing */
export function invokesIn(whole: string, from: number, to: number, prefix: string): Invoke[] {
  // Nothing is searched for after the part, which may be one of thousands.
  const text = whole.slice(0, to);
  const invokes: Invoke[] = [];
  const close = `</${prefix}invoke>`;
  const opener = new RegExp(String.raw`<${prefix}invoke\s+(?:[^>]*?\s)?name=([^>]*)>`, 'g');
  opener.lastIndex = from;
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    const bodyFrom = opener.lastIndex;
    const end = text.indexOf(close, bodyFrom);
    if (end < 0) break;
    const nameEnd = bodyFrom - 1;
    invokes.push({
      from: open.index,
      to: end + close.length,
      name: unquoted(text, nameEnd - (open[1] ?? '').length, nameEnd),
      parameters: parametersIn(text, bodyFrom, end, prefix),
    });
    opener.lastIndex = end + close.length;
  }
  return invokes;
}

function parametersIn(whole: string, from: number, to: number, prefix: string): Invoke['parameters'] {
  const text = whole.slice(0, to);
  const parameters: { key: Span; value: Span }[] = [];
  const close = `</${prefix}parameter>`;
  const opener = new RegExp(String.raw`<${prefix}parameter\s+name=([^>]*)>`, 'g');
  opener.lastIndex = from;
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    const valueFrom = opener.lastIndex;
    const end = text.indexOf(close, valueFrom);
    if (end < 0) break;
    const keyEnd = valueFrom - 1;
    parameters.push({
      key: unquoted(text, keyEnd - (open[1] ?? '').length, keyEnd),
      value: { from: valueFrom, to: end },
    });
    opener.lastIndex = end + close.length;
  }
  return parameters;
}

/** Without white space around it, and without one pair of equal quotes. */
function unquoted(text: string, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  const quote = text.charAt(start);
  const isQuoted = (quote === '"' || quote === "'") && end - start >= 2 && text.charAt(end - 1) === quote;
  return isQuoted ? { from: start + 1, to: end - 1 } : { from: start, to: end };
}
