import type { SessionFields } from './fields.ts';

type Fields = Pick<SessionFields, 'tools' | 'validTools'>;

/** Why nothing is sent with such tools. */
export const brokenTools = 'The tools are not valid JSON, so no tool is active. Correct them, or leave the tools out.';

/** No tools at all, as the core reads it: U+0085 is a space there, and a byte order mark is one only at the beginning. */
const BLANK = /^\ufeff?\p{White_Space}*$/u;

/** Whether a text holds tools, or nothing: what is wrong with single tools is another matter. */
export function isToolText(text: string): boolean {
  if (BLANK.test(text)) return true;
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** The changed fields with the last valid tools: none while those that are typed are valid, or none before them were. */
export function withValidTools<Given extends Fields>(before: Fields, after: Given): Given {
  if (after.tools === before.tools) return after;
  const last = before.validTools ?? (isToolText(before.tools) ? before.tools : null);
  return { ...after, validTools: isToolText(after.tools) ? null : last };
}

/** The fields as they are read and sent: while somebody types tools that are no JSON, the last valid ones stay. */
export function activeFields<Given extends Fields>(fields: Given): Given {
  return fields.validTools === null || fields.validTools.trim() === ''
    ? fields
    : { ...fields, tools: fields.validTools };
}
