import { expect, it } from 'vitest';
import { loadProjects, toolsOfCalls } from '../../../src/core/index.ts';
import { type Loss, lossOf, parserFor } from '../../../src/core/catalogue/index.ts';
import { modelFamilies } from '../../../src/core/catalogue/model-formats.ts';
import { type EngineId, formatList, type ToolFormat } from '../../../src/core/formats/list.ts';
import { correctForm, type IntendedCall, trialOfForm } from '../../../src/core/reader/index.ts';

const ferry: IntendedCall = { name: 'find_ferry', argumentsText: '{"port":"Malmö","cars":2,"now":true}' };
const bell: IntendedCall = { name: 'ring_bell', argumentsText: '{"how":"loud and \\"clear\\"","times":3}' };

const runtimes = new Map(
  (await loadProjects()).flatMap((project) => project.runtimes).map((runtime) => [runtime.id, runtime]),
);
const ways: readonly (Loss | null)[] = [null, 'streamed', 'whole'];

/** What a parser loses of the calls of its own models, in the spelling that suits it best: one parser is for one generation. */
function measured(engine: EngineId, parser: string, { id, writes = [] }: ToolFormat): Loss | null | undefined {
  const runtime = runtimes.get(`${engine}:${parser}`);
  if (runtime === undefined) return undefined;
  const ofSpellings = (writes.length > 1 ? writes : [undefined]).map((write, spelling) => {
    const lost = [[ferry], [ferry, bell]].map((calls): Loss | null => {
      const form = correctForm(id, calls, '', write === undefined ? undefined : spelling);
      if (form === null) return 'whole';
      const question = { text: form.text, tools: toolsOfCalls(calls), expected: null, capabilities: {} };
      const trial = trialOfForm(form, runtime, question);
      return trial.whole ? (trial.streamed ? null : 'streamed') : 'whole';
    });
    return Math.max(...lost.map((one) => ways.indexOf(one)));
  });
  return ways[Math.min(...ofSpellings)];
}

it.each(['vllm', 'sglang'] as const)('says of each parser of %s what it loses of correct calls', (engine) => {
  let count = 0;
  const wrong = formatList.flatMap((format) =>
    (format.readers[engine] ?? []).flatMap((parser) => {
      const found = measured(engine, parser, format);
      if (found === undefined) return [];
      count += 1;
      const told = lossOf(engine, parser, format.id);
      return told === found ? [] : [`${engine}:${parser} ${format.id} ${String(found)}, told ${String(told)}`];
    }),
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(25);
});

it.each(['vllm', 'sglang'] as const)('names for each family a parser of %s that reads its own spelling', (engine) => {
  let count = 0;
  const wrong = modelFamilies.flatMap((family) => {
    const [format] = family.formats;
    const parser = format === undefined ? null : parserFor(engine, format, family);
    const runtime = runtimes.get(`${engine}:${parser ?? ''}`);
    if (format === undefined || parser === null || runtime === undefined) return [];
    count += 1;
    const form = correctForm(format, [ferry], '', family.spelling);
    const question = { text: form?.text ?? '', tools: toolsOfCalls([ferry]), expected: null, capabilities: {} };
    const trial = form === null ? null : trialOfForm(form, runtime, question);
    const isRead = trial?.whole === true && trial.streamed;
    return isRead || lossOf(engine, parser, format) !== null ? [] : [`${family.name}: ${parser} ${format}`];
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(25);
});
