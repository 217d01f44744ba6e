import { type Span, withoutEntities } from '../text/document/index.ts';
import { isLogText } from './log-text.ts';
import { decodedString } from './printed/index.ts';

/** What somebody quotes among words of their own. */
export interface QuotedBlock extends Span {
  /** How: `own` alone on a line or in a cell of a table, `string` alone and with escapes; the language of a fence in small letters. */
  readonly by: 'span' | 'own' | 'bullet' | 'string' | { readonly fence: string };
  /** Without its escapes. */
  readonly text: string;
}

/** Longer texts are no questions. In UTF-16 units. */
const LONGEST = 16_000;

/** Who is spoken of, what was done, and that it is not what was wanted: a person's report has all three. */
const SIGNS: readonly RegExp[] = [
  /\b(?:I|my|we|our|LLMs?|models?|agent|assistant|integration|tool[_ ]?call(?:s|ing)?|provider)\b|模型|工具|客户端|助手/i,
  /\b(?:print(?:s|ed)?|outputs?|return(?:s|ed)?|respon(?:ds?|ded|se|ses)|repl(?:y|ies|ied)|emit(?:s|ted)?|(?:generate|produce)[sd]?|came (?:back|out)|writes|wrote|receive[sd]?|shows|shown|get back|getting|gives|rendered)\b|输出|返回|响应|显示|回复/i,
  /\b(?:instead|rather than|not|never|nothing|fail(?:s|ed)?|stuck|broken|wrong|issue|bug|problem|actual|struggles?|as (?:plain |raw )?text|only|just|sometimes|still|prematurely|no (?:further|longer|(?:tool|function)s? (?:is|are|was|were|gets?) (?:run|called|executed|used))|(?:is|are|was|but) (?:empty|null|missing|ignored))\b|n['’]t\b|失败|没有|无法|不能|而不是|报错|错误|问题/i,
];

/**
 * The blocks that somebody who reports a failure quotes: in a fence of any language, in a code span, in a cell of a table, or after the
 * bullet of a console, which is a sign of its own. A block alone on its line needs only the second sign. Empty for other texts. Sorted,
 * without overlap; linear.
 */
export function quotedBlocks(content: string): readonly QuotedBlock[] {
  if (content.length > LONGEST || !/[`●⏺•✦]|^[>|]|\\"/m.test(content)) return [];
  return reported(content, blocksIn(content));
}

function reported(content: string, blocks: readonly QuotedBlock[]): readonly QuotedBlock[] {
  const words = outside(content, blocks);
  const isReport = /^\s{0,8}[\w ]{2,30}:[\s`]{0,12}$/.test(words) || SIGNS.every((sign) => sign.test(words));
  // A document speaks of responses as well, but not of what went wrong, and seldom of what was asked.
  const isWrong = SIGNS[2]?.test(words) === true;
  const tells = (isWrong || /\b(?:request|prompt|question|asked)\b/i.test(words)) && SIGNS[1]?.test(words) === true;
  return blocks.filter(
    ({ by, from, text }) =>
      isReport ||
      (by === 'bullet' && !RAN.test(text)) ||
      by === 'string' ||
      (by === 'own' && tells) ||
      (typeof by === 'object' && (isOwn(words) || CAME.test(lineAbove(content, from)))),
  );
}

/** Whether words are somebody's own: what went wrong, and with whom. */
function isOwn(words: string): boolean {
  return SIGNS[2]?.test(words) === true && /\b(?:I|my)\b|我|工具/.test(words);
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
  const fences = reported(content, blocks).filter(({ by }) => typeof by === 'object');
  const parts = [quotedLog(content, blocks), shownBetween(content), ...fences.slice(-MOST_OPENED).toReversed()];
  return parts.filter((part) => part !== null);
}

/** What a report without fences shows: what is between its first and its last paragraphs of words. Null where it is no report. */
function shownBetween(content: string): Span | null {
  if (hasFence(content)) return null;
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
  const words = `${content.slice(0, from)} ${content.slice(to)}`;
  return from > 0 && (isOwn(words) || SIGNS.every((sign) => sign.test(words))) ? { from, to } : null;
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

/** The line above a block that says that what is in it came: `This is the response I get back from the coordinator:`. */
const CAME =
  /\b(?:I (?:get|got|receive|see|saw|am getting|was getting)\b|(?:responded|returned|received|answered|replied|printed|gave|generated)\b)[^\n.]{0,80}[:：][*_ \t]{0,4}$/i;
/** The same in words that a document has as well. */
const LABEL =
  /(?:^(?:\*\*|#{1,4} )?(?:(?:raw|actual|model|LLM|full) )?(?:response|output|reply)(?:\*\*)?|\bthe (?:response|output|reply|answer) (?:is|was)\b[^\n.]{0,30})[:：][*_ \t]{0,4}$/i;

/** The line above the fence of a block. */
function lineAbove(content: string, from: number): string {
  const opened = content.lastIndexOf('\n', from - 2);
  const above = content.slice(Math.max(0, opened - 240), Math.max(0, opened)).trimEnd();
  return above.slice(above.lastIndexOf('\n') + 1);
}

/** What is quoted: each looks for its own end. The last group is the text. */
const FENCE = /^[ \t]{0,8}(?:```|~~~)([^\n`]{0,40})\n([\s\S]*?)\n[ \t]{0,8}(?:```|~~~)[ \t]*$/gm;
const CODE_SPAN = /(?<!`)`([^`\n]{8,4000})`(?!`)/g;
const CELL = /(?<=\|[ \t]{0,8})([{[<][^|\n]{8,4000}[}\]>])(?=[ \t]{0,8}\|)/g;
const STRING = /^[ \t]{0,8}"((?:[^"\\\n]|\\[^\n]){8,8000})"[ \t]*$/gm;
/** One long line of a quotation; of several the frame takes the signs off. */
const QUOTATION = /^> ?([^\n]{8,4000})$/gm;
const BULLET = /^[ \t]{0,4}[●⏺•✦] ([^\n]{0,2000}(?:\n(?: {2,}[^\n]{0,2000}|[ \t]*$(?!\n\S)))*)/gm;

function blocksIn(content: string): readonly QuotedBlock[] {
  const found: QuotedBlock[] = [];
  const add = (match: RegExpExecArray, by: QuotedBlock['by']): void => {
    const text = match.at(-1) ?? '';
    const sign = text === match[0] ? 0 : match[0].search(/[`~●⏺•✦>"]/) + 1;
    const from = match.index + match[0].indexOf(text, sign);
    const plain =
      by === 'string'
        ? decodedString(text, '"')
        : text.includes('&lt;') && !text.includes('<')
          ? withoutEntities(text)
          : null;
    const block = { from, to: from + text.length, by, text: plain ?? text };
    if (/[{<[(]/.test(block.text) && !found.some((one) => one.from < block.to && block.from < one.to))
      found.push(block);
  };
  // Each fence that is never closed is searched for to the end of the text.
  for (const match of hasFence(content) ? content.matchAll(FENCE) : [])
    add(match, { fence: (match[1] ?? '').trim().toLowerCase() });
  for (const match of content.matchAll(CODE_SPAN)) add(match, quoting(content, match.index, match[0].length));
  for (const match of content.matchAll(CELL)) add(match, 'own');
  for (const match of content.matchAll(STRING)) add(match, 'string');
  for (const match of content.matchAll(QUOTATION)) add(match, 'span');
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

/** Whether there is a fence that is closed: what is outside of it is no data that somebody shows. Linear. */
export function hasFence(content: string): boolean {
  const opener = /^[ \t]{0,8}(?:```|~~~)[^\n`]{0,40}\n/m.exec(content);
  if (opener === null) return false;
  const closer = /\n[ \t]{0,8}(?:```|~~~)[ \t]*$/gm;
  closer.lastIndex = opener.index + opener[0].length;
  return closer.test(content);
}

function outside(content: string, blocks: readonly Span[]): string {
  return blocks.reduceRight((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, content);
}

/** The signs of a call of any format. */
const CALL =
  /<(?:tool_call|function(?:call)?|invoke|｜|\|(?:tool|channel|python_))|\[TOOL_CALLS\]|"(?:name|tool|function)"\s{0,4}:\s{0,4}"[^"\n]{1,80}"\s{0,4},\s{0,40}"(?:arguments|parameters|args|input|params)"/;

/** What documents write where a call has its name or its arguments. */
const PLACEHOLDER =
  /<function=(?:name|function[-_]?name|tool[-_]?name)>|"name"\s?:\s?"?<|[>=:]\s?\{(?:json|args|arguments)\}/i;

/** A tag alone is spoken of: a call has something in it. */
function isCall(text: string): boolean {
  return CALL.test(text) && !PLACEHOLDER.test(text) && /\w{2}/.test(text.replaceAll(/<[^<>{]{0,80}>/g, ''));
}

/** Whether the log of a stream is in a fence. */
export function isStream({ by, text }: QuotedBlock): boolean {
  return typeof by === 'object' && /^\s*(?:data|event): ?\S/.test(text);
}

/** Languages of fences in which a call is one to everybody who reads the whole. */
const READ: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_code', 'xml', 'python']);

/** The last quoted block with the signs of a call, where nobody would find that call in the whole; null for none. */
export function quotedReply(content: string): QuotedBlock | null {
  const blocks = quotedBlocks(content);
  const calls = blocks.filter((block) => isCall(block.text) && !isStream(block));
  const led = calls.findLast(({ by, from }) => {
    const above = typeof by === 'object' ? lineAbove(content, from) : '';
    return CAME.test(above) || LABEL.test(above);
  });
  if (led !== undefined && SIGNS.every((sign) => sign.test(outside(content, blocks)))) return led;
  const isRead = calls.some(({ by }) => typeof by === 'object' && READ.has(by.fence));
  return isRead || CALL.test(outside(content, blocks)) ? null : (calls.at(-1) ?? null);
}
