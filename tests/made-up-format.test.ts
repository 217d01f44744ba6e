import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Extraction, ToolDefinition } from '../src/core/index.ts';
import { formatList } from '../src/core/formats/index.ts';
import { extractWith, FormatReader } from '../src/core/runtimes/own/format-reader.ts';
import { FormatSet } from '../src/core/formats/pass/prepared-formats.ts';
import { openDocument } from '../src/core/document/response.ts';
import { fixturesIn, missingCases } from './fixtures.ts';
import { lantern } from './made-up-format/lantern.ts';
import { faultsOf } from './soundness.ts';

/** One file, one line in the list, one folder: all that a format needs, done here for one that nobody speaks. */
const formats = new FormatSet([lantern, ...formatList]);
const fixtures = fixturesIn(new URL('made-up-format/', import.meta.url));

it('is the format that CONTRIBUTING.md shows', () => {
  const contributing = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const file = readFileSync(new URL('made-up-format/lantern.ts', import.meta.url), 'utf8');
  const inItsPlace = file.replaceAll('../../src/core/formats/', './');
  expect(contributing).toContain(`\`\`\`ts\n${inItsPlace}\`\`\``);
});

it('is complete with its folder, and not without', () => {
  expect(missingCases([lantern], fixtures)).toEqual([]);
  expect(missingCases([lantern], fixtures.slice(1))).toHaveLength(1);
});

describe.each(fixtures)('$format/$name', ({ text, expected }) => {
  const whole = extractWith('auto', formats, openDocument({ text }), expected.tools);

  it('has the expected calls among all other formats', () => {
    expect(whole.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
    expect(whole.incomplete.map(({ name }) => name)).toEqual(expected.incomplete);
    for (const { format } of whole.calls) expect(format).toBe('lantern');
    expect(faultsOf(whole)).toEqual([]);
  });

  it('has them alone', () => {
    const alone = extractWith('format:lantern', new FormatSet([lantern]), openDocument({ text }), expected.tools);
    expect(alone.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
  });

  it('is read the same however it is cut', () => {
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(streamed([text.slice(0, cut), text.slice(cut)], expected.tools)).toEqual(whole);
    expect(streamed(Array.from(text), expected.tools)).toEqual(whole);
  });
});

it('takes no call from the others', () => {
  const others = new FormatSet(formatList);
  for (const { id, example } of formatList) {
    const calls = (list: FormatSet): unknown =>
      extractWith('auto', list, openDocument({ text: example }), []).calls.map(({ format, name }) => [format, name]);
    expect(calls(formats), id).toEqual(calls(others));
  }
});

function streamed(chunks: readonly string[], tools: readonly ToolDefinition[]): Extraction {
  const reader = new FormatReader('auto', formats.prepare(tools));
  for (const chunk of chunks) reader.push(chunk);
  reader.endText();
  return reader.finish(openDocument({ text: chunks.join('') }));
}
