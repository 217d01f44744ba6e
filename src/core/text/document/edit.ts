import { contains, type Span } from './span.ts';

/** Replacements in the document, in order and without overlap. `label` says what they do, as a button would. */
export interface Edit {
  readonly label: string;
  /** The runtime that reads the document as it is, where that is the smallest change. */
  readonly runtime?: string;
  readonly changes: readonly { readonly span: Span; readonly insert: string }[];
}

/** One change that was made to read a text: `inserted` replaces what is in `span`. */
export interface Repair {
  readonly code: string;
  readonly span: Span;
  readonly inserted: string;
}

/** For a text that was read as it is. One list for all, for there are many such texts. */
export const noRepairs: readonly Repair[] = [];

/** A text after an edit whose spans point into it. */
export function applyEdit(text: string, { changes }: Edit): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, insert } of changes) {
    pieces.push(text.slice(at, span.from), insert);
    at = span.to;
  }
  return pieces.join('') + text.slice(at);
}

/** The changes of an edit of the document that lie in one part of it, as an edit of that part. */
export function within(edit: Edit, part: Span): Edit {
  const changes = edit.changes
    .filter(({ span }) => contains(part, span))
    .map(({ span, insert }) => ({ span: { from: span.from - part.from, to: span.to - part.from }, insert }));
  return { ...edit, changes };
}

const irregular: Readonly<Record<string, string>> = {
  Keep: 'Kept',
  Make: 'Made',
  Read: 'Read',
  Rewrite: 'Rewrote',
  Shrink: 'Shrunk',
  Wrap: 'Wrapped',
};

/** What an edit has done: "Converted to a fence." after "Convert to a fence". Plain text, without the signs of code. */
export function doneText(label: string): string {
  return `${label.replaceAll('`', '').replace(/^\w+/, (verb) => irregular[verb] ?? verb + (verb.endsWith('e') ? 'd' : 'ed'))}.`;
}
