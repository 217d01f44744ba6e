import { describe, expect, it } from 'vitest';
import { extract, openStream, type Extraction, type ToolDefinition } from '../../../src/core/index.ts';
import { formatList, type ToolFormat } from '../../../src/core/formats/list.ts';
import { formatRuntime } from '../../../src/core/reader/own/format-runtime.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { fixturesIn, missingCases, missingWords } from '../../fixtures.ts';
import { codeInPlace, readRecipe } from '../../recipes.ts';
import { faultsOf } from '../../soundness.ts';
import { lantern } from './made-up-format/lantern.ts';

/** One file, one line in the list, one folder: all that a format needs, done here for one that nobody speaks. */
const everything = runtimeOf([lantern, ...formatList]);

function runtimeOf(formats: readonly ToolFormat[]): Runtime {
  return formatRuntime({ id: 'auto', flag: '', label: 'auto', emulates: '', tiers: ['marked', 'bare'] }, formats);
}
const fixtures = fixturesIn(new URL('made-up-format/', import.meta.url));

it('is the format that the recipe shows', () => {
  const code = codeInPlace('tests/core/formats/made-up-format/lantern.ts', 'src/core/formats');
  expect(readRecipe('format')).toContain(`\`\`\`ts\n${code}\`\`\``);
});

it('is complete with its folder, and not without', () => {
  expect(missingCases([lantern], fixtures)).toEqual([]);
  expect(missingCases([lantern], fixtures.slice(1))).toHaveLength(1);
});

it('says how it is asked for and written; without that it is refused', () => {
  expect(missingWords([lantern])).toEqual([]);
  const { prompt: _, ...silent } = lantern;
  expect(missingWords([silent]).join(' ')).toContain('add one of them to src/core/formats/lantern.ts');
  expect(missingWords([{ ...silent, notAsked: 'Nobody does.' }])).toHaveLength(1);
});

describe.each(fixtures)('$format/$name', ({ text, expected }) => {
  const whole = extract({ text }, { runtimes: [everything], tools: expected.tools });

  it('has the expected calls among all other formats', () => {
    expect(whole.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
    expect(whole.incomplete.map(({ name }) => name)).toEqual(expected.incomplete);
    for (const { format } of whole.calls) expect(format).toBe('lantern');
    expect(faultsOf(whole)).toEqual([]);
  });

  it('has them alone', () => {
    const alone = extract({ text }, { runtimes: [runtimeOf([lantern])], tools: expected.tools });
    expect(alone.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
  });

  it('is read the same however it is cut', () => {
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(streamed([text.slice(0, cut), text.slice(cut)], expected.tools)).toEqual(whole);
    expect(streamed(Array.from(text), expected.tools)).toEqual(whole);
  });
});

it('takes no call from the others', () => {
  const others = runtimeOf(formatList);
  for (const { id, example } of formatList) {
    const calls = (runtime: Runtime): unknown =>
      extract({ text: example }, { runtimes: [runtime] }).calls.map(({ format, name }) => [format, name]);
    expect(calls(everything), id).toEqual(calls(others));
  }
});

function streamed(chunks: readonly string[], tools: readonly ToolDefinition[]): Extraction {
  const stream = openStream({ runtimes: [everything], tools });
  for (const chunk of chunks) stream.push(chunk);
  return stream.end().extraction;
}
