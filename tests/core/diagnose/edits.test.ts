import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  diagnose,
  type Edit,
  extract,
  type ExtractOptions,
  loadProjects,
  withTools,
} from '../../../src/core/index.ts';
import { codesWhere } from '../../../src/core/trace/index.ts';
import { fixtures } from '../../fixtures.ts';
import { often, someOf } from '../../thorough.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);

/** Codes whose edit removes a call on purpose: a draft, an example, a copy. */
const takesAway = codesWhere(({ edit }) => edit === 'removes-call');

/** Edits whose changes are in order, part from each other, change something, and leave as many calls as there were. */
function areSound(text: string, asked: ExtractOptions): void {
  const options = withTools({ ...asked, runtimes }, { text });
  const before = extract({ text }, options);
  for (const { code, edit } of diagnose(before, options)) {
    if (edit === null) continue;
    const told = `${code} ${JSON.stringify(edit)} under ${options.runtime ?? ''} of ${JSON.stringify(text)}`;
    expect(inOrderAndApart(text, edit), told).toBe(true);
    if (edit.runtime === undefined || edit.changes.length > 0) expect(applyEdit(text, edit), told).not.toBe(text);
    else expect(edit.runtime, told).not.toBe(options.runtime);
    const after = extract({ text: applyEdit(text, edit) }, { ...options, runtime: edit.runtime ?? options.runtime });
    if (!takesAway.has(code)) expect(after.calls.length, told).toBeGreaterThanOrEqual(before.calls.length);
  }
}

function inOrderAndApart(text: string, { changes }: Edit): boolean {
  return changes.every(({ span: { from, to }, insert }, index) => {
    const before = changes[index - 1]?.span.to ?? 0;
    return before <= from && from <= to && to <= text.length && text.slice(from, to) !== insert;
  });
}

const tool = (name: string): NonNullable<ExtractOptions['tools']> => [{ name, schema: { type: 'object' } }];

describe('an edit is sound', () => {
  it.each<[string, string, ExtractOptions]>([
    ['a lookalike is the first sign of a marker', '＜tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>', {}],
    ['a lookalike is the first sign of two', '＜tool_call＞{"name": "f", "arguments": {}}＜/tool_call>', {}],
    ['a declared name has a lookalike', '{"name": "rеad", "arguments": {}}', { tools: tool('rеad') }],
    ['a declared name has an invisible sign', '{"name": "re\u200bad", "arguments": {}}', { tools: tool('re\u200bad') }],
    ['a backslash ends the name', `{"name": "\\", "parameters": {"a": 'a'}}`, {}],
    ['a backslash ends the name in a block', `<tool_call>{"name": "\\", "arguments": {"a": 'a'}}</tool_call>`, {}],
    [
      'one of the blocks is written as it should be',
      'tool_calls>\n{"name": "ring_bell", "arguments": {"n": 2}}\n{"name": !!}\n{"name": "send_note", "arguments": {"t": "hi"}}\n</tool_calls>',
      {},
    ],
  ])('where %s', (_what, text, options) => {
    for (const runtime of ['auto', 'format:hermes', 'exathena', 'vllm:hermes']) areSound(text, { ...options, runtime });
  });

  it.each(['auto', 'exathena', 'chatcli', 'vllm:hermes', 'sglang:qwen3_coder', 'llamacpp:llama3', 'ollama:qwen3'])(
    'for fixtures under %s',
    (runtime) => {
      for (const { text, expected } of someOf(fixtures, 1 / 32, ({ format, name }) => `${runtime} ${format}/${name}`))
        areSound(text, { runtime, tools: expected.tools });
    },
  );

  it('for fixtures in which signs are lost, doubled, or replaced', () => {
    const signs = ['', '"', '\\', '{', '}', '<', '>', '＜', '｜', "'", ',', '\u200b', '\n', '</tool_call>'];
    const damage = fc.record({
      reply: fc.constantFrom(...fixtures.filter(({ text }) => text.length < 600)),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      lost: fc.integer({ min: 0, max: 3 }),
      sign: fc.constantFrom(...signs),
      runtime: fc.constantFrom('auto', 'auto', 'exathena', 'vllm:hermes', 'sglang:qwen25', 'format:hermes'),
      isDeclared: fc.boolean(),
    });
    fc.assert(
      fc.property(damage, ({ reply: { text, expected }, at, lost, sign, runtime, isDeclared }) => {
        const from = Math.floor(at * text.length);
        const damaged = text.slice(0, from) + sign + text.slice(from + lost);
        areSound(damaged, { runtime, ...(isDeclared ? { tools: expected.tools } : {}) });
      }),
      { numRuns: often(3000, 100), seed: 32 },
    );
  });
});
