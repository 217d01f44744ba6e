import { describe, expect, it } from 'vitest';
import {
  AskedReply,
  glance,
  type GlanceOptions,
  loadProjects,
  type ReplyAnswers,
  type ReplyQuestion,
} from '../../../../src/core/index.ts';

const projects = await loadProjects();
const bad = '<tool_call>{"name": "f", "arguments": {"a": 1},}</tool_call>';

type Wanted = Partial<GlanceOptions & Pick<ReplyQuestion, 'expected'>>;

function ask(text: string, { expected = null, chosen = 'auto', pinned = [] }: Wanted = {}): ReplyAnswers | null {
  return glance(new AskedReply({ text, tools: undefined, expected, capabilities: {} }), projects, { chosen, pinned });
}

function asked(text: string, wanted: Wanted = {}): readonly string[] {
  return ask(text, wanted)?.answers.map(({ runtime }) => runtime) ?? [];
}

describe('a glance', () => {
  it('asks the runtimes that were written for the format, in the order of the picker', () => {
    const ids = asked(bad);
    expect(ids).toContain('vllm:hermes');
    expect(ids).toContain('sglang:qwen25');
    const all = projects.flatMap(({ runtimes }) => runtimes.map(({ id }) => id));
    expect(ids).toEqual(all.filter((id) => ids.includes(id)));
  });

  it('asks those that may take a call from the reasoning', () => {
    const thought = `<think>\nI call it.\n${bad.replace(',}', '}')}\n</think>\nIt is on.`;
    const found = ask(thought);
    expect(found?.intended).toBe(0);
    expect(found?.answers.some(({ whole }) => whole.count > 0)).toBe(true);
  });

  it('asks the chosen and the pinned ones wherever they are, each once', () => {
    const ids = asked('Hello.', { chosen: 'vllm:glm45', pinned: ['exathena', 'vllm:glm45'] });
    expect(ids).toEqual(['vllm:glm45', 'exathena']);
  });

  it('does not ask our own readers', () => {
    expect(asked(bad, { chosen: 'auto', pinned: ['auto', 'custom'] })).not.toContain('auto');
  });

  it('compares with what was expected, else with what all formats find', () => {
    expect(ask(bad)?.intended).toBe(1);
    expect(ask(bad, { expected: [] })?.intended).toBe(0);
    const other = ask(bad.replace(',}', '}'), { expected: [{ name: 'f', argumentsText: '{"a":2}' }] });
    expect(other?.answers.find(({ runtime }) => runtime === 'vllm:hermes')?.whole.calls).toBe('other');
  });

  it('has nothing to say of an empty text, and of one that is too long', () => {
    expect(ask(' \n')).toBeNull();
    expect(ask('a'.repeat(100_001))).toBeNull();
  });
});
