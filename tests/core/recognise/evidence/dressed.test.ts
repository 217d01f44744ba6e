import { expect, it } from 'vitest';
import { evidenceOf, recognise } from '../../../../src/core/index.ts';
import { fixtures } from '../../../fixtures.ts';
import { type Wrapper, wrappers } from '../wrappers.ts';

/**
 * What may be said of a reply, whatever is around it: how many have another answer there. The numbers are exact: one that falls
 * is written down, so that it cannot rise again.
 */
const dresses: Readonly<Record<string, readonly [others: number, wrap: (text: string) => string]>> = {
  ...Object.fromEntries(
    (
      [
        ['the blanks of Markdown', 0],
        ['a folded part of an issue', 0],
        ['the colours of a terminal', 0],
        ['the panel of a console', 2],
        ['a string of a program', 0],
        ['docker compose', 0],
        ['a quotation', 0],
        ['a question', 1],
      ] satisfies [Wrapper, number][]
    ).map(([name, others]) => [name, [others, wrappers[name]]]),
  ),
  'the inside of a string of JSON': [1, (text) => JSON.stringify(text).slice(1, -1)],
  'a string of JSON': [0, (text) => JSON.stringify(text)],
};

const said = (content: string): string => {
  const { did, causes, call } = evidenceOf({ content, name: null });
  return JSON.stringify([did, causes[0], call?.names]);
};

/** One in 24 of the replies with calls, by their length, so that a new one changes nothing. */
const called = fixtures.flatMap(({ format, name, text, expected: { calls } }) => {
  if (calls.length === 0 || text.length % 24 !== 1) return [];
  const { label } = recognise({ content: text, name: null });
  return label === 'plain reply text' ? [{ id: `${format}/${name}`, text, answer: said(text) }] : [];
});

it.each(Object.keys(dresses))('a reply is not blamed for %s', (name) => {
  const [count, wrap] = dresses[name] ?? [0, (text: string) => text];
  const others = called.filter(({ text, answer }) => said(wrap(text)) !== answer).map(({ id }) => id);
  expect(called.length).toBeGreaterThan(35);
  expect(others.length, others.join('\n')).toBe(count);
});
