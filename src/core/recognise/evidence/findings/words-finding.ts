import { readJson } from '../../../text/json/index.ts';
import { isLogText, spokenReply } from '../../index.ts';
import { emptyTurn, refusalIn, stringsOf } from '../paste/answer.ts';
import { type Said, type Turn, type Writer } from '../evidence.ts';
import { finding, type Finding } from './finding.ts';
import { failedRun } from '../errors/failed-run.ts';
import { callInText } from '../calls/found-call.ts';
import { heardAlone, heardWidely, locatedIn, reasonsOf, topicOf } from '../errors/phrase-search.ts';
import { judge } from './judge.ts';
import type { Around, Reason } from './reason.ts';
import { otherStart, slipped, UNSHOWN, withoutParser } from './stayed-text.ts';
import { asksAboutTools } from '../named-in-words.ts';
import { parserReason, serverCrash, templateReason } from '../errors/python-error.ts';
import { blamed } from '../calls/quoted-part.ts';
import { unreadReasons } from './narrowed-reasons.ts';
import { reportedReply } from './reported-reply.ts';
import type { Scene } from '../paste/scene.ts';
import { startsWithoutParser } from '../paste/settings.ts';
import {
  errorLine,
  isCalm,
  isErrorText,
  lastStatus,
  saysNoCalls,
  toldErrors,
  withoutHead,
  withoutStack,
} from '../errors/status.ts';
import { noCall, readText, type TextReading } from '../calls/text-reading.ts';

/** So long is the line of a sentence. In UTF-16 units. */
export const LONGEST_SAID = 400;

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

/** LM Studio logs what a plugin writes to stderr as an error, whatever it is. Source: lmstudio-bug-tracker#1231 */
const OF_PLUGIN = /^[^\n]{0,40}\[ERROR\]\s{1,4}\[Plugin\([^)\n]{1,80}\)\] stderr:[^\n]*/gm;

/** A text with no answer and no conversation in it, and of which no sentence is known. */
export function ofRest(scene: Scene, given: Around, content: string): Finding {
  const { textTools, writer } = given;
  const { values, frame, around, exchange, request } = scene;
  const reading = request === null && !isLogText(content) ? readText(content, textTools) : null;
  const outside = exchange?.text ?? (frame.text.startsWith(content) ? withoutCall(around, reading) : around);
  const status = lastStatus(outside);
  const kept = [
    // The name of an error says nothing of it.
    ...values.flatMap((value) => stringsOf(value)).filter(({ text, key }) => key !== 'name' && isErrorText(text)),
    ...values.flatMap((value) => refusalIn(value)),
  ];
  const isError = isErrorText(outside.replaceAll(OF_PLUGIN, '')) || kept.length > 0;
  // A person may speak of a status beside a reply that shows why.
  const isOnlyTold = !isError && status !== null && reading !== null && hasMarkedCall(content, reading);
  if (isError || ((status?.status ?? 0) >= 400 && !isOnlyTold)) {
    const said = kept[0]?.text ?? around;
    const line = errorLine(said) ?? firstLine(said);
    // The values in it belong to it.
    const at = kept[0] === undefined && line !== '' ? around.indexOf(line) : -1;
    const isSpan = around.charAt(at - 1) === '`' && around.charAt(at + line.length) === '`';
    const error = { text: at < 0 || isSpan || line.includes('\n') ? line : lineAt(frame, at).text, span: null };
    const failure = parserReason(around, given) ?? templateReason(around);
    if (failure !== null) return finding('error', [failure], { error });
    const told = [
      ...kept,
      error,
      ...values.flatMap((one) => locatedIn(one)),
      ...values.flatMap((one) => stringsOf(one)).filter((one) => /["']error["'] ?:/.test(one.text)),
    ].flatMap((one) => heardWidely(one));
    const crash = told.length === 0 ? serverCrash(around) : null;
    if (crash !== null) return finding('error', [crash], { error });
    const about = [...told, ...heardWidely({ text: withoutStack(around), span: null })].slice(0, 1);
    // Who refuses with a status is a server: the client got no call.
    const did = (status?.status ?? 0) >= 400 ? 'error' : (about[0]?.phrase.did ?? 'error');
    if (about.length > 0) return finding(did, about.flatMap(reasonsOf), { error, about: topicOf(about) });
    const raw = callAlone(line, at, frame);
    if (raw !== null)
      return finding('error', unreadReasons(raw.reading, given), {
        call: callInText('error', raw.said, raw.reading),
        error,
      });
    return finding(
      did,
      values.flatMap((value) => blamed(value)),
      { error },
    );
  }
  // A file of settings is one value; a call may be one as well.
  const isValue = values.some(({ span }) => span.to - span.from > 0.9 * frame.text.length);
  const failed =
    reading?.span === null || reading?.span === undefined ? null : failedRun(content.slice(reading.span.from), writer);
  if (failed !== null) {
    const call = callInText('reply', { text: content, span: { from: 0, to: content.length } }, reading ?? noCall);
    const about = heardWidely(failed).flatMap(reasonsOf);
    return finding('calls', about.length > 0 || reading === null ? about : ofArguments(reading), {
      call,
      error: failed,
    });
  }
  // What has no name may be read better alone.
  const isPlain =
    reading !== null && (reading.state === 'quoted' || reading.names.join('') === '' || spokenReply(content) !== null);
  const reported = isPlain && !isValue ? reportedReply(content) : null;
  const command = ofCommand(around, content);
  const reasonsOfReply = (one: TextReading, text: string): readonly Reason[] => {
    const started = otherStart(one, text, given);
    if (one.state !== 'sound') return [...ofReply(one), ...command];
    if (given.showsNoTools) return [UNSHOWN];
    return started !== null ? [started] : given.comesSometimes ? [slipped(one)] : [...ofReply(one), ...command];
  };
  if (reported !== null)
    return (
      toldText(reported, reported.reading, given, around) ??
      finding(null, reasonsOfReply(reported.reading, reported.text), {
        call: callInText('reply', reported, reported.reading),
      })
    );
  const isText = reading === null ? request === null : reading.state === 'none';
  const told = isText && !isValue ? toldErrors(content) : [];
  const said = told.map((one) => ({ ...one, about: heardWidely({ ...one, span: null })[0] }));
  const error = said.find(({ about }) => about !== undefined) ?? said.find(({ isSure }) => isSure);
  if (error !== undefined) {
    const about = error.about === undefined ? [] : [error.about];
    return finding(about[0]?.phrase.did ?? 'error', about.flatMap(reasonsOf), {
      error: { text: error.text, span: null },
      about: topicOf(about),
    });
  }
  const alone = isText && !isCalm(content) ? heardAlone(content) : [];
  if (alone.length > 0)
    return finding('error', alone.flatMap(reasonsOf), {
      error: { text: announced(content) ?? content.trim(), span: null },
      about: topicOf(alone),
    });
  if (reading === null || (isValue && reading.state === 'none')) return finding(null, []);
  if (reading.state === 'none' && hasThoughtBeforeJson(content)) return finding(null, [THOUGHT_BEFORE]);
  const whole: Said = { text: content, span: { from: 0, to: content.length } };
  const call = callInText('reply', whole, reading);
  if (reading.state === 'sound' && writer !== null && SHOWS.has(writer)) {
    const turn: Turn = { ...emptyTurn(whole.span), text: whole };
    const { did, reasons } = judge(turn, given);
    return finding(did, reasons, { call, turn });
  }
  return (
    toldText(whole, reading, given, withoutCall(content, reading)) ??
    finding(null, reasonsOfReply(reading, content), { call })
  );
}

/** Whether a person who speaks of JSON shows reasoning, and after it an object or a list that is no call. */
function hasThoughtBeforeJson(content: string): boolean {
  if (content.length > LONGEST_QUOTED || !/\bJSON\b/.test(content)) return false;
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

/** Of a sound call in the text of a reply of which somebody says that it came without calls. */
function toldText(said: Said, reading: TextReading, given: Around, outside: string): Finding | null {
  if (reading.state !== 'sound' || !saysNoCalls(outside)) return null;
  const turn: Turn = { ...emptyTurn(said.span), text: said };
  const { did, reasons } = judge(turn, given);
  return finding(did, reasons, { call: callInText('reply', said, reading), turn });
}

/** The class of an error, before what it says. */
const CLASS = /^[\w.]{0,80}(?:Error|Exception): /;

/** In UTF-16 units. */
const LONGEST_QUOTED = 20_000;

/** The call of a format with markers that an error quotes, with no word of its own; null for none. */
function callAlone(
  line: string,
  at: number,
  frame: Scene['frame'],
): { readonly said: Said; readonly reading: TextReading } | null {
  const from = at + (CLASS.exec(line)?.[0].length ?? 0);
  const text = at < 0 ? '' : frame.text.slice(from, from + LONGEST_QUOTED).trimEnd();
  if (!/^\s{0,4}[<[]/.test(text)) return null;
  const reading = readText(text);
  if (reading.isBare || !['sound', 'damaged', 'cut'].includes(reading.state)) return null;
  return { said: { text, span: frame.place({ from, to: from + text.length }) }, reading };
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

/** Whether a text holds a call of a format with markers, which a person shows among words. */
function hasMarkedCall(content: string, reading: TextReading): boolean {
  const shown = reading.state === 'none' || reading.state === 'quoted' ? reportedReply(content)?.reading : reading;
  return shown !== undefined && shown.state !== 'none' && !shown.isBare;
}

/** The first line that only a program writes: not the words of a person, or what announces the next line. */
function firstLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.find((one) => !/[:：]\s*$|^\s*```|\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b/.test(one)) ?? '';
}

/** A person asks about tools, and shows a command that starts a server without its parser. */
function ofCommand(around: string, content: string): readonly Reason[] {
  const isOff = startsWithoutParser(around) && asksAboutTools(content);
  return isOff ? [withoutParser] : [];
}

/** A reply alone proves nothing about a server; what is wrong with it counts. */
export function ofReply({ state, fault }: TextReading): readonly Reason[] {
  if (state === 'sound' && fault !== null) return [{ cause: 'unknown-tool', says: fault.says, fix: fault.fix }];
  if (state === 'drafted') return [{ cause: 'in-reasoning', says: fault?.says ?? 'The call is in the reasoning.' }];
  const says = fault?.says ?? 'The text of the call is broken.';
  if (state === 'damaged') return [{ cause: 'damaged', says }];
  if (state === 'cut')
    return [
      { cause: 'cut', says },
      { cause: 'damaged', says },
    ];
  return [];
}

/** The text with a sound call in it blanked out: what a tool is told of errors is none. */
function withoutCall(text: string, reading: TextReading | null): string {
  if (reading?.state !== 'sound' || reading.span === null) return text;
  const { from, to } = reading.span;
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

/** What is at a place up to the end of its line, without the signs before it. */
export function lineAt(frame: Scene['frame'], at: number): Said {
  const [line = ''] = frame.text.slice(at, at + LONGEST_SAID).split('\n');
  const text = withoutHead(line);
  const from = at + line.length - text.length;
  return { text, span: frame.place({ from, to: from + text.length }) };
}
