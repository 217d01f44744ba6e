import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../fixtures/logs/', import.meta.url);

/** A log of a stream with what must come of it. */
export interface LogFixture {
  /** Such as `anthropic/clean`. */
  readonly name: string;
  readonly log: string;
  readonly read: (ending: string) => string;
}

export const logFixtures: readonly LogFixture[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.log'))
  .map((file) => file.replaceAll('\\', '/').slice(0, -'.log'.length))
  .sort()
  .map((name) => {
    const read = (ending: string): string => readFileSync(new URL(`${name}${ending}`, root), 'utf8');
    return { name, log: read('.log'), read };
  });

export function logNamed(name: string): string {
  const fixture = logFixtures.find((one) => one.name === name);
  if (fixture === undefined) throw new Error(`There is no log ${name}.`);
  return fixture.log;
}
