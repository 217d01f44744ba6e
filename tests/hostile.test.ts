import { describe, expect, it } from 'vitest';
import { extract, type ExtractOptions, type ProviderResponse } from '../src/core/index.ts';
import { formatList, type Opener } from '../src/core/formats/index.ts';
import { ToolIndex } from '../src/core/formats/kit/tool-index.ts';
import { faultsOf } from './soundness.ts';

/** A megabyte of each: were one of them not linear, this file would never end. */
const SIZE = 1_000_000;

/** Lets the raw tier of 0.4.6 begin. */
const keys = '{"name": 1, "arguments": 2}';

function fill(piece: string, size = SIZE): string {
  return piece.repeat(Math.ceil(size / piece.length));
}

function nest(open: string, middle: string, close: string, levels: number): string {
  return open.repeat(levels) + middle + close.repeat(levels);
}

/** An array in an array in an array. */
function deepList(levels: number): unknown {
  let list: unknown = [];
  for (let level = 0; level < levels; level += 1) list = [list];
  return list;
}

/** What each profile answers: the outcome, and how many calls. */
interface Answer {
  readonly exathena: readonly [outcome: string, calls: number];
  readonly head: readonly [outcome: string, calls: number];
  /** More steps than this there may not be. */
  readonly steps: number;
}

const nothing: Answer = { exathena: ['none', 0], head: ['none', 0], steps: 30 };
const oneCall: Answer = { exathena: ['calls', 1], head: ['calls', 1], steps: 30 };

type TextCase = readonly [name: string, text: string, answer: Answer];

const bare: readonly TextCase[] = [
  ['{ and nothing else', keys + fill('{'), nothing],
  ['nested objects with a broken middle', keys + nest('{"a":', 'x', '}', 150_000), nothing],
  ['nested objects', keys + nest('{"a":', '1', '}', 150_000), nothing],
  ['nested arrays', `${keys}{"a":${nest('[', '', ']', 400_000)}}`, nothing],
  ['nested would-be calls', nest('{"name":"f","arguments":1,"x":', '1', '}', 30_000), { ...nothing, steps: 200_000 }],
  ['an array of 100,000 empty objects', `${keys}[${'{},'.repeat(100_000)}{}]`, nothing],
  ['such an array that breaks at its end', `${keys}{"a":[${'{},'.repeat(100_000)}{}],}`, nothing],
  ['{"," and nothing else', keys + fill('{","'), nothing],
  [
    'quotes that flip at every brace',
    keys + fill('{"{', SIZE / 2) + fill('}"}', SIZE / 2),
    { ...nothing, steps: 700_000 },
  ],
  ['flipped objects', keys + fill('{"a":"{', SIZE / 2) + fill('}","b":1}', SIZE / 2), { ...nothing, steps: 120_000 }],
  ['flipped quotes behind backslashes', keys + fill('{"\\"{') + fill('}"\\"}'), nothing],
  ['a string of backslashes', `${keys}{"${fill('\\')}`, nothing],
  [
    'bare calls',
    fill('{"name":"f","arguments":{"a":1}} '),
    { exathena: ['calls', 30_304], head: ['calls', 30_304], steps: 152_000 },
  ],

  ['<tool_call> and nothing else', fill('<tool_call>'), nothing],
  ['<tool_call>{ </tool_call>', fill('<tool_call>{ </tool_call>'), nothing],
  ['<tool_call>{, then as many closers', fill('<tool_call>{') + fill('}</tool_call>'), nothing],
  [
    'the same tag again and again',
    fill('<tool_call>{"name":"a"}</tool_call>'),
    { ...nothing, head: ['calls', 1], steps: 230_000 },
  ],
  ['</tool_call> and nothing else', `<tool_call>${fill('</tool_call>')}`, nothing],

  ['<think> and nothing else', fill('<think>') + keys, nothing],
  ['empty thoughts', `${fill('<think></think>')}{"name":"f","arguments":{}}`, oneCall],
  ['white space', fill(' \r\n') + keys, nothing],

  [
    'one key by the hundred thousand',
    `{"name":"f","arguments":{${fill('"k":1,')}"k":2}}`,
    { ...oneCall, steps: 167_000 },
  ],
  [
    '100,000 keys',
    `{"name":"f","arguments":{${Array.from({ length: 100_000 }, (_, key) => `"${key}":1`).join(',')}}}`,
    oneCall,
  ],
  [
    'duplicate keys around many calls',
    `{"name":"f","arguments":1,${'"k":1,'.repeat(30_000)}"z":[${'{"name":"g","arguments":{}},'.repeat(30_000)}1]}`,
    { exathena: ['calls', 30_000], head: ['calls', 30_000], steps: 181_000 },
  ],
  [
    'duplicate keys in nested would-be calls',
    nest('{"name":"f","name":"g","arguments":1,"x":', '1', '}', 20_000),
    { ...nothing, steps: 160_000 },
  ],
  [
    'arguments that are a long string',
    `{"name":"f","arguments":${JSON.stringify(`{${fill('"k\\"":"\\\\",', 500_000)}"z":1}`)}}`,
    oneCall,
  ],
];

const fenced: readonly TextCase[] = [
  ['fences that open and open', fill('~~~tool_call\n'), { exathena: ['error', 0], head: ['error', 0], steps: 130_000 }],
  ['fences that never close', fill('~~~tool_call\nx'), { ...nothing, steps: 72_000 }],
  ['white space behind an opener', `~~~tool_call${fill(' ')}`, nothing],
  ['line breaks behind an opener', `~~~tool_call${fill('\n')}`, nothing],
  ['openers with white space', fill(`~~~tool_call${' '.repeat(100)}`), { ...nothing, steps: 10_000 }],
  ['broken fences', fill('~~~tool_call\n{\n~~~\n'), { exathena: ['error', 0], head: ['error', 0], steps: 212_000 }],
  [
    'good fences and a bad one',
    `${fill('~~~tool_call\n{"name":"a"}\n~~~\n')}~~~tool_call\n{\n~~~`,
    { exathena: ['error', 0], head: ['error', 0], steps: 235_000 },
  ],
];

const openAi = (index: number): unknown => ({
  id: `c${index}`,
  type: 'function',
  function: { name: 'f', arguments: `{"a": ${index}}` },
});

const natives: readonly [name: string, response: ProviderResponse, answer: Answer][] = [
  [
    '100,000 nested lists',
    { tool_calls: deepList(100_000) },
    { exathena: ['error', 0], head: ['calls', 1], steps: 30 },
  ],
  [
    '100,000 nested objects in an entry',
    { tool_calls_text: `[${nest('{"a":', '1', '}', 100_000)}]` },
    { exathena: ['error', 0], head: ['calls', 1], steps: 30 },
  ],
  [
    '100,000 nested objects in arguments',
    { tool_calls_text: `[{"id":1,"name":"f","arguments":${nest('{"a":', '1', '}', 100_000)}}]` },
    oneCall,
  ],
  [
    '150,000 numbers',
    { tool_calls: new Array(150_000).fill(1) },
    { exathena: ['error', 0], head: ['calls', 1], steps: 900_020 },
  ],
  [
    'a good entry and 150,000 numbers',
    { tool_calls: [openAi(0), ...new Array<number>(150_000).fill(1)] },
    { exathena: ['error', 0], head: ['calls', 2], steps: 900_030 },
  ],
  [
    '10,000 calls',
    { tool_calls: Array.from({ length: 10_000 }, (_, index) => openAi(index)) },
    { exathena: ['calls', 10_000], head: ['calls', 10_000], steps: 70_030 },
  ],
  [
    'duplicate keys in 20,000 entries',
    {
      tool_calls_text: `[${Array.from({ length: 20_000 }, (_, index) => `{"id":${index},"name":"f","arguments":{"a":${index},"a":0}}`).join()}]`,
    },
    { exathena: ['calls', 20_000], head: ['calls', 20_000], steps: 160_030 },
  ],
  [
    '100,000 trailing commas',
    { tool_calls: [{ id: 1, name: 'f', arguments: `{"a":[${'"\\"",[1,],'.repeat(100_000)}]}` }] },
    { exathena: ['error', 0], head: ['calls', 1], steps: 100_030 },
  ],
  ['a name of 100,000 letters', { tool_calls: [{ id: 1, name: new Array(100_000).fill(97) }] }, oneCall],
];

describe.each([
  ['exathena', 'exathena'],
  ['exathena-head', 'head'],
] as const)('%s', (profile, version) => {
  it.each([...bare, ...fenced])('reads %s', (_, text, answer) => {
    expectAnswer({ text }, { profile }, answer[version], answer.steps);
  });

  // Then the tiers below the fences run as well.
  it.each(fenced)('reads %s where native calls are denied', (_, text, answer) => {
    expectAnswer({ text }, { profile, capabilities: { native_tool_calls: false } }, answer[version], answer.steps);
  });

  it.each(natives)('reads %s', (_, response, answer) => {
    expectAnswer(response, { profile }, answer[version], answer.steps);
  });
});

function expectAnswer(
  response: ProviderResponse,
  options: ExtractOptions,
  answer: readonly [string, number],
  steps: number,
): void {
  const extraction = extract(response, options);
  expect([extraction.outcome, extraction.calls.length]).toEqual(answer);
  expect(extraction.trace.length).toBeLessThan(steps);
  expect(faultsOf(extraction)).toEqual([]);
}

/** What the profiles of ChatCLI answer; of the cases above only that they end, and soundly. */
const chatcliTexts: readonly (readonly [name: string, text: string, calls: number, steps: number])[] = [
  ['<tool and nothing else', fill('<tool '), 0, 30],
  ['tags with quotes that never close', fill('<tool "'), 0, 30],
  ['tags without closing tags', fill('<tool name=x>', SIZE / 4), 19_231, 116_000],
  ['attributes without values', `<tool ${fill(' name')}>`, 0, 30],
  ['characters that change their length', fill('\u023a<tool ', SIZE / 4), 0, 72_000],
  ['nested would-be calls', nest('{"name":"f","x":', '1', '}', 15_000), 0, 16_000],
  ['nested would-be calls that break', nest('{name:"f",x:', 'y', '}', 15_000), 0, 32_000],
  ['objects whose brackets do not match', nest('{]name:1,a:', 'y', '}', 15_000), 0, 32_000],
  ['quotes of both kinds that flip', fill(`{"{'{`, SIZE / 4) + fill(`}'}"}`, SIZE / 4), 0, 200_000],
  ['one call again and again', fill('{"tool_call":"@x","args":{"a":1}} ', SIZE / 4), 1, 30_000],
  [
    'calls that hold each other nearly',
    Array.from({ length: 1000 }, (_, n) => `{"tool_call":"@x","args":"${'a'.repeat(n)}b"}`).join('\n'),
    1000,
    21_000,
  ],
  ['[tool and nothing else', fill('[tool'), 0, 30],
  ['brackets that never close', fill('[tool: x {'), 1, 50],
  ['three backticks and a line break', fill('```\n', SIZE / 4), 0, 200_000],
  ['entities', `<tool name=x args=${fill('&ampamp')}>`, 1, 40],
  ['arguments that are a long command', `<tool name=read args="${fill('a b ')}">`, 1, 40],
];

describe.each(['chatcli', 'chatcli-shim'])('%s', (profile) => {
  it.each(chatcliTexts)('reads %s', (_, text, calls, steps) => {
    const extraction = extract({ text }, { profile, tools: [{ name: 'x' }] });
    expect(extraction.calls.length).toBe(calls);
    expect(extraction.trace.length).toBeLessThan(steps);
    expect(faultsOf(extraction)).toEqual([]);
  });

  it.each([...bare, ...fenced])('reads %s', (_, text) => {
    expect(faultsOf(extract({ text }, { profile }))).toEqual([]);
  });

  it.each(natives)('reads %s', (_, response) => {
    expect(faultsOf(extract(response, { profile }))).toEqual([]);
  });
});

/** What `auto` must not be slow for, besides all of the above. */
const autoTexts: readonly (readonly [name: string, text: string, steps: number])[] = [
  ['one marker behind the other', fill('[TOOL_CALLS][TOOL_CALLS]', SIZE / 4), 200_000],
  ['arguments that never end', fill('<tool_call>{"name":"f","arguments":{', SIZE / 4), 100_000],
  ['one call whose arguments never end', `<tool_call>{"name":"f","arguments":{"a":"${fill('b ')}`, 40],
  ['one call with a value that never ends', `<tool_call>\n<function=f>\n<parameter=a>\n${fill('</param')}`, 40],
  ['a call expression that never ends', `[f(a=${fill('[')}`, 40],
  ['lists that never end, one a line', `so\n${fill('[g(x\n', SIZE / 4)}`, 210_000],
  ['reasoning that never ends', fill('<think>\n'), 40],
  ['closers and nothing else', fill('</tool_call>'), 40],
  ['inline code that never ends', fill('` `` '), 40],
  ['code blocks that never end', fill('```json\n{\n', SIZE / 4), 200_000],
  ['quotes', fill('> <tool_call>\n', SIZE / 4), 200_000],
  ['angle brackets', fill('<'), 40],
  ['lines of spaces', fill('           \n'), 40],
  ['tags whose quotes close in the next one', `${fill("<tool_call a='' b='")}\n\n`, 40],
  ['tags with quotes behind backslashes', fill('<tool_call a="\\" />'), 200_000],
  ['calls that begin again', fill('<tool_call>\n<function=f>\n<parameter=a>\n', SIZE / 4), 100_000],
  ['values whose quotes close in the next one', fill('[tool: f\n{"a": "x\n', SIZE / 4), 100_000],
  ['lists that never end behind a word', fill('functools[{"name": "f", "arguments": {"b": [\n', SIZE / 4), 100_000],
  ['tags of a tool in one another', `${fill('<f><a>', SIZE / 4)}</f>`, 200_000],
  ['children that never end', `<tool_call><invoke name="f">${fill('<a>')}</invoke>`, 40],
];

describe('auto', () => {
  it.each(autoTexts)('reads %s', (_, text, steps) => {
    const extraction = extract({ text }, { profile: 'auto', tools: [{ name: 'f' }] });
    expect(extraction.trace.length).toBeLessThan(steps);
    expect(faultsOf(extraction)).toEqual([]);
  });

  it.each([...bare, ...fenced])('reads %s', (_, text) => {
    expect(faultsOf(extract({ text }, { profile: 'auto' }))).toEqual([]);
  });

  it.each(natives)('reads %s', (_, response) => {
    expect(faultsOf(extract(response, { profile: 'auto' }))).toEqual([]);
  });

  it.each(formatList.map(({ id, openers }) => [id, openers] as const))(
    'reads what opens %s again and again',
    (_, openers) => {
      const declared = new ToolIndex([{ name: 'f' }]);
      const list: readonly Opener[] = typeof openers === 'function' ? openers(declared) : openers;
      for (const { text } of list)
        for (const behind of ['', '\n', '{', '{"name":"f","arguments":{', '[', '"', '<', 'f(a="'])
          expect(faultsOf(extract({ text: fill(text + behind, 20_000) }, { profile: 'auto' }))).toEqual([]);
    },
  );
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
      { profile: 'exathena-head' },
    ).calls;
    expect(call?.argumentsText).toBe('{"__invalid_json__":"\\"\ufffd\\""}');
  });
});
