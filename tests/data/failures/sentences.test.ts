import { describe, expect, it } from 'vitest';
import type { WrittenFailure } from '../../../src/data/failures/failure.ts';
import { writtenFailures } from '../../../src/data/failures/index.ts';
import { examReports, lesson } from '../../../src/data/lessons/exam.ts';

type Holds = (failure: WrittenFailure) => boolean;

function valuesOf(argumentsText: string): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(JSON.parse(argumentsText) as Record<string, unknown>);
  } catch {
    return [];
  }
}

/** What the client gets, whole or streamed. */
const received = ({ claim }: WrittenFailure) => [
  ...(claim.calls === 'error' ? [] : claim.calls),
  ...(claim.streamed?.calls ?? []),
];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an argument that was meant as such a value arrives as a text. */
const arrivesAsText =
  (isMeant: (value: unknown) => boolean): Holds =>
  (failure) =>
    failure.remedy.calls.some(({ argumentsText }) =>
      valuesOf(argumentsText).some(
        ([key, meant]) =>
          isMeant(meant) &&
          received(failure).some((call) =>
            valuesOf(call.argumentsText).some(([name, value]) => name === key && typeof value === 'string'),
          ),
      ),
    );

const calls =
  (...tools: readonly string[]): Holds =>
  ({ remedy, claim }) =>
    [...remedy.calls, ...(claim.calls === 'error' ? [] : claim.calls)].some(({ name }) => tools.includes(name));

/** What a sentence about a failure says, and what its own case must then have. */
const claims: readonly (readonly [RegExp, string, Holds])[] = [
  [/\bnumber arrives as/i, 'a number that arrives as a text', arrivesAsText((value) => typeof value === 'number')],
  [/\bobject arrives as/i, 'an object that arrives as a text', arrivesAsText(isObject)],
  [/\binto a string$/i, 'an object that arrives as a text', arrivesAsText(isObject)],
  [
    /\b(?:with no|without|empty) arguments|calls? with `\{\}`|arguments are (?:`\{\}`|lost)/i,
    'a call that arrives without arguments',
    (failure) => received(failure).some(({ argumentsText }) => ['', '{}'].includes(argumentsText)),
  ],
  [/\bgets a text in place of its arguments/i, 'arguments that are a text', () => false],
  [
    /\bno call, no text, no error|\bempty message|reply of \w+ is simply empty/i,
    'neither a call nor text',
    ({ claim }) => claim.calls !== 'error' && claim.calls.length === 0 && (claim.content ?? '') === '',
  ],
  [
    /\bHTTP error|\bstatus 500|\bthrows\b|\bthe call fails\b/i,
    'an error',
    ({ claim }) => claim.calls === 'error' || claim.streamed?.breaks === true,
  ],
  [
    /\bcome as text\b|\bnothing is called\b|\bthe user sees them\b|\breturns (?:the|both) (?:reply|calls?|tags|whole reply) as text/i,
    'text in place of calls',
    ({ claim }) => claim.calls !== 'error' && claim.calls.length === 0 && (claim.content ?? '') !== '',
  ],
  [
    /\bdisappears\b|\bcall (?:without arguments )?is lost\b/i,
    'fewer calls in the reply or in its stream',
    ({ claim, remedy }) => {
      const counts = [claim.calls, claim.streamed?.calls].flatMap((one) => (one === undefined ? [] : [one.length]));
      return claim.calls === 'error' || counts.some((count) => count < remedy.calls.length);
    },
  ],
  [/\bran a command\b/i, 'a command', calls('run_command', 'bash')],
  [/\bread a file\b/i, 'a file that is read', calls('read_file')],
  [/\bfiles? (?:are|is) written\b|\bas soon as a file\b/i, 'a file that is written', calls('write_file')],
  [
    /\bruns\b.*\bwhile thinking\b|\bwhile thinking runs\b|\bonly thought about\b/i,
    'thinking',
    ({ state }) => (state.text ?? '').includes('<think>'),
  ],
];

function unfit(sentence: string, failure: WrittenFailure): readonly string[] {
  return claims
    .filter(([says, , holds]) => says.test(sentence) && !holds(failure))
    .map(([, wanted]) => `“${sentence}” speaks of ${wanted}; ${failure.id} has none.`);
}

describe('sentences about failures', () => {
  it('say nothing that their own case does not have', () => {
    expect(
      writtenFailures.flatMap((failure) => [...unfit(failure.title, failure), ...unfit(failure.happens, failure)]),
    ).toEqual([]);
  });

  it('say in the exam nothing that their own case does not have, and each something that is checked', () => {
    const known = examReports.map(({ failure: id, report }) => {
      const failure = writtenFailures.find((one) => one.id === id);
      if (failure === undefined) throw new Error(`There is no failure ${id}.`);
      return { failure, report };
    });
    expect(known.flatMap(({ failure, report }) => unfit(report, failure))).toEqual([]);
    const unchecked = known.filter(({ report }) => !claims.some(([says]) => says.test(report)));
    expect(unchecked.map(({ report }) => report)).toEqual([]);
  });

  it('name parsers in the exam by their flag, and not by an id of ours', () => {
    expect(JSON.stringify(lesson.steps.map(({ ask }) => ask)).match(/The parser: `[^`]*:[^`]*`/g)).toBeNull();
  });
});
