import { describe, expect, it } from 'vitest';
import { diagnose, extract, type Diagnosis } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const code = 'beds = list_beds(row=2)\nprint(water_bed(bed="north"))';
const declared = [{ name: 'list_beds' }, { name: 'water_bed' }];

function toldOf(text: string, runtime: string, tools: typeof declared | null = declared): Diagnosis | undefined {
  const options = { runtime, runtimes, tools: tools ?? undefined };
  return diagnose(extract({ text }, options), options).find(({ message }) => message.includes('This is Python'));
}

describe('Python that only calls tools', () => {
  it.each([
    ['alone', code],
    ['in a block', `\`\`\`python\n${code}\n\`\`\``],
  ])('is named with the first call, %s', (_, text) => {
    const told = toldOf(text, 'vllm:hermes');
    expect(told?.message).toContain('calls `list_beds`');
    expect(text.slice(told?.span.from, told?.span.to)).toBe('list_beds');
  });

  it('is named without declared tools where all arguments are literals under their names', () => {
    expect(toldOf(code, 'vllm:hermes', null)?.message).toContain('calls `list_beds`');
    expect(toldOf(code.replace('row=2', 'row'), 'vllm:hermes', null)).toBeUndefined();
  });

  it('is none where a line does something else, and of other functions', () => {
    expect(toldOf(`${code}\nfor bed in beds:\n  print(bed)`, 'vllm:hermes')).toBeUndefined();
    expect(toldOf(code.replace('water_bed', 'open'), 'vllm:hermes')).toBeUndefined();
  });

  it('is what an agent runs', () => {
    const { id } = runtimes.find(({ telling }) => telling?.interpreter !== undefined)!;
    expect(toldOf(code, id)).toBeUndefined();
  });

  it('leads to a forced call only where the server can force one', () => {
    expect(toldOf(code, 'vllm:hermes')?.remedy).toContain('tool_choice');
    expect(toldOf(code, 'ollama:qwen3')?.remedy).not.toContain('tool_choice');
  });
});
