import type { Span } from '../../text/document/index.ts';

/** An invoke with its parameters in it, both closed. */
export interface Invoke extends Span {
  readonly name: Span;
  readonly parameters: readonly { readonly key: Span; readonly value: Span }[];
}

/** The tags as a parser's regular expressions have them: openers with the name as their only group, and the flags `dg`. */
export interface InvokeTags {
  readonly invoke: RegExp;
  readonly invokeEnd: string;
  readonly parameter: RegExp;
  readonly parameterEnd: string;
}

/** The closed invokes of a part of a text, in its order. */
export function invokesIn(whole: string, from: number, to: number, tags: InvokeTags): Invoke[] {
  return elementsIn(whole, { from, to }, tags.invoke, tags.invokeEnd).map(({ body, ...invoke }) => ({
    ...invoke,
    parameters: elementsIn(whole, body, tags.parameter, tags.parameterEnd).map(({ name, body: value }) => ({
      key: name,
      value,
    })),
  }));
}

interface Element extends Span {
  readonly name: Span;
  readonly body: Span;
}

function elementsIn(whole: string, { from, to }: Span, opener: RegExp, closer: string): Element[] {
  // Nothing is searched for after the part, which may be one of thousands.
  const text = whole.slice(0, to);
  const elements: Element[] = [];
  opener.lastIndex = from;
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    const bodyFrom = opener.lastIndex;
    const end = text.indexOf(closer, bodyFrom);
    if (end < 0) break;
    const [nameFrom, nameTo] = open.indices?.[1] ?? [bodyFrom, bodyFrom];
    elements.push({
      from: open.index,
      to: end + closer.length,
      name: { from: nameFrom, to: nameTo },
      body: { from: bodyFrom, to: end },
    });
    opener.lastIndex = end + closer.length;
  }
  return elements;
}
