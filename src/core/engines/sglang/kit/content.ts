import type { Span } from '../../../text/document/index.ts';
import { strippedSpan } from '../../../text/languages/index.ts';
import type { Detected } from '../detector.ts';

type Content = Pick<Detected, 'content' | 'text'>;

/** The whole reply as content, without any call. */
export function allContent(text: string): Detected {
  return { calls: [], content: [{ from: 0, to: text.length }], text };
}

/** Pieces of the reply as content. */
export function contentOf(text: string, content: readonly Span[]): Content {
  return { content, text: content.map(({ from, to }) => text.slice(from, to)).join('') };
}

/** What comes before the first marker, without the white space around it. */
export function contentBefore(text: string, marker: number): Content {
  return contentOf(text, [strippedSpan(text, 0, marker)]);
}
