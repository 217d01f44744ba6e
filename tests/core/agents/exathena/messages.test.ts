import { describe, expect, it } from 'vitest';
import { conversationText, wireText, type LoopTurn } from '../../../../src/core/index.ts';
import { failed, halt, loopCall, ok, turnOf } from '../loop/turn.ts';
import { exathena } from '../../../systems.ts';

/** The messages of a turn as JSON values, without those before it. */
function messages(id: string, turn: LoopTurn): unknown {
  const family = exathena.families.find((one) => one.id === id)!;
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
    const family = exathena.families.find(({ id }) => id === 'exathena-anthropic')!;
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

it('writes a conversation as one text with the roles as labels', () => {
  const turns = [turnOf('I look.', [[gauge, ok('4.2')]]), turnOf('Fine.', [])];
  expect(conversationText('How?', turns)).toBe(
    'User: How?\n\nAssistant: I look.\n\nTool result: 4.2\n\nAssistant: Fine.',
  );
});
