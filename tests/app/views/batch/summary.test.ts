import { expect, test } from 'vitest';
import { countersOf, groupsOf, Judge, type LoggedReply } from '../../../../src/core/index.ts';
import { decodeLink } from '../../../../src/app/permalink/codec.ts';
import { outcomeWords } from '../../../../src/app/views/batch/batch-words.ts';
import { summaryText, withLink } from '../../../../src/app/views/batch/summary.ts';

const address = 'https://callscope.example/';

function replyOf(index: number, text: string): LoggedReply {
  const id = `r${String(index)}`;
  return { id, record: id, number: index + 1, text, calls: null, tools: null, model: null, isRight: null };
}

const call = '{"name": "f", "arguments": {"a": 1}}';
const texts = [
  call,
  call,
  'No call.',
  `{"name": "f<b>", "arguments": {`,
  call.replace('1', '"sk-proj-Zx81kQp0TnV3bLw7RmC2yHs5"'),
];
const judge = new Judge({ runtime: 'auto', isAligning: true });
const results = texts.map((text, index) => judge.judge(replyOf(index, text)));
const groups = groupsOf(results).map(({ members, ...group }) => {
  const text = texts[members.at(-1) ?? 0]!;
  return withLink(
    { group, reply: { id: 'x', text, whole: null, native: '', expected: null, tools: '', raw: '' } },
    { profile: 'auto' },
    address,
  );
});
const all = {
  label: 'Any format',
  words: outcomeWords,
  files: ['a`b.jsonl'],
  counters: countersOf(results),
  groups,
  filter: '',
  all: 5,
  replies: 5,
};
const text = summaryText(all);

test('the counters add up, and every group has its share', () => {
  expect(text).toMatch(/^# 5 replies read with Any format\n\nFiles: `a b\.jsonl`\./);
  const counts = Array.from(text.matchAll(/^\| [^|]+ \| (\d+) \|/gm), ([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(text.match(/\(95 %: /g)).toHaveLength(groups.length);
});

test('a link opens a reply of its group; one that holds what looks private has none', () => {
  const links = Array.from(text.matchAll(/\[One of them\]\(([^)]+)\)/g), ([, link = '']) => link);
  expect(links.length).toBe(groups.filter(({ link }) => link !== null).length);
  expect(groups.map(({ left }) => left)).toContain('private');
  expect(text).toContain('holds what looks private');
  expect(text).not.toContain('sk-proj');
  for (const link of links) {
    const opened = decodeLink(new URL(link).hash.slice(1));
    expect(opened.ok && texts.includes(opened.state.text)).toBe(true);
  }
});

test('names of a model are no markup', () => {
  const read = text.replaceAll(/\[One of them\]\([^)]+\)/g, '').replaceAll(/`[^`]*`/g, '');
  expect(read).not.toMatch(/(?<!\\)<b>/);
});

test('code is what can be copied: no escape is written inside of it', () => {
  const [one] = groups;
  const sentence = 'Start <it> with `--tool-call-parser qwen3_coder`, and write `<tool_call>` and `\\n`.';
  const group = {
    ...one!.group,
    why: sentence,
    sentence,
    remedy: { text: '`tool_choice: required`', tried: 0, mended: 0 },
  };
  const written = summaryText({ ...all, groups: [{ ...one!, group }] });
  expect(written).toContain('Start \\<it\\> with `--tool-call-parser qwen3_coder`, and write `<tool_call>` and `\\n`.');
  expect(written).toContain('`tool_choice: required`');
});

test('a filter is said, and what was not read yet', () => {
  const some = { ...all, counters: countersOf(results.slice(0, 2)), filter: 'call stayed text', replies: 9 };
  const [head, ...others] = summaryText(some).split('\n\n');
  expect(head).toBe('# 2 of 5 replies read with Any format');
  expect(others.slice(0, 2)).toEqual([
    'Filter: call stayed text. Shares are of these 2 replies.',
    '4 of 9 replies were not read yet.',
  ]);
  expect(text).not.toContain('Filter');
});
