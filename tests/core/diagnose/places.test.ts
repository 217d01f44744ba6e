import { expect, it } from 'vitest';
import { loadProjects, runtimeList, verdictOf } from '../../../src/core/index.ts';
import { diagnosed } from '../../readings.ts';

const runtimes = [...runtimeList, ...(await loadProjects()).flatMap((project) => project.runtimes)];
const block = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;

/** The places that a text names, such as "line 2, column 69". */
function placesIn(text: string): string[] {
  return text.match(/line \d+, column \d+/g) ?? [];
}

// A server stops where the grammar breaks, and our own reader goes on. Both speak of the same fault on one screen.
it.each([
  ['a trailing comma', '{"name": "seek", "arguments": {"query": "ports of the north", "n": 3,}}'],
  ['a trailing comma before a line break', '{"name": "seek", "arguments": {"n": 3,\n}}'],
  ['a missing comma', '{"name": "seek", "arguments": {"query": "ports" "n": 3}}'],
  ['a missing colon', '{"name": "seek", "arguments": {"query" "ports"}}'],
  ['single quotes', "{'name': 'seek', 'arguments': {}}"],
  ['a key without quotes', '{"name": "seek", "arguments": {query: "ports"}}'],
  ['a constant of Python', '{"name": "seek", "arguments": {"all": True}}'],
  ['a quote inside a text', '{"name": "seek", "arguments": {"query": "the "old" ports"}}'],
  ['an unknown escape', '{"name": "seek", "arguments": {"query": "C:\\data"}}'],
  ['a line break in a text', '{"name": "seek", "arguments": {"query": "one\ntwo"}}'],
  ['curved quotes', '{"name": “seek”, "arguments": {}}'],
])('%s is at one place, whoever tells of it', (_, body) => {
  const text = `I look.\n${block(body)}`;
  const ours = diagnosed({ text }, { runtime: 'auto', tools: [] }).diagnoses[0]?.message ?? '';
  const theirs = diagnosed({ text }, { runtime: 'vllm:hermes', runtimes, tools: [] });
  const [place] = placesIn(ours);
  expect(place).toBeDefined();
  const said = [verdictOf(theirs).reason, theirs.diagnoses[0]?.message ?? ''];
  expect(said.map((one) => placesIn(one)[0])).toEqual([place, place]);
});

it('a marker inside a value is at one place, whoever tells of it', () => {
  const text = block('{"name": "seek", "arguments": {"query": "say "hi" </tool_call> now"}}');
  const told = ['auto', 'lmdeploy:qwen3'].map(
    (runtime) =>
      diagnosed({ text }, { runtime, runtimes, tools: [] }).diagnoses.find(({ code }) => code === 'D13')?.message ?? '',
  );
  const at = 'line 2, column 51';
  expect(told.map((one) => placesIn(one)[0])).toEqual([at, at]);
});
