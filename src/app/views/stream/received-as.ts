import { withLineFeeds, type Pasted } from '../../../core/index.ts';
import type { WordedEvidence } from '../../worker/protocol.ts';

/** As what a client received the text of the page, by the log of its stream or by the response. */
export type ReceivedAs = 'text' | 'reasoning';

/**
 * Null where the log is none of what a client received, or has another text.
 *
 * @param proof what the paste proves, for a response that is no log
 */
export function receivedAs({ assembly }: Pasted, text: string, proof: WordedEvidence | null): ReceivedAs | null {
  if (text === '') return null;
  if (assembly === null || assembly.kind === null) return isText(proof, text) ? 'text' : null;
  // Pieces that somebody wrote down are those of any text.
  if (assembly.kind === 'chunk-list') return null;
  if (withLineFeeds(assembly.text ?? '') === text) return 'text';
  return withLineFeeds(assembly.reasoning) === text ? 'reasoning' : null;
}

function isText(proof: WordedEvidence | null, text: string): boolean {
  if (proof === null || proof.part !== null || proof.evidence.did !== 'text') return false;
  return proof.evidence.causes[0] !== 'in-reasoning' && proof.replies.every((reply) => reply.text === text);
}

/** What the paste says: whatever is read of the text beside it is an emulation. */
export const receivedText: Readonly<Record<ReceivedAs, string>> = {
  text: 'the client received it as text',
  reasoning: 'the client received it as reasoning',
};
