import { expect, it } from 'vitest';
import { extract, loadProjects, projectInfos } from '../../../src/core/index.ts';
import { runtimeList } from '../../../src/core/reader/runtimes.ts';

it('takes less than 700 characters for a runtime in the list of all', async () => {
  const infos = projectInfos(await loadProjects());
  const count = infos.reduce((sum, { runtimes }) => sum + runtimes.length, 0);
  expect(count).toBeGreaterThan(200);
  expect(JSON.stringify(infos).length / count).toBeLessThan(700);
});

it('tells runtimes apart by what they are called', async () => {
  const labels = projectInfos(await loadProjects()).flatMap(({ runtimes }) => runtimes.map(({ label }) => label));
  expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([]);
});

it('tells the page what is documented and was not run', async () => {
  const infos = projectInfos(await loadProjects()).flatMap(({ runtimes }) => runtimes);
  const documented = infos.filter((info) => info.documented !== undefined);
  expect(documented.map(({ id }) => id)).toContain('ollama:olmo3-think');
});

const replies = [
  {},
  { text: 'A ~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\n' },
  { text: '<tool_call>{"name": "f", "arguments": {}}</tool_call>', tool_calls: [] },
  { tool_calls: [{ type: 'function', id: 'a', function: { name: 'f', arguments: '{}' } }] },
];
const gates = { native_tool_calls: 'native-denied', self_contained_tools: 'self-contained' } as const;

it.each(runtimeList)('$id asks for the capabilities that it says', ({ id, asks }) => {
  const asked = replies
    .flatMap((reply) => extract(reply, { runtime: id }).trace)
    .flatMap((event) => (event.kind === 'gate' ? [event.gate] : []));
  const named = Object.entries(gates).flatMap(([name, gate]) => (asked.includes(gate) ? [name] : []));
  expect(named).toEqual(asks);
});

it.each(runtimeList.filter(({ asks }) => asks.length === 0))('capabilities change nothing for $id', ({ id }) => {
  const capabilities = { native_tool_calls: false, self_contained_tools: true };
  for (const reply of replies) {
    expect(extract(reply, { runtime: id, capabilities })).toEqual(extract(reply, { runtime: id }));
  }
});
