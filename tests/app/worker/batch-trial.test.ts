import { expect, it } from 'vitest';
import { Judge, type LoggedReply, ResultColumns, runtimesFor } from '../../../src/core/index.ts';
import { isServer } from '../../../src/app/worker/batch-moves.ts';
import type { BatchServer } from '../../../src/app/worker/batch-protocol.ts';
import { type TrialOf, tryOn } from '../../../src/app/worker/batch-trial.ts';

const serverOf = (runtime: string): BatchServer => ({ runtime, reasoning: '', capabilities: {}, request: {} });
const judgeFor = async ({ runtime }: BatchServer): Promise<Judge> =>
  new Judge({ runtime, runtimes: await runtimesFor(runtime), isAligning: true });
const call = '<tool_call>\n{"name": "water_plant", "arguments": {"pot": 3}}\n</tool_call>';
/** Its arguments come before its name. */
const turned = '<tool_call>\n{"arguments": {"pots": [3, 5]}, "name": "water_plant"}\n</tool_call>';
const log = [call, 'All is well.', call.replace('}}', '},}'), `${turned}\n${turned}`].map(
  (text, index): LoggedReply => ({
    id: `row${String(index)}`,
    record: `row${String(index)}`,
    number: index + 1,
    text,
    calls: null,
    tools: null,
    model: null,
    isRight: null,
  }),
);

async function of(runtime: string, places: readonly number[]): Promise<TrialOf> {
  const [server, results] = [serverOf(runtime), new ResultColumns()];
  const judge = await judgeFor(server);
  for (const reply of log) results.push(judge.judge(reply));
  const replyAt = (place: number): Promise<LoggedReply | null> => Promise.resolve(log[place] ?? null);
  const runtimeOf: TrialOf['runtimeOf'] = async (id) => (await runtimesFor(id)).find((one) => one.id === id) ?? null;
  return { places, results, server, judgeFor, runtimeOf, replyAt, goesOn: () => Promise.resolve(true) };
}

it('a change says of each reply what became of it, by its place', async () => {
  const tried = await tryOn({ kind: 'edit' }, await of('vllm:hermes', [1, 2]));
  expect([...(tried?.byPlace ?? [])]).toEqual([
    [1, 'same'],
    [2, 'fixed'],
  ]);
  expect(tried?.moves?.sentence).toBe('1 better, 0 worse: this can be chance.');
});

it('of several servers the one that reads most comes first, and a stream that differs is not read', async () => {
  const servers = ['vllm:qwen3_xml', 'vllm:hermes', 'vllm:granite4'].map(serverOf);
  const tried = await tryOn({ kind: 'servers', servers }, await of('vllm:mistral', [0, 3]));
  expect(tried?.ranked?.map(({ server, count }) => [server.runtime, count])).toEqual([
    ['vllm:granite4', 2],
    ['vllm:hermes', 1],
    ['vllm:qwen3_xml', 0],
  ]);
  expect(tried?.moves).toBeNull();
});

it('a reply whose tools nobody knows is read with those that it would call', async () => {
  const reply = log[0] as LoggedReply;
  const text = '<get_weather>\n<city>Paris</city>\n</get_weather>';
  const given = { ...(await of('vllm:hermes', [0])), replyAt: () => Promise.resolve({ ...reply, text }) };
  const tried = await tryOn({ kind: 'servers', servers: ['vllm:hermes', 'ai-sdk:morph-xml'].map(serverOf) }, given);
  expect(tried?.ranked?.map(({ server, count }) => [server.runtime, count])).toEqual([
    ['ai-sdk:morph-xml', 1],
    ['vllm:hermes', 0],
  ]);
});

it('nothing is told where nobody waits any more', async () => {
  const given = { ...(await of('vllm:hermes', [0, 1])), goesOn: () => Promise.resolve(false) };
  expect(await tryOn({ kind: 'edit' }, given)).toBeNull();
  expect(await tryOn({ kind: 'servers', servers: [serverOf('vllm:hermes')] }, given)).toBeNull();
});

it('any format is no server', () => {
  expect(['auto', 'vllm:hermes', 'exathena', 'file'].filter((one) => !isServer(one))).toEqual(['auto']);
});
