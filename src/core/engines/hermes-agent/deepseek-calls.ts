import type { EngineCall } from '../kit/index.ts';
import type { Found } from './parser.ts';

const SECTION = '<｜tool▁calls▁begin｜>';
const CALL = '<｜tool▁call▁begin｜>';
const SEPARATOR = '<｜tool▁sep｜>';
const CALL_END = '<｜tool▁call▁end｜>';

/** What is between two markers of a call, and where it ends. */
export interface Parts {
  /** After the opener, before the separator, and after it. */
  readonly from: number;
  readonly separator: number;
  readonly rest: number;
}

/** All closed calls of a reply that has a section; `read` makes a call of one, and says where it ends. */
export function deepseekCalls(
  text: string,
  read: (parts: Parts, ends: (from: number) => number) => (Omit<EngineCall, 'span'> & { readonly to: number }) | null,
): Found | null {
  const first = text.indexOf(SECTION);
  if (first < 0) return null;
  const calls: EngineCall[] = [];
  let at = text.indexOf(CALL);
  while (at >= 0) {
    const separator = text.indexOf(SEPARATOR, at);
    const parts = { from: at + CALL.length, separator, rest: separator + SEPARATOR.length };
    const found = separator < 0 ? null : read(parts, (from) => text.indexOf(CALL_END, from));
    if (found === null) break;
    const { to, ...call } = found;
    calls.push({ ...call, span: { from: at, to: to + CALL_END.length } });
    at = text.indexOf(CALL, to);
  }
  return { calls, contentTo: first };
}
