import type { Span } from '../../text/document/index.ts';
import type { Found } from '../found.ts';
import { fromValue } from '../from-value.ts';
import { readValue } from '../values.ts';
import { sentBodies } from './commands.ts';
import type { Session } from './session.ts';

const ASKED: ReadonlySet<Found['kind']> = new Set(['request', 'tools']);

/** The requests that a command sends. */
export function requestsOf(command: string): Found[] {
  return sentBodies(command)
    .flatMap((body) => bodyOf(body) ?? [])
    .filter(({ kind }) => kind === 'request');
}

/** What all of a text is. */
function bodyOf(text: string): Found | null {
  const value = readValue(text);
  return value === null ? null : fromValue(value, text);
}

interface Asked {
  /** The last request: one that a command sends, or one in a file that a command shows. The tools in one, where no request is. */
  readonly request: Found | null;
  /** The outputs that are neither requests nor tools. */
  readonly others: readonly Span[];
}

/** What was sent in a session: who shows a file with a request, with `cat` or another command, sends that file. */
export function askedIn(text: string, { inputs, outputs }: Session): Asked {
  const typed = inputs.flatMap(({ from, to }) => requestsOf(text.slice(from, to)).map((found) => ({ from, found })));
  const shown = outputs.flatMap(({ from, to }) => {
    const found = bodyOf(text.slice(from, to));
    return found !== null && ASKED.has(found.kind) ? [{ from, found }] : [];
  });
  const all = [...typed, ...shown].toSorted((a, b) => a.from - b.from).map(({ found }) => found);
  const request = all.findLast(({ kind }) => kind === 'request') ?? all.at(-1) ?? null;
  const isShown = new Set(shown.map(({ from }) => from));
  return { request, others: outputs.filter(({ from }) => !isShown.has(from)) };
}
