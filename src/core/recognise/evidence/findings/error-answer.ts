import { counted } from '../../../text/document/index.ts';
import { at, slice, stringOf } from '../../index.ts';
import { callInText } from '../calls/found-call.ts';
import { callFaults } from '../calls/call-faults.ts';
import { callInWords, withToldFault } from '../calls/described-call.ts';
import { blamed, quotedBy, withQuotedFault } from '../calls/quoted-part.ts';
import { readText, type TextReading } from '../calls/text-reading.ts';
import { type Heard, heardWidely, locatedIn, topicOf, topicsIn } from '../errors/phrase-search.ts';
import { ownCrash, parserReason, quotedUnread, templateReason } from '../errors/python-error.ts';
import { errorLine } from '../errors/status.ts';
import { type Quoted, type Said, writers } from '../evidence.ts';
import { type Answer, stringsOf } from '../paste/answer.ts';
import { unpaired } from '../paste/history.ts';
import type { Scene } from '../paste/scene.ts';
import { ownFixes } from '../said/fixes.ts';
import { finding, type Finding } from './finding.ts';
import type { Material } from './material.ts';
import { misnamedChoice } from './misnamed-choice.ts';
import { refined } from './narrowed-reasons.ts';
import { ownSchema } from './own-schema.ts';
import type { Around, Reason } from './reason.ts';

/** An answer that is an error, and what its words are about. */
interface Refusal {
  readonly scene: Scene;
  readonly around: Around;
  readonly answer: Answer;
  /** The sentences that are known, the surest first. */
  readonly told: readonly Heard[];
  /** What no sentence says and the error shows: a parser, a template or a reader failed. */
  readonly failures: readonly Reason[];
  /** The reply that it quotes. */
  readonly wrote: Said | null;
  readonly reading: TextReading;
}

export function ofError(scene: Scene, around: Around, material: Material, answer: Answer): Finding {
  const refusal = refusalOf(scene, around, material, answer);
  const { told, wrote, reading } = refusal;
  const known = causesOf(refusal);
  const isRefused = refusesCall(refusal);
  const named = isRefused ? callInWords(wordsOf(answer)) : null;
  return finding(isRefused ? 'calls' : 'error', known.length > 0 ? known : unnamedCause(refusal), {
    call: named ?? callInText('error', wrote, reading),
    error: answer.error,
    about: topicOf(told),
  });
}

function refusalOf(scene: Scene, around: Around, { heard: all, said }: Material, answer: Answer): Refusal {
  // A model without tools gives an answer, and no error.
  const heard = all.filter(({ phrase: { did, causes } }) => did !== null || causes[0] !== 'no-tools');
  // A log beside the error may name exactly what its body only tells of.
  const isExact = ({ phrase }: Heard): boolean => phrase.isExact === true;
  const phrases = said.some(isExact) ? [...said, ...heard] : [...heard.filter(isExact), ...said, ...heard];
  const { text } = scene.frame;
  const failures = namesCause(phrases)
    ? []
    : [parserReason(text, around) ?? templateReason(text), quotedUnread(wordsOf(answer))].flatMap((one) => one ?? []);
  const wrote = unelided(wroteIn(answer) ?? scene.quoted ?? replyIn(answer), scene);
  return {
    scene,
    around,
    answer,
    told: namesCause(phrases) || failures.length > 0 ? phrases : [...phrases, ...heardInside(scene, answer)],
    failures,
    wrote,
    reading: readText(wrote?.text ?? '', around.request?.tools ?? null),
  };
}

function namesCause(heard: readonly Heard[]): boolean {
  return heard.some(({ phrase }) => phrase.causes.length > 0);
}

function wordsOf({ error }: Answer): string {
  return error?.text ?? '';
}

/** What the parts of the error say, or else its line in the paste. */
function heardInside(scene: Scene, { error, value }: Answer): readonly Heard[] {
  const kept: readonly Said[] =
    value === null ? [] : [...locatedIn(value), ...stringsOf(value).filter(({ key }) => !SENT.has(key))];
  const [first] = [error, ...kept].flatMap((one) => (one === null ? [] : heardWidely(one)));
  return first === undefined ? topicsIn(errorLine(scene.around)) : [first];
}

/** What to do about a call and a result that do not belong together. */
const OF_PAIRS: ReadonlySet<string> = new Set([ownFixes.ids, ownFixes.pairs, ownFixes.oneMessage]);

function causesOf({ scene, around, answer, told, failures, reading }: Refusal): readonly Reason[] {
  const sent = ofSent(scene.history, around);
  // What is shown of the messages says more than that something is wrong with an id in them.
  const isOfPairs = OF_PAIRS.has(told[0]?.phrase.fix ?? '');
  // Nothing was written yet: what is broken was sent.
  const isOfSent = sent?.isUnread === true && told[0]?.phrase.causes.some(isOfSaid) === true;
  const isSent = isOfPairs || isOfSent;
  const quoted = quotedIn(answer) ?? scene.quoted;
  const said = withToldFault(withQuotedFault(refined(told, reading, around), quoted), callInWords(wordsOf(answer)));
  return [
    ...failures,
    ...[misnamedChoice(around.request) ?? ownSchema(told, scene.frame.text)].flatMap((one) => one ?? []),
    ...(isSent && sent !== null ? [sent] : []),
    ...said.filter(({ cause }) => !isOfSent || cause !== 'cut'),
    ...(!isSent && sent !== null && around.request !== null ? [sent] : []),
    ...(namesCause(told) || topicOf(told) !== undefined ? [] : blamed(answer.value)),
  ];
}

/** What an error shows of which no word is known. */
function unnamedCause({ scene, around, answer }: Refusal): readonly Reason[] {
  const isInStream = scene.answers.some(({ value }) => value === null);
  // Who refuses a request may pass on what a language raised.
  const isFailure = answer.value === null || /\b500\b|internal|server_error/i.test(slice(answer.value));
  const crash = isFailure ? ownCrash(wordsOf(answer), isInStream) : null;
  if (crash !== null) return [crash];
  return hasBegun(scene, answer) ? [brokenOff(around.request)] : [];
}

/** A server sends an object; a client that refuses a call keeps a sentence beside it, or one that only clients say. */
function refusesCall({ around: { writer }, answer, told: [first] }: Refusal): boolean {
  if (first === undefined || first.phrase.did !== 'calls') return false;
  const { by } = first.phrase;
  const isClients = by !== undefined && writers[by[0]].kind === 'client';
  const isServers = writer !== null && writers[writer].kind !== 'client';
  return isClients || (!isServers && stringOf(at(answer.value, 'error')) !== null);
}

/** Whether an error is about what a call says, of whomever it is. */
function isOfSaid(cause: Reason['cause']): boolean {
  return cause === 'cut' || cause === 'arguments' || cause === 'client';
}

/** Whether a call had begun to come before the error, which may be an event of its own after those of a stream. */
function hasBegun({ answers }: Scene, { turn }: Answer): boolean {
  const before = answers.at(-2);
  const open = before?.value === null && before.turn.finish === null ? [before.turn] : [];
  return [turn, ...open].some(
    ({ text: said, calls }) => calls.length > 0 || !['none', 'quoted'].includes(readText(said?.text ?? '').state),
  );
}

/** With fewer tokens a reply that thinks has none left for its call. */
const FEW = 256;

function brokenOff(request: Around['request']): Reason {
  const limit = request?.limit ?? null;
  return limit !== null && limit <= FEW
    ? {
        cause: 'cut',
        says: `The error came after a part of the call, and the request allows only ${counted(limit, 'token')}.`,
      }
    : { cause: 'cut', says: 'The error came after a part of the call: the stream broke off.', fix: ownFixes.brokenOff };
}

/** Keys under which an error holds what was sent to the server, which is no part of what it says. */
const SENT: ReadonlySet<string> = new Set(['content', 'text', 'input', 'arguments', 'description', 'type', 'role']);

interface Sent extends Reason {
  /** The arguments of a call in it are no JSON. */
  readonly isUnread?: true;
}

/** What is wrong with the history in the request that the server refused. */
function ofSent(history: Scene['history'], { request }: Around): Sent | null {
  if (history === null) return null;
  const broken = unpaired(history);
  if (broken !== null) return { cause: 'client', says: broken.says, fix: broken.fix ?? ownFixes.pairs };
  const fault = history.turns
    .flatMap(({ calls }) => callFaults(calls, request?.tools ?? null))
    .find(({ cause }) => cause === 'arguments');
  if (fault === undefined) return null;
  const says = fault.says.replace(/^The (?=arguments )/, 'In the history, the ');
  return { cause: 'client', says, fix: ownFixes.arguments, ...(fault.isUnread === true ? { isUnread: true } : {}) };
}

/** Keys under which errors hold what the model wrote: Groq's `failed_generation`, and those of libraries. */
const WROTE: ReadonlySet<string> = new Set(['failed_generation', 'raw_output', 'model_output', 'llm_output']);

function wroteIn({ value }: Answer): Said | null {
  return value === null ? null : (stringsOf(value).find(({ key }) => WROTE.has(key)) ?? null);
}

/** A log may cut short what another error of the paste quotes whole. */
function unelided(wrote: Said | null, { answers }: Scene): Said | null {
  const begin = /^([^]{16,}?)\s{0,4}(?:\.{3}|…)\s*$/.exec(wrote?.text ?? '')?.[1];
  if (begin === undefined) return wrote;
  const others = answers.flatMap((one) => replyIn(one) ?? []);
  return others.find(({ text }) => text.startsWith(begin) && text.length > (wrote?.text.length ?? 0)) ?? wrote;
}

function quotedIn({ error }: Answer): Quoted | null {
  return error === null ? null : quotedBy(error);
}

/** The reply that the words of an error quote; arguments alone are none. */
function replyIn(answer: Answer): Said | null {
  const quoted = quotedIn(answer);
  return quoted?.part === 'arguments' ? null : quoted;
}
