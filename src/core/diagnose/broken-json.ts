import { outlineJson } from '../text/json/index.ts';

const LONGEST_JSON = 20_000;

/** Whether the whole reply, or the line, is JSON that is broken. */
export function isInBrokenJson(document: string, lineFrom: number, to: number): boolean {
  const end = document.indexOf('\n', lineFrom);
  const line = document.slice(lineFrom, end < 0 ? to : Math.min(to, end));
  return isBrokenJson(document.slice(0, to)) || isBrokenCall(line);
}

/** Whether a text is broken JSON with the arguments of a call. */
export function isBrokenCall(text: string): boolean {
  return ARGUMENTS_KEY.test(text) && isBrokenJson(text);
}

/** The key of the arguments, perhaps with a quote lost. */
const ARGUMENTS_KEY = /\b(?:arguments|parameters)["']{0,2}\s*[:=]/;

function isBrokenJson(text: string): boolean {
  return (
    text.length < LONGEST_JSON && /^\s*[)}\]]?(?:[[{(]|["']\w+["']\s*:)/.test(text) && !outlineJson(text.trim(), 0).ok
  );
}
