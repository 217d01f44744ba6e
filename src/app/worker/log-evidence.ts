import {
  evidenceOf,
  evidenceSentences,
  numberText,
  recognise,
  type Evidence,
  type EvidenceSentences,
  type PastedContent,
  type Recognised,
  type RecognisedReply,
  type Span,
} from '../../core/index.ts';

/** What a log of many answers proves: of each answer, and not only of the last one. */
export interface LogEvidence {
  readonly evidence: Evidence;
  readonly sentences: EvidenceSentences;
  /** The reply that the first sentence speaks of. */
  readonly reply: number;
}

/** Longer logs are what the batch is for: each record is read once more. In UTF-16 units. */
const MOST_READ = 500_000;
/** Of so few records those with calls are read as well: something may be wrong with the calls. */
const FEW = 30;

/**
 * Null where it is no log of separate answers, such as a conversation, and where it cannot be told which record has which reply.
 *
 * @param whole what the log proves as one text
 */
export function logEvidence(pasted: PastedContent, found: Recognised, whole: Evidence): LogEvidence | null {
  const { content } = pasted;
  const { kind, replies, count } = found;
  if (kind !== 'lines' || replies.length < 2 || replies.length < count || whole.turns > 1) return null;
  if (content.length > MOST_READ) return null;
  const answers = answersIn(content);
  if (answers.length !== replies.length) return null;
  const judged = answers.flatMap(({ text, at, reply }, turn) => {
    if (reply.native !== null && answers.length > FEW) return [];
    const evidence = evidenceOf({ content: text, name: null });
    const [cause] = evidence.causes;
    return cause === undefined || evidence.did === null ? [] : [{ turn, at, cause, evidence }];
  });
  const last = replies.length - 1;
  const [first] = judged;
  if (first === undefined) return { evidence: whole, sentences: evidenceSentences(whole), reply: last };
  const own = placed(first.evidence, first.at);
  const sentences = evidenceSentences(own);
  const isLost = judged.every(({ evidence: { did } }) => did === 'text' || did === 'nothing');
  const what = isLost ? 'lost their call' : 'went wrong';
  const many = `${numberText(judged.length)} of ${numberText(replies.length)} replies in this log ${what}.`;
  const troubles = judged.map(({ turn, at, cause, evidence }) => {
    const { call, because } = placed(evidence, at);
    const says = because.find((row) => row.of === 'cause' && row.value === cause)?.says ?? '';
    return { turn, cause, says, call, span: null };
  });
  return {
    evidence: { ...own, turns: replies.length, troubles },
    sentences: { ...sentences, headline: `${many} Of reply ${numberText(first.turn + 1)}: ${sentences.headline}` },
    reply: first.turn,
  };
}

/** The records of JSON lines that have a reply, and where they begin. */
function answersIn(content: string): { text: string; at: number; reply: RecognisedReply }[] {
  let at = 0;
  return content.split('\n').flatMap((text) => {
    const here = at;
    at += text.length + 1;
    if (text.trim() === '') return [];
    const { kind, replies } = recognise({ content: text, name: null });
    // A record without an answer, as of a request that failed, is a text for itself.
    return kind === 'reply' || kind === 'error' ? [] : replies.map((reply) => ({ text, at: here, reply }));
  });
}

/** As it is in the log, and not in its record. */
function placed(evidence: Evidence, at: number): Evidence {
  const moved = <Placed extends { readonly span: Span | null }>(one: Placed): Placed => ({
    ...one,
    span: one.span && { from: one.span.from + at, to: one.span.to + at },
  });
  const { call, because } = evidence;
  return { ...evidence, call: call && moved(call), because: because.map(moved) };
}
