import { describe, expect, it } from 'vitest';
import { wireText, type LoopTurn } from '../../../../src/core/index.ts';
import { failed, halt, loopCall, ok, turnOf } from '../loop/turn.ts';
import { chatcli } from '../../../systems.ts';

/** The messages of a turn as JSON values, without those before it. */
function messages(id: string, turn: LoopTurn): unknown {
  const family = chatcli.families.find((one) => one.id === id)!;
  return JSON.parse(wireText(family.turn(turn)));
}

const gauge = loopCall('c1', { argumentsText: '{"dial": "oil", "at": 12345678901234567890}' });
const valve = loopCall('c2', { name: 'open_valve', argumentsText: '{"valve":"B2"}' });
const both = turnOf('I look.', [
  [gauge, ok('4.2 bar')],
  [valve, failed('It is stuck.', 'Timeout')],
]);

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
