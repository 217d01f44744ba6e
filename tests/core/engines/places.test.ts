import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, type Extraction, type ExtractOptions, type LedgerEntry } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';
import { tokenPieces } from '../../../src/core/engines/kit/token-pieces.ts';
import { fixtures } from '../../fixtures.ts';
import { casesFor, shares } from '../../runtimes-under-test.ts';
import { often } from '../../thorough.ts';
import { faultsOf } from '../../soundness.ts';
import { callsOf, clientFaults, placeFaults, showsLess, streamed } from '../../streamed.ts';

const everyRuntime = (await loadProjects()).flatMap((project) => project.runtimes);
const runtimes = everyRuntime.filter((runtime) => runtime.stream !== undefined);
const waiting = everyRuntime.filter((runtime) => runtime.stream === undefined);
const tools = [{ name: 'get_weather', schema: { type: 'object', properties: { city: { type: 'string' } } } }];

/** Answers that repeat words of their reasoning, and ends that may begin a marker. */
const thoughtful = [
  '<think>The answer is 4 because 2+2.</think>\n\nThe answer is 4.',
  '<think>a</think><<b',
  '<think>Paris.</think>Paris.<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>Paris.',
  'Paris\n<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>\nParis',
  'Hm. </function>}</function><function=get_weather>',
];

const words = fc.constantFrom(
  ...['The ', 'answer ', 'is ', '4', '4', ' ', '\n', '<', '<<', '</', '[', '{', '}', '"', "'", ': ', '|', 'ü', '😀'],
  ...[
    '<think>',
    '</think>',
    '[THINK]',
    '[/THINK]',
    '<tool_call>',
    '</tool_call>',
    '<function=get_weather>',
    '</function>',
  ],
  ...[
    '<parameter=city>',
    '</parameter>',
    '{"name": "get_weather", "arguments": {"city": "4"}}',
    '<|tool_call>',
    '[TOOL_CALLS]',
  ],
  ...[
    '<arg_key>city</arg_key>',
    '<arg_value>4</arg_value>',
    'get_weather',
    '[get_weather(city="4")]',
    '~~~tool_call\n',
  ],
);
/** Reasoning, and an answer that says some of it again. */
const repeating = fc
  .tuple(fc.array(words, { maxLength: 8 }), fc.array(words, { maxLength: 8 }), fc.boolean())
  .map(([thought, rest, isTagged]) => {
    const said = thought.join('');
    return isTagged ? `<think>${said}</think>\n\n${said}${rest.join('')}` : said + rest.join('') + said;
  });

/** The text, with a character doubled here and there, and with its beginning said before it. */
function repeated(text: string): readonly string[] {
  const doubled = [0.2, 0.5, 0.8].reduce((now, part) => {
    const at = Math.floor(now.length * part);
    return now.slice(0, at) + now.slice(at, at + 1) + now.slice(at);
  }, text);
  return [text, doubled, `<think>${text.slice(0, 40)}</think>${text}`];
}

/** Some of many, over all of them. */
function spread<T>(cases: readonly T[]): readonly T[] {
  const step = Math.ceil(cases.length / often(40, 5));
  return cases.filter((_, index) => index % step === 0);
}

/** What the client gets, in any form. */
function outcomeOf(extraction: Extraction): string {
  const { content, ledger, document, error } = extraction;
  const thoughts = ledger.filter(({ kind }) => kind === 'reasoning').map(({ from, to }) => document.slice(from, to));
  return JSON.stringify([content ?? '', callsOf(extraction), thoughts.join(''), error?.code]);
}

/** The ledger with neighbours of one kind as one entry. */
function joined({ ledger }: Extraction): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const { kind, from, to } of ledger) {
    const last = entries.at(-1);
    if (last?.kind === kind) entries[entries.length - 1] = { kind, from: last.from, to };
    else entries.push({ kind, from, to });
  }
  return entries;
}

function faultsWith(text: string, pieces: readonly string[], options: ExtractOptions): string[] {
  const stream = streamed(pieces, options);
  const whole = extract({ text }, options);
  const isAlike = stream.extraction.error === undefined && outcomeOf(stream.extraction) === outcomeOf(whole);
  const isLedgerAlike = JSON.stringify(joined(stream.extraction)) === JSON.stringify(joined(whole));
  return [
    ...faultsOf(stream.extraction),
    ...placeFaults(stream),
    ...(showsLess.has(options.runtime ?? '') ? [] : clientFaults(stream)),
    ...(isAlike && !isLedgerAlike ? ['the stream and the whole give the same, and their ledgers differ'] : []),
  ];
}

describe.each(runtimes.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('sends text from where it says, and has the ledger of the whole where the client gets the same', () => {
    const dealt = spread(casesFor(id, fixtures, shares.fixtures));
    const cases = dealt.map(({ text, expected }) => ({ text, tools: expected.tools }));
    const faults = [...cases, ...thoughtful.map((text) => ({ text, tools }))].flatMap((one) =>
      repeated(one.text).flatMap((text) =>
        [[text], tokenPieces(text)].flatMap((pieces) => {
          const options = { runtime: id, runtimes: [runtime], tools: one.tools };
          return faultsWith(text, pieces, options).map((fault) => `${fault}: ${JSON.stringify(text)}`);
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('does so with answers that repeat their reasoning', () => {
    fc.assert(
      fc.property(repeating, fc.integer({ min: 1, max: 7 }), (text, size) => {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, at * size + size),
        );
        const faults = faultsWith(text, pieces, { runtime: id, runtimes: [runtime], tools });
        if (faults.length > 0) expect(faults).toEqual([]);
      }),
      { numRuns: often(50, 10) },
    );
  });
});

/** White space, a final answer or a call that many runtimes take off. */
const takenOff = [
  'Done. \n',
  ' : ',
  'Look.<tool_call>\n</tool_call>\n',
  'o<tool_call>',
  'Final Answer: 4',
  'A\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>\n\nB ',
  '\nAction:\nAction Input:',
  '\n<function=get_weather>\n',
  '<function=>',
];

it('says the places of the text also where a runtime waits for the end', () => {
  const faults = waiting.flatMap((runtime) =>
    [...takenOff, ...thoughtful].flatMap((text) =>
      faultsWith(text, [text], { runtime: runtime.id, runtimes: [runtime], tools }).map(
        (fault) => `${runtime.id}: ${fault}: ${JSON.stringify(text)}`,
      ),
    ),
  );
  expect(faults).toEqual([]);
});
