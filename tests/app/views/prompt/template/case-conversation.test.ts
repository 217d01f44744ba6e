import { describe, expect, it } from 'vitest';
import type { LoopTurn, ToolDefinition } from '../../../../../src/core/index.ts';
import { emptyLinkState, type LinkState } from '../../../../../src/app/permalink/state.ts';
import { conversationOf } from '../../../../../src/app/export/conversation-of.ts';
import { emptyLoop, nextTurn } from '../../../../../src/app/page/turns.ts';
import {
  augmentedConversation,
  plainConversation,
  type CaseConversation,
} from '../../../../../src/app/views/prompt/template/case-conversation.ts';
import { exathena } from '../../../../systems.ts';
import { fence } from '../../../export/subject.ts';

const tools = '[{"name": "read_gauge", "description": "Reads.", "schema": {"type": "object", "properties": {}}}]';
const declared: ToolDefinition[] = [
  { name: 'read_gauge', description: 'Reads.', schema: { type: 'object', properties: {} } },
];

/** Two turns: a call with its result, and an answer. */
function turnsOf(text: string): readonly LoopTurn[] {
  const first: LinkState = {
    ...emptyLinkState,
    tools,
    text,
    loop: { ...emptyLoop, results: [{ call: 0, name: 'read_gauge', kind: 'ok', code: '', content: '4.2 bar' }] },
  };
  const next = nextTurn(first, 'It is fine.', '');
  return conversationOf({ ...first, ...next.own, loop: next.loop }).turnsFor(exathena);
}

function held(text: string, more: Partial<CaseConversation> = {}): CaseConversation {
  const turns = turnsOf(text);
  const contents = ['', 'It is fine.'];
  return {
    system: 'You are kind.',
    asked: 'Is it safe?',
    turns,
    contents,
    tools,
    preamble: null,
    compact: false,
    ...more,
  };
}

const gauge = fence('{"name": "read_gauge", "arguments": {"dial": "oil"}}');

describe('the conversation of a case, as a server passes it to a template', () => {
  it('has calls with objects, and results with the id and the name of their call', () => {
    const { messages, tools: passed } = plainConversation(held(gauge), declared);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
    const [call] = (messages[2]?.['tool_calls'] ?? []) as { id: string; function: unknown }[];
    expect(messages[2]?.['content']).toBe('');
    expect(call?.function).toEqual({ name: 'read_gauge', arguments: { dial: 'oil' } });
    expect(messages[3]).toEqual({ role: 'tool', tool_call_id: call?.id, name: 'read_gauge', content: '4.2 bar' });
    expect(messages[4]).toEqual({ role: 'assistant', content: 'It is fine.' });
    expect(passed).toEqual([
      {
        type: 'function',
        function: { name: 'read_gauge', description: 'Reads.', parameters: expect.anything() as unknown },
      },
    ]);
  });

  it('has no blank system prompt, and null where no tools are declared', () => {
    const { messages, tools: passed } = plainConversation(held(gauge, { system: ' \n', turns: [], contents: [] }), []);
    expect(messages).toEqual([{ role: 'user', content: 'Is it safe?' }]);
    expect(passed).toBeNull();
  });

  it('keeps arguments that are no JSON as text', () => {
    const turns = turnsOf(gauge).map((turn) => ({
      ...turn,
      calls: turn.calls.map((call) => ({ ...call, argumentsText: '{"dial": ' })),
    }));
    const { messages } = plainConversation(held(gauge, { turns }), declared);
    const [call] = (messages[2]?.['tool_calls'] ?? []) as { function: { arguments: unknown } }[];
    expect(call?.function.arguments).toBe('{"dial": ');
  });

  it('says what the model wrote where nobody knows what the client got', () => {
    const { messages } = plainConversation(held(gauge, { contents: [null, null] }), declared);
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'It is fine.' });
  });
});

describe('the same as a system sends it that writes the tools into its prompt', () => {
  it('has the tools in the system message, and none beside it', () => {
    const { messages, tools: passed } = augmentedConversation(held(gauge), exathena);
    expect(passed).toBeNull();
    expect(messages[0]?.['content']).toContain('You are kind.');
    expect(messages[0]?.['content']).toContain('read_gauge');
    expect(JSON.stringify(messages)).toContain('4.2 bar');
  });
});
