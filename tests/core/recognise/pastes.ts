import type { RecognisedKind } from '../../../src/core/index.ts';
import { casesIn, fixtureRoot, foldersIn, jsonIn, namesIn, only, readTextCase } from '../../case-file.ts';

/** What somebody pastes or drops, and what it must be recognised as. */
export interface Paste {
  /** The kind that it is, or nearly is. */
  readonly kind: string;
  /** The name of the file that is dropped. */
  readonly file: string;
  readonly content: string;
  readonly expected: {
    readonly kind: RecognisedKind;
    readonly replies: readonly (string | null)[];
    readonly tools: readonly string[];
    readonly project: string | null;
  };
}

const root = new URL('recognise/', fixtureRoot);

/** Every `recognise/<kind>/<case>.txt` of the fixtures. */
export const pastes: readonly Paste[] = foldersIn(root).flatMap((kind) =>
  casesIn(new URL(`${kind}/`, root)).map(({ name, file }) => {
    const { facts, text } = readTextCase(file, ['file', 'kind', 'reply', 'tools', 'project']);
    return {
      kind,
      file: only(facts.file) ?? `${name}.txt`,
      content: text,
      expected: {
        kind: (only(facts.kind) ?? kind) as RecognisedKind,
        replies: facts.reply.map((reply) => jsonIn([reply]) as string | null),
        tools: namesIn(facts.tools),
        project: only(facts.project),
      },
    };
  }),
);

/** The content of `<kind>/<file>`. */
export function pasteNamed(path: string): string {
  const paste = pastes.find(({ kind, file }) => `${kind}/${file}` === path);
  if (paste === undefined) throw new Error(`No fixture of recognise is ${path}.`);
  return paste.content;
}
