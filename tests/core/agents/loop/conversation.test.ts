import { describe, expect, it } from 'vitest';
import { conversationMessages, familyFor, systems, wireText } from '../../../../src/core/index.ts';
import { chatcli, exathena } from '../../../systems.ts';
import { loopCall, ok, turnOf } from './turn.ts';
import { twice } from '../../../twice.ts';

const families = systems.flatMap((system) => system.families);
const gauge = loopCall('c1');

it('each family has an id of its own', () => {
  expect(twice(families.map(({ id }) => id))).toEqual([]);
});

it.each(families.map((family) => [family.id, family] as const))(
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
  const of = (id: string) => families.find((one) => one.id === id)!;

  it('begins with the system prompt where it is a message, and with the question', () => {
    expect(conversationMessages(of('chatcli-openai'), opening, []).map(({ role }) => role)).toEqual(['system', 'user']);
    expect(conversationMessages(of('chatcli-anthropic'), opening, []).map(({ role }) => role)).toEqual(['user']);
    expect(conversationMessages(of('exathena-openai'), { system: ' ', user: '' }, [])).toEqual([]);
  });
});

it.each([
  ['ExAthena', exathena, 'openai', false, 'exathena-openai'],
  ['ExAthena', exathena, 'anthropic', false, 'exathena-anthropic'],
  ['ExAthena', exathena, 'openai', true, 'exathena-text'],
  // It has no text form that Anthropic would take.
  ['ExAthena', exathena, 'anthropic', true, 'exathena-anthropic'],
  ['ChatCLI', chatcli, 'openai', false, 'chatcli-openai'],
  ['ChatCLI', chatcli, 'anthropic', false, 'chatcli-anthropic'],
  ['ChatCLI', chatcli, 'openai', true, 'chatcli-text'],
  ['ChatCLI', chatcli, 'anthropic', true, 'chatcli-text'],
] as const)('%s has a family for each endpoint, %#', (_, system, shape, isText, id) => {
  expect(familyFor(system, shape, isText)?.id).toBe(id);
});
