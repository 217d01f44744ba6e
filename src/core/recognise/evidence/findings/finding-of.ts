import { counted } from '../../../text/document/index.ts';
import { at, slice, stringOf } from '../../index.ts';
import { type Answer, stringsOf } from '../paste/answer.ts';
import { type Quoted, type Said, type Turn, writers } from '../evidence.ts';
import { finding, type Finding } from './finding.ts';
import { callInText, callInTurn } from '../calls/found-call.ts';
import {
  type Heard,
  heardAfter,
  heardWidely,
  isVague,
  locatedIn,
  reasonsOf,
  topicOf,
  topicsIn,
} from '../errors/phrase-search.ts';
import { unpaired } from '../paste/history.ts';
import { ofHistory } from './history-finding.ts';
import { answeredAgain } from './called-again.ts';
import { clientCrash } from './client-crash.ts';
import { aboutTurn } from './about-turn.ts';
import { judge, type Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';
import { ownFixes } from '../said/fixes.ts';
import { ownCrash, parserReason, quotedUnread, templateReason } from '../errors/python-error.ts';
import { blamed, quotedBy, withQuotedFault } from '../calls/quoted-part.ts';
import { refined } from './narrowed-reasons.ts';
import { lineAt } from '../errors/line-at.ts';
import { ofRest } from './words-finding.ts';
import type { Scene } from '../paste/scene.ts';
import { objectRefused, oddShape } from '../calls/sent-calls.ts';
import { callFaults, isBare } from '../calls/call-faults.ts';
import { misfitTold } from '../calls/misfit-told.ts';
import { misnamedChoice } from './misnamed-choice.ts';
import { ownSchema } from './own-schema.ts';
import { errorLine, isErrorText, lastStatus } from '../errors/status.ts';
import { noCall, readText } from '../calls/text-reading.ts';
import { callInWords, callToldOf, withToldFault } from '../calls/described-call.ts';
import type { Material } from './material.ts';
import { ofLog } from './log-finding.ts';
import { joinedLater, joinedNames } from './joined-in-client.ts';
import { lostOnWay, ofIdle, ofOldRoute, ofStreamOnly, ofUnseen } from './other-way.ts';
import { ofJsonAsked } from './json-asked.ts';
import { ofPrintedPrompt } from './printed-prompt.ts';
import { asksAboutTools } from '../named-in-words.ts';
import { reportedReply } from './reported-reply.ts';
import { asPasted, FOLDED, isCutMessage, isFolded, UNENDED } from './unended.ts';

/** An answer says most; then a conversation; then what a log or a console says; then the text itself. */
export function findingOf(scene: Scene, around: Around, material: Material): Finding {
  const { answer, heard } = material;
  if (answer?.kind === 'error') return ofError(scene, around, material, answer);
  if (answer !== null) return ofAnswer(scene, around, material, answer);
  if (scene.history !== null) return ofHistory(scene, around, material.heard);
  // What an error quotes of a reply without a call is no answer.
  const isQuoted =
    scene.quoted !== null &&
    !(heard.length === 0 && isCallless(scene.quoted) && (isErrorText(scene.around) || isInError(scene, scene.quoted)));
  if (heard.every(isVague) && !isQuoted) {
    const found = ofRest(scene, around, withoutExamples(material));
    const said = heard[0]?.phrase.did ?? null;
    const isTold = found.did !== null || found.reasons.length > 0 || said === null;
    if (heard.length === 0 || (found.call !== null && isTold)) return found;
    if (found.call !== null) return finding(said, heard.flatMap(reasonsOf), { call: found.call });
  }
  return ofLog(scene, around, material);
}

function isCallless({ text: said }: Said): boolean {
  return readText(said).state === 'none';
}

/** Whether the words before it on its line say that something failed: `Failed to parse the model output: …`. */
function isInError({ frame }: Scene, { text: said }: Said): boolean {
  const at = frame.text.indexOf(said);
  return /\b(?:fail\w{0,3}|could not|cannot|unable|error (?:while|when|in))\b[^\n]{0,60}$/i.test(
    frame.text.slice(Math.max(0, at - 80), at),
  );
}

function withoutExamples({ content, heard }: Material): string {
  const from = heard
    .filter(({ phrase }) => phrase.hasExample === true)
    .map(({ phrase }) => content.search(phrase.pattern));
  return content.slice(0, Math.min(content.length, ...from.filter((at) => at >= 0)));
}

// An answer

function ofAnswer(scene: Scene, around: Around, { heard, content, pair }: Material, answer: Answer): Finding {
  const { turn, span, kind } = answer;
  const given = judge(turn, around, answer);
  const isUnfinished = kind === 'stream' && given.reasons[0]?.cause === 'cut';
  const judgement = asPasted(given, answer, content);
  const { did } = judgement;
  // What is not in the paste may still have come.
  const isShort = did === 'answer' || did === 'nothing';
  if (kind === 'response' && isShort && isCutMessage(content, span)) return finding(null, [UNENDED]);
  if (kind === 'response' && isShort && isFolded(content.slice(span.from, span.to))) return finding(null, [FOLDED]);
  // A log that says what the server read needs no end of the stream.
  const logged = heard.find(({ phrase }) => phrase.did === 'calls' && phrase.causes.length === 0);
  const readCall = logged === undefined ? null : callToldOf(scene, logged.phrase);
  if (did === 'nothing' && isUnfinished && readCall !== null) return finding('calls', [], { call: readCall });
  if (did === 'nothing' && isUnfinished) return finding(null, given.reasons);
  if (did === 'answer' && isUnfinished && BEGUN.test(turn.text?.text ?? '')) return finding(null, [UNENDED]);
  // The error that a person had before they set the parser is gone.
  const isSet = did === 'text' && around.parser !== null;
  const fits = heard.filter(
    ({ phrase: { isOfText, causes } }) =>
      (isOfText !== true || did === 'text') &&
      !(isSet && causes[0] === 'parser-off') &&
      // Who called a tool was offered one.
      !(did === 'calls' && causes[0] === 'no-tools'),
  );
  const refusal = fits.find(({ phrase }) => phrase.did === 'calls' && phrase.causes[0] === 'arguments');
  // What came before the stream ended with an error is no answer.
  if (fits.some(({ phrase }) => phrase.endsStream === true))
    return finding('error', fits.flatMap(reasonsOf), { call: callInTurn(turn, judgement) });
  const dropped = did === 'text' ? heard.find(({ phrase }) => phrase.did === 'nothing') : undefined;
  // The log of SGLang has what the model wrote, and below it that the parser dropped that.
  if (dropped !== undefined && content.slice(0, span.from).endsWith(' out=')) {
    const misfit = judgement.reasons.filter(({ cause }) => cause === 'other-format');
    return finding('nothing', [...misfit, ...reasonsOf(dropped)], { call: callInTurn(turn, judgement), turn });
  }
  const compared = besideAnswer(scene, around, answer, judgement, pair, content);
  if (compared !== null)
    return finding(did, [compared, ...(compared.isCompared === true ? [] : judgement.reasons)], {
      call: callInTurn(turn, judgement),
      turn,
    });
  const isSound = isHealthy(judgement);
  // A log may quote the call that the answer lacks, or a person shows it.
  const shown = did === 'nothing' && scene.quoted === null ? reportedReply(content) : null;
  const quoted: Scene['quoted'] = shown?.reading.isBare === false ? shown : scene.quoted;
  const wroteThere = quoted === null ? noCall : readText(quoted.text, around.request?.tools ?? null);
  const lost = quoted?.part === 'call' ? wroteThere : noCall;
  const [wrote] = wroteThere.names;
  if (did === 'nothing' && quoted?.part === undefined && wroteThere.state === 'sound' && wrote !== undefined) {
    const says = `The paste shows that the model wrote a call to \`${wrote}\`, and the server returned nothing of it.`;
    return finding(did, [{ cause: 'lost', says, fix: WROTE_IT, span: quoted?.span ?? null }, ...judgement.reasons], {
      call: callInText('log', quoted, wroteThere),
      turn,
    });
  }
  // The log tells of the same, and knows only that the parser failed.
  if (did === 'text' && judgement.text.endedBy !== undefined)
    return finding(did, judgement.reasons, { call: callInTurn(turn, judgement), turn });
  // What a client refuses, a stream may have lost, or the token limit.
  const ofStream = judgement.reasons.filter(
    ({ cause }, index) => cause === 'stream' || (index === 0 && cause === 'cut'),
  );
  const told = [...fits.filter((one) => !isVague(one)), ...heardAfter(turn)];
  const said = withQuotedFault(refined(told, lost, around), quoted);
  const vague = did === 'text' ? [] : fits.filter(isVague).flatMap(reasonsOf);
  const misfit = isSound ? misfitTold(scene.around, turn, refusal !== undefined, around.writer) : null;
  const reasons =
    misfit !== null
      ? [misfit]
      : refusal !== undefined && isSound
        ? refusedSound(refusal, turn)
        : [...(refusal === undefined ? [] : ofStream), ...said, ...judgement.reasons, ...vague];
  const error = reasons.length === 0 ? errorAfter(scene, answer) : null;
  const crash = did === 'calls' && error !== null ? clientCrash(scene.around, around.writer) : null;
  if (crash !== null) return finding(did, [crash], { call: callInTurn(turn, judgement), turn });
  const isCompared = did === 'calls' && reasons.length === 0 && error === null && scene.bare !== null;
  const about = aboutTurn(answer, did);
  const idle = isSound && error === null && about === undefined ? ofIdle(scene.around) : null;
  const places = { call: callInTurn(turn, judgement), turn, error, about };
  return finding(did, isCompared ? [BARE] : reasons.length === 0 && idle !== null ? [idle] : reasons, places);
}

/** What the rest of the paste shows beside an answer, which says more than the answer does; null for nothing. */
function besideAnswer(
  scene: Scene,
  given: Around,
  answer: Answer,
  judgement: Judgement,
  pair: Material['pair'],
  content: string,
): Reason | null {
  const { turn, span } = answer;
  const { frame, around } = scene;
  const isSound = isHealthy(judgement);
  const old = ofOldRoute(frame.text, answer, judgement);
  const misfit = isSound ? misfitTold(around, turn, false, given.writer) : null;
  const refused = judgement.did === 'calls' && judgement.faults.length === 0 ? objectRefused(around, turn) : null;
  const ofSound = isSound
    ? (oddShape({ turns: [turn] }, around) ??
      joinedLater(around, turn) ??
      ofStreamOnly(around, answer) ??
      (scene.answers.length === 1 ? ofUnseen(around, answer) : null) ??
      answeredAgain(scene, answer))
    : null;
  const failed = misfit === null ? judgement : { ...judgement, reasons: [misfit] };
  const ofWay = isHealthy(failed) ? null : (lostOnWay(scene, answer, failed) ?? old);
  const isAsked = judgement.did === 'text' || /["']tools["']\s{0,4}:/.test(frame.text) || asksAboutTools(around);
  const ofPrompt = isAsked && isOfPrompt(content.slice(span.from, span.to), judgement) ? OF_PROMPT : null;
  const ofText = ofPrintedPrompt(scene, judgement) ?? ofJsonAsked(scene, given, judgement, turn.text?.text ?? '');
  const seen = pair?.reason ?? refused ?? ofSound ?? ofPrompt ?? ofWay ?? ofText ?? joinedNames(around, answer);
  return seen === null ? null : { ...seen, fix: old?.fix ?? seen.fix };
}

const WROTE_IT = 'Update the server, or set the parser of this model: what the model wrote is a sound call.';

function isHealthy({ did, faults, reasons }: Judgement): boolean {
  return did === 'calls' && faults.length === 0 && reasons.length === 0;
}

/** Whether the server was given a prompt and no messages. */
function isOfPrompt(answer: string, { did, reasons }: Judgement): boolean {
  const isWhole = reasons[0]?.cause !== 'damaged' && reasons[0]?.cause !== 'in-reasoning';
  return did !== 'calls' && isWhole && /\bobject["']?\s{0,4}[:=]\s{0,4}["']text_completion["']/.test(answer);
}

const OF_PROMPT: Reason = {
  cause: 'no-tools',
  says: 'The answer is one of `/v1/completions`, where servers take no tools and look for no calls.',
  fix: ownFixes.toChat,
};

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

function ofError(scene: Scene, around: Around, { heard: all, said }: Material, answer: Answer): Finding {
  // A model without tools gives an answer, and no error.
  const heard = all.filter(({ phrase: { did, causes } }) => did !== null || causes[0] !== 'no-tools');
  const wrote = wroteIn(answer) ?? scene.quoted ?? replyIn(answer);
  const reading = readText(wrote?.text ?? '', around.request?.tools ?? null);
  // A log beside the error may name exactly what its body only tells of.
  const isExact = ({ phrase }: Heard): boolean => phrase.isExact === true;
  const phrases = said.some(isExact) ? [...said, ...heard] : [...heard.filter(isExact), ...said, ...heard];
  const isKnown = phrases.some(({ phrase }) => phrase.causes.length > 0);
  const kept: readonly Said[] =
    answer.value === null
      ? []
      : [...locatedIn(answer.value), ...stringsOf(answer.value).filter(({ key }) => !SENT.has(key))];
  const failure = isKnown ? null : (parserReason(scene.frame.text, around) ?? templateReason(scene.frame.text));
  const unread = isKnown ? null : quotedUnread(answer.error?.text ?? '');
  const about = [answer.error, ...kept].flatMap((one) => (one === null ? [] : heardWidely(one))).slice(0, 1);
  const told =
    isKnown || failure !== null || unread !== null
      ? phrases
      : [...phrases, ...(about.length > 0 ? about : topicsIn(errorLine(scene.around)))];
  const named = callInWords(answer.error?.text ?? '');
  const choice = misnamedChoice(around.request) ?? ownSchema(told, scene.frame.text);
  const sent = ofSent(scene.history, around);
  // What is shown of the messages says more than that something is wrong with an id in them.
  const isOfPairs = told[0]?.phrase.fix === ownFixes.ids || told[0]?.phrase.fix === ownFixes.pairs;
  const isShown = isOfPairs || around.request !== null;
  // Nothing was written yet: what is broken was sent.
  const isOfSent = sent[0]?.cause === 'client' && NO_JSON.test(sent[0].says) && told[0]?.phrase.causes.some(isOfSaid);
  const known = [
    ...[failure, unread, choice].flatMap((one) => one ?? []),
    ...(isOfPairs || isOfSent === true ? sent : []),
    ...withToldFault(withQuotedFault(refined(told, reading, around), quotedIn(answer) ?? scene.quoted), named).filter(
      ({ cause }) => isOfSent !== true || cause !== 'cut',
    ),
    ...(isShown ? sent : []),
    ...(isKnown || topicOf(told) !== undefined ? [] : blamed(answer.value)),
  ];
  const inStream = scene.answers.some(({ value }) => value === null);
  // Who refuses a request may pass on what a language raised.
  const isFailure = answer.value === null || /\b500\b|internal|server_error/i.test(slice(answer.value));
  const crash = known.length === 0 && isFailure ? ownCrash(answer.error?.text ?? '', inStream) : null;
  const reasons =
    crash !== null ? [crash] : known.length === 0 && hasBegun(scene, answer) ? [brokenOff(around.request)] : known;
  // A server sends an object; a client that refuses a call keeps a sentence beside it, or one that only clients say.
  const first = told[0]?.phrase;
  const isClients = first?.by !== undefined && writers[first.by[0]].kind === 'client';
  const isServers = around.writer !== null && writers[around.writer].kind !== 'client';
  const isRefused = isClients || (!isServers && stringOf(at(answer.value, 'error')) !== null);
  const did = isRefused && first?.did === 'calls' ? 'calls' : 'error';
  return finding(did, reasons, {
    call: did === 'calls' && named !== null ? named : callInText('error', wrote, reading),
    error: answer.error,
    about: topicOf(told),
  });
}

const NO_JSON = / are no JSON\b/;

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

/** What is wrong with the history in the request that the server refused. */
function ofSent(history: Scene['history'], { request }: Around): readonly Reason[] {
  if (history === null) return [];
  const broken = unpaired(history);
  if (broken !== null) return [{ cause: 'client', says: broken.says, fix: broken.fix ?? ownFixes.pairs }];
  const says = history.turns
    .flatMap(({ calls }) => callFaults(calls, request?.tools ?? null))
    .find(({ cause }) => cause === 'arguments')?.says;
  return says === undefined
    ? []
    : [{ cause: 'client', says: says.replace(/^The (?=arguments )/, 'In the history, the '), fix: ownFixes.arguments }];
}

/** Keys under which errors hold what the model wrote: Groq's `failed_generation`, and those of libraries. */
const WROTE: ReadonlySet<string> = new Set(['failed_generation', 'raw_output', 'model_output', 'llm_output']);

function wroteIn({ value }: Answer): Said | null {
  return value === null ? null : (stringsOf(value).find(({ key }) => WROTE.has(key)) ?? null);
}

function quotedIn({ error }: Answer): Quoted | null {
  return error === null ? null : quotedBy(error);
}

/** The reply that the words of an error quote; arguments alone are none. */
function replyIn(answer: Answer): Said | null {
  const quoted = quotedIn(answer);
  return quoted?.part === 'arguments' ? null : quoted;
}
