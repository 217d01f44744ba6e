import { runtimesFor } from '../../../src/core/index.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { conversationOf } from '../../../src/app/export/conversation-of.ts';
import { reread } from '../../../src/app/export/reread.ts';

export const fence = (body: string): string => `~~~tool_call\n${body}\n~~~`;

/** A case as the page would hand it to an export. */
export function subjectOf(fields: Partial<LinkState>, link = 'https://callscope.example/#1.abcdef.xyz'): Subject {
  const whole = { ...emptyLinkState, ...fields };
  return { fields: whole, extraction: reread(whole), link, conversation: conversationOf(whole) };
}

export const valve = fence('{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40}}');

/** The same under an engine, whose code is loaded first. */
export async function engineSubject(fields: Partial<LinkState> & Pick<LinkState, 'profile'>): Promise<Subject> {
  const whole = { ...emptyLinkState, ...fields };
  const runtimes = await runtimesFor(whole.profile);
  return { ...subjectOf({}), fields: whole, extraction: reread(whole, runtimes), conversation: null };
}

/** Words that break what is quoted carelessly: fences, quotes, interpolation, line ends, odd characters. */
export const hostile = '"""\'\'\' \\ #{1 + 1} ${2} `````` ```\n\r\tend\u2028\u0000\u202eé😀\ud800 </script> """';
