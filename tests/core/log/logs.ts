import { casesIn, fixtureRoot, foldersIn, jsonIn, only, readTextCase } from '../../case-file.ts';

/** A log of a stream with what must come of it. */
export interface LogFixture {
  /** Such as `anthropic/clean`. */
  readonly name: string;
  readonly log: string;
  /** The steps of its assembly, as `renderAssembly` writes them. */
  readonly steps: string;
  /** The assembly without its log and steps: a diagnosis as text, the ledger as characters of each kind. */
  readonly assembly: unknown;
}

const root = new URL('logs/', fixtureRoot);

/** Every `logs/<family>/<case>.txt` of the fixtures. */
export const logFixtures: readonly LogFixture[] = foldersIn(root).flatMap((family) =>
  casesIn(new URL(`${family}/`, root)).map(({ name, file }) => {
    const { facts, text } = readTextCase(file, [
      'kind',
      'transport',
      'model',
      'text',
      'reasoning',
      'chunk',
      'call',
      'toolCallsText',
      'finishReason',
      'usage',
      'logprobsText',
      'error',
      'diagnosis',
      'ledger',
      'steps',
    ]);
    const { kind, transport, reasoning, chunk, call, error, diagnosis, ledger, steps, ...others } = facts;
    const each = (values: readonly string[]): unknown[] => values.map((value) => jsonIn([value]));
    return {
      name: `${family}/${name}`,
      log: text,
      steps: (only(steps) ?? '').slice('\n'.length),
      assembly: {
        ...Object.fromEntries(Object.entries(others).map(([key, values]) => [key, jsonIn(values)])),
        kind: only(kind),
        transport: only(transport),
        reasoning: jsonIn(reasoning) ?? '',
        chunks: each(chunk),
        calls: each(call),
        errors: each(error),
        diagnoses: diagnosis,
        ledger: jsonIn(ledger),
      },
    };
  }),
);

/** The log of `<family>/<case>`. */
export function logNamed(name: string): string {
  const fixture = logFixtures.find((one) => one.name === name);
  if (fixture === undefined) throw new Error(`There is no log ${name}.`);
  return fixture.log;
}
