import { drawnControls } from '../../core/index.ts';
import { firstWords, offeredEdit } from '../page/reading/first-words.ts';
import type { WordedEvidence } from '../worker/protocol.ts';
import type { Said, Subject } from './kind.ts';

type Answer = NonNullable<Subject['extraction']>;
type Thinking = Subject['fields']['thinking'];

/** An error may quote a whole prompt. In UTF-16 units. */
const LONGEST_ERROR = 1000;

export function saidOf(
  extraction: Answer,
  {
    proof = null,
    thinking,
    isRefused = false,
  }: { proof?: WordedEvidence | null; thinking: Thinking; isRefused?: boolean },
): Said {
  const words = firstWords({ extraction, proof, thinking, isRefused });
  const edit = offeredEdit(extraction, proof);
  const [best] = extraction.diagnoses;
  const isDiagnosed = words.fix === '' && best !== undefined && (proof === null || edit !== null);
  return {
    ...words,
    fix: isDiagnosed ? (edit?.label ?? '') : words.fix,
    lasting: isDiagnosed ? best.remedy : '',
    error: errorOf(words.headline, proof?.evidence.error?.trim() ?? ''),
    isProved: proof !== null,
    did: proof?.evidence.did ?? null,
    host: proof?.sentences.host ?? '',
    proxy: proof?.sentences.proxy ?? null,
    isRead: proof === null || hasReply(extraction, proof),
  };
}

/** Of a paste without a reply, what is read is the paste: the words of who tells of it, and no output of a model. */
function hasReply({ document, outcome }: Answer, { part, evidence: { did, call } }: WordedEvidence): boolean {
  const isTold = did === null && call === null && outcome === 'none';
  return document.trim() !== '' && part !== 'words' && !isTold;
}

function errorOf(headline: string, error: string): string {
  if (headline.includes(error.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim())) return '';
  return error.length > LONGEST_ERROR ? `${error.slice(0, LONGEST_ERROR)}…` : error;
}

/** Without the words of the error, for who leaves out the paste in which they are. */
export function withoutQuotes(said: Said, error: string | null): Said {
  const plain = (error ?? '').replaceAll('`', "'").replaceAll(/\s+/g, ' ');
  const headline = said.headline.replaceAll(/: `([^`]*?)…?`/g, (all, quoted: string) =>
    plain.includes(quoted) ? '' : all,
  );
  return { ...said, headline, error: '' };
}

/** The words with each text changed. */
export function mapSaid(said: Said, change: (text: string) => string): Said {
  const { headline, reason, fix, lasting, here, error } = said;
  return {
    ...said,
    headline: change(headline),
    reason: change(reason),
    fix: change(fix),
    lasting: change(lasting),
    here: change(here),
    error: change(error),
  };
}

/** For whoever reads an export: names of a model are in it, and may hold controls that turn the sentence around. */
export function wordsOf({ said, fields }: Subject, extraction: Answer): Said {
  return mapSaid(said ?? saidOf(extraction, { thinking: fields.thinking }), drawnControls);
}

/** What happened, in a title: that there is no call says too little where a diagnosis says why. */
export function titleOfCase(subject: Subject, extraction: Answer): string {
  const { headline, isProved } = wordsOf(subject, extraction);
  const [best] = extraction.calls.length > 0 || isProved ? [] : extraction.diagnoses;
  const [why = ''] = drawnControls(best?.message ?? '').split(/(?<=\.) /);
  return `${headline} ${why}`.trimEnd().replaceAll('`', '');
}

/** What to do, a sentence each. An edit of this one text is no fix: it shows what was meant. */
export function fixLines({ fix, lasting }: Said): readonly string[] {
  const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
  if (lasting === '') return fix === '' ? [] : [`Fix: ${sentence(fix)}`];
  return [`Fix: ${sentence(lasting)}`, ...(fix === '' ? [] : [`Edit to try in this text: ${sentence(fix)}`])];
}

/** What a picture says below the headline. */
export function saidBelow({ reason, fix, error, here, isProved }: Said): string {
  return (isProved ? [error, fix, here] : [reason]).filter((one) => one !== '').join(' ');
}

/** A comment for a test: what the paste proves comes before what it asserts. '' where it proves nothing. */
export function provedComment(subject: Subject, sign: string): string {
  const { said = null } = subject;
  if (said?.isProved !== true) return '';
  return `${sign} ${[said.headline, ...fixLines(said)].map((line) => drawnControls(line).replaceAll(/\s+/g, ' ')).join(`\n${sign} `)}\n`;
}
