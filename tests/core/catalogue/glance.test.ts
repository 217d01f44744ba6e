import { describe, expect, it } from 'vitest';
import { glance, type GlanceOptions } from '../../../src/core/reader/ask-all/glance.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';

const projects = await loadProjects();
const options: GlanceOptions = { chosen: 'auto', pinned: [], expected: null, capabilities: {} };
const bad = '<tool_call>{"name": "f", "arguments": {"a": 1},}</tool_call>';

function asked(text: string, wanted: Partial<GlanceOptions> = {}): readonly string[] {
  return glance(text, [], projects, { ...options, ...wanted })?.answers.map(({ runtime }) => runtime) ?? [];
}

describe('a glance', () => {
  it('asks the runtimes that were written for the format, in the order of the picker', () => {
    const ids = asked(bad);
    expect(ids).toContain('vllm:hermes');
    expect(ids).toContain('sglang:qwen25');
    const all = projects.flatMap(({ runtimes }) => runtimes.map(({ id }) => id));
    expect(ids).toEqual(all.filter((id) => ids.includes(id)));
  });

  it('asks the chosen and the pinned ones wherever they are, each once', () => {
    const ids = asked('Hello.', { chosen: 'vllm:glm45', pinned: ['exathena', 'vllm:glm45'] });
    expect(ids).toEqual(['exathena', 'vllm:glm45']);
  });

  it('does not ask our own readers', () => {
    expect(asked(bad, { chosen: 'auto', pinned: ['auto', 'custom'] })).not.toContain('auto');
  });

  it('compares with what was expected, else with what all formats find', () => {
    const [found] = [glance(bad, [], projects, { ...options, pinned: ['vllm:hermes'] })];
    expect(found?.intended).toBe(1);
    const none = glance(bad, [], projects, { ...options, expected: [] });
    expect(none?.intended).toBe(0);
    const good = bad.replace(',}', '}');
    const other = glance(good, [], projects, { ...options, expected: [{ name: 'f', argumentsText: '{"a":2}' }] });
    expect(other?.answers.find(({ runtime }) => runtime === 'vllm:hermes')?.whole.calls).toBe('other');
  });

  it('has nothing to say of an empty text, and of one that is too long', () => {
    expect(glance(' \n', [], projects, options)).toBeNull();
    expect(glance('a'.repeat(100_001), [], projects, options)).toBeNull();
  });
});
