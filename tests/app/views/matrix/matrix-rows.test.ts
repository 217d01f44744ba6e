import { describe, expect, it } from 'vitest';
import { projectInfos, type RuntimeAnswer, type RuntimeAnswers } from '../../../../src/core/index.ts';
import { loadProjects } from '../../../../src/core/reader/runtimes.ts';
import { countsOf, doneWords, plainWords } from '../../../../src/app/page/answers/answer-counts.ts';
import { matrixGroups } from '../../../../src/app/views/matrix/matrix-rows.ts';
import { firstMatrix } from '../../../../src/app/permalink/state.ts';
import { matrixCsv, matrixMarkdown } from '../../../../src/app/views/matrix/matrix-text.ts';

const projects = projectInfos(await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'sglang');
const text: RuntimeAnswer = {
  calls: 'none',
  count: 0,
  rest: 'shown',
  lost: 0,
  names: [],
  seen: { start: 'Hi', length: 2 },
  error: null,
  partsAt: null,
};
const call: RuntimeAnswer = { ...text, calls: 'same', count: 1, names: ['f'], partsAt: 3 };
const lost: RuntimeAnswer = { ...text, rest: 'lost', lost: 9, seen: { start: '', length: 0 }, partsAt: 1 };

const answers: readonly RuntimeAnswers[] = [
  { runtime: 'vllm:glm45', whole: text, streamed: text },
  { runtime: 'vllm:hermes', whole: text, streamed: call },
  { runtime: 'vllm:xlam', whole: lost, streamed: null },
  { runtime: 'sglang:qwen25', whole: call, streamed: call },
];
const own = { chosen: 'sglang:qwen25', pinned: ['vllm:glm45'] };

function ids(wish: Partial<typeof firstMatrix>): unknown {
  const groups = matrixGroups(projects, answers, { ...firstMatrix, ...wish }, own);
  return groups.map(({ rows, plain }) => [rows.map(({ runtime }) => runtime), plain.map(({ runtime }) => runtime)]);
}

describe('the list of all runtimes', () => {
  it('groups by engine, and folds what shows the reply as text', () => {
    expect(ids({})).toEqual([
      [['sglang:qwen25'], []],
      [['vllm:hermes', 'vllm:xlam'], ['vllm:glm45']],
    ]);
  });

  it('says of replies without a call whether they come as text or as reasoning', () => {
    const kept = { runtime: 'vllm:glm45', whole: { ...text, rest: 'reasoning' as const }, streamed: null };
    const shown = { runtime: 'vllm:xlam', whole: text, streamed: null };
    const other = { runtime: 'sglang:qwen25', whole: call, streamed: null };
    expect(plainWords([kept, other])).toBe('as reasoning');
    expect(plainWords([shown, kept])).toBe('as text or reasoning');
    expect(plainWords([shown, other])).toBe('as text');
  });

  it('says what parsers of a state do, of one and of many', () => {
    expect(doneWords('none', 1, [{ whole: text }], 1)).toBe('gives it as text');
    expect(doneWords('same', 2, [], 3)).toBe('give the 3 calls');
    expect([doneWords('other', 1, [], 1), doneWords('other', 4, [], 0)]).toEqual(['gives other calls', 'find calls']);
    expect(doneWords('gone', 1, [], 1)).toBe('loses it or fails');
  });

  it('begins with the chosen server, then with those that give the call, in a group as well', () => {
    const whole = (runtime: string, answer: RuntimeAnswer): RuntimeAnswers => ({
      runtime,
      whole: answer,
      streamed: null,
    });
    const some = [
      whole('vllm:glm45', lost),
      whole('vllm:hermes', call),
      whole('vllm:xlam', lost),
      whole('sglang:qwen25', lost),
    ];
    const labels = (chosen: string): string[] =>
      matrixGroups(projects, some, firstMatrix, { chosen, pinned: [] }).map(({ label }) => label);
    expect(labels('auto')).toEqual(['vLLM', 'SGLang']);
    expect(labels('sglang:qwen25')).toEqual(['SGLang', 'vLLM']);
    const [group] = matrixGroups(projects, some, firstMatrix, { chosen: 'auto', pinned: [] });
    expect(group?.rows.map(({ runtime }) => runtime)).toEqual(['vllm:hermes', 'vllm:glm45', 'vllm:xlam']);
  });

  it('shows those that differ, or only mine', () => {
    expect(ids({ show: 'differ' })).toEqual([
      [['sglang:qwen25'], []],
      [['vllm:hermes', 'vllm:xlam'], []],
    ]);
    expect(ids({ show: 'mine' })).toEqual([
      [['sglang:qwen25'], []],
      [[], ['vllm:glm45']],
    ]);
  });

  it('searches engines, flags and formats', () => {
    expect(ids({ wanted: 'qwen3-coder' })).toEqual([]);
    expect(ids({ wanted: 'hermes' })).toEqual([
      [['sglang:qwen25'], []],
      [['vllm:hermes'], []],
    ]);
  });

  it('sorts over all engines', () => {
    expect(ids({ sort: 'lost' })).toEqual([[['vllm:xlam', 'vllm:glm45', 'vllm:hermes', 'sglang:qwen25'], []]]);
    expect(ids({ sort: 'whole' })).toEqual([[['sglang:qwen25', 'vllm:glm45', 'vllm:hermes', 'vllm:xlam'], []]]);
    expect(ids({ sort: 'parting' })).toEqual([[['vllm:xlam', 'sglang:qwen25', 'vllm:glm45', 'vllm:hermes'], []]]);
  });

  it('counts whole answers', () => {
    expect(countsOf(answers)).toEqual({ same: 1, other: 0, none: 2, gone: 1 });
  });
});

describe('the list as text', () => {
  const reply = '=1+1|"x"\n';
  const shown = { ...text, seen: { start: reply, length: 40 } };
  const groups = matrixGroups(
    projects,
    [{ runtime: 'vllm:hermes', whole: { ...shown, partsAt: 4 }, streamed: null }],
    firstMatrix,
    own,
  );

  it('keeps a cell of Markdown one cell', () => {
    const [, , row = ''] = matrixMarkdown(groups, reply, { intended: 1 }).split('\n');
    expect(row).toBe(
      '| vLLM hermes | --tool-call-parser hermes | shown as text |  | =1+1\\|"x" … | 0 | line 1, column 5 |',
    );
  });

  it('lets no cell of a spreadsheet become a formula', () => {
    const [, row] = matrixCsv(groups, reply, { intended: 1 }).split('\r\n');
    expect(row).toBe(`vLLM hermes,'--tool-call-parser hermes,shown as text,,"'=1+1|""x""\n…",0,"line 1, column 5"`);
  });
});
