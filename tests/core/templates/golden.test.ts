import { describe, expect, it } from 'vitest';
import { answer } from '../../conformance/adapter.ts';
import { conversations, goldenRenders, realTemplates, sha256, type GoldenRender } from './real-templates.ts';

// What Jinja2 3.1.6 makes of real templates, set up as transformers does.

function answered({ template, conversation }: GoldenRender): Record<string, string> {
  const { messages, tools, options } = conversations.get(conversation)!;
  return answer('templates', { template: realTemplates.get(template), messages, tools, options }) as Record<
    string,
    string
  >;
}

describe('real templates', () => {
  it('are those of the golden data', () => {
    expect(goldenRenders.length).toBeGreaterThanOrEqual(240);
    for (const { template, templateSha256 } of goldenRenders)
      expect(sha256(realTemplates.get(template) ?? '').slice(0, 16), template).toBe(templateSha256);
  });

  it('give the prompts that Jinja2 gives, and raise where it raises', () => {
    const wrong = goldenRenders.filter((golden) => {
      const got = answered(golden);
      if (golden.raises !== undefined) return got['raises'] !== golden.raises || got['message'] !== golden.message;
      return got['prompt'] === undefined || sha256(got['prompt']) !== golden.sha256;
    });
    expect(wrong.map(({ template, conversation }) => `${template}, ${conversation}`)).toEqual([]);
  });

  it('would notice one wrong character', () => {
    const golden = goldenRenders.find(({ sha256: digest }) => digest !== undefined)!;
    expect(sha256(`${answered(golden)['prompt']!}\n`)).not.toBe(golden.sha256);
  });
});
