import { readJson } from '../../text/json/index.ts';
import { utf8Length } from '../../text/document/index.ts';
import type { ResultNote, ToolOutcome } from '../kit/turn.ts';
import { systems } from '../systems.ts';

/** The openers of calls in the formats that agent systems read. */
const callMarks = ['~~~tool_call', '<tool_call', '<tool ', '"tool_call"', '"arguments"', '<function_call'];

/** Above this, in bytes, a result is shown with its beginning only. */
export const LONG_RESULT = 20_000;

export function resultSize(content: string): number {
  return utf8Length(content);
}

export function resultNotes({ kind, code, content }: ToolOutcome): ResultNote[] {
  const notes: ResultNote[] = [];
  // Somebody may enter a code under any system. The system that sends it decides what it writes.
  if (kind === 'error' && code !== '') notes.push(...systems.flatMap((system) => system.codeNotes(code)));
  if (kind === 'halt') return notes;
  const mark = callMarks.find((one) => content.includes(one));
  if (mark !== undefined) {
    notes.push({
      code: 'looks-like-call',
      text: `This contains ${mark}, but it is not a call: the server looks for calls only in replies, not in results.`,
    });
  } else if (content.includes('~~~') || content.includes('```')) {
    notes.push({
      code: 'looks-like-call',
      text: 'The fences here are text: the server does not look for calls in results.',
    });
  }
  if (content === '') notes.push({ code: 'empty', text: 'The server sends empty content as an empty text.' });
  if (kind === 'ok' && /^\s*[{[]/.test(content) && !readJson(content).ok) {
    notes.push({
      code: 'not-json',
      text: 'This looks like JSON but is invalid. That does no harm, because the server sends a result as text.',
    });
  }
  return notes;
}
