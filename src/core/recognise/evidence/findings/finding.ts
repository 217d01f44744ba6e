import type { Did, EvidenceRow, FoundCall, Said, Trouble, Turn } from '../evidence.ts';
import type { Reason } from './reason.ts';
import type { Phrase } from '../said/phrase.ts';

/** What came of the last turn, and why. */
export interface Finding {
  readonly did: Did | null;
  readonly reasons: readonly Reason[];
  readonly call: FoundCall | null;
  readonly error: string | null;
  readonly rows: readonly EvidenceRow[];
  readonly turns: number;
  readonly troubles: readonly Trouble[];
}

interface Places {
  readonly call?: FoundCall | null;
  readonly error?: Said | null;
  readonly turn?: Turn;
  /** What the error or the answer is about: where no call is to blame, that is all that can be said of it. */
  readonly about?: Pick<Phrase, 'id' | 'says' | 'fix'> | undefined;
}

/** A finding of its reasons, each cause once, with the rows that lead to it. */
export function finding(
  did: Did | null,
  reasons: readonly Reason[],
  { call = null, error = null, turn, about }: Places = {},
): Finding {
  const seen = new Set<string>();
  const unique = reasons.filter(({ cause }) => !seen.has(cause) && seen.add(cause));
  const place = turn?.span ?? error?.span ?? call?.span ?? null;
  const topic = reasons.length === 0 ? about : undefined;
  const rows: EvidenceRow[] =
    did === null
      ? []
      : [
          topic === undefined
            ? {
                of: 'did',
                value: did,
                rule: `did-${did}`,
                says: did === 'text' && call === null ? AS_TEXT : didText[did],
                span: place,
              }
            : { of: 'did', value: did, rule: topic.id, says: topic.says, fix: topic.fix, span: place, isTopic: true },
        ];
  for (const { cause, says, headline, fix, also, span, isCompared, isBroad, wantsPlace, finish } of unique)
    rows.push({
      of: 'cause',
      value: cause,
      rule: `cause-${cause}`,
      says,
      headline,
      fix,
      also,
      isCompared,
      isBroad,
      wantsPlace,
      finish,
      span: span ?? call?.span ?? null,
    });
  return {
    did,
    reasons: unique,
    call,
    error: error?.text ?? null,
    rows,
    turns: turn === undefined ? 0 : 1,
    troubles: [],
  };
}

/** Of a text that the paste does not show. */
const AS_TEXT = 'The client received the reply as text.';

const didText: Readonly<Record<Did, string>> = {
  calls: 'The client received structured calls.',
  text: 'The client received no structured call, and the text holds one.',
  answer: 'The client received text without a call.',
  nothing: 'The client received neither a call nor text.',
  error: 'The client received an error.',
};
