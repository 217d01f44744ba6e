import { callInText, callInTurn } from '../calls/found-call.ts';
import { isBare } from '../calls/call-faults.ts';
import { callToldOf } from '../calls/described-call.ts';
import { packedArgument } from '../calls/packed-argument.ts';
import { misfitTold } from '../calls/misfit-told.ts';
import { withQuotedFault } from '../calls/quoted-part.ts';
import { noCall, readText, type TextReading } from '../calls/text-reading.ts';
import { refusedIn } from '../errors/kept-beside.ts';
import { lineAt } from '../errors/line-at.ts';
import { type Heard, heardAfter, isVague, reasonsOf } from '../errors/phrase-search.ts';
import { errorLine, isErrorText, lastStatus } from '../errors/status.ts';
import type { FoundCall, Said, Turn } from '../evidence.ts';
import type { Answer } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import { aboutTurn } from './about-turn.ts';
import { type AnswerInPaste, besideAnswer } from './beside-answer.ts';
import { clientCrash } from './client-crash.ts';
import { limitReason } from './cut-reasons.ts';
import { finding, type Finding } from './finding.ts';
import { isHealthy, judge, type Judgement } from './judge.ts';
import { loggedExchange } from './logged-exchange.ts';
import { madeUpTool } from './made-up-tool.ts';
import { malformedCall } from './malformed-call.ts';
import type { Material } from './material.ts';
import { refined } from './narrowed-reasons.ts';
import { ofIdle } from './other-way.ts';
import type { Around, Reason } from './reason.ts';
import { reportedReply } from './reported-reply.ts';
import { toolFailed } from './tool-failed.ts';
import { ofWantedCall } from './wanted-call.ts';
import { asPasted, FOLDED, isCutMessage, isFolded, UNENDED } from './unended.ts';

/** An answer that is no error, and what the rest of the paste may say about it. */
interface Answered extends AnswerInPaste {
  /** The reasons of a stream whose end is not in the paste; null where it ended. */
  readonly unended: readonly Reason[] | null;
  /** Every sentence that is known. */
  readonly heard: readonly Heard[];
  /** Those that can be about this answer. */
  readonly fits: readonly Heard[];
  /** What the model wrote by a log, or by the person; null where nothing in the paste shows it. */
  readonly quoted: Scene['quoted'];
  readonly wrote: TextReading;
}

/** What such an answer shows, the surest first: each gives null for what it does not know. */
const STEPS: readonly ((answered: Answered) => Finding | null)[] = [
  ofHalfPasted,
  ofUnended,
  ofBrokenStream,
  ofDropped,
  ofMadeUp,
  ofBeside,
  ofWritten,
  ofEnded,
];

export function ofAnswer(scene: Scene, around: Around, material: Material, answer: Answer): Finding {
  const answered = answeredOf(scene, around, material, answer);
  for (const step of STEPS) {
    const found = step(answered);
    if (found !== null) return found;
  }
  return ofReasons(answered);
}

function answeredOf(scene: Scene, around: Around, { heard, content, pair }: Material, answer: Answer): Answered {
  const given = judge(answer.turn, around, answer);
  const judgement = asPasted(given, answer, content);
  const shown = judgement.did === 'nothing' && scene.quoted === null ? reportedReply(content) : null;
  const quoted: Scene['quoted'] = shown?.reading.isBare === false ? shown : scene.quoted;
  return {
    scene,
    around,
    content,
    pair,
    answer,
    judgement,
    unended: answer.kind === 'stream' && given.reasons[0]?.cause === 'cut' ? given.reasons : null,
    heard,
    fits: heard.filter((one) => canBeAbout(one, judgement, around)),
    quoted,
    wrote: quoted === null ? noCall : readText(quoted.text, around.request?.tools ?? null),
  };
}

function canBeAbout({ phrase: { isOfText, causes } }: Heard, { did }: Judgement, { parser }: Around): boolean {
  if (isOfText === true && did !== 'text') return false;
  // The error that a person had before they set the parser is gone.
  if (causes[0] === 'parser-off') return did !== 'text' || parser === null;
  // Who called a tool was offered one.
  return causes[0] !== 'no-tools' || did !== 'calls';
}

/** The call of the turn, or the one that a log quotes of a turn without one. It is read in each step anew: few steps need it. */
function placesOf({ answer: { turn }, judgement, quoted, wrote }: Answered): {
  readonly call: FoundCall | null;
  readonly turn: Turn;
} {
  const isLogged = judgement.did === 'nothing' && quoted?.part === 'call';
  return { call: callInTurn(turn, judgement) ?? (isLogged ? callInText('log', quoted, wrote) : null), turn };
}

/** What is not in the paste may still have come. */
function ofHalfPasted({ answer: { kind, span }, judgement: { did }, content }: Answered): Finding | null {
  if (kind !== 'response' || (did !== 'answer' && did !== 'nothing')) return null;
  if (isCutMessage(content, span)) return finding(null, [UNENDED]);
  return isFolded(content.slice(span.from, span.to)) ? finding(null, [FOLDED]) : null;
}

function ofUnended({ scene, answer, judgement: { did }, unended, heard }: Answered): Finding | null {
  if (unended === null) return null;
  if (did === 'nothing') {
    // A log that says what the server read needs no end of the stream.
    const logged = heard.find(({ phrase }) => phrase.did === 'calls' && phrase.causes.length === 0);
    const call = logged === undefined ? null : callToldOf(scene, logged.phrase);
    return call === null ? finding(null, unended) : finding('calls', [], { call });
  }
  return did === 'answer' && BEGUN.test(answer.turn.text?.text ?? '') ? finding(null, [UNENDED]) : null;
}

/** What came before the stream ended with an error is no answer. */
function ofBrokenStream(answered: Answered): Finding | null {
  const { fits } = answered;
  const isBroken = fits.some(({ phrase }) => phrase.endsStream === true);
  return isBroken ? finding('error', fits.flatMap(reasonsOf), { call: placesOf(answered).call }) : null;
}

/** The log of SGLang has what the model wrote, and below it that the parser dropped that. */
function ofDropped(answered: Answered): Finding | null {
  const { judgement, heard, content, answer } = answered;
  const dropped = judgement.did === 'text' ? heard.find(({ phrase }) => phrase.did === 'nothing') : undefined;
  if (dropped === undefined || !content.slice(0, answer.span.from).endsWith(' out=')) return null;
  const misfit = judgement.reasons.filter(({ cause }) => cause === 'other-format');
  return finding('nothing', [...misfit, ...reasonsOf(dropped)], placesOf(answered));
}

/** A sound call, as text or not, to a tool that nobody offers. */
function ofMadeUp(answered: Answered): Finding | null {
  const { scene, around, judgement, answer } = answered;
  const isText = judgement.did === 'text' && judgement.text.state === 'sound';
  if (!isText && !isHealthy(judgement)) return null;
  const names = isText ? judgement.text.names : answer.turn.calls.map(({ name }) => name);
  const made = madeUpTool(scene, around, names);
  return made === null ? null : finding(judgement.did, [made], placesOf(answered));
}

function ofBeside(answered: Answered): Finding | null {
  const { judgement } = answered;
  const compared = besideAnswer(answered);
  if (compared === null) return null;
  const others = compared.isCompared === true ? [] : judgement.reasons;
  return finding(judgement.did, [compared, ...others], placesOf(answered));
}

/** A log may quote the call that the answer lacks, or a person shows it. */
function ofWritten({ judgement: { did, reasons }, answer: { turn }, quoted, wrote }: Answered): Finding | null {
  const [name] = wrote.names;
  if (
    did !== 'nothing' ||
    quoted === null ||
    quoted.part !== undefined ||
    wrote.state !== 'sound' ||
    name === undefined
  )
    return null;
  const says = `The paste shows that the model wrote a call to \`${name}\`, and the server returned nothing of it.`;
  const lost: Reason = { cause: 'lost', says, fix: WROTE_IT, span: quoted.span };
  return finding(did, [lost, ...reasons], { call: callInText('log', quoted, wrote), turn });
}

/** The log tells of the same, and knows only that the parser failed. */
function ofEnded(answered: Answered): Finding | null {
  const { did, text, reasons } = answered.judgement;
  return did === 'text' && text.endedBy !== undefined ? finding(did, reasons, placesOf(answered)) : null;
}

function ofReasons(answered: Answered): Finding {
  const { scene, around, judgement, answer } = answered;
  const { did } = judgement;
  const places = placesOf(answered);
  const reasons = reasonsFor(answered);
  const about = aboutTurn(answer, did) ?? (did === 'answer' ? loggedExchange(scene.around) : undefined);
  if (reasons.length > 0) return finding(did, reasons, places);
  const crash = did === 'calls' ? clientCrash(scene.around, around.writer) : null;
  if (crash !== null) return finding(did, [crash], places);
  const ran = did === 'calls' ? toolFailed(answer.turn) : undefined;
  if (ran !== undefined) return finding(did, [], { ...places, about: ran });
  const error = errorAfter(scene, answer);
  if (error !== null) return finding(did, [], { ...places, error, about });
  const isIdle = isHealthy(judgement) && about === undefined;
  const only = did === 'calls' && scene.bare !== null ? BARE : isIdle ? ofIdle(scene.around) : null;
  return finding(did, only === null ? [] : [only], { ...places, about });
}

/** Why, by the answer and by the sentences around it. */
function reasonsFor({ scene, around, answer, judgement, fits, quoted, wrote }: Answered): readonly Reason[] {
  const { turn } = answer;
  const refuses = ({ phrase }: Heard): boolean => phrase.did === 'calls' && phrase.causes[0] === 'arguments';
  const refusal = fits.find(refuses);
  const after = heardAfter(turn).filter(({ phrase }) => judgement.did !== 'calls' || phrase.did !== 'text');
  const words = [refusedIn(scene), ...turn.calls.map(({ error }) => error ?? '')].join('\n');
  const packed = judgement.did === 'calls' ? packedArgument(words, turn) : null;
  if (packed !== null) return [packed];
  if (isHealthy(judgement)) {
    const misfit = misfitTold(refusedIn(scene), turn, refusal !== undefined, around.writer);
    if (misfit !== null) return [{ ...misfit, fix: refusal?.phrase.fix ?? misfit.fix }];
    if (refusal !== undefined) return refusedSound(refusal, turn);
  }
  const wanted = ofWantedCall(fits, { turn, judgement }, scene.around);
  if (wanted !== null) return wanted;
  // The server knows only that it could not read the call.
  const isNone = judgement.did === 'answer' || judgement.did === 'nothing';
  const isUnread = isNone && fits.some(({ phrase }) => phrase.causes.includes('cut'));
  const limit = isUnread ? limitReason(around, answer, 'none') : null;
  // What a client refuses, a stream may have lost, or the token limit.
  const ofStream = judgement.reasons.filter(
    ({ cause }, index) => cause === 'stream' || (index === 0 && cause === 'cut'),
  );
  // What the answer quotes says more than its finish reason.
  const isQuoted = malformedCall(answer) !== null;
  const own = isQuoted ? fits.filter(({ phrase }) => phrase.id !== 'gemini-malformed') : fits;
  const told = [...own.filter((one) => !isVague(one)), ...after];
  const heard = withQuotedFault(refined(told, quoted?.part === 'call' ? wrote : noCall, around), quoted);
  // A parser that failed says that the text is broken, and the text is here.
  const isSound = judgement.did === 'text' && judgement.text.state === 'sound';
  const said = heard.filter(({ cause }) => !isSound || cause !== 'damaged');
  const vague = judgement.did === 'text' ? [] : fits.filter(isVague).flatMap(reasonsOf);
  const first = limit === null ? ([...fits, ...after].some(refuses) ? ofStream : []) : [limit];
  return [...first, ...said, ...judgement.reasons, ...vague];
}

const WROTE_IT = 'Update the server, or set the parser of this model: what the model wrote is a sound call.';

/** Who shows that a request with tools works asks about the one without. */
const BARE: Reason = {
  cause: 'no-tools',
  says: 'The other request in the paste declares no tools, so no server looks for a call there.',
  fix: 'Look into the client: it has to send its tools with every request.',
};

/** The beginning of what may become a call: a tag, or an object with nothing but a name in it. */
const BEGUN =
  /^\s{0,8}(?:<[\w|]{0,24}>?\s{0,8})?(?:\[\s{0,8})?(?:\{\s{0,8}(?:"\w{0,12}"?\s{0,4}:?\s{0,4}(?:"[\w.-]{0,64}"?\s{0,4},?\s{0,8})?)?)?$/;

/** The line of an error that a client reports after an answer: the next request failed, or the client did. */
function errorAfter({ frame, around, values }: Scene, { span, value }: Answer): Said | null {
  const status = lastStatus(around);
  if (status !== null && status.status >= 400 && status.at >= span.to)
    return lineAt(frame, around.lastIndexOf('\n', status.at) + 1);
  // The lines of a stream may go on to the end of the paste.
  const after = around.slice(value === null ? values.at(-1)?.span.to : span.to);
  const line = isErrorText(after) ? errorLine(after) : null;
  return line === null || line === '' ? null : { text: line, span: null };
}

/** The deltas are sound: the client refuses what it made of them. */
function refusedSound({ span }: Heard, { calls }: Turn): readonly Reason[] {
  const empty = calls.find(isBare);
  if (empty !== undefined)
    return [
      {
        cause: 'arguments',
        says: `The call to \`${empty.name}\` has no arguments, and the client refused that.`,
        span,
      },
    ];
  const says = 'The calls came sound, and the client refused what it made of them.';
  return [
    { cause: 'client', says, span },
    { cause: 'stream', says: 'The client may have joined the pieces wrongly.', span },
  ];
}
