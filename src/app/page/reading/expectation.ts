import { meaning, valueMeaning, counted, numberText, type Span } from '../../../core/index.ts';
import type { ExpectedCall } from '../../permalink/state.ts';
import type { SentExtraction } from '../../worker/protocol.ts';
import { argumentSpans } from './argument-spans.ts';
import { membersOf } from './argument-text.ts';

/** What a runtime returns against the calls that somebody expected. */
export interface Judgement {
  readonly same: boolean;
  /** The expected calls: `read_gauge({"dial": "oil"})`. */
  readonly expected: string;
  /** What the client gets: `vLLM hermes returns no call`. */
  readonly actual: string;
  /** The same as a sentence, for where it is said beside what was expected; '' where that came. */
  readonly gets: string;
  /** One sentence for each difference of calls that have a counterpart. */
  readonly differences: readonly string[];
}

type Call = Pick<ExpectedCall, 'name' | 'argumentsText'>;

/** What a judgement needs of an answer. */
type Answer = Pick<SentExtraction, 'outcome'> & {
  readonly runtime: Pick<SentExtraction['runtime'], 'label' | 'lenient'>;
  readonly calls: readonly Call[];
};

/** So many characters of the arguments are shown. */
const LONGEST = 80;
const MOST_CALLS = 3;
const MOST_DIFFERENCES = 3;

/**
 * Compares names and arguments, in the order of the calls. Arguments are compared by value: the order of keys and white space
 * do not matter, and all digits of a long number do.
 */
export function judge(expected: readonly ExpectedCall[], { calls, outcome, runtime }: Answer): Judgement {
  const same = outcome !== 'error' && meaning(calls) === meaning(expected);
  const what = outcome === 'error' ? 'an error' : callsText(calls);
  const actual = runtime.lenient ? `Callscope finds ${what}` : `${runtime.label} returns ${what}`;
  return {
    same,
    expected: callsText(expected),
    actual,
    gets: same ? '' : `${actual}.`,
    differences: same || expected.length !== calls.length ? [] : differencesOf(expected, calls),
  };
}

/** Where the first call that is not as expected differs: its value, its name or its arguments; null where none has a place. */
export function placeOfDifference(
  expected: readonly ExpectedCall[],
  { calls, document }: Pick<SentExtraction, 'calls' | 'document'>,
): Span | null {
  const at = calls.findIndex((call, index) => {
    const want = expected[index];
    return want === undefined || meaning([call]) !== meaning([want]);
  });
  const [call, want] = [calls[at], expected[at]];
  if (call === undefined) return null;
  if (want === undefined) return call.span;
  if (call.name !== want.name) return call.nameSpan;
  const key = differingKey(want.argumentsText, call.argumentsText);
  return argumentSpans(call, document)(key === null ? [] : [key]);
}

/** The argument that the call has otherwise, or should not have; null where it only lacks one. */
function differingKey(want: string, got: string): string | null {
  const [wanted, given] = [membersOf(want), membersOf(got)];
  if (wanted === null || given === null) return null;
  const found = [...given].find(([key, value]) => {
    const other = wanted.get(key);
    return other === undefined || valueMeaning(other) !== valueMeaning(value);
  });
  return found?.[0] ?? null;
}

/** The judgement in sentences. */
export function judgementText({ same, expected, actual, differences }: Judgement): string {
  if (same) return `As expected: ${actual}.`;
  return [`Expected ${expected}; ${actual}.`, ...differences].join(' ');
}

function callsText(calls: readonly Call[]): string {
  if (calls.length === 0) return 'no call';
  const shown = calls.slice(0, MOST_CALLS).map(callText).join(', ');
  if (calls.length === 1) return shown;
  const more = calls.length - MOST_CALLS;
  return `${counted(calls.length, 'call')}: ${shown}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
}

function callText({ name, argumentsText }: Call): string {
  const text = argumentsText.trim().replaceAll(/\s+/g, ' ');
  return `${name || '(no name)'}(${text === '{}' ? '' : shortened(text)})`;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${Array.from(text.slice(0, LONGEST)).slice(0, -1).join('')}…`;
}

function differencesOf(expected: readonly Call[], calls: readonly Call[]): string[] {
  const sentences = expected.flatMap((want, index) => {
    const got = calls[index];
    // Another name is seen in the lists.
    if (got === undefined || got.name !== want.name) return [];
    const of = calls.length === 1 ? '' : `Call ${String(index + 1)}: `;
    return argumentDifferences(want.argumentsText, got.argumentsText).map((sentence) => `${of}${sentence}`);
  });
  const more = sentences.length - MOST_DIFFERENCES;
  return more > 0 ? [...sentences.slice(0, MOST_DIFFERENCES), `${String(more)} more differences.`] : sentences;
}

function argumentDifferences(want: string, got: string): string[] {
  const [wanted, given] = [membersOf(want), membersOf(got)];
  if (wanted === null || given === null) return [];
  return [
    ...[...wanted].flatMap(([key, value]) => {
      const other = given.get(key);
      if (other === undefined) return [`\`${key}\` is missing.`];
      return valueMeaning(other) === valueMeaning(value)
        ? []
        : [`\`${key}\` is ${shortened(other)}, not ${shortened(value)}.`];
    }),
    ...[...given.keys()].filter((key) => !wanted.has(key)).map((key) => `\`${key}\` was not expected.`),
  ];
}
