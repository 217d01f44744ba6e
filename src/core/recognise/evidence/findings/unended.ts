import type { Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { isLogLine } from '../../index.ts';
import { pasteHas, UNNAMED } from '../calls/call-faults.ts';
import type { Answer } from '../paste/answer.ts';
import { unopened } from '../paste/cut-out.ts';
import { beginsInside } from '../paste/stream-answer.ts';
import type { Judgement } from './judge.ts';
import type { Reason } from './reason.ts';

const BEGINS = pasteHas('begins inside of the call, after its name');

export const UNENDED = pasteHas('ends inside of the answer');

/** The model may have ended the call: what it wrote goes on after the paste. */
const UNENDED_CALL = pasteHas('ends inside of the call');

/** The judgement of an answer that the paste has only a part of: what is not there may have come. */
export function asPasted(given: Judgement, answer: Answer, content: string): Judgement {
  const reason = partReason(given, answer, content);
  if (reason !== null) return { ...given, faults: [], reasons: [reason] };
  return isWholeInLog(given, answer, content) ? { ...given, reasons: given.reasons.slice(1) } : given;
}

function partReason(
  { did, text, reasons }: Judgement,
  { turn, span, kind, isPart }: Answer,
  content: string,
): Reason | null {
  const [last, before] = turn.calls.toReversed();
  // Of deltas alone, nobody knows what was before them.
  if (isPart === true && turn.calls.some(beginsInside)) return BEGINS;
  if (kind !== 'response') return null;
  // Several without a name are pieces.
  const isNameless = last?.name === '' && before?.name !== '';
  if (isNameless && !/[}\])]\s*$/.test(content.slice(span.from, span.to))) return UNNAMED;
  if (!isUnended(content, span) || reasons[0]?.cause === 'stream') return null;
  const isOpen = did === 'text' ? text.state === 'cut' : last !== undefined && !readJson(last.argumentsText).ok;
  return isOpen ? UNENDED_CALL : null;
}

/** A log shows some pieces of a stream; a call may be whole in them. */
function isWholeInLog({ reasons }: Judgement, { turn: { calls }, kind }: Answer, content: string): boolean {
  if (kind !== 'stream' || reasons[0]?.cause !== 'cut' || calls.length === 0) return false;
  return content.split('\n').some(isLogLine) && calls.every(({ argumentsText }) => readJson(argumentsText).ok);
}

/** What a console shows of the parts of an answer that nobody unfolded: the call may be in one. */
const FOLDED_PART =
  /\b(?:tool_?[cC]alls|content|parts|output|message)["']?: ?["']?(?:Array\([1-9]\d{0,4}\)|\[(?:Array|Object)\]|\(\d{1,4}\) ?\[…\]|\[…\]|(?:Object )?\{…\}|\[\.\.\.\])/;

/** Whether an answer is one of which a console shows only a part. */
export function isFolded(answer: string): boolean {
  return FOLDED_PART.test(answer);
}

export const FOLDED = pasteHas('shows a part of the answer folded, and the call may be in it');

/** Whether a response ends with the paste before its message is whole. */
export function isCutMessage(content: string, span: Span): boolean {
  return isUnended(content, span) && !isWhole(content.slice(span.from, span.to));
}

/** Whether a value in brackets goes to the end of a paste, and nothing closes it there. */
function isUnended(content: string, { from, to }: Span): boolean {
  const value = content.slice(from, to);
  const isLast = /^[\s`]*$/.test(content.slice(to)) && /^\s*(?:[{[]|[\w.]{1,60}\()/.test(value);
  return isLast && /[^}\])>"'\s`.…]\s*$/.test(value.slice(-80));
}

/** Whether at the last bracket that closes anything, only the outermost object of a response is open: the message is whole. */
function isWhole(response: string): boolean {
  const closed = /^\s*\{[^]*[}\]]/.exec(response)?.[0] ?? '';
  return /"(?:choices|message|candidates|output)"\s*:/.test(closed) && unopened(closed) === -1;
}
