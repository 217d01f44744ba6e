import { describe, expect, it } from 'vitest';
import { extract, formatPages, toolDefinitions } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/index.ts';

const pages = formatPages();

it('has a page for every format', () => {
  expect(pages.map(({ id }) => id).toSorted()).toEqual(formatList.map(({ id }) => id).toSorted());
});

describe.each(pages)('the page of $id', (page) => {
  it('shows the whole example in pieces, with a name among them', () => {
    const { example, pieces } = page;
    expect(pieces.map(({ from, to }) => example.slice(from, to)).join('')).toBe(example);
    expect(pieces.map(({ role }) => role)).toContain('name');
  });

  it('has examples that do what they say', () => {
    expect(page.examples.map(({ id }) => id)).toEqual(expect.arrayContaining(['plain', 'cut', 'quoted']));
    for (const { id, text, tools, calls } of page.examples) {
      const options = { tools: toolDefinitions(tools) };
      const alone = extract({ text }, { ...options, profile: `format:${page.id}` });
      const auto = extract({ text }, { ...options, profile: 'auto' });
      expect([id, alone.calls.map(({ name }) => name)]).toEqual([id, calls]);
      expect([id, auto.calls.map(({ name, format }) => [name, format])]).toEqual([
        id,
        calls.map((name) => [name, page.id]),
      ]);
    }
    const callsOf = (wanted: string): number => page.examples.find(({ id }) => id === wanted)?.calls.length ?? -1;
    expect(callsOf('plain')).toBeGreaterThan(0);
    expect(callsOf('cut')).toBeLessThan(callsOf('plain'));
    expect(callsOf('quoted')).toBe(0);
  });

  it('names only engines that have a way to read it in its failures', () => {
    const able = new Set([...Object.keys(page.readers), ...page.generic, ...page.proposed]);
    const others = page.failures.flatMap(({ engines }) => engines.filter((id) => !able.has(id)));
    // What an engine does that has no parser for it is worth a word where people use another parser for it.
    if (!['phi-4-mini', 'llama3-function-tag'].includes(page.id)) expect(others).toEqual([]);
  });
});
