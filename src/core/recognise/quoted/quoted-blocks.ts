import { type Span, withoutEntities } from '../../text/document/index.ts';
import { isLogText } from '../logs/log-text.ts';
import { CALL, hasCallSigns } from '../markup.ts';
import { decodedString } from '../printed/index.ts';
import { CAME, GIVEN, hasIntent, isOwn, isPersons, isReport, SIGNS, speaksOfModels, WISHED } from './report-words.ts';

/** What somebody shows among words of their own, and where: without its escapes it may be shorter than that. */
export interface Shown extends Span {
  readonly text: string;
}

/** What somebody quotes. */
export interface QuotedBlock extends Shown {
  /** How: `own` alone on a line or in a cell of a table, `string` alone and with escapes; the language of a fence in small letters. */
  readonly by: 'span' | 'own' | 'bullet' | 'string' | { readonly fence: string };
}

/** Longer texts are no questions. In UTF-16 units. */
export const LONGEST = 16_000;

/** Languages of fences that hold code of a person, or a request. */
export const CODE = /^(?!json|xml|text|te?xt|plain|log|tool|output)\w/;

/**
 * The blocks that somebody who reports a failure quotes: in a fence of any language, in a code span, in a cell of a table, or after the
 * bullet of a console, which is a sign of its own. A block alone on its line needs only the second sign. Empty for other texts. Sorted,
 * without overlap; linear.
 */
export function quotedBlocks(content: string): readonly QuotedBlock[] {
  if (content.length > LONGEST || !/[`●⏺•✦]|~~~|^[>|]|\\"|(?:^|[\s:=])'[\w<{[]/m.test(content)) return [];
  return reported(content, blocksIn(content));
}

function reported(content: string, blocks: readonly QuotedBlock[]): readonly QuotedBlock[] {
  const words = outside(content, blocks);
  const isAbout = /^\s{0,8}[\w ]{2,30}:[\s`]{0,12}$/.test(words) || isReport(words) || isPersons(words);
  // A document speaks of responses as well, but not of what went wrong, and seldom of what was asked.
  const isWrong = SIGNS[2]?.test(words) === true;
  const tells = (isWrong || /\b(?:request|prompt|question|asked)\b/i.test(words)) && SIGNS[1]?.test(words) === true;
  return blocks.filter(
    ({ by, from, text }) =>
      isAbout ||
      (by === 'bullet' && !RAN.test(text)) ||
      by === 'string' ||
      (by === 'own' && tells) ||
      (typeof by === 'object' && (isOwn(words) || CAME.test(lineAbove(content, from)))),
  );
}

/** A paragraph of plain words, to its blank line. A role before a colon begins a turn of a transcript. */
const WORDS = /^(?!\s*(?:user|human|assistant|system|tool)\b[^\n:]{0,20}:)[^\n{}[\]<>|=;\\`]{2,400}[:,.!?)…]\s*$/i;
/** So many paragraphs of words are before and after what a report shows, at most. */
const MOST_PARAGRAPHS = 6;

/** So many fences of a report are opened at most, the last ones. */
const MOST_OPENED = 4;

/** What a question may show, the likeliest first: a log in a fence, what is between its words, its fences from the last one on. */
export function shownParts(content: string): readonly Span[] {
  if (content.length > LONGEST) return [];
  const blocks = blocksIn(content);
  const told = reported(content, blocks);
  // A model that shows something may call a tool beside it.
  const isModels = CALL.test(outside(content, blocks));
  const isShown = (block: QuotedBlock): boolean => {
    const above = lineAbove(content, block.from);
    return told.includes(block) || (!isModels && GIVEN.test(above) && !hasIntent(above));
  };
  const fences = blocks.filter((block) => typeof block.by === 'object' && isShown(block)).slice(-MOST_OPENED);
  const wished = fences.filter((one) => isWished(content, one));
  const came = fences.filter((one) => !wished.includes(one));
  const parts = [quotedLog(content, blocks), shownBetween(content), ...[...wished, ...came].toReversed()];
  return parts.filter((part) => part !== null);
}

/** Whether what is in a fence is what somebody wants, and not what came. */
export function isWished(content: string, { from }: Span): boolean {
  return WISHED.test(lineAbove(content, from));
}

/** What may be an error in a person's question about a model. */
export function errorParts(content: string): readonly Span[] {
  if (content.length > LONGEST) return [];
  const words = outside(content, blocksIn(content));
  if (!isPersons(words) || !speaksOfModels(words)) return [];
  return shownParts(content);
}

/** All that a report shows: its one fence, or what is between its words. Null where it shows more, or is no report. */
export function shownAlone(content: string): Span | null {
  if (content.length > LONGEST) return null;
  const blocks = blocksIn(content).filter(({ by }) => typeof by === 'object');
  const [one, other] = blocks;
  if (one === undefined) return shownBetween(content);
  return other === undefined && (isPersons(outside(content, blocks)) || SENT.test(one.text)) ? one : null;
}

/** An event that a server sent, with the id that it made: who explains a stream invents a shorter one. */
const SENT = /^data: \{"id": ?"(?:chatcmpl|cmpl|gen)-[\w-]{16,80}"/m;

/** What a report without fences shows. Null where it is no report. */
function shownBetween(content: string): Span | null {
  const between = betweenParagraphs(content);
  if (between === null) return null;
  const words = outside(content, [between]);
  return isOwn(words) || isReport(words) ? between : null;
}

/**
 * What is between the first and the last paragraphs of words. Null where there are none, or a fence. Paragraphs, and not lines as
 * around a reply: an error is words as well.
 */
function betweenParagraphs(content: string): Span | null {
  if (content.length > LONGEST || hasFence(content)) return null;
  let [from, to] = [0, content.length];
  for (let taken = 0; taken < MOST_PARAGRAPHS; taken += 1) {
    const end = content.indexOf('\n\n', from);
    if (end < 0 || !WORDS.test(content.slice(from, end))) break;
    from = end + 2;
  }
  for (let taken = 0; from > 0 && taken < MOST_PARAGRAPHS; taken += 1) {
    const begin = content.lastIndexOf('\n\n', to - 1);
    if (begin < from || !WORDS.test(content.slice(begin + 2, to))) break;
    to = begin;
  }
  return from > 0 ? { from, to } : null;
}

/** What Claude Code ran, and what came of it. */
const RAN = /^\w{2,40}\([^\n]{0,400}\n {0,8}⎿ /;

/** The last fence or code span alone that holds the log of a server: whoever asks about it shows it so. */
function quotedLog(content: string, blocks: readonly QuotedBlock[]): QuotedBlock | null {
  const isAlone = ({ by }: QuotedBlock): boolean => typeof by === 'object' || by === 'own';
  // A model that shows a log may call a tool beside it.
  if (CALL.test(outside(content, blocks))) return null;
  return blocks.findLast((block) => isAlone(block) && isLogText(block.text)) ?? null;
}

/** Where a line begins; the end of the last one for a number above it. */
export function beginOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).join('\n').length + Math.min(line, 1);
}

/** The line above the fence of a block. */
export function lineAbove(content: string, from: number): string {
  const opened = content.lastIndexOf('\n', from - 2);
  const above = content.slice(Math.max(0, opened - 240), Math.max(0, opened)).trimEnd();
  return above.slice(above.lastIndexOf('\n') + 1);
}

/** What is quoted: each looks for its own end. The last group is the text. */
const FENCE = /^[ \t]{0,8}(`{3,8}|~{3,8})([^\n`]{0,40})\n([\s\S]*?)\n[ \t]{0,8}\1[ \t]*$/gm;
const CODE_SPAN = /(?<!`)`([^`\n]{1,4000})`(?!`)/g;
/** A shorter code span names something. */
const SHORTEST_SPAN = 8;
const CELL = /(?<=\|[ \t]{0,8})([{[<][^|\n]{8,4000}[}\]>])(?=[ \t]{0,8}\|)/g;
const STRING = /^[ \t]{0,8}"((?:[^"\\\n]|\\[^\n]){8,8000})"[ \t]*$/gm;
/** As Python prints a text: alone on its line, or after words of a person. It has no apostrophe, and is no member of a value. */
const PRINTED = /(?<=^[ \t]{0,8}|[\w=] |(?<!["']): )'((?:[^'\\\n]|\\[^\n]){8,8000})'(?=[ \t]*$|[.,;]? )/gm;
const QUOTATION = /^>[^\n]{8,4000}(?:\n>[^\n]{0,4000}){0,200}/gm;
const BULLET = /^[ \t]{0,4}[●⏺•✦] ([^\n]{0,2000}(?:\n(?: {2,}[^\n]{0,2000}|[ \t]*$(?!\n\S)))*)/gm;

function blocksIn(content: string): readonly QuotedBlock[] {
  const found: QuotedBlock[] = [];
  const addBlock = (block: QuotedBlock): void => {
    if (/[{<[(]|^Action:/m.test(block.text) && !found.some((one) => one.from < block.to && block.from < one.to))
      found.push(block);
  };
  const add = (match: RegExpExecArray, by: QuotedBlock['by']): void => {
    const text = match.at(-1) ?? '';
    const sign = text === match[0] ? 0 : match[0].search(/[`~●⏺•✦>"']/) + 1;
    const from = match.index + match[0].indexOf(text, sign);
    const plain =
      by === 'string'
        ? decodedString(text, match[0].charAt(0) === "'" ? "'" : '"')
        : text.includes('&lt;') && !text.includes('<')
          ? withoutEntities(text)
          : null;
    const indent = typeof by === 'object' ? (/^[ \t]*/.exec(match[0])?.[0].length ?? 0) : 0;
    const outdented = indent === 0 ? null : text.replaceAll(new RegExp(`^[ \\t]{1,${String(indent)}}`, 'gm'), '');
    addBlock({ from, to: from + text.length, by, text: plain ?? outdented ?? text });
  };
  // Each fence that is never closed is searched for to the end of the text.
  for (const match of hasFence(content) ? content.matchAll(FENCE) : [])
    add(match, { fence: (match[2] ?? '').trim().toLowerCase() });
  for (const match of content.matchAll(CODE_SPAN))
    if (match[0].length >= SHORTEST_SPAN + 2) add(match, quoting(content, match.index, match[0].length));
  for (const match of content.matchAll(CELL)) add(match, 'own');
  for (const match of content.matchAll(STRING)) add(match, 'string');
  for (const match of content.matchAll(PRINTED))
    if (hasCallSigns(decodedString(match[1] ?? '', "'") ?? '')) add(match, 'string');
  for (const { 0: lines, index } of content.matchAll(QUOTATION)) {
    const text = lines.replaceAll(/^> ?/gm, '');
    // The signs before the lines are no part of it.
    const from = lines.includes('\n') ? index : index + lines.length - text.length;
    addBlock({ from, to: index + lines.length, by: 'span', text });
  }
  for (const match of content.matchAll(BULLET)) add(match, 'bullet');
  return found.toSorted((a, b) => a.from - b.from);
}

/** Tells whether a code span is alone or on the line of a bullet. */
function quoting(content: string, from: number, length: number): QuotedBlock['by'] {
  const before = content.slice(content.lastIndexOf('\n', from - 1) + 1, from);
  const after = content.slice(from + length, from + length + 80);
  if (/^[ \t]{0,4}[●⏺•✦] /.test(before)) return 'bullet';
  return /(?:^|\|)[ \t]*$/.test(before) && /^[ \t]*(?:$|\|)/m.test(after) ? 'own' : 'span';
}

/** Whether a place is right after the fence that ends a block: what is there is a part of the text with the block in it. */
export function isAfterBlock(text: string, at: number): boolean {
  return text.startsWith('```', at - 3) && (text.slice(0, at).match(/```/g)?.length ?? 0) % 2 === 0;
}

/** Whether a place is between a fence and the one that closes it. */
export function isInFence(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^[ \t]{0,8}(?:`{3}|~{3})/gm)?.length ?? 0) % 2 === 1;
}

/** Whether there is a fence that is closed: what is outside of it is no data that somebody shows. Linear. */
export function hasFence(content: string): boolean {
  const opener = /^[ \t]{0,8}(?:`{3,8}|~{3,8})[^\n`]{0,40}\n/m.exec(content);
  if (opener === null) return false;
  const closer = /\n[ \t]{0,8}(?:`{3,8}|~{3,8})[ \t]*$/gm;
  closer.lastIndex = opener.index + opener[0].length;
  return closer.test(content);
}

export function outside(content: string, blocks: readonly Span[]): string {
  return blocks.reduceRight((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, content);
}

/** Whether the log of a stream is in a fence. */
export function isStream({ by, text }: QuotedBlock): boolean {
  return typeof by === 'object' && /^\s*(?:data|event): ?\S/.test(text);
}
