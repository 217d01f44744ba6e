import { casesIn, fixtureRoot, foldersIn, readFactsAndText } from '../../case-file.ts';

/** A log of a stream with what must come of it. */
export interface LogFixture {
  /** Such as `anthropic/clean`. */
  readonly name: string;
  readonly file: URL;
  readonly log: string;
  /** The lines above the log, as `renderFacts` writes them of its assembly. */
  readonly facts: string;
}

const logRoot = new URL('logs/', fixtureRoot);

/** Every `logs/<family>/<case>.txt` of the fixtures. */
export const logFixtures: readonly LogFixture[] = foldersIn(logRoot).flatMap((family) =>
  casesIn(new URL(`${family}/`, logRoot)).map(({ name, file }) => {
    const { facts, text } = readFactsAndText(file);
    return { name: `${family}/${name}`, file, log: text, facts };
  }),
);

/** The log of `<family>/<case>`. */
export function logNamed(name: string): string {
  const fixture = logFixtures.find((one) => one.name === name);
  if (fixture === undefined) throw new Error(`There is no log ${name}.`);
  return fixture.log;
}
