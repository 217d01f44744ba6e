import { isLogText, rawTexts } from '../../recognise/index.ts';
import { isAnswering } from '../shapes/generic.ts';
import { saidInTranscript } from '../shapes/transcript.ts';
import type { Fields } from '../values.ts';
import { loggedRecord } from './logged-body.ts';
import { separatedTexts } from './separated.ts';
import { recordWithin } from './records.ts';

/** So much of a text tells whether it is a server's log, and at least so many lines. */
const FIRST_OF_LOG = 1 << 14;
const FEWEST_LINES = 5;
/** A time in the head of a line. */
const TIMED = /^.{0,80}?\d\d:\d\d:\d\d/;
/** A list of names is full of single words; other scripts have no blanks between theirs. */
const SENTENCE = /[\s<{[(]|[.!?]$|[^\x20-\x7e]/;
/** Files that programs write for programs: XML, pages, and what Prometheus collects. */
const OF_PROGRAMS = /^\s{0,80}(?:<\?xml\b|<!doctype html\b|# (?:HELP|TYPE) \w)/i;

/** Whether a text can be a reply: more than a single word. */
export function isSentence(text: string): boolean {
  return SENTENCE.test(text);
}

/** The replies in a text: all of it, but of a log what it quotes of them among all that it says, and of a dialogue the assistant's. */
export function textsIn(text: string): readonly string[] {
  const spoken = OF_PROGRAMS.test(text) ? [] : saidInTranscript(text);
  if (spoken !== null) return spoken;
  const head = text.slice(0, FIRST_OF_LOG);
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const isTimed = lines.length >= FEWEST_LINES && lines.every((line) => TIMED.test(line));
  // A list of packages, or of words.
  if (lines.length > 1 && !lines.some((line) => isSentence(line.trim()))) return [];
  if (isTimed || isLogText(head)) return rawTexts(text, { keepsEmpty: true }).map((raw) => raw.text);
  const texts = separatedTexts(text);
  return texts.length > 0 ? texts : [text];
}

/** What providers answered, as a program's log has it at the end of some of its lines, and what failed beside that. */
export function answersBehind(text: string): readonly Fields[] {
  const records = text.split('\n').flatMap((line) => {
    const record = recordWithin(line.trim());
    return record === null ? [] : [loggedRecord(record)];
  });
  return records.some(isAnswering) ? records : [];
}
