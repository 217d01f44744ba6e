import { explain, jsonErrorText, originLabel, tierLabel } from './explain.ts';
import type { Extraction, Telling } from './extraction.ts';
import { placeText } from '../document/place.ts';
import type { ToolCall } from './call.ts';
import type { TraceEvent } from './trace.ts';
import { wordFor } from './words.ts';

/** The whole answer in two sentences, and the step that proves it. */
export interface Verdict {
  readonly headline: string;
  readonly reason: string;
  /** Index of the deciding step, or null when there is nothing to read. */
  readonly step: number | null;
}

/** As much of an extraction as its verdict needs. */
export type Judged = Pick<
  Extraction,
  'runtime' | 'document' | 'outcome' | 'error' | 'suppressed' | 'lost' | 'trace'
> & {
  readonly calls: readonly Pick<ToolCall, 'name' | 'tier' | 'format'>[];
};

/** Says what happened to a response and why, and how much of it is lost. */
export function verdictOf(extraction: Judged): Verdict {
  const verdict = verdictOfCalls(extraction);
  const lost = extraction.lost.reduce((sum, { from, to }) => sum + to - from, 0);
  if (lost === 0) return verdict;
  const note = `${count(lost, 'character')} ${lost === 1 ? 'is' : 'are'} lost: the client gets ${lost === 1 ? 'it' : 'them'} in no form.`;
  return { ...verdict, reason: `${verdict.reason} ${note}` };
}

function verdictOfCalls(extraction: Judged): Verdict {
  const { calls, document, error, outcome, runtime } = extraction;
  const { words } = runtime;
  if (document.trim() === '') {
    return { headline: 'Nothing to read yet.', reason: 'Paste what the model said, or open an example.', step: null };
  }
  if (outcome === 'calls') {
    const step = extraction.trace.findIndex(({ kind }) => kind === 'call');
    const origins = [...new Set(calls.map((call) => originLabel(call, runtime)))].join(', ');
    const names = listed(calls.map(({ name }) => name || '(no name)'));
    const warnings = extraction.trace.filter(({ kind }) => kind === 'quirk').length;
    const note = warnings === 0 ? '' : ` ${count(warnings, 'thing')} on the way may surprise you.`;
    return {
      headline: `${count(calls.length, 'call')}: ${names}.`,
      reason: `Found by the tier ${origins}.${note}`,
      step,
    };
  }
  if (outcome === 'error' && error !== undefined) {
    const step = extraction.trace.findIndex(
      (event) => event.kind === 'reject' && event.from <= error.at && error.at <= event.to,
    );
    const event = extraction.trace[step];
    const where =
      event?.kind === 'reject' && event.json !== null
        ? jsonErrorText(document, event.at, event.json)
        : `see ${placeText(document, error.at)}`;
    const lost = extraction.suppressed.filter(({ reason }) => reason === 'discarded-with-error').length;
    const also = lost === 0 ? '' : ` ${count(lost, 'other call')} beside it ${lost === 1 ? 'is' : 'are'} lost with it.`;
    return {
      headline: `Error, no call: ${wordFor(error.code, words)}.`,
      reason: `${capital(where)}.${also}`,
      step: step < 0 ? null : step,
    };
  }
  const step = decidingStep(extraction.trace, runtime.telling ?? {});
  const event = step === null ? undefined : extraction.trace[step];
  const reason = event === undefined ? 'No tier found anything.' : explain(event, document, words).title;
  return { headline: 'No call.', reason: `${tierBefore(extraction, step)}${reason}`, step };
}

/** The step that best says why there is no call: what the runtime names first, a refusal, else the last gate that said no. */
function decidingStep(trace: readonly TraceEvent[], { first = [], vague = [], then = [] }: Telling): number | null {
  const tells =
    (code: string) =>
    (event: TraceEvent): boolean =>
      (event.kind === 'gate' && event.gate === code && event.answer) || (event.kind === 'quirk' && event.code === code);
  const saysLittle = new Set(['native-not-a-list', ...vague]);
  const wanted: ((event: TraceEvent) => boolean)[] = [
    ...first.map(tells),
    (event) => event.kind === 'reject' && !saysLittle.has(event.code),
    ...then.map(tells),
    (event) => event.kind === 'reject',
  ];
  for (const test of wanted) {
    const step = trace.findIndex(test);
    if (step >= 0) return step;
  }
  const last = trace.findLastIndex((event) => event.kind === 'gate' && !event.answer);
  return last < 0 ? null : last;
}

function tierBefore({ trace, runtime }: Judged, step: number | null): string {
  if (step === null) return '';
  const depthOfTier: string[] = [];
  for (const event of trace.slice(0, step)) {
    if (event.kind === 'enter') depthOfTier.push(event.part === 'tier' ? event.name : '');
    else if (event.kind === 'leave') depthOfTier.pop();
  }
  const tier = depthOfTier.find((name) => name !== '');
  return tier === undefined ? '' : `${tierLabel(tier, runtime.words)}: `;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown} and ${String(names.length - 4)} more` : shown;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
