import { expect, it } from 'vitest';
import { evidenceOf, loadProjects, runtimeList, verdictOf } from '../../../src/core/index.ts';
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

// A place is that of the whole text, however much comes before it: in lines, in one line, and in a value.
it.each([
  ['many lines', 'The tide is high.\n'.repeat(14_000), ''],
  ['one line', 'The tide is high. '.repeat(14_000), ''],
  ['an empty line', '\n', ''],
  ['a long value', 'I look.\n', 'high '.repeat(50_000)],
])('after %s the place is the true one, whoever tells of it', (_, before, value) => {
  const text = `${before}${block(`{"name": "seek", "arguments": {"query": "${value}", "n": 3,}}`)}`;
  const at = text.lastIndexOf('}}');
  const line = text.slice(0, at).split('\n').length;
  const place = `line ${String(line)}, column ${String(at - text.lastIndexOf('\n', at))}`;
  const { call, causes } = evidenceOf({ content: text, name: null });
  expect(causes).toContain('damaged');
  const ours = diagnosed({ text }, { runtime: 'auto', tools: [] }).diagnoses[0]?.message ?? '';
  const theirs = diagnosed({ text }, { runtime: 'vllm:hermes', runtimes, tools: [] });
  for (const said of [call?.fault ?? '', ours, verdictOf(theirs).reason, theirs.diagnoses[0]?.message ?? ''])
    expect(new Set([place, ...placesIn(said)])).toEqual(new Set([place]));
});

it('a long text whose call goes on for long is not cut', () => {
  const call = block(`{"name": "note", "arguments": {"text": "${'high '.repeat(50_000)}"}}`);
  expect(evidenceOf({ content: `Here it is.\n${call}`, name: null }).causes).not.toContain('cut');
});
