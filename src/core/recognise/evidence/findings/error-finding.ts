import { refusalIn, stringsOf } from '../paste/answer.ts';
import type { Said } from '../evidence.ts';
import { finding, type Finding } from './finding.ts';
import { callInText } from '../calls/found-call.ts';
import { heardWidely, locatedIn, reasonsOf, topicOf } from '../errors/phrase-search.ts';
import type { Around } from './reason.ts';
import { parserReason, serverCrash, templateReason } from '../errors/python-error.ts';
import { blamed } from '../calls/quoted-part.ts';
import { unreadReasons } from './narrowed-reasons.ts';
import { reportedReply } from './reported-reply.ts';
import type { Scene } from '../paste/scene.ts';
import { lineAt } from '../errors/line-at.ts';
import { errorLine, isErrorText, lastStatus } from '../errors/status.ts';
import { wordsOfError } from '../errors/words-of-error.ts';
import { readText, type TextReading } from '../calls/text-reading.ts';

/** LM Studio logs what a plugin writes to stderr as an error, whatever it is. Source: lmstudio-bug-tracker#1231 */
const OF_PLUGIN = /^[^\n]{0,40}\[ERROR\]\s{1,4}\[Plugin\([^)\n]{1,80}\)\] stderr:[^\n]*/gm;

/**
 * What a text shows that is the report of an error, or has the status of one in it; null for others.
 *
 * @param reading what it is as a reply; null for a log and for a request
 */
export function ofErrorText(scene: Scene, given: Around, content: string, reading: TextReading | null): Finding | null {
  const { values, frame, around, exchange } = scene;
  const outside = exchange?.text ?? (frame.text.startsWith(content) ? withoutCall(around, reading) : around);
  const status = lastStatus(outside);
  const kept = keptErrors(scene);
  const isError = isErrorText(outside.replaceAll(OF_PLUGIN, '')) || kept.length > 0;
  // A person may speak of a status beside a reply that shows why.
  const isOnlyTold = !isError && status !== null && reading !== null && hasMarkedCall(content, reading);
  const isRefused = (status?.status ?? 0) >= 400;
  if (!isError && (!isRefused || isOnlyTold)) return null;
  const { error, line, at } = errorIn(scene, kept);
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
  const about = [...told, ...heardWidely({ text: wordsOfError(around), span: null })].slice(0, 1);
  // Who refuses with a status is a server: the client got no call.
  const did = isRefused ? 'error' : (about[0]?.phrase.did ?? 'error');
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

/** The errors that clients keep in values of their own. */
function keptErrors({ values }: Scene): readonly Said[] {
  return [
    // The name of an error says nothing of it.
    ...values.flatMap((value) => stringsOf(value)).filter(({ text, key }) => key !== 'name' && isErrorText(text)),
    ...values.flatMap((value) => refusalIn(value)),
  ];
}

/** The error itself, its line, and where that is in the text around the values; -1 where it is not there. */
function errorIn(
  { around, frame }: Scene,
  [kept]: readonly Said[],
): { readonly error: Said; readonly line: string; readonly at: number } {
  const said = kept?.text ?? around;
  const line = errorLine(said) ?? firstLine(said);
  // The values in it belong to it.
  const at = kept === undefined && line !== '' ? around.indexOf(line) : -1;
  const isSpan = around.charAt(at - 1) === '`' && around.charAt(at + line.length) === '`';
  const text = at < 0 || isSpan || line.includes('\n') ? line : lineAt(frame, at).text;
  return { error: { text, span: null }, line, at };
}

/** In UTF-16 units. */
const LONGEST_QUOTED = 20_000;

/** The class of an error, before what it says. */
const CLASS = /^[\w.]{0,80}(?:Error|Exception): /;

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

/** The text with a sound call in it blanked out: what a tool is told of errors is none. */
export function withoutCall(text: string, reading: TextReading | null): string {
  if (reading?.state !== 'sound' || reading.span === null) return text;
  const { from, to } = reading.span;
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}
