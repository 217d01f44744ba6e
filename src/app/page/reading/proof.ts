import type { ReadPart, Span } from '../../../core/index.ts';
import type { WordedEvidence } from '../../worker/protocol.ts';
import type { SessionFields } from '../fields.ts';
import type { Page } from '../page.svelte.ts';

/**
 * What the last paste proves about the server, as long as the page shows the reply as it was pasted: of what an editor made of it
 * only an emulation can speak. Null where it proves nothing that an emulation does not say better.
 */
export function proofOf({ session, results }: Pick<Page, 'session' | 'results'>): WordedEvidence | null {
  const { proved, extraction } = results;
  if (proved === null || proved.content !== session.paste.content) return null;
  const { answer } = proved;
  if (!isAsPasted(answer, session.fields, proved.content)) return null;
  const { did, causes, call, writer, likely } = answer.evidence;
  // Who is named may have returned the call as text.
  const isNamed = likely !== null || (writer !== null && !answer.leavesRuntime);
  if (did !== null || answer.runtime !== null || (isNamed && call !== null)) return answer;
  // The words around a request are no reply either.
  const { tools, isAnswered } = answer.evidence;
  const isRequest = tools !== null && !isAnswered && extraction?.outcome !== 'calls';
  const isNothingRead = (extraction?.document ?? '').trim() === '';
  // Without declared tools the tags of a client are calls only for who knows the client.
  // A form that models invent is a call for nobody, and is named all the same.
  // A call in reasoning that nothing follows is all that the model wrote.
  const isThought = causes[0] === 'in-reasoning' && call?.fault !== null;
  const isMissed = call === null ? causes.length > 0 : writer !== null || call.format === null || isThought;
  const isLenient = extraction?.runtime.lenient === true;
  // Whoever then says which server it is still has no call that this one could read: what to do stays.
  const isPlain = call === null && extraction?.outcome === 'none' && extraction.diagnoses.length === 0;
  const isOpen = extraction?.outcome === 'calls' ? isLenient && causes.length > 0 : isMissed && (isLenient || isPlain);
  // Words of a person who names a server: no reply of a model is among them.
  const isQuestion = answer.evidence.because.some(({ rule }) => rule === 'no-reply' || rule === 'said-instead');
  const isAsked = (isNamed && isPlain) || (isQuestion && extraction?.outcome === 'none');
  return isNothingRead || isRequest || isOpen || isAsked ? answer : null;
}

/** Where the paste proves it: the call, what tells most, or else the error itself; null where nothing of it has a place. */
export function placeOfProof({ call, because, error }: WordedEvidence['evidence'], content: string): Span | null {
  const told = call?.span ?? because.find((row) => row.span !== null)?.span;
  if (told !== undefined) return told;
  // Others put a prefix before each line, so that only a line of it is there as it is.
  const [line = ''] = (error ?? '').trim().split('\n');
  const from = line === '' ? -1 : content.indexOf(line);
  return from < 0 ? null : { from, to: from + line.length };
}

/** What is read where that is not a whole reply: no parser can be tried on it. Null for a whole reply. */
export function partOf(page: Pick<Page, 'session' | 'results'>): ReadPart | null {
  return proofOf(page)?.part ?? null;
}

/**
 * What one types after the command of the server; null where a fix names none to give, leaves a name open, or names those of several servers.
 *
 * @param reasoningParser what the server runs before its tool parser, as its flag names it; '' for none
 */
export function flagsIn(fix: string, reasoningParser: string): string | null {
  const [one, other] = [...fix.matchAll(/(?<!without )`(--[^`A-Z]+)`/g)];
  const flags = one?.[1];
  if (flags === undefined || other !== undefined) return null;
  const isWhole = reasoningParser === '' || !flags.includes('-call-parser') || flags.includes('--reasoning');
  return isWhole ? flags : `${flags} --reasoning-parser ${reasoningParser}`;
}

/** The model that the last paste names, whatever became of its reply; null for none. */
export function modelOf({ session, results: { proved } }: Pick<Page, 'session' | 'results'>): string | null {
  return proved?.content === session.paste.content ? proved.answer.evidence.model : null;
}

function isAsPasted(
  { replies }: WordedEvidence,
  { text, native, raw }: Pick<SessionFields, 'text' | 'native' | 'raw'>,
  content: string,
): boolean {
  if (text === content) return true;
  if (raw !== content) return false;
  if (text === '' && native === '') return true;
  return replies.some((reply) => (reply.text ?? '') === text && (reply.native === null) === (native === ''));
}
