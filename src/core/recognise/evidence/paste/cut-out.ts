import { beginsWithMember, readValue } from '../../index.ts';

/** Nobody cuts out more by hand. In UTF-16 units. */
const LONGEST = 20_000;

/** The mark of a comment before each line. */
const MARK = /^\s{0,16}(?:\*|\/\/|#|--)(?: |$)/;

export interface CutOut {
  readonly text: string;
  /** What the model wrote was cut off with the beginning: the rest shows the server alone. */
  readonly isRest: boolean;
}

/**
 * What was cut out of a larger text, as it would be alone: a comment of code without its marks, members of an object with the
 * brace before them, and a response whose beginning is cut off, from its first whole member on. Null for any other text, and
 * for a long one. Linear.
 */
export function cutOut(text: string): CutOut | null {
  if (text.length > LONGEST) return null;
  const lines = text.trim().split('\n');
  if (lines.length > 2 && lines.every((line) => MARK.test(line)))
    return { text: lines.map((line) => line.replace(MARK, '')).join('\n'), isRest: false };
  const members = beginsWithMember(text.slice(0, 120)) ? withOpeners(text) : null;
  // A whole value has lost nothing.
  return members ?? (readValue(text) === null ? restOf(text) : null);
}

/** A member after another one. */
export const MEMBER = /,\s{0,40}(?="\w{1,60}"\s{0,4}:)/;
/** What shows what the model wrote; in a string its quotes are escaped. */
const WRITTEN =
  /(?<!\\)"(?:(?:choices|message|candidates|content|error|output|response)"|tool_calls"\s{0,4}:\s{0,4}\[\s{0,40}\{)/;

/** What only an answer has: a file has `content` as well. */
const OF_ANSWER =
  /(?<!\\)"(?:choices|message|candidates|error|output|response|role|refusal|tool_calls|function_call|reasoning\w{0,12}|(?:finish|stop|done)_?[rR]eason|done|index|usage|model|id)"\s{0,4}:/;

/** What a response or a piece of a stream is from its first whole member on; null for none. */
export function restOf(text: string): CutOut | null {
  const member = MEMBER.exec(text);
  const rest = member === null ? '' : text.slice(member.index + member[0].length);
  const whole = rest === '' ? null : withOpeners(rest);
  return whole === null ? null : { ...whole, isRest: !WRITTEN.test(rest) || !OF_ANSWER.test(text) };
}

/** How many more brackets close in a text than open. Strings, which have brackets of their own, do not count. */
export function unopened(text: string): number {
  const plain = text.replaceAll(/"(?:\\.|[^"\\])*"/g, '');
  return plain.replaceAll(/[^)\]}]/g, '').length - plain.replaceAll(/[^([{]/g, '').length;
}

/** Members of an object with all the brackets that their closers want before them, under the keys of a chat completion. */
function withOpeners(members: string): CutOut | null {
  const opened: string[] = [];
  let before = '';
  let isString = false;
  for (let at = 0; at < members.length; at += 1) {
    const sign = members.charAt(at);
    if (sign === '"') isString = !isString;
    else if (sign === '\\') at += 1;
    else if (!isString && (sign === '{' || sign === '[')) opened.push(sign);
    else if (!isString && (sign === '}' || sign === ']') && opened.pop() === undefined)
      before =
        before === ''
          ? '{'
          : sign === ']'
            ? `[${before}`
            : `{"${before.startsWith('[') ? 'choices' : 'message'}":${before}`;
  }
  const text = `${before.startsWith('[') ? '{"choices":' : before === '' ? '{' : ''}${before}${members}`;
  return readValue(text) === null ? null : { text, isRest: false };
}
