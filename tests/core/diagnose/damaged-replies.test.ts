import { expect, it } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { diagnosed } from '../../readings.ts';

const damaged = fixtures.flatMap(({ format, name, text, expected: { tools, diagnoses } }) =>
  diagnoses === undefined ? [] : [{ format, name, text, tools, diagnoses }],
);

it.each(damaged)('what is wrong with $format/$name is told', ({ text, tools, diagnoses }) => {
  const found = diagnosed({ text }, { runtime: 'auto', tools }).diagnoses;
  expect(found.map(({ code }) => code)).toEqual(diagnoses);
});
