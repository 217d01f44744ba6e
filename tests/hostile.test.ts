import { describe, expect, it } from 'vitest';
import { extract, type Extraction, type ExtractOptions } from '../src/core/index.ts';
import type { ProviderResponse } from '../src/core/trace/response.ts';
import { formatList, type Opener } from '../src/core/formats/list.ts';
import { ToolIndex } from '../src/core/formats/kit/read/tool-index.ts';
import { autoTexts, bareTexts, chatcliTexts, fencedTexts, fill, nest } from './hostile-texts.ts';
import { diagnosed } from './readings.ts';
import { faultsOf } from './soundness.ts';
import { isThorough, often, someOf } from './thorough.ts';

/**
 * More pieces than a call may take arguments, and nesting deeper than the stack: the answers must be right, with steps
 * that are counted. That work does not grow faster than the text is counted in tests/linear/hostile.test.ts.
 */
const SIZE = 150_000;

/** An array in an array in an array. */
function deepList(levels: number): unknown {
  let list: unknown = [];
  for (let level = 0; level < levels; level += 1) list = [list];
  return list;
}

/** What is read by one runtime already, and by others only soundly. */
function half<Text extends { readonly name: string }>(runtime: string, texts: readonly Text[]): readonly Text[] {
  return someOf(texts, 1 / 2, ({ name }) => `${runtime} ${name}`);
}

/** What each runtime answers: the outcome, and how many calls. */
interface Answer {
  readonly exathena: readonly [outcome: string, calls: number];
  readonly head: readonly [outcome: string, calls: number];
  /** More steps than this there may not be. */
  readonly steps: number;
}

const nothing: Answer = { exathena: ['none', 0], head: ['none', 0], steps: 30 };
const oneCall: Answer = { exathena: ['calls', 1], head: ['calls', 1], steps: 30 };

/** What differs from `nothing`. */
const textAnswers: Readonly<Record<string, Answer>> = {
  'nested would-be calls': { ...nothing, steps: 19_400 },
  'quotes that flip at every brace': { ...nothing, steps: 50_100 },
  'flipped objects': { ...nothing, steps: 16_700 },
  'bare calls': { exathena: ['calls', 4546], head: ['calls', 4546], steps: 22_800 },
  'the same tag again and again': { ...nothing, head: ['calls', 1], steps: 34_400 },
  'empty thoughts': oneCall,
  'one key again and again': { ...oneCall, steps: 25_100 },
  'many keys': oneCall,
  'duplicate keys around many calls': { exathena: ['calls', 5358], head: ['calls', 5358], steps: 31_900 },
  'duplicate keys in nested would-be calls': { ...nothing, steps: 17_900 },
  'arguments that are a long string': oneCall,
  'fences that open and open': { exathena: ['error', 0], head: ['error', 0], steps: 19_300 },
  'fences that never close': { ...nothing, steps: 10_800 },
  'openers with white space': { ...nothing, steps: 1400 },
  'broken fences': { exathena: ['error', 0], head: ['error', 0], steps: 31_700 },
  'good fences and a bad one': { exathena: ['error', 0], head: ['error', 0], steps: 35_100 },
};

const openAi = (index: number): unknown => ({
  id: `c${index}`,
  type: 'function',
  function: { name: 'f', arguments: `{"a": ${index}}` },
});

const natives: readonly [name: string, response: ProviderResponse, answer: Answer][] = [
  ['30,000 nested lists', { tool_calls: deepList(30_000) }, { exathena: ['error', 0], head: ['calls', 1], steps: 30 }],
  [
    '30,000 nested objects in an entry',
    { tool_calls_text: `[${nest('{"a":', '1', '}', 30_000)}]` },
    { exathena: ['error', 0], head: ['calls', 1], steps: 30 },
  ],
  [
    '30,000 nested objects in arguments',
    { tool_calls_text: `[{"id":1,"name":"f","arguments":${nest('{"a":', '1', '}', 30_000)}}]` },
    oneCall,
  ],
  [
    '50,000 numbers',
    { tool_calls: new Array(50_000).fill(1) },
    { exathena: ['error', 0], head: ['calls', 1], steps: 300_020 },
  ],
  [
    'a good entry and 20,000 numbers',
    { tool_calls: [openAi(0), ...new Array<number>(20_000).fill(1)] },
    { exathena: ['error', 0], head: ['calls', 2], steps: 120_030 },
  ],
  [
    '10,000 calls',
    { tool_calls: Array.from({ length: 10_000 }, (_, index) => openAi(index)) },
    { exathena: ['calls', 10_000], head: ['calls', 10_000], steps: 70_030 },
  ],
  [
    'duplicate keys in 5000 entries',
    {
      tool_calls_text: `[${Array.from({ length: 5000 }, (_, index) => `{"id":${index},"name":"f","arguments":{"a":${index},"a":0}}`).join()}]`,
    },
    { exathena: ['calls', 5000], head: ['calls', 5000], steps: 40_030 },
  ],
  [
    '20,000 trailing commas',
    { tool_calls: [{ id: 1, name: 'f', arguments: `{"a":[${'"\\"",[1,],'.repeat(20_000)}]}` }] },
    { exathena: ['error', 0], head: ['calls', 1], steps: 20_030 },
  ],
  ['a name of 100,000 letters', { tool_calls: [{ id: 1, name: new Array(100_000).fill(97) }] }, oneCall],
];

describe.each([['exathena', 'exathena'], ...(isThorough ? ([['exathena-head', 'head']] as const) : [])] as const)(
  '%s',
  (profile, version) => {
    it.each([...bareTexts, ...fencedTexts])('reads $name', ({ name, make }) => {
      const answer = textAnswers[name] ?? nothing;
      expectAnswer({ text: make(SIZE) }, { runtime: profile }, answer[version], answer.steps);
    });

    // Then the tiers below the fences run as well.
    it.each(half(profile, fencedTexts))('reads $name where native calls are denied', ({ name, make }) => {
      const answer = textAnswers[name] ?? nothing;
      const options = { runtime: profile, capabilities: { native_tool_calls: false } };
      expectAnswer({ text: make(SIZE) }, options, answer[version], answer.steps);
    });

    it.each(natives)('reads %s', (_, response, answer) => {
      expectAnswer(response, { runtime: profile }, answer[version], answer.steps);
    });
  },
);

function expectAnswer(
  response: ProviderResponse,
  options: ExtractOptions,
  answer: readonly [string, number],
  steps: number,
): void {
  const extraction = diagnosed(response, options);
  expect([extraction.outcome, extraction.calls.length]).toEqual(answer);
  expect(extraction.trace.length).toBeLessThan(steps);
  expect(faultsOf(extraction)).toEqual([]);
}

/** Of the cases above only that they end, and soundly, diagnoses included. */
function expectSound(response: ProviderResponse, options: ExtractOptions): Extraction {
  const extraction = diagnosed(response, options);
  expect(faultsOf(extraction)).toEqual([]);
  return extraction;
}

/** What the runtimes of ChatCLI answer: how many calls, and fewer steps than so many. */
const chatcliAnswers: Readonly<Record<string, readonly [calls: number, steps: number]>> = {
  'tags without closing tags': [2885, 17_400],
  'characters that change their length': [0, 10_800],
  'nested would-be calls that break': [0, 5800],
  'objects whose brackets do not match': [0, 6300],
  'quotes of both kinds that flip': [0, 11_300],
  'one call again and again': [1, 3400],
  'calls that hold each other nearly': [274, 5500],
  'brackets that never close': [1, 50],
  'three backticks and a line break': [0, 18_800],
  entities: [1, 50],
  'arguments that are a long command': [1, 50],
};

describe.each(['chatcli', 'chatcli-shim'])('%s', (profile) => {
  it.each(chatcliTexts)('reads $name', ({ name, make }) => {
    const [calls, steps] = chatcliAnswers[name] ?? [0, 50];
    const extraction = expectSound({ text: make(SIZE / 4) }, { runtime: profile, tools: [{ name: 'x' }] });
    expect(extraction.calls.length).toBe(calls);
    expect(extraction.trace.length).toBeLessThan(steps);
  });

  it.each(half(profile, [...bareTexts, ...fencedTexts]))('reads $name', ({ make }) => {
    expectSound({ text: make(SIZE / 4) }, { runtime: profile });
  });

  it.each(natives)('reads %s', (_, response) => {
    expectSound(response, { runtime: profile });
  });
});

/** Fewer steps than so many, where 50 are too few. */
const autoSteps: Readonly<Record<string, number>> = {
  'one marker after the other': 9400,
  'arguments that never end': 4200,
  'lists that never end, one a line': 30_100,
  quotes: 2700,
  'tags with quotes after backslashes': 4000,
  'calls that begin again': 6800,
  'keys without a value, in calls without an opener': 5200,
  'values whose quotes close in the next one': 10_500,
  'lists that never end after a word': 3400,
  'tags of a tool in one another': 25_100,
};

/** What may come after an opener. */
const endings = ['', '\n', '{', '{"name":"f","arguments":{', '[', '"', '<', 'f(a="'];

describe('auto', () => {
  it.each(autoTexts)('reads $name', ({ name, make }) => {
    const extraction = expectSound({ text: make(SIZE / 4) }, { runtime: 'auto', tools: [{ name: 'f' }] });
    expect(extraction.trace.length).toBeLessThan(autoSteps[name] ?? 50);
  });

  it.each(half('auto', [...bareTexts, ...fencedTexts]))('reads $name', ({ make }) => {
    expectSound({ text: make(SIZE / 4) }, { runtime: 'auto' });
  });

  it.each(natives)('reads %s', (_, response) => {
    expectSound(response, { runtime: 'auto' });
  });

  it.each(formatList)('reads what opens $id again and again', ({ openers }) => {
    const declared = new ToolIndex([{ name: 'f' }]);
    const list: readonly Opener[] = typeof openers === 'function' ? openers(declared) : openers;
    for (const { text } of list)
      for (const after of someOf(endings, 1 / 4, (one) => text + one))
        expectSound({ text: fill(text + after, often(3000, 600)) }, { runtime: 'auto' });
  });
});

describe('values that no JSON text can hold', () => {
  it('a value inside itself', () => {
    const list: unknown[] = [];
    list.push({ list });
    expect(extract({ tool_calls: list }).error?.code).toBe('unrecognised_tool_call');
  });

  it('a BigInt keeps its digits', () => {
    const { calls } = extract({ tool_calls: [{ id: 1, name: 'f', arguments: { n: 12345678901234567890n } }] });
    expect(calls[0]?.argumentsText).toBe('{"n":12345678901234567890}');
  });

  it('undefined, a function and a symbol are null', () => {
    const { calls } = extract({
      tool_calls: [{ id: 1, name: 'f', arguments: { a: undefined, b: () => 1, c: Symbol() } }],
    });
    expect(calls[0]?.argumentsText).toBe('{"a":null,"b":null,"c":null}');
  });

  it('half a surrogate pair in arguments that cannot be read', () => {
    const [call] = extract(
      { text: '<tool_call>{"name": "f", "arguments": "\ud800"}</tool_call>' },
      { runtime: 'exathena-head' },
    ).calls;
    expect(call?.argumentsText).toBe('{"__invalid_json__":"\\"\ufffd\\""}');
  });
});
