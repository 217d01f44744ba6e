import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BatchOutcome,
  batchOutcomes,
  countersOf,
  groupsOf,
  Judge,
  type LoggedReply,
  LogReader,
  movesBetween,
  picked,
  ResultColumns,
  runtimesFor,
} from '../../../src/core/index.ts';
import { exported } from '../../../src/app/worker/batch-export.ts';
import { placesThrough } from '../../../src/app/worker/batch-filter.ts';
import { comparedFiles, comparedWith } from '../../../src/app/worker/batch-moves.ts';
import { noHits } from '../../../src/app/worker/batch-search.ts';
import { type BatchFile, type BatchFilter, noFilter } from '../../../src/app/worker/batch-protocol.ts';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';
import { fixtures } from '../../fixtures.ts';
import { often } from '../../thorough.ts';

const tools = [{ name: 'fill', schema: { type: 'object', properties: { liters: { type: 'integer' } } } }];
const call = (name: string, key = 'arguments'): string =>
  `<tool_call>\n{"name": "${name}", "${key}": {"liters": 4}}\n</tool_call>`;
const own = (name: string): LoggedReply['calls'] => [{ name, arguments: { liters: 4 }, isBroken: false }];
const short = fixtures.map(({ text }) => text).filter((text) => text.length < 400);

const anyLog = fc.array(
  fc
    .record({
      text: fc.oneof(
        fc.constantFrom(...short),
        fc.constantFrom(call('fill'), call('fill', 'parameters'), 'Full.\n"Quoted", and more.', '=1+1', '', null),
      ),
      calls: fc.constantFrom(null, [], own('fill'), own('fill<|channel|>')),
      id: fc.integer({ min: 0, max: 20 }).map(String),
      model: fc.constantFrom(null, 'a', 'b'),
      isRight: fc.constantFrom(null, true, false),
    })
    .map((one): LoggedReply => ({ ...one, record: one.id, number: 1, tools })),
  { maxLength: 24 },
);

const runtimes = await runtimesFor('vllm:hermes');
const auto = new Judge({ runtime: 'auto', isAligning: true });
const hermes = new Judge({ runtime: 'vllm:hermes', runtimes, isAligning: true });

function judged(log: readonly LoggedReply[], judge: Judge): ResultColumns {
  const results = new ResultColumns();
  for (const reply of log) results.push(judge.judge(reply));
  return results;
}

/** Two files, cut anywhere. */
function filesOf(all: number, cut: number): readonly BatchFile[] {
  const first = cut % (all + 1);
  return [
    { from: 0, replies: first },
    { from: first, replies: all - first },
  ] as readonly Partial<BatchFile>[] as readonly BatchFile[];
}

const moveKinds = [
  'fixed',
  'broken',
  'stream-fixed',
  'stream-broken',
  'gone',
  'come',
  'changed',
  'other',
  'same',
  'unmatched',
] as const;

const sorted = (places: readonly number[]): number[] => places.toSorted((one, other) => one - other);

it('what filters let through is what the view counts, in every part of every filter', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(), fc.boolean(), (log, cut, isOfFiles) => {
      const results = judged(log, hermes);
      const files = filesOf(log.length, cut);
      const compared = isOfFiles
        ? comparedFiles(results, files, { before: 0, after: 1 })
        : comparedWith(judged(log, auto), results);
      const through = (filter: Partial<BatchFilter>): readonly number[] =>
        placesThrough({ ...noFilter, ...filter }, { results, files, compared, hits: noHits });
      const everything = log.map((_, place) => place);
      const counters = countersOf(results);

      const parts = [
        batchOutcomes.map((outcome) => through({ outcome })),
        files.map((_, file) => through({ file })),
        // Of two files a reply that has a partner is listed once.
        ...(isOfFiles ? [] : [moveKinds.map((move) => through({ move }))]),
      ];
      for (const lists of parts) expect(sorted(lists.flat())).toEqual(everything);
      for (const outcome of batchOutcomes)
        expect(through({ outcome }).length).toBe(counters.outcomes.get(outcome) ?? 0);
      expect(through({ wrong: 'marked' }).length).toBe(counters.marked);
      expect(through({ wrong: 'held' }).length).toBe(counters.wrong - counters.marked);
      for (const [fault, count] of counters.ownFaults)
        expect(through({ fault: fault as BatchFilter['fault'] }).length).toBe(count);
      for (const [move, count] of compared.moves.counts) expect(through({ move }).length).toBe(count);

      // The totals follow: groups and counters of what is let through have each of it once.
      for (const filter of [
        { file: 1 },
        { search: 'fill' },
        { outcome: 'text' as BatchOutcome },
        { move: 'same' as const },
      ]) {
        const places = through(filter);
        const shown = picked(results, places);
        expect(countersOf(shown).all).toBe(places.length);
        expect(sorted(groupsOf(shown).flatMap(({ members }) => members))).toEqual(places.map((_, index) => index));
      }
    }),
    { numRuns: often(400, 30) },
  );
});

it('two files: each reply of both is in the moves once, as they are counted', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(), (log, cut) => {
      const results = judged(log, hermes);
      const files = filesOf(log.length, cut);
      const [first, second] = files;
      const places = (file: BatchFile | undefined): number[] =>
        Array.from({ length: file?.replies ?? 0 }, (_, index) => (file?.from ?? 0) + index);
      const moves = movesBetween(picked(results, places(first)), picked(results, places(second)));
      const [told, back] = [
        comparedFiles(results, files, { before: 0, after: 1 }),
        comparedFiles(results, files, { before: 1, after: 0 }),
      ];
      expect(told.byPlace.size).toBe(moves.replies.length);
      expect(told.moves.counts.get('fixed') ?? 0).toBe(back.moves.counts.get('broken') ?? 0);
      expect(told.moves.counts.get('unmatched') ?? 0).toBe(back.moves.counts.get('unmatched') ?? 0);
    }),
    { numRuns: often(400, 30) },
  );
});

it('an export has each reply that is listed once, with the outcome that is counted', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, fc.constantFrom(null, ...batchOutcomes), async (log, outcome) => {
      const results = judged(log, hermes);
      const replies = new ReplyStore();
      for (const reply of log) replies.push(reply);
      const places = placesThrough({ ...noFilter, outcome }, { results, files: [], compared: null, hits: noHits });
      const counters = countersOf(picked(results, places));
      const lines = (await (await exported('jsonl', places, { replies, results, files: [], compared: null })).text())
        .split('\n')
        .slice(0, -1);
      const records = lines.map((line) => JSON.parse(line) as { outcome: BatchOutcome; text: string | null });
      expect(records.map(({ text }) => text)).toEqual(places.map((place) => log[place]?.text));
      for (const one of batchOutcomes)
        expect(records.filter((record) => record.outcome === one).length).toBe(counters.outcomes.get(one) ?? 0);

      const reader = new LogReader({ name: 'replies.csv' });
      const table = await (await exported('csv', places, { replies, results, files: [], compared: null })).text();
      const rows = [...reader.push(table), ...reader.end().replies];
      expect(rows.length).toBe(places.length);
      expect(rows.map(({ id }) => id)).toEqual(places.map((place) => log[place]?.id));
    }),
    { numRuns: often(300, 20) },
  );
});
