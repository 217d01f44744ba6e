import { describe, expect, it } from 'vitest';
import { formatPages } from '../../../../src/core/index.ts';
import { searchFormats } from '../../../../src/app/views/formats/search-formats.ts';

const pages = formatPages();
const idsFor = (wanted: string): string[] => searchFormats(pages, wanted).map(({ id }) => id);

describe('the search for a format', () => {
  it('knows ids, models, lineages and the names that engines have', () => {
    expect(idsFor('')).toHaveLength(pages.length);
    expect(idsFor('Grok')).toEqual(['xai-xml']);
    expect(idsFor('qwen3_CODER')).toEqual(['qwen3-coder-xml']);
    expect(idsFor('nous')).toEqual(['hermes']);
  });

  it('knows markers, as they are in a reply', () => {
    expect(idsFor('<|tool▁calls▁begin|>'.replaceAll('|', '｜'))).toEqual(['deepseek-v3', 'deepseek-v3.1']);
    expect(idsFor('[TOOL_CALLS]')).toContain('mistral');
    expect(idsFor('</tool_call>')).toContain('hermes');
    expect(idsFor('<tool_call>').slice(0, 3)).toContain('hermes');
    expect(idsFor('<tool_call>')).toContain('code-tag');
  });

  it('has the format of that name first', () => {
    expect(idsFor('hermes')[0]).toBe('hermes');
    expect(idsFor('hermes').length).toBeGreaterThan(1);
    expect(idsFor('')).toEqual(pages.map(({ id }) => id));
  });

  it('wants every word', () => {
    expect(idsFor('deepseek 3.1')).toContain('deepseek-v3.1');
    expect(idsFor('deepseek grok')).toEqual([]);
  });
});
