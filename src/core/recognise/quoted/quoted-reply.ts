import { frameOf } from '../frame/frame.ts';
import { isLogText } from '../logs/log-text.ts';
import { CALL, hasCallAmong, hasCallSigns, isCall } from '../markup.ts';
import {
  beginOf,
  CODE,
  hasFence,
  isStream,
  LONGEST,
  lineAbove,
  outside,
  type QuotedBlock,
  quotedBlocks,
  type Shown,
} from './quoted-blocks.ts';
import { CAME, GIVEN, hasIntent, isOfReport, isPersons, isReport, speakerAbove, WISHED } from './report-words.ts';
import { spokenReply } from './spoken-reply.ts';
import { toldReply } from './told-reply.ts';
import { embeddedValues } from '../values.ts';

/** Languages of fences in which a call is one to everybody who reads the whole. */
const READ: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_code', 'xml', 'python']);

/** Whether a block has a call in a form that is no markup. */
function isPlainCall({ by, text }: QuotedBlock): boolean {
  const mayHold = typeof by === 'object' ? !CODE.test(by.fence) : by === 'string';
  return mayHold && hasCallSigns(text) && !isLogText(text);
}

/** The reply that somebody shows: in a block, in a talk, or between paragraphs of their own. Null where the whole may be the reply of a model. */
export function quotedReply(content: string): Shown | null {
  return (
    replyInBlock(content) ?? spokenReply(content) ?? namedReply(content) ?? replyBetween(content) ?? toldReply(content)
  );
}

/** The last quoted block with the signs of a call, where a person speaks of it or nobody would find that call in the whole. */
function replyInBlock(content: string): QuotedBlock | null {
  const blocks = quotedBlocks(content);
  const words = outside(content, blocks);
  const isFence = ({ by }: QuotedBlock): boolean => typeof by === 'object';
  const above = (block: QuotedBlock): string => (isFence(block) ? lineAbove(content, block.from) : '');
  const calls = blocks.filter((block) => isCall(block.text) && !isStream(block));
  if (hasCallAmong(words)) return null;
  if (isPersons(words)) {
    const came = (shown: readonly QuotedBlock[]): readonly QuotedBlock[] =>
      shown.filter((one) => !WISHED.test(above(one)));
    const plain = came(blocks.filter(isPlainCall));
    // What is in a code span is mostly spoken of, where a fence shows a call as well.
    const shown = came(calls).findLast(isFence) ?? came(calls).at(-1);
    return shown ?? (plain.length === 1 ? plain[0] : calls.at(-1)) ?? null;
  }
  const led = calls.findLast((block) => CAME.test(above(block)) || GIVEN.test(above(block)));
  if (led !== undefined && isReport(words)) return led;
  const isRead = calls.some(({ by }) => typeof by === 'object' && READ.has(by.fence));
  return isRead ? null : (calls.at(-1) ?? null);
}

/** A line of words: nothing, a sentence, or a long part of one. A step of a model and a turn of a transcript begin otherwise. */
const WORDS =
  /^(?!\s*\W{0,3}(?:user|human|assistant|system|tool|thought|action|observation|final answer)\b[^\n:]{0,20}:)[^{}[\]<>|=;\\`]*$/i;
const ENDS = /[:,.!?)…：。？！]\s*$/;
const LONGEST_LINE = 400;
const FEWEST_WORDS = 5;

function isWords(line: string): boolean {
  if (line.trim() === '') return true;
  if (line.length > LONGEST_LINE || !WORDS.test(line)) return false;
  return ENDS.test(line) || line.trim().split(' ').length >= FEWEST_WORDS;
}

/**
 * The reply between lines of a person's own. A model has words of its own before its call and after it: the person's end with a
 * colon, and those after the reply begin with a sign of a report.
 */
function replyBetween(content: string): Shown | null {
  if (content.length > LONGEST || hasFence(content)) return null;
  const lines = content.split('\n');
  const first = lines.findIndex((line) => !isWords(line));
  if (first < 0) return null;
  const last = lines.findLastIndex((line) => !isWords(line));
  const after = lines.findIndex((line, index) => index > last && isOfReport(line));
  const begin = leadOf(lines, first) ?? first;
  const all = partOf(content, lines, begin, after);
  const call = CALL.exec(content)?.index;
  const lineOf = (at: number): number => content.slice(0, at).split('\n').length - 1;
  const led = call === undefined ? null : leadOf(lines, lineOf(call));
  if (call === undefined || led === null || (all !== null && led === begin)) return all;
  // A question has commands and settings above its call, and notes below it.
  const end = lineOf(endOfCall(content, call));
  const isNext = (line: string, index: number): boolean =>
    index > end && isWords(line) && (isOfReport(line) || isLead(line));
  return partOf(content, lines, led, lines.findIndex(isNext)) ?? all;
}

/** The object of a call below the name of who says it, as chats show it, among words of a person. What is after it is theirs. */
function namedReply(content: string): Shown | null {
  if (content.length > LONGEST || hasFence(content)) return null;
  const calls = embeddedValues(content).filter(({ span: { from, to } }) => isCall(content.slice(from, to)));
  const [call] = calls;
  if (call === undefined || calls.length > 1) return null;
  const { from, to } = call.span;
  const above = content.slice(0, from).split('\n');
  const isAlone = above.at(-1)?.trim() === '' && /^[ \t]*(?:\n|$)/.test(content.slice(to, to + 80));
  if (!isAlone || speakerAbove(above, above.length - 1) < 0) return null;
  return isPersons(outside(content, [call.span])) ? { from, to, text: content.slice(from, to) } : null;
}

/** The line after the last one before a place that leads to what is shown; null for none. */
function leadOf(lines: readonly string[], before: number): number | null {
  const led = lines.slice(0, before + 1).findLastIndex((line) => isLead(line));
  return led < 0 ? null : led + 1;
}

function isLead(line: string): boolean {
  return /[:：][*_ \t]*$/.test(line) && !hasIntent(line);
}

/** So much may be between the beginning of a call and its value. */
const MOST_HEAD = 120;

/** Where the value of a call ends; where it begins for one without. */
function endOfCall(content: string, at: number): number {
  const value = embeddedValues(content).find(({ span }) => at < span.to && span.from < at + MOST_HEAD);
  return Math.max(at, value?.span.to ?? at);
}

/** What is between two lines; an end below 0 is that of the text. Null where the words around it are no person's, or it is no call. */
function partOf(content: string, lines: readonly string[], begin: number, after: number): Shown | null {
  const end = after < 0 ? lines.length : after;
  if (begin === 0 && end === lines.length) return null;
  const from = beginOf(lines, begin);
  const to = lines.slice(0, end).join('\n').length;
  const words = outside(content, [{ from, to }]);
  const whole = content.slice(from, to).trimEnd();
  // Who reports a failure may show another call that came.
  if (!isPersons(words) || (hasCallAmong(words) && !isReport(words)) || !hasCallSigns(whole)) return null;
  // A fence that nobody closed is a person's as well.
  const fence = /^\s*(?:`{3,8}|~{3,8})\w{0,20}\n/.exec(whole)?.[0] ?? '';
  const { text } = frameOf(whole.slice(fence.length).replace(/^(?:[ \t]*\n)+/, ''), true);
  return { from: from + whole.length - text.length, to: from + whole.length, text };
}
