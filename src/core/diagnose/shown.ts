import { editDistance } from '../text/document/index.ts';
import { mayHoldCalls, misspeltLanguage } from '../formats/index.ts';
import { isBrokenCall } from './broken-json.ts';
import { LONGEST_MARKER } from './literals.ts';
import type { Subject } from './subject.ts';

/** A line break, a fence, and signs that close a call. */
const LONGEST_FENCE = 8;

/** What is open where an answer to the user is read. */
const ANSWER = /(?:<\|START_RESPONSE\|>|<\|open\|>response<\|sep\|>|<\|content_text\|>)(?:[^<]|<(?!\|))*$/;

/** In a quote, in a code block of a text, or in the answer to the user. */
export function isShown(subject: Subject, at: number): boolean {
  const { document } = subject;
  if (ANSWER.test(document.slice(0, at))) return true;
  const line = document.slice(document.lastIndexOf('\n', at - 1) + 1, at);
  if (/^ {0,3}>(?!>+$|>>\S)/.test(line)) return true;
  const fences = [...document.slice(0, at).matchAll(/^ {0,3}(?:```|~~~)[ \t]*([\w+#-]*)/gm)];
  const last = fences.at(-1);
  if (last === undefined || fences.length % 2 === 0) return false;
  const { index, 1: word = '' } = last;
  if (isMisspeltTool(word, document.slice(index + last[0].length, at))) return false;
  if (followsCall(subject, index)) return !mayHoldCalls(word.toLowerCase()) && !isNearlyReadable(word);
  return !isToolWord(word) && !isPayload(document, word, index + last[0].length);
}

function isToolWord(word: string): boolean {
  const known = word.toLowerCase();
  return mayHoldCalls(known) && (misspeltLanguage(known) ?? known).startsWith('tool');
}

/** Whether a word after a fence is nearly one of a block that may hold calls. */
function isNearlyReadable(word: string): boolean {
  return ['json', 'python'].some((one) => editDistance(word.toLowerCase(), one, 1) <= 1);
}

/** Whether it is the fence of Continue, with a slip in its word or without it; `text` is what follows in the block. */
function isMisspeltTool(word: string, text: string): boolean {
  return /^\s*TOOL_NAME\W{0,3}$/.test(text) && (word === '' || editDistance(word.toLowerCase(), 'tool', 2) <= 2);
}

/** Whether a block holds nothing but JSON with the keys of a call, or a call as Gemini writes it. */
function isPayload(document: string, word: string, from: number): boolean {
  if (word !== '' && word.toLowerCase() !== 'json') return false;
  const to = document.indexOf('\n```', from);
  const body = document.slice(from, to < 0 ? undefined : to).trim();
  if (/^print\(default_api\./.test(body)) return true;
  return /^[[{(]\W{0,5}\w{0,9}["']?\s*:/.test(body) && !/\.\.\.|…/.test(body) && isBrokenCall(body);
}

/** Whether a fence at `at` belongs to no text: a thought, a call or a marker comes before it, or nothing. */
function followsCall({ document, extraction }: Subject, at: number): boolean {
  const thoughtTo = extraction.ledger.findLast(({ kind, to }) => kind === 'reasoning' && to <= at)?.to ?? 0;
  const to = document.slice(0, at).trimEnd().length;
  const before = document.slice(Math.max(thoughtTo, to - LONGEST_MARKER), Math.max(thoughtTo, to));
  if (before === '' || /(?:^|\n)\W*\w+[|｜]>?$|\*\*Tool Call:\*\*$/.test(before)) return true;
  return (
    /\n(?:```|~~~)$/.test(before) && extraction.calls.some(({ span }) => span.to >= to - LONGEST_FENCE && span.to <= to)
  );
}
