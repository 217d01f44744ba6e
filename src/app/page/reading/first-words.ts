import { areReturned, isChain, type Edit, type Tone } from '../../../core/index.ts';
import type { DiagnosedExtraction, WordedEvidence } from '../../worker/protocol.ts';
import type { SessionFields } from '../fields.ts';
import type { Page } from '../page.svelte.ts';
import { partWords } from './part-words.ts';
import { proofOf } from './proof.ts';

/** What is said first of a case, by the page and by everything that is copied from it. */
export interface FirstWords {
  /** What happened. */
  readonly headline: string;
  readonly tone: Tone;
  /** Why; '' where the headline says it. */
  readonly reason: string;
  /** What to do first; '' for nothing. */
  readonly fix: string;
  /** What the runtime of the page makes of the same reply, where something else is proved; '' where that adds nothing. */
  readonly here: string;
}

interface Answered {
  readonly extraction: DiagnosedExtraction;
  /** What the paste proves: it comes before what an emulation says. */
  readonly proof: WordedEvidence | null;
  readonly thinking: SessionFields['thinking'];
  /** Whether a schema refuses the arguments: that is known after the calls are. */
  readonly isRefused: boolean;
}

/** THE first words of a case. What somebody expects is not among them. */
export function firstWords({ extraction, proof, thinking, isRefused }: Answered): FirstWords {
  if (proof !== null) {
    const { headline, tone } = proof.sentences;
    return { headline, tone, reason: '', fix: provedFix(extraction, proof), here: hereOf(extraction, proof, thinking) };
  }
  const { headline, tone } = extraction.verdict;
  const said = isRefused && tone !== 'flawed' ? `${headline} The arguments do not fit the schema.` : headline;
  const worse = isRefused && (tone === 'good' || tone === 'open') ? 'flawed' : tone;
  return { headline: said, tone: worse, reason: reasonOf(extraction), fix: '', here: '' };
}

/** How good what the page shows is; null while nothing was read. What somebody expects comes first. */
export function shownTone({ session, results }: Pick<Page, 'session' | 'results'>): Tone | null {
  const { extraction, hasRefused: isRefused } = results;
  const { expected, thinking } = session.fields;
  const judgement = results.judgementOf(expected);
  if (judgement !== null) return judgement.same ? 'good' : 'bad';
  return extraction === null
    ? null
    : firstWords({ extraction, proof: proofOf({ session, results }), thinking, isRefused }).tone;
}

/**
 * Why a runtime answers as it does.
 *
 * @param told what has been said already of what the client gets
 */
export function reasonOf({ outcome, verdict, trace, diagnoses: [best] }: DiagnosedExtraction, told?: string): string {
  // That a gate said no tells little where a diagnosis tells what was before it.
  const isGate = verdict.step !== null && trace[verdict.step]?.kind === 'gate';
  const isTold = verdict.gets === told;
  return outcome === 'none' && isGate && best !== undefined
    ? `${isTold ? '' : verdict.gets} ${best.message}`.trimStart()
    : verdict[isTold ? 'why' : 'reason'];
}

/** The edit that is offered for what the page shows; null for none. */
export function offeredEdit(
  { diagnoses: [best], outcome, runtime }: DiagnosedExtraction,
  proof: WordedEvidence | null,
): Edit | null {
  // An error without a call in it: what is read is another answer of the paste, and its edit mends nothing.
  const isOfOther = proof?.evidence.did === 'error' && proof.evidence.call === null;
  // The parser takes the text as it is, and the server did not run it: an edit switches no parser on.
  const isTaken = proof?.evidence.did === 'text' && outcome === 'calls' && !runtime.lenient;
  // What was joined wrongly is in other entries: an edit of one of them drops what the model wrote.
  const isJoined = proof?.evidence.causes[0] === 'stream';
  return isOfOther || isTaken || isJoined ? null : (best?.edit ?? null);
}

/** Of a damaged reply without its server, the edit that mends it says more. */
function provedFix({ diagnoses: [best] }: DiagnosedExtraction, { evidence, sentences }: WordedEvidence): string {
  const [first] = sentences.causes;
  const isMended = evidence.did === null && first?.cause === 'damaged' && (best?.edit ?? null) !== null;
  return isMended ? '' : (first?.fix ?? sentences.advice);
}

function hereOf(extraction: DiagnosedExtraction, proof: WordedEvidence, asked: SessionFields['thinking']): string {
  if (proof.part !== null) return partWords[proof.part].here;
  const { runtime, verdict, outcome, document } = extraction;
  if (runtime.lenient || areReturned(extraction)) return '';
  // A command is no reply.
  if (document.trim() === '' || (proof.evidence.did ?? proof.evidence.call) === null) return '';
  // It is said of the tool parser alone.
  if (runtime.id === proof.runtime && proof.differs !== '' && !isChain(runtime)) return proof.differs;
  // What is wrong with a reply of a conversation is in the list of the replies, and where a call is cut off is told below.
  const isTold = proof.evidence.troubles.length > 0 || proof.evidence.causes.includes('cut');
  const [first = ''] = isTold ? verdict.headline.split(/(?<=\.) /) : [verdict.headline];
  const begin = proof.thinking === 'off' && asked === 'off' ? ' with thinking off' : '';
  // Why it is an error is told below.
  if (outcome === 'error') return `Emulated here${begin}, ${verdict.gets}`;
  return `${runtime.label}, emulated here${begin}: ${first}`;
}
