import type { Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { isLogText, spokenReply } from '../../index.ts';
import { emptyTurn } from '../paste/answer.ts';
import { type Said, type Turn, type Writer } from '../evidence.ts';
import { appliedEdit } from './applied-edit.ts';
import { ofTrajectory } from './dspy-trajectory.ts';
import { finding, type Finding } from './finding.ts';
import { failedRun } from '../errors/failed-run.ts';
import { callInText } from '../calls/found-call.ts';
import { heardAlone, heardWidely, reasonsOf, topicOf } from '../errors/phrase-search.ts';
import { cutInText } from './cut-reasons.ts';
import { inventedInReport } from './invented-result.ts';
import { judge } from './judge.ts';
import { madeUpIntent } from './made-up-intent.ts';
import { madeUpTool } from './made-up-tool.ts';
import type { Around, Reason } from './reason.ts';
import { saysIdle } from './other-way.ts';
import { otherStart, slipped, UNSHOWN, withoutParser } from './stayed-text.ts';
import { asksAboutTools, namedInWords, nobody } from '../named-in-words.ts';
import { ofErrorText, withoutCall } from './error-finding.ts';
import { reportedReply } from './reported-reply.ts';
import type { Scene } from '../paste/scene.ts';
import { isTalkAtHome, saysShown } from './shown-by-client.ts';
import { startsWithoutParser } from '../paste/parser-flag.ts';
import { isCalm, saysNoCalls, toldErrors, withoutHead } from '../errors/status.ts';
import { readText, type TextReading } from '../calls/text-reading.ts';

/** Clients that take no call from the text: what their terminal shows of one came as text. */
const SHOWS: ReadonlySet<Writer> = new Set<Writer>([
  'goose',
  'opencode',
  'claude-code',
  'codex',
  'qwen-code',
  'zed',
  'aider',
]);

/** A text with no answer and no conversation in it, and of which no sentence is known. */
interface Rest {
  readonly scene: Scene;
  readonly given: Around;
  readonly content: string;
  /** What it is as a reply; null for a log and for a request. */
  readonly reading: TextReading | null;
  /** Nearly all of it is one value: a file of settings, or a call. */
  readonly isValue: boolean;
}

/** What such a text shows, the surest first: each gives null for what it does not know. */
const STEPS: readonly ((rest: Rest) => Finding | null)[] = [
  ofAppliedEdit,
  ({ scene }) => ofTrajectory(scene.frame.text),
  ({ scene, given, content, reading }) => ofErrorText(scene, given, content, reading),
  ofFailedRun,
  ofReported,
  ofToldError,
  ofErrorAlone,
  ofThoughtBefore,
  ofShown,
  ofWhole,
];

export function ofRest(scene: Scene, given: Around, content: string): Finding {
  const { values, frame, request } = scene;
  const reading = request === null && !isLogText(content) ? readText(content, given.textTools) : null;
  const isValue = values.some(({ span }) => span.to - span.from > 0.9 * frame.text.length);
  for (const step of STEPS) {
    const found = step({ scene, given, content, reading, isValue });
    if (found !== null) return found;
  }
  return finding(null, []);
}

/** aider made its edits of the text: nothing is missing. */
function ofAppliedEdit({ scene, given, reading }: Rest): Finding | null {
  const about = given.readsEdits && reading?.state !== 'sound' ? appliedEdit(scene.frame.text) : undefined;
  return about === undefined ? null : finding('answer', [], { about });
}

/** A client read the call, and running it failed. */
function ofFailedRun({ given, content, reading }: Rest): Finding | null {
  const failed =
    reading === null || reading.span === null ? null : failedRun(content.slice(reading.span.from), given.writer);
  if (reading === null || failed === null) return null;
  const about = heardWidely(failed).flatMap(reasonsOf);
  const call = callInText('reply', wholeOf(content), reading);
  return finding('calls', about.length > 0 ? about : ofArguments(reading), { call, error: failed });
}

/** A reply among the words of a person: what has no name may be read better alone. */
function ofReported({ scene, given, content, reading, isValue }: Rest): Finding | null {
  const isPlain =
    reading !== null && (reading.state === 'quoted' || reading.names.join('') === '' || spokenReply(content) !== null);
  const reported = isPlain && !isValue ? reportedReply(content) : null;
  if (reported === null) return null;
  const reasons = (): readonly Reason[] => reasonsOfReply(reported.reading, reported.text, { scene, given, content });
  const beside = knownBeside(given, content, reported.span);
  // Of a call alone nobody knows whether its tool was sent.
  const isTalk = spokenReply(content) !== null && (reported.reading.span?.from ?? 0) > 0;
  const known = isTalk && isTalkAtHome(scene.around, reported.text) ? { ...beside, sendsTools: true } : beside;
  // What a window shows as the answer, its client received as text.
  const isTold = saysIdle(scene.around) || /\] Received delta: /.test(scene.around);
  const isSeen = isTalk && (known.comesSometimes || (known.sendsTools === true && isTold));
  const turn: Turn = { ...emptyTurn(reported.span), text: reported };
  const intent = spokenReply(content) === null ? null : madeUpIntent(reported.reading.names);
  if (intent !== null)
    return finding('text', [intent], { call: callInText('reply', reported, reported.reading), turn });
  return (
    toldText(reported, reported.reading, known, scene.around, isSeen) ??
    finding(null, reasons(), { call: callInText('reply', reported, reported.reading) })
  );
}

/** Whether nobody wrote a call in it. */
function isWords({ scene: { request }, reading }: Rest): boolean {
  return reading === null ? request === null : reading.state === 'none';
}

/** An error of which a person tells in words. */
function ofToldError(rest: Rest): Finding | null {
  const told = isWords(rest) && !rest.isValue ? toldErrors(rest.content) : [];
  const said = told.map((one) => ({ ...one, about: heardWidely({ ...one, span: null })[0] }));
  const error = said.find(({ about }) => about !== undefined) ?? said.find(({ isSure }) => isSure);
  if (error === undefined) return null;
  const about = error.about === undefined ? [] : [error.about];
  return finding(about[0]?.phrase.did ?? 'error', about.flatMap(reasonsOf), {
    error: { text: error.text, span: null },
    about: topicOf(about),
  });
}

/** The sentence of an error, without a word that says that it is one. */
function ofErrorAlone(rest: Rest): Finding | null {
  const { content } = rest;
  const alone = isWords(rest) && !isCalm(content) ? heardAlone(content) : [];
  if (alone.length === 0) return null;
  return finding('error', alone.flatMap(reasonsOf), {
    error: { text: announced(content) ?? content.trim(), span: null },
    about: topicOf(alone),
  });
}

function ofThoughtBefore({ content, reading, isValue }: Rest): Finding | null {
  const isCallless = reading?.state === 'none' && !isValue;
  return isCallless && hasThoughtBeforeJson(content) ? finding(null, [THOUGHT_BEFORE]) : null;
}

/** A part of a call may be what the client still receives. */
const SHOWN: ReadonlySet<TextReading['state']> = new Set<TextReading['state']>(['sound', 'damaged']);

/** What the terminal of a client shows of a call. */
function ofShown({ given, content, reading }: Rest): Finding | null {
  const { writer } = given;
  if (reading === null || writer === null || !SHOWS.has(writer) || !SHOWN.has(reading.state)) return null;
  const whole = wholeOf(content);
  const { did, reasons } = judge({ ...emptyTurn(whole.span), text: whole }, given);
  return finding(did, reasons, {
    call: callInText('reply', whole, reading),
    turn: { ...emptyTurn(whole.span), text: whole },
  });
}

/** A reply, and nothing else. */
function ofWhole({ scene, given, content, reading, isValue }: Rest): Finding | null {
  if (reading === null || (isValue && reading.state === 'none')) return null;
  const whole = wholeOf(content);
  const reasons = (): readonly Reason[] => reasonsOfReply(reading, content, { scene, given, content });
  return (
    toldText(whole, reading, knownBeside(given, content, reading.span), withoutCall(content, reading)) ??
    finding(null, reasons(), { call: callInText('reply', whole, reading) })
  );
}

function wholeOf(content: string): Said & { readonly span: Span } {
  return { text: content, span: { from: 0, to: content.length } };
}

/** What is wrong with a reply, and what the words around it say of its server. */
function reasonsOfReply(
  reading: TextReading,
  text: string,
  { scene, given, content }: Pick<Rest, 'scene' | 'given' | 'content'>,
): readonly Reason[] {
  const command = ofCommand(scene.around, content);
  if (reading.state !== 'sound') return [...ofReply(reading), ...command];
  if (given.showsNoTools) return [UNSHOWN];
  const made = inventedInReport(scene, text, reading) ?? madeUpTool(scene, given, reading.names);
  if (made !== null) return [made];
  const started = otherStart(reading, text, given);
  if (started !== null) return [started];
  return given.comesSometimes ? [slipped(reading, given.named)] : [...ofReply(reading), ...command];
}

/** In UTF-16 units. */
const LONGEST_SHOWN = 20_000;

/** Whether a person who speaks of JSON shows reasoning, and after it an object or a list that is no call. */
function hasThoughtBeforeJson(content: string): boolean {
  if (content.length > LONGEST_SHOWN || !/\bJSON\b/.test(content)) return false;
  return [...content.matchAll(/^```\w{0,10}\n([^`]{1,4000})\n```/gm)].some(([, block = '']) => {
    const rest = /<\/think(?:ing)?>\s{0,8}([[{][^]*)$/.exec(block)?.[1];
    return rest !== undefined && readJson(rest.trim()).ok && readText(rest).state === 'none';
  });
}

const THOUGHT_BEFORE: Reason = {
  cause: 'other-format',
  says: 'The JSON after the reasoning is whole, and it is no call. Who reads the text as JSON fails at the reasoning.',
  fix: 'Turn thinking off for this request, or have the server keep the reasoning apart, as `reasoning_content`.',
};

/** With the server and the model that the words around a reply name, where nothing else does. */
function knownBeside(given: Around, content: string, reply: Span | null): Around {
  const isKnown = given.writer !== null || given.model !== null;
  const { writer, model } = isKnown && given.named.length > 0 ? nobody : namedInWords(content, reply);
  return writer === null ? given : { ...given, named: [writer], model: given.model ?? model?.text ?? null };
}

/** Of a sound call in the text of a reply of which somebody says that it came without calls. */
function toldText(said: Said, reading: TextReading, given: Around, outside: string, isSeen = false): Finding | null {
  if (reading.state !== 'sound' || !(isSeen || saysNoCalls(outside) || saysShown(outside))) return null;
  const turn: Turn = { ...emptyTurn(said.span), text: said };
  const { did, reasons } = judge(turn, given);
  return finding(did, reasons, { call: callInText('reply', said, reading), turn });
}

/** A client read the call in the text, and could not read its arguments. */
function ofArguments({ state, fault }: TextReading): readonly Reason[] {
  if (state !== 'damaged' || fault === null) return [];
  return (['arguments', 'damaged'] as const).map((cause) => ({ cause, says: fault.says }));
}

/** An error below the words of a person that announce it, where its words say what it is about; null for others. */
function announced(content: string): string | null {
  const below = /^[^`]{1,300}[:：]\s{0,4}\n(?:```\w{0,10}\n)?([^]*?)(?:\n```\s*)?$/.exec(content.trim())?.[1] ?? '';
  return heardAlone(below).length > 0 ? withoutHead(below) : null;
}

/** A person asks about tools, and shows a command that starts a server without its parser. */
function ofCommand(around: string, content: string): readonly Reason[] {
  const isOff = startsWithoutParser(around, null) && asksAboutTools(content);
  return isOff ? [withoutParser] : [];
}

/** A reply alone proves nothing about a server; what is wrong with it counts. */
export function ofReply(reading: TextReading): readonly Reason[] {
  const { state, fault } = reading;
  if (state === 'sound' && fault !== null) return [{ cause: 'unknown-tool', says: fault.says, fix: fault.fix }];
  if (state === 'drafted') return [{ cause: 'in-reasoning', says: fault?.says ?? 'The call is in the reasoning.' }];
  const says = fault?.says ?? 'The text of the call is broken.';
  if (state === 'damaged') return [{ cause: 'damaged', says }];
  return state === 'cut' ? [cutInText(reading), { cause: 'damaged', says }] : [];
}
