import { describe, expect, it } from 'vitest';
import { loopEnd, presumedOutcome, scheduleTurn } from '../../../../src/core/index.ts';
import { chatcli, exathena } from '../../../systems.ts';
import { failed, halt, loopCall, ok, turnOf } from './turn.ts';

describe('what a call is answered with when nobody says', () => {
  it('is a placeholder for a call in order', () => {
    expect(presumedOutcome(exathena, loopCall('a'))).toEqual(ok('{"ok": true}'));
  });

  it('is an error of the loop for a tool that is not declared', () => {
    const call = loopCall('a', { name: 'fly', fault: 'undeclared' });
    expect(presumedOutcome(exathena, call)).toEqual(failed('unknown tool: fly'));
    expect(presumedOutcome(chatcli, call)).toMatchObject({ kind: 'error', code: 'PluginError' });
  });

  it('is InvalidArgs for arguments against the schema, with what the schema says', () => {
    const call = loopCall('a', { fault: ['dial is missing.', 'samples is no number.'] });
    expect(presumedOutcome(chatcli, call)).toEqual(
      failed('The arguments do not match the schema. dial is missing. samples is no number.', 'InvalidArgs'),
    );
  });
});

it('never runs an undeclared tool among the safe ones', () => {
  const turn = turnOf('', [[loopCall('a', { isSafe: true, fault: 'undeclared' }), failed('unknown tool')]]);
  expect(scheduleTurn(exathena, turn).runs[0]?.lane).toBe(0);
});

it('the third ends the run of ExAthena, and not that of ChatCLI', () => {
  const wrong = turnOf('', [[loopCall('a'), failed('no')]]);
  expect(loopEnd(exathena, [wrong, wrong])).toBe(null);
  expect(loopEnd(exathena, [wrong, wrong, wrong])).toBe('mistakes');
  expect(loopEnd(chatcli, [wrong, wrong, wrong])).toBe(null);
});

describe('the loop ends', () => {
  it.each([
    ['without a call', turnOf('Done.', []), 'answered'],
    ['with a halt', turnOf('', [[loopCall('a'), halt()]]), 'halted'],
    ['with a reply that cannot be read', turnOf('', [], { isReadable: false }), 'unreadable'],
    ['not with a result', turnOf('', [[loopCall('a'), ok('1')]]), null],
  ])('%s', (_, turn, end) => {
    expect(loopEnd(exathena, [turn])).toBe(end);
  });
});
