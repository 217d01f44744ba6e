import type { Recorder } from '../../trace/index.ts';
import { strippedSpan } from '../../text/languages/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { type Found, objectIn } from './parser.ts';

/** JSON between two tags, or from the opener to the end. All of it has to be JSON, or there is no call at all. */
export function taggedJson(
  text: string,
  open: string,
  close: string,
  isNameNeeded: boolean,
  steps: Recorder<string>,
): Found | null {
  const calls: EngineCall[] = [];
  const first = text.indexOf(open);
  let at = first;
  while (at >= 0) {
    const from = at + open.length;
    const end = text.indexOf(close, from);
    const to = end < 0 ? text.length : end;
    const stripped = strippedSpan(text, from, to);
    // What is not closed keeps what is at its end, which JSON may not take for white space.
    const body = end < 0 && stripped.from < stripped.to ? { from: stripped.from, to } : stripped;
    const span = { from: at, to: end < 0 ? to : end + close.length };
    if (body.from < body.to) {
      const found = objectIn(text, body, isNameNeeded);
      if (found === 'exception') {
        steps.reject('json-syntax', body);
        steps.quirk('gives-up', span);
        return null;
      }
      if (found !== 'skipped') calls.push({ ...found.call, span });
    }
    at = end < 0 ? -1 : text.indexOf(open, span.to);
  }
  return { calls, contentTo: first };
}
