import { outlineJson } from '../../text/json/index.ts';

const LONGEST_JSON = 20_000;

/** Whether the whole reply, or one line of it, is broken JSON. */
export function isInBrokenJson(document: string, lineFrom: number, to: number): boolean {
  const end = document.indexOf('\n', lineFrom);
  const line = document.slice(lineFrom, end < 0 ? to : Math.min(to, end));
  return isBrokenJson(document.slice(0, to)) || isBrokenCall(line);
}

/** Whether a text is broken JSON that has a key for the arguments of a call. */
export function isBrokenCall(text: string): boolean {
  return ARGUMENTS_KEY.test(text) && isBrokenJson(text);
}

/** The key of the arguments; its quotes may be missing. */
const ARGUMENTS_KEY = /\b(?:arguments|parameters)["']{0,2}\s*[:=]/;

function isBrokenJson(text: string): boolean {
  return (
    text.length < LONGEST_JSON && /^\s*[)}\]]?(?:[[{(]|["']\w+["']\s*:)/.test(text) && !outlineJson(text.trim()).ok
  );
}
