import { withLineFeeds, type Pasted } from '../../../core/index.ts';

/** As what a client received the text of the page, by the log of its stream. */
export type ReceivedAs = 'text' | 'reasoning';

/** Null where the log is none of what a client received, or has another text. */
export function receivedAs({ assembly }: Pasted, text: string): ReceivedAs | null {
  // Pieces that somebody wrote down are those of any text.
  if (assembly === null || assembly.kind === null || assembly.kind === 'chunk-list' || text === '') return null;
  if (withLineFeeds(assembly.text ?? '') === text) return 'text';
  return withLineFeeds(assembly.reasoning) === text ? 'reasoning' : null;
}

/** What the log says: whatever is read of the text beside it is an emulation. */
export const receivedText: Readonly<Record<ReceivedAs, string>> = {
  text: 'the client received it as text',
  reasoning: 'the client received it as reasoning',
};
