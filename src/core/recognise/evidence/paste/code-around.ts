import type { Span } from '../../../text/document/index.ts';

/** A comment in the languages of clients, to the end of its line. An address has a colon before its slashes. */
export const COMMENT = /(?:^|[^:\S\n])(?:#|\/\/)[^\n]*/gm;

/** The code around an answer in a paste, without comments. */
export function codeAround(content: string, { from, to }: Span): string {
  return `${content.slice(0, from)}\n${content.slice(to)}`.replaceAll(COMMENT, ' ');
}
