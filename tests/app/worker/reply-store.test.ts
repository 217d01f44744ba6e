import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';
import type { LoggedReply } from '../../../src/core/index.ts';

const tools = [[{ name: 'fill_tank' }], [{ name: 'drain_tank', description: 'Drains it.' }]];
const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown);
const anyReply: fc.Arbitrary<LoggedReply> = fc.record(
  {
    id: fc.string(),
    record: fc.string(),
    number: fc.nat(),
    // Halves of pairs, which no UTF-8 has, are in replies too.
    text: fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', 'x'.repeat(3000)))),
    calls: fc.option(
      fc.array(fc.record({ name: fc.string(), arguments: value, isBroken: fc.boolean() }), { maxLength: 2 }),
    ),
    areFromText: fc.boolean(),
    tools: fc.constantFrom(null, ...tools),
    model: fc.option(fc.string()),
    isRight: fc.option(fc.boolean()),
  },
  { requiredKeys: ['id', 'record', 'number', 'text', 'calls', 'tools', 'model', 'isRight'] },
);

it('gives every reply back as it came, from whatever place on, while others come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyReply, { maxLength: 300 }), fc.nat(), async (replies, seed) => {
      const store = new ReplyStore();
      const half = replies.length >> 1;
      for (const reply of replies.slice(0, half)) store.push(reply);
      expect(await store.read(0, half)).toEqual(replies.slice(0, half));
      for (const reply of replies.slice(half)) store.push(reply);
      const from = seed % (replies.length + 1);
      expect(await store.read(from, from + 130)).toEqual(replies.slice(from, from + 130));
      expect(await store.at(from)).toEqual(replies[from] ?? null);
      const [first] = await store.read(0, 1);
      expect(first?.tools).toBe(replies[0]?.tools);
      expect(store.length).toBe(replies.length);
    }),
    { numRuns: 25 },
  );
});

it('finds a reply among many pieces', async () => {
  const store = new ReplyStore();
  const reply = { record: 'r', number: 1, text: 'y'.repeat(900), calls: null, tools: null, model: null, isRight: null };
  for (let index = 0; index < 3000; index += 1) store.push({ ...reply, id: String(index) });
  for (const place of [0, 1, 291, 292, 1500, 2999]) expect((await store.at(place))?.id).toBe(String(place));
  expect((await store.read(250, 900)).map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 650 }, (_, at) => 250 + at),
  );
  expect(await store.at(3000)).toBeNull();
});
