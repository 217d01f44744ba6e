import type { Span } from '../text/document/index.ts';
import { frameOf } from './frame.ts';
import { CALL, hasCallSigns, isCall } from './markup.ts';
import { hasFence, isStream, LONGEST, lineAbove, outside, type QuotedBlock, quotedBlocks } from './quoted-blocks.ts';
import { CAME, hasIntent, isOfReport, isPersons, isReport, LABEL } from './report-words.ts';

/** Languages of fences in which a call is one to everybody who reads the whole. */
const READ: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_code', 'xml', 'python']);

/** Languages of fences that hold code of a person, or a request. */
const CODE = /^(?!json|xml|text|te?xt|plain|log|tool|output)\w/;

/** Whether a block has a call in a form that is no markup. */
function isPlainCall({ by, text }: QuotedBlock): boolean {
  return typeof by === 'object' && !CODE.test(by.fence) && hasCallSigns(text);
}

/** Above what did not come. */
const WISHED = /^(?!.*\b(?:got|but|get|see|instead)\b).*\b(?:expect|should|want|wish|correct|desired|supposed)/i;

/** The reply that somebody shows: in a block, or between paragraphs of their own. Null where the whole may be the reply of a model. */
export function quotedReply(content: string): (Span & { readonly text: string }) | null {
  return replyInBlock(content) ?? replyBetween(content);
}

/** The last quoted block with the signs of a call, where a person speaks of it or nobody would find that call in the whole. */
function replyInBlock(content: string): QuotedBlock | null {
  const blocks = quotedBlocks(content);
  const words = outside(content, blocks);
  const isFence = ({ by }: QuotedBlock): boolean => typeof by === 'object';
  const above = (block: QuotedBlock): string => (isFence(block) ? lineAbove(content, block.from) : '');
  const calls = blocks.filter((block) => isCall(block.text) && !isStream(block));
  if (CALL.test(words)) return null;
  if (isPersons(words)) {
    const came = (shown: readonly QuotedBlock[]): readonly QuotedBlock[] =>
      shown.filter((one) => !WISHED.test(above(one)));
    const plain = came(blocks.filter(isPlainCall));
    return came(calls).at(-1) ?? (plain.length === 1 ? plain[0] : calls.at(-1)) ?? null;
  }
  const led = calls.findLast((block) => CAME.test(above(block)) || LABEL.test(above(block)));
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
function replyBetween(content: string): (Span & { readonly text: string }) | null {
  if (content.length > LONGEST || hasFence(content)) return null;
  const lines = content.split('\n');
  const first = lines.findIndex((line) => !isWords(line));
  const last = lines.findLastIndex((line) => !isWords(line));
  const led = lines.slice(0, first + 1).findLastIndex((line) => /[:：]\s*$/.test(line) && !hasIntent(line));
  const begin = led < 0 ? first : led + 1;
  const after = lines.findIndex((line, index) => index > last && isOfReport(line));
  const end = after < 0 ? lines.length : after;
  if (first < 0 || (begin === 0 && end === lines.length)) return null;
  const length = (count: number): number => lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);
  const [from, to] = [length(begin), Math.min(length(end), content.length)];
  const words = outside(content, [{ from, to }]);
  const whole = content.slice(from, to).trimEnd();
  if (!isPersons(words) || CALL.test(words) || !hasCallSigns(whole)) return null;
  // A fence that nobody closed is a person's as well.
  const fence = /^\s*(?:`{3,8}|~{3,8})\w{0,20}\n/.exec(whole)?.[0] ?? '';
  const { text } = frameOf(whole.slice(fence.length).replace(/^(?:[ \t]*\n)+/, ''), true);
  return { from: from + whole.length - text.length, to: from + whole.length, text };
}
