import { expect, test } from 'vitest';
import { countersOf, groupsOf, Judge, type LoggedReply, movesBetween } from '../../../../src/core/index.ts';
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
  runtime: 'auto',
  sides: ['', ''] as const,
  left: [],
  compared: null,
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

test('what came of the calls is said first, and what is not listed last', () => {
  const left = [
    { outcome: 'other' as const, count: 1200 },
    { outcome: 'other' as const, count: 6 },
    { outcome: 'empty' as const, count: 35 },
  ];
  const written = summaryText({ ...all, runtime: 'vllm:hermes', label: 'vLLM hermes', left });
  expect(written).toContain(
    '\n\n**By vLLM hermes, emulated here: calls came: 3 (60.0 %); calls lost or stayed text: 1 (20.0 %); no call: 1 (20.0 %).**\n\n',
  );
  expect(written).toContain('emulation of that server');
  expect(written).toMatch(
    /\n\nNot listed: 3 more groups\. Their replies: other calls than the log has: 1,206; empty reply: 35\.\n$/,
  );
  // Any format emulates nobody.
  expect(text).not.toContain('emulation');
  expect(text).not.toContain('Not listed');
});

test('a comparison is in it: both sides, what moved, and whether it may be chance', () => {
  const [before, after] = [results.slice(0, 3), [results[0]!, results[3]!, results[2]!]].map((list) =>
    list.map((one, index) => ({ ...one, id: String(index) })),
  );
  const moves = movesBetween(before!, after!);
  const compared = { moves, before: countersOf(before!), after: countersOf(after!) };
  const written = summaryText({ ...all, runtime: 'vllm:hermes', compared, sides: ['a_b.jsonl', 'c|d.jsonl'] });
  expect(written).toContain('## From a_b.jsonl to c\\|d.jsonl');
  expect(written).toContain('|  | a_b.jsonl | c\\|d.jsonl |');
  expect(written).toContain('| Calls came | 2 (66.7 %) | 1 (33.3 %) |');
  expect(written).toContain('| Call lost | 0 | 1 (33.3 %) |');
  expect(written).toContain('| Broken | 1 | Calls → Call lost 1 |');
  expect(written).toContain(moves.sentence);
  expect(written).toContain(
    'Calls came before: 2 of 3 replies (66.7 %, 95 %: 20.8 % to 93.9 %). After: 1 of 3 replies (33.3 %, 95 %: 6.1 % to 79.2 %). ',
  );
  expect(written).toContain('Better minus worse: −33.3 points');
  expect(text).not.toContain('From');
});
