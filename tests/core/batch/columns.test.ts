import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { countersOf, groupsOf, picked, ResultColumns, type ReplyResult } from '../../../src/core/batch/index.ts';
import { outcomes } from '../../../src/core/batch/outcome.ts';
import { ownFaultCodes } from '../../../src/core/batch/own-calls.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'The pattern stops here.', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const optional = fc.option(text);
const names = fc.array(text, { maxLength: 8 });
const anyResult: fc.Arbitrary<ReplyResult> = fc.record({
  id: text,
  record: text,
  number: fc.nat(),
  outcome: fc.constantFrom(...outcomes),
  served: fc.constantFrom(null, 'calls', 'text'),
  isWrong: fc.boolean(),
  isMarkedWrong: fc.boolean(),
  why: text,
  slots: names,
  isUnexplained: fc.boolean(),
  diagnosis: optional,
  remedy: optional,
  isMended: fc.option(fc.boolean()),
  isApart: fc.boolean(),
  isAsked: fc.boolean(),
  isStreamOther: fc.option(fc.boolean()),
  format: optional,
  names,
  model: optional,
  length: fc.nat(),
  outline: text,
  words: names,
  ownFaults: fc.subarray([...ownFaultCodes]),
  isAligned: fc.boolean(),
  isTrimmed: fc.boolean(),
  prompt: fc.option(text),
});

it('columns give back every result as it came', () => {
  fc.assert(
    fc.property(fc.array(anyResult, { maxLength: 40 }), (results) => {
      const columns = new ResultColumns();
      for (const result of results) columns.push(result);
      expect([...columns]).toEqual(results);
      expect(results.map((_, place) => columns.at(place))).toEqual(results);
      expect([columns.length, columns.at(results.length), columns.at(-1)]).toEqual([
        results.length,
        undefined,
        undefined,
      ]);
      // Counted from columns, from some of them and from a list, the counts are the same.
      const places = results.flatMap((_, place) => (place % 3 === 0 ? [place] : []));
      const some = places.flatMap((place) => results[place] ?? []);
      expect(groupsOf(picked(columns, places))).toEqual(groupsOf(some));
      expect(countersOf(columns)).toEqual(countersOf(results));
    }),
    { numRuns: 60 },
  );
});

it('grow beyond what they begin with', () => {
  const columns = new ResultColumns();
  const [result] = fc.sample(anyResult, { numRuns: 1, seed: 7 }) as [ReplyResult];
  for (let number = 0; number < 3000; number += 1) columns.push({ ...result, id: `r${String(number)}`, number });
  expect(columns.at(2999)).toEqual({ ...result, id: 'r2999', number: 2999 });
});
