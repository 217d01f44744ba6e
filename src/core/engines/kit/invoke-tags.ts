import type { Span } from '../../text/document/index.ts';

/** An invoke with its parameters in it, both closed. */
export interface Invoke extends Span {
  readonly name: Span;
  readonly parameters: readonly { readonly key: Span; readonly value: Span }[];
}

/** An opening tag and the name in it. */
interface Tag extends Span {
  readonly name: Span;
}

/** The first opening tag from a place on. The text ends with a `>`. */
type FindTag = (text: string, from: number) => Tag | null;

export interface InvokeTags {
  readonly invoke: FindTag;
  readonly invokeEnd: string;
  readonly parameter: FindTag;
  readonly parameterEnd: string;
}

/** A tag as a parser's regular expression has it: the name is its only group. It has the flags `dg`, and fails within a few signs. */
export function tagOf(pattern: RegExp): FindTag {
  return (text, from) => {
    pattern.lastIndex = from;
    return tagIn(pattern.exec(text));
  };
}

/**
 * The tag `<NAME … name="…" …>`, as `<NAME\b[^>]*?\bname="([^"]+)"[^>]*>` finds it. That expression looks up to the next `>`
 * from each beginning again; but where the first of them has no name before it, none of them has.
 */
export function namedTag(element: string): FindTag {
  const begins = new RegExp(String.raw`<${element}\b`, 'g');
  const pattern = new RegExp(String.raw`<${element}\b[^>]*?\bname="([^"]+)"[^>]*>`, 'dy');
  return (text, from) => {
    begins.lastIndex = from;
    for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
      pattern.lastIndex = begin.index;
      const tag = tagIn(pattern.exec(text));
      if (tag !== null) return tag;
      begins.lastIndex = text.indexOf('>', begin.index) + 1;
    }
    return null;
  };
}

function tagIn(found: RegExpExecArray | null): Tag | null {
  if (found === null) return null;
  const to = found.index + found[0].length;
  const [nameFrom, nameTo] = found.indices?.[1] ?? [to, to];
  return { from: found.index, to, name: { from: nameFrom, to: nameTo } };
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

function elementsIn(
  whole: string,
  { from, to }: Span,
  find: FindTag,
  closer: string,
): (Tag & { readonly body: Span })[] {
  const elements: (Tag & { readonly body: Span })[] = [];
  // Nothing is searched for after the part, which may be one of thousands, nor where no tag can end any more.
  const text = whole.slice(0, Math.max(from, to === 0 ? 0 : whole.lastIndexOf('>', to - 1) + 1));
  for (let open = find(text, from); open !== null;) {
    const end = text.indexOf(closer, open.to);
    if (end < 0) break;
    elements.push({ ...open, to: end + closer.length, body: { from: open.to, to: end } });
    open = find(text, end + closer.length);
  }
  return elements;
}
