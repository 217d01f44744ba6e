import { readJson } from '../json/strict.ts';
import { utf8Length } from '../document/utf8.ts';
import type { ToolOutcome } from './turn.ts';

/** Something about a result that surprises people. */
export interface ResultNote {
  readonly code: 'closing-bracket' | 'line-break-in-code' | 'blank-code' | 'looks-like-call' | 'empty' | 'not-json';
  /** A sentence or two. */
  readonly text: string;
}

/** What calls begin with in the formats that both systems read. */
const callMarks = ['~~~tool_call', '<tool_call', '<tool ', '"tool_call"', '"arguments"', '<function_call'];

/** Above this, in bytes, a result is shown with its beginning only. */
export const LONG_RESULT = 20_000;

export function resultSize(content: string): number {
  return utf8Length(content);
}

export function resultNotes({ kind, code, content }: ToolOutcome): ResultNote[] {
  const notes: ResultNote[] = [];
  if (kind === 'error' && code !== '') notes.push(...codeNotes(code));
  if (kind === 'halt') return notes;
  const mark = callMarks.find((one) => content.includes(one));
  if (mark !== undefined) {
    notes.push({
      code: 'looks-like-call',
      text: `This holds ${mark}, but it is no call: only what the model says is read for calls, never a result.`,
    });
  } else if (content.includes('~~~') || content.includes('```')) {
    notes.push({ code: 'looks-like-call', text: 'The fences in here are text: results are never read for calls.' });
  }
  if (content === '') notes.push({ code: 'empty', text: 'Empty content is sent as it is: an empty text.' });
  if (kind === 'ok' && /^\s*[{[]/.test(content) && !readJson(content).ok) {
    notes.push({ code: 'not-json', text: 'This looks like JSON and is none. Nobody minds: a result is sent as text.' });
  }
  return notes;
}

/** ChatCLI writes the code into the mark as it is. */
function codeNotes(code: string): ResultNote[] {
  const bracket = code.indexOf(']');
  if (bracket >= 0) {
    return [
      {
        code: 'closing-bracket',
        text: `ChatCLI writes [ERROR:${code}] and escapes nothing: whoever reads up to the first ] takes “${code.slice(0, bracket)}” for the code.`,
      },
    ];
  }
  if (/[\r\n]/.test(code)) {
    return [
      { code: 'line-break-in-code', text: 'The line break goes into the mark as it is, which then spans two lines.' },
    ];
  }
  return code.trim() === ''
    ? [{ code: 'blank-code', text: 'A blank code is a code to ChatCLI: the mark then reads [ERROR: ].' }]
    : [];
}
