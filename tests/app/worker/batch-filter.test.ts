import { expect, it } from 'vitest';
import { Judge, ResultColumns } from '../../../src/core/index.ts';
import { placesThrough } from '../../../src/app/worker/batch-filter.ts';
import { comparedWith } from '../../../src/app/worker/batch-moves.ts';
import { noHits, searchTexts } from '../../../src/app/worker/batch-search.ts';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';
import { type BatchFile, type BatchFilter, noFilter } from '../../../src/app/worker/batch-protocol.ts';

function resultsOf(texts: readonly string[]): ResultColumns {
  const judge = new Judge({ runtime: 'auto', isAligning: true });
  const results = new ResultColumns();
  for (const [index, text] of texts.entries()) {
    const id = `row${String(index)}`;
    results.push(
      judge.judge({ id, record: id, number: index + 1, text, calls: null, tools: null, model: null, isRight: null }),
    );
  }
  return results;
}

const call = '<tool_call>\n{"name": "water_plant", "arguments": {"pot": 3}}\n</tool_call>';
const results = resultsOf(['Nothing to do.', call, 'All is well.', call.replace('water', 'turn')]);
const files = [
  { from: 0, replies: 3 },
  { from: 3, replies: 1 },
] as readonly Partial<BatchFile>[] as readonly BatchFile[];

const through = (filter: Partial<BatchFilter>, compared = null as ReturnType<typeof comparedWith> | null) =>
  placesThrough({ ...noFilter, ...filter }, { results, files, compared, hits: noHits });

it.each<[string, Partial<BatchFilter>, number[]]>([
  ['lets all through without a filter', {}, [0, 1, 2, 3]],
  ['keeps the replies of a file', { file: 1 }, [3]],
  ['keeps none of a file that is not there', { file: 9 }, []],
  ['looks for every word, whatever its case', { search: 'ROW plant' }, [1, 3]],
  ['asks for all that it says at once', { search: 'plant', file: 0 }, [1]],
  ['keeps no move where nothing is compared', { move: 'same' }, []],
])('%s', (_name, filter, places) => {
  expect(through(filter)).toEqual(places);
});

it('keeps one outcome', () => {
  const outcome = results.at(1)?.outcome ?? null;
  expect(through({ outcome })).toEqual([1, 3]);
});

it('keeps what has a fault in the calls of the log', () => {
  expect(through({ fault: 'markup' })).toEqual([]);
  const marked = { name: 'turn<|channel|>x', arguments: {}, isBroken: false };
  const reply = {
    id: 'm',
    record: 'm',
    number: 1,
    text: null,
    calls: [marked],
    tools: null,
    model: null,
    isRight: null,
  };
  const judged = new Judge({ runtime: 'auto', isAligning: true }).judge(reply);
  const some = resultsOf(['Nothing.']);
  some.push(judged);
  const scope = { results: some, files: [], compared: null, hits: noHits };
  expect(placesThrough({ ...noFilter, fault: 'markup' }, scope)).toEqual([1]);
});

it('keeps what moved', () => {
  const compared = comparedWith(resultsOf(['Nothing to do.', 'gone', 'All is well.', call]), results);
  const [[place, { move }] = [-1, { move: null }]] = compared.byPlace;
  expect(through({ move }, compared)).toContain(place);
});

it('looks into the texts, and not into outlines that have no values', async () => {
  const texts = [call, call.replace('3', '"Kumasi"'), 'Rain in Kumasi.', call.replace('3', '"kumasi'), ''];
  const log = texts.map((text, index) => ({
    id: `row${String(index)}`,
    record: `row${String(index)}`,
    number: index + 1,
    text,
    calls: text === '' ? [{ name: 'weather', arguments: { city: 'Kumasi' }, isBroken: false }] : null,
    tools: null,
    model: null,
    isRight: null,
  }));
  const store = new ReplyStore();
  for (const reply of log) store.push(reply);
  const found = resultsOf(texts);
  const search = async (given: string): Promise<readonly number[]> => {
    const hits = (await searchTexts(given, store, () => false)) ?? noHits;
    return placesThrough({ ...noFilter, search: given }, { results: found, files: [], compared: null, hits });
  };
  expect(await search('Kumasi')).toEqual([1, 2, 3, 4]);
  // A word of the text and one of the id.
  expect(await search('KUMASI row2')).toEqual([2]);
  expect(await search('Tamale')).toEqual([]);
  expect(await searchTexts('Kumasi', store, () => true)).toBeNull();
});
