import { describe, expect, it } from 'vitest';
import { extract, formatPages } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';

const pages = formatPages();

it('has a page for every format', () => {
  expect(pages.map(({ id }) => id).toSorted()).toEqual(formatList.map(({ id }) => id).toSorted());
});

describe.each(pages)('the page of $id', (page) => {
  it('names each marker once, and a format with a marker of its own has one', () => {
    const { openers, closers, example } = page;
    expect([...new Set(openers)]).toEqual(openers);
    expect([...new Set(closers)]).toEqual(closers);
    if (/^<[\w|｜]/.test(example) && !['tag-per-tool', 'yaml-xml'].includes(page.id)) expect(openers).not.toEqual([]);
  });

  it('shows the whole example in pieces, with a name among them', () => {
    const { example, pieces } = page;
    expect(pieces.map(({ from, to }) => example.slice(from, to)).join('')).toBe(example);
    expect(pieces.map(({ role }) => role)).toContain('name');
  });

  it('has an example that is read alone and among all formats', () => {
    const { example: text, exampleTools: tools, calls, id } = page;
    expect(calls.length).toBeGreaterThan(0);
    for (const profile of [`format:${id}`, 'auto']) {
      const extraction = extract({ text }, { runtime: profile, tools });
      expect(extraction.calls.map(({ name, format }) => [name, format])).toEqual(calls.map((name) => [name, id]));
    }
  });

  it('names only engines that have a way to read it in its failures', () => {
    const able = new Set([...Object.keys(page.readers), ...page.generic, ...page.proposed]);
    const others = page.failures.flatMap(({ engines }) => engines.filter((id) => !able.has(id)));
    // What an engine does that has no parser for it is worth a word where people use another parser for it.
    if (!['phi-4-mini', 'llama3-function-tag'].includes(page.id)) expect(others).toEqual([]);
  });
});

it('says of Llama 3 JSON that models leave its token out', () => {
  const bare = formatPages().flatMap(({ id, isBareToo }) => (isBareToo ? [id] : []));
  expect(bare).toContain('llama3-json');
  expect(bare).not.toContain('raw-json');
});
