import { describe, expect, it } from 'vitest';
import { expectedFor, lackingFor, type Message, RunJudge, type Setup } from '../../../src/core/experiment/index.ts';
import { runtimesFor } from '../../../src/core/index.ts';
import { fill, message, noCall, setup } from './experiments.ts';

const judges = {
  auto: new RunJudge({ runtime: 'auto' }),
  exathena: new RunJudge({ runtime: 'exathena' }),
  hermes: new RunJudge({ runtime: 'vllm:hermes', runtimes: await runtimesFor('vllm:hermes') }),
};

function judged(
  text: string,
  { expected }: Message = message,
  { by = 'auto', native = '', ...more }: Partial<Setup> & { by?: keyof typeof judges; native?: string } = {},
) {
  return judges[by].judge({ run: { text, native, number: 1 }, setup: { ...setup, ...more }, expected });
}

const right = { tank: 'B2', qty: 40 };
const native = JSON.stringify([
  { type: 'function', id: 'a', function: { name: 'fill_tank', arguments: JSON.stringify(right) } },
]);

describe('what is counted of a run', () => {
  it.each([
    [
      'the expected call',
      fill(right),
      {},
      { right: true, made: true, tool: true, valid: true, exact: true, format: true },
    ],
    ['another value', fill({ ...right, qty: 4 }), {}, { right: false, tool: true, valid: true, exact: false }],
    ['another tool', fill({}, 'drain'), {}, { right: false, made: true, tool: false, valid: true, exact: false }],
    ['a tool that nobody declares', fill({}, 'drain_it'), {}, { right: false, made: true, valid: false }],
    ['another parameter', fill({ tank: 'B2', quantity: 40 }), {}, { right: false, tool: true, valid: false }],
    ['another type', fill({ tank: 'B2', qty: 'all' }), {}, { right: false, valid: false }],
    [
      'a trailing comma that our own reader takes',
      '<tool_call>{"name": "fill_tank", "arguments": {"tank": "B2", "qty": 40,}}</tool_call>',
      {},
      { made: true, valid: false },
    ],
    [
      'a trailing comma that the server does not take',
      '<tool_call>{"name": "fill_tank", "arguments": {"tank": "B2", "qty": 40,}}</tool_call>',
      { by: 'hermes' },
      { made: false, valid: false },
    ],
    ['prose', 'I would fill it.', {}, { right: false, made: false, tool: false, valid: null, format: null }],
    ['another format', `[fill_tank(tank="B2", qty=40)]`, {}, { right: true, made: true, format: false }],
    [
      'another format that the server drops',
      `[fill_tank(tank="B2", qty=40)]`,
      { by: 'hermes' },
      { right: false, made: false, format: false },
    ],
    ['the format as it is written, whatever the server calls it', fill(right), { by: 'exathena' }, { format: true }],
    ['a native call', '', { native, place: 'request' }, { right: true, valid: true, format: true }],
    [
      'a native call under a server of text',
      '',
      { native, place: 'request', by: 'hermes' },
      { right: true, format: true },
    ],
    [
      'a call in text where a native one is asked for',
      fill(right),
      { place: 'request' },
      { right: true, format: false },
    ],
    [
      'a renamed parameter',
      fill({ tank: 'B2', amount: 40 }),
      {
        tools: setup.tools.replaceAll('"qty"', '"amount"'),
        renamed: [{ tool: 'fill_tank', from: 'qty', to: 'amount' }],
      },
      { right: true, valid: true },
    ],
  ] as const)('%s', (_, text, more, facts) => {
    expect(judged(text, message, more)).toMatchObject({ quiet: null, ...facts });
  });

  it('no call where none is expected', () => {
    expect(judged('I am a model.', noCall)).toMatchObject({ right: true, quiet: true, made: null, exact: null });
    expect(judged(fill(right), noCall)).toMatchObject({ right: false, quiet: false, outcome: 'phantom' });
    const tried = judged('[fill_tank(tank="B2", qty=40)]', noCall, { by: 'hermes' });
    // The client got none, and the model tried one.
    expect(tried).toMatchObject({ right: true, quiet: false, outcome: 'text', row: { isWrong: false } });
    const cut = judged('<tool_call>{"name": "fill_tank", "argu', noCall, { by: 'hermes' });
    expect(cut).toMatchObject({ right: true, quiet: false });
  });

  it('nothing where nothing is expected', () => {
    expect(judged(fill(right), { text: '', expected: null })).toMatchObject({ right: null, made: null, valid: true });
  });

  it('any arguments where only a name is expected', () => {
    const named = { text: '', expected: [{ name: 'fill_tank', argumentsText: ' ' }] };
    expect(judged(fill({ tank: 'B9', qty: 1 }), named)).toMatchObject({ right: true, exact: true });
  });

  it('no call is right in another order or number', () => {
    expect(judged(fill(right) + fill(right)).row.why).toBe('The model called more often than expected.');
    const two = { text: '', expected: [...(message.expected ?? []), { name: 'drain', argumentsText: '' }] };
    expect(judged(fill(right), two).row.why).toBe('The model called too rarely.');
    expect(judged(fill({}, 'drain') + fill(right), two)).toMatchObject({ right: false, tool: false });
  });
});

describe('why a run is wrong', () => {
  it.each([
    [fill({ ...right, qty: 4 }), '`qty` of `fill_tank` has another value than expected.'],
    [fill({}, 'drain'), 'The model called `drain` instead of `fill_tank`.'],
    [fill({ tank: 'B2', quantity: 40 }), '`fill_tank` got `quantity` instead of `qty`.'],
    [fill({ tank: 'B2' }), '`fill_tank` lacks `qty`.'],
    [fill({ ...right, fast: true }), '`fill_tank` got `fast`, which is not expected.'],
    ['I would fill it.', 'The model answered in plain text and called no tool.'],
  ])('%s', (text, why) => {
    expect(judged(text).row.why).toBe(why);
  });

  it('names the parameter that stands for another', () => {
    expect(judged(fill({ tank: 'B2', quantity: 40 })).renames).toEqual([
      { tool: 'fill_tank', declared: 'qty', given: 'quantity' },
    ]);
    expect(judged(fill({ pond: 'B2', quantity: 40 })).renames).toEqual([]);
  });
});

it('what is expected is said as a variant names its parameters', () => {
  const renamed = [{ tool: 'fill_tank', from: 'qty', to: 'amount' }];
  expect(expectedFor({ renamed }, message.expected)).toEqual([
    { name: 'fill_tank', argumentsText: '{"amount":40,"tank":"B2"}' },
  ]);
  expect(expectedFor({ renamed: [] }, message.expected)).toBe(message.expected);
  const odd = [{ name: 'fill_tank', argumentsText: 'no json' }];
  expect(expectedFor({ renamed }, odd)).toEqual(odd);
});

describe('what the tools of a variant do not allow', () => {
  const tools = setup.tools.replaceAll('"qty"', '"amount"');

  it('is named as such, and counts against no model', () => {
    const result = judged(fill({ tank: 'B2', amount: 40 }), message, { tools });
    expect(result).toMatchObject({ right: null, exact: null, made: true, tool: true, valid: true });
    expect(result.row).toMatchObject({
      why: '`fill_tank` has no argument `qty`: change what you expect.',
      isWrong: false,
    });
    expect(judged('I would fill it.', message, { tools })).toMatchObject({ right: null, made: false });
  });

  it.each([
    ['a tool', '[{"name": "drain"}]', { tool: 'fill_tank', argument: null }],
    ['an argument', tools, { tool: 'fill_tank', argument: 'qty' }],
    ['nothing', setup.tools, null],
    ['nothing that anybody knows, without tools', '', null],
    [
      'nothing where more arguments are allowed',
      tools.replace('"required"', '"additionalProperties":true,"required"'),
      null,
    ],
    ['nothing without properties', '[{"name": "fill_tank", "parameters": {"type": "object"}}]', null],
  ])('%s', (_, own, lacking) => {
    expect(lackingFor({ ...setup, tools: own }, message.expected)).toEqual(lacking);
  });

  it('is nothing where the tools are left out, or the argument is renamed', () => {
    expect(lackingFor({ ...setup, tools, place: 'none' }, message.expected)).toBeNull();
    const renamed = [{ tool: 'fill_tank', from: 'qty', to: 'amount' }];
    expect(lackingFor({ ...setup, tools, renamed }, message.expected)).toBeNull();
  });
});
