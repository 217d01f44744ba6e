import type { Span } from '../../text/document/index.ts';
import type { Said } from './evidence.ts';
import { saidByClients } from './said/clients.ts';
import { saidByEngines } from './said/engines.ts';
import type { Phrase } from './said/phrase.ts';
import { saidByMany, saidByProviders } from './said/providers.ts';

/** A phrase that was found, and where. */
export interface Heard {
  readonly phrase: Phrase;
  readonly span: Span | null;
  /** The words as they are there. */
  readonly words: string;
}

/** THE list of phrases, the most exact first: where several fit, the first says most. */
export const phrases: readonly Phrase[] = [...saidByEngines, ...saidByClients, ...saidByProviders, ...saidByMany];

/** The phrases in what somebody said, in the order of the list. */
export function heardIn(said: Said, place: (from: number, to: number) => Span | null = () => said.span): Heard[] {
  return phrases.flatMap((phrase) => {
    const found = phrase.pattern.exec(said.text);
    if (found === null) return [];
    const to = found.index + found[0].length;
    return [{ phrase, span: place(found.index, to), words: found[0] }];
  });
}
