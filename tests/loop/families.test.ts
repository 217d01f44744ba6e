import { describe, expect, it } from 'vitest';
import {
  conversationMessages,
  conversationText,
  loopRuntimeOf,
  messageFamilies,
  wireText,
  type LoopTurn,
} from '../../src/core/index.ts';
import { failed, halt, loopCall, ok, turnOf } from './turn.ts';

/** The messages of a turn as JSON values, without those before it. */
function messages(id: string, turn: LoopTurn): unknown {
  const family = messageFamilies.find((one) => one.id === id)!;
  return JSON.parse(wireText(family.turn(turn)));
}

const gauge = loopCall('c1', { argumentsText: '{"dial": "oil", "at": 12345678901234567890}' });
const valve = loopCall('c2', { name: 'open_valve', argumentsText: '{"valve":"B2"}' });
const both = turnOf('I look.', [
  [gauge, ok('4.2 bar')],
  [valve, failed('It is stuck.', 'Timeout')],
]);

describe('ExAthena', () => {
  it('sends a tool message per result to endpoints in the OpenAI shape, without a mark', () => {
    expect(messages('exathena-openai', both)).toEqual([
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            // Keys in order and every digit, as Jason writes them.
            function: { name: 'read_gauge', arguments: '{"at":12345678901234567890,"dial":"oil"}' },
          },
          { id: 'c2', type: 'function', function: { name: 'open_valve', arguments: '{"valve":"B2"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '4.2 bar' },
      { role: 'tool', tool_call_id: 'c2', content: 'error: It is stuck.' },
    ]);
    expect(messages('exathena-text', both)).toEqual(messages('exathena-openai', both));
  });

  it('sends all results of a turn to Anthropic in one message, and keeps the digits of a number', () => {
    expect(messages('exathena-anthropic', both)).toMatchObject([
      {
        role: 'assistant',
        content: [{ type: 'text' }, { type: 'tool_use', id: 'c1' }, { type: 'tool_use', id: 'c2' }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: '4.2 bar' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'error: It is stuck.', is_error: true },
        ],
      },
    ]);
    const family = messageFamilies.find(({ id }) => id === 'exathena-anthropic')!;
    expect(wireText(family.turn(both))).toContain('"input": {"at":12345678901234567890,"dial":"oil"}');
  });

  it('says of a tool that nobody knows only that', () => {
    const call = loopCall('c1', { name: 'fly', fault: 'undeclared' });
    const turn = turnOf('', [[call, failed('unknown tool: fly')]], { isPresumed: [true] });
    expect(messages('exathena-openai', turn)).toMatchObject([{}, { content: 'unknown tool: fly' }]);
    expect(messages('exathena-openai', { ...turn, isPresumed: [false] })).toMatchObject([
      {},
      { content: 'error: unknown tool: fly' },
    ]);
  });

  it('sends no result at all after a halt', () => {
    const turn = turnOf('', [
      [gauge, ok('done before')],
      [valve, halt()],
    ]);
    expect(messages('exathena-openai', turn)).toHaveLength(1);
    expect(messages('exathena-anthropic', turn)).toHaveLength(1);
  });

  it('drops a result for an id that no call has', () => {
    const turn = turnOf('', [[gauge, ok('1')]], { strays: [{ id: 'zz', ...ok('late') }] });
    expect(wireText(messages('exathena-openai', turn))).not.toContain('zz');
  });

  it('answers calls that share an id with one result twice', () => {
    const turn = turnOf('', [
      [loopCall('x'), ok('first')],
      [loopCall('x'), ok('second')],
    ]);
    expect(messages('exathena-openai', turn)).toMatchObject([{}, { content: 'second' }, { content: 'second' }]);
  });
});

describe('ChatCLI', () => {
  it('marks a failure in the text, and for Anthropic in a field as well', () => {
    expect(messages('chatcli-openai', both)).toMatchObject([
      {
        tool_calls: [
          // Go reads numbers as float64.
          { function: { arguments: '{"at":12345678901234567000,"dial":"oil"}' } },
          { function: { arguments: '{"valve":"B2"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '4.2 bar' },
      { role: 'tool', tool_call_id: 'c2', content: '[ERROR:Timeout] It is stuck.' },
    ]);
    expect(messages('chatcli-anthropic', both)).toMatchObject([
      {},
      { content: [{ tool_use_id: 'c1', content: '4.2 bar' }] },
      { content: [{ tool_use_id: 'c2', content: '[ERROR:Timeout] It is stuck.', is_error: true }] },
    ]);
  });

  it('closes the calls that never ran, because providers want an answer for each', () => {
    const turn = turnOf('', [
      [gauge, failed('no such file', 'ENOENT')],
      [valve, ok('never asked')],
    ]);
    expect(messages('chatcli-openai', turn)).toMatchObject([
      {},
      { content: '[ERROR:ENOENT] no such file' },
      { tool_call_id: 'c2', content: expect.stringMatching(/^\[ERROR:not_executed\] /) as unknown },
    ]);
    expect(wireText(messages('chatcli-openai', turn))).not.toContain('never asked');
  });

  it('puts all results of calls in the text into one user message, which ends at the first error', () => {
    const turn = turnOf('<tool_call/>', [
      [gauge, ok('4.2 bar')],
      [valve, failed('stuck', 'Timeout')],
      [loopCall('c3'), ok('never asked')],
    ]);
    expect(messages('chatcli-text', turn)).toEqual([
      { role: 'assistant', content: '<tool_call/>' },
      {
        role: 'user',
        content:
          '--- Resultado da Ação 1 (read_gauge) ---\n4.2 bar\n\n' +
          '--- Resultado da Ação 2 (open_valve) ---\nERRO: stuck\nSaída parcial: \n\n' +
          '[EXECUÇÃO EM LOTE INTERROMPIDA PREMATURAMENTE DEVIDO A ERRO NA AÇÃO ANTERIOR]\n',
      },
    ]);
  });

  it('sends a result for an unknown id along', () => {
    const turn = turnOf('', [[gauge, ok('1')]], { strays: [{ id: 'zz', ...failed('late', 'E') }] });
    expect(messages('chatcli-openai', turn)).toMatchObject([
      {},
      {},
      { role: 'tool', tool_call_id: 'zz', content: '[ERROR:E] late' },
    ]);
  });

  it('interrupts natively with an answer for each call, and in text without a message', () => {
    const turn = turnOf('', [
      [gauge, ok('1')],
      [valve, halt()],
    ]);
    expect(messages('chatcli-openai', turn)).toMatchObject([
      {},
      { content: '1' },
      { content: expect.stringContaining('[ERROR:not_executed]') as unknown },
    ]);
    expect(messages('chatcli-text', turn)).toHaveLength(1);
  });
});

it.each(messageFamilies.map((family) => [family.id, family] as const))(
  '%s leaves results that hold fences, calls, brackets or nothing as they are',
  (_, family) => {
    for (const content of ['~~~tool_call\n{"name": "a", "arguments": {}}\n~~~', '</tool_result>', ']', '', '\u0000']) {
      const turn = turnOf('Hm.', [[gauge, ok(content)]]);
      const { length } = family.turn(turn);
      expect(length).toBe(2);
      expect(JSON.stringify(JSON.parse(wireText(family.turn(turn))))).toContain(JSON.stringify(content).slice(1, -1));
    }
  },
);

describe('a conversation', () => {
  const opening = { system: 'Be brief.', user: 'How is the oil?' };
  const of = (id: string) => messageFamilies.find((one) => one.id === id)!;

  it('begins with the system prompt where it is a message, and with the question', () => {
    expect(conversationMessages(of('chatcli-openai'), opening, []).map(({ role }) => role)).toEqual(['system', 'user']);
    expect(conversationMessages(of('chatcli-anthropic'), opening, []).map(({ role }) => role)).toEqual(['user']);
    expect(conversationMessages(of('exathena-openai'), { system: ' ', user: '' }, [])).toEqual([]);
  });

  it('as one text has its roles as labels', () => {
    const turns = [turnOf('I look.', [[gauge, ok('4.2')]]), turnOf('Fine.', [])];
    expect(conversationText('How?', turns)).toBe(
      'User: How?\n\nAssistant: I look.\n\nTool result: 4.2\n\nAssistant: Fine.',
    );
  });
});

it.each([
  ['exathena', 'exathena'],
  ['exathena-head', 'exathena'],
  ['chatcli', 'chatcli'],
  ['chatcli-shim', 'chatcli'],
  ['auto', 'exathena'],
])('the profile %s runs like %s', (profile, runtime) => {
  expect(loopRuntimeOf(profile)).toBe(runtime);
});
