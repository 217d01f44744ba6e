import { editDistance } from '../../text/document/index.ts';
import type { Extraction } from '../../trace/index.ts';
import { isBrokenCall } from './broken-json.ts';
import { mayHoldCalls, misspeltLanguage } from './languages.ts';

/** What was read of a reply. */
type Read = Pick<Extraction, 'document' | 'ledger' | 'calls'>;

/** Before a fence, this much text is looked at for a marker. In UTF-16 units. */
const LONGEST_MARKER = 60;

/** Room for a line break, a fence, and signs that close a call. In UTF-16 units. */
const LONGEST_FENCE = 8;

/** Ends in an answer to the user that a format has opened and not closed. */
const ANSWER = /(?:<\|START_RESPONSE\|>|<\|open\|>response<\|sep\|>|<\|content_text\|>)(?:[^<]|<(?!\|))*$/;

/** Whether a place is in a blockquote, in a code block of prose, or in the answer to the user. */
export function isShown(reply: Read, at: number): boolean {
  const { document } = reply;
  if (ANSWER.test(document.slice(0, at))) return true;
  const line = document.slice(document.lastIndexOf('\n', at - 1) + 1, at);
  if (/^ {0,3}>(?!>+$|>>\S)/.test(line)) return true;
  const fences = [...document.slice(0, at).matchAll(/^ {0,3}(?:```|~~~)[ \t]*([\w+#-]*)/gm)];
  const last = fences.at(-1);
  if (last === undefined || fences.length % 2 === 0) return false;
  const { index, 1: word = '' } = last;
  if (isMisspeltTool(word, document.slice(index + last[0].length, at))) return false;
  if (followsCall(reply, index)) return !mayHoldCalls(word.toLowerCase()) && !isNearlyReadable(word);
  return !isToolWord(word) && !isPayload(document, word, index + last[0].length);
}

function isToolWord(word: string): boolean {
  const known = word.toLowerCase();
  return mayHoldCalls(known) && (misspeltLanguage(known) ?? known).startsWith('tool');
}

/** Whether the word after a fence nearly is a language that may hold calls. */
function isNearlyReadable(word: string): boolean {
  return ['json', 'python'].some((one) => editDistance(word.toLowerCase(), one, 1) <= 1);
}

/** Whether this is a fence of Continue whose word `tool` is misspelt or missing; `text` is what follows in the block. */
function isMisspeltTool(word: string, text: string): boolean {
  return /^\s*TOOL_NAME\W{0,3}$/.test(text) && (word === '' || editDistance(word.toLowerCase(), 'tool', 2) <= 2);
}

/** Whether a block holds only broken JSON with the keys of a call, or only a call as Gemini writes it. */
function isPayload(document: string, word: string, from: number): boolean {
  if (word !== '' && word.toLowerCase() !== 'json') return false;
  const to = document.indexOf('\n```', from);
  const body = document.slice(from, to < 0 ? undefined : to).trim();
  if (/^print\(default_api\./.test(body)) return true;
  return /^[[{(]\W{0,5}\w{0,9}["']?\s*:/.test(body) && !/\.\.\.|…/.test(body) && isBrokenCall(body);
}

/** Whether a fence at `at` does not follow prose: it follows reasoning, a call or a marker, or begins the reply. */
function followsCall({ document, ledger, calls }: Read, at: number): boolean {
  const thoughtTo = ledger.findLast(({ kind, to }) => kind === 'reasoning' && to <= at)?.to ?? 0;
  const to = document.slice(0, at).trimEnd().length;
  const before = document.slice(Math.max(thoughtTo, to - LONGEST_MARKER), Math.max(thoughtTo, to));
  if (before === '' || /(?:^|\n)\W*\w+[|｜]>?$|\*\*Tool Call:\*\*$/.test(before)) return true;
  return /\n(?:```|~~~)$/.test(before) && calls.some(({ span }) => span.to >= to - LONGEST_FENCE && span.to <= to);
}
