import { type Ending, explain, type Extraction, type ProviderResponse } from '../trace/index.ts';

/**
 * The response that a client of a runtime receives, as OpenAI's protocol has it: for a second runtime that reads it. With an
 * error there is neither text nor a call in it.
 */
export function clientResponse({ calls, content }: Pick<Extraction, 'calls' | 'content'>): ProviderResponse {
  if (calls.length === 0) return { text: content };
  const toolCalls = calls.map(({ id, name, returnedText }) => ({
    id,
    type: 'function',
    function: { name, arguments: returnedText },
  }));
  return { text: content, tool_calls: toolCalls };
}

/** What an app gets of one entry of `tool_calls`. */
export interface EntryOutcome {
  readonly kind:
    /** A call. */
    | 'kept'
    /** An invalid call, which is listed apart from the calls. */
    | 'invalid'
    /** Nothing, and no message. */
    | 'skipped'
    /** An exception in place of the whole response. */
    | 'thrown'
    /** Nothing, because another entry failed. */
    | 'gone';
  /** Why, as the steps say it; '' where there is nothing to say. */
  readonly why: string;
}

const kinds = { matched: 'kept', malformed: 'invalid', skipped: 'skipped', empty: 'skipped' } as const satisfies Record<
  Ending,
  EntryOutcome['kind']
>;

/** What an app layer made of each of the first `count` entries of a response, in their order. */
export function entryOutcomes(
  { trace, document, runtime, error }: Pick<Extraction, 'trace' | 'document' | 'runtime' | 'error'>,
  count: number,
): readonly EntryOutcome[] {
  const read: EntryOutcome[] = [];
  let reasons: string[] = [];
  let isOpen = false;
  for (const event of trace) {
    if (event.kind === 'enter' && event.part === 'block') {
      isOpen = true;
      reasons = [];
    } else if (event.kind === 'leave' && isOpen) {
      isOpen = false;
      read.push({ kind: kinds[event.outcome], why: reasons.join(' ') });
      reasons = [];
    } else if (event.kind === 'reject' || event.kind === 'quirk' || event.kind === 'skip') {
      reasons.push(explain(event, document, runtime.words).title);
    }
  }
  const gone = { kind: 'gone', why: reasons.join(' ') } as const;
  return Array.from({ length: count }, (_, index): EntryOutcome => {
    const outcome = read[index];
    if (outcome === undefined) return gone;
    if (error === undefined) return outcome;
    // The exception ends the reading, and the entries before it go with it.
    return index === read.length - 1 ? { ...outcome, kind: 'thrown' } : { kind: 'gone', why: '' };
  });
}
