import { isPythonSpace } from '../../languages/python/text.ts';

/** What `\s` matches in the module `regex`, which vLLM uses in place of `re`: U+001C to U+001F are no space to it. */
export function isSpace(code: number): boolean {
  return isPythonSpace(code) && !(code >= 0x1c && code <= 0x1f);
}

/** The end of `\s*` at `at`. */
export function spaceEnd(text: string, at: number, to = text.length): number {
  let end = at;
  while (end < to && isSpace(text.charCodeAt(end))) end += 1;
  return end;
}
