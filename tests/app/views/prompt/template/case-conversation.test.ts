import { describe, expect, it } from 'vitest';
import { loadTemplates, type LoopTurn, type ToolDefinition, toolDefinitions } from '../../../../../src/core/index.ts';
import { parseTemplate, prepareContext, render } from '../../../../../src/core/templates/index.ts';
import { emptyLinkState, type LinkState } from '../../../../../src/app/permalink/state.ts';
import { conversationOf } from '../../../../../src/app/export/conversation-of.ts';
import { emptyLoop, nextTurn } from '../../../../../src/app/page/turns.ts';
import {
  augmentedConversation,
  plainConversation,
  type CaseConversation,
} from '../../../../../src/app/views/prompt/template/case-conversation.ts';
import { contextParts } from '../../../../../src/app/views/prompt/template/context-rows.ts';
import { plainSettings } from '../../../../core/templates/plain-settings.ts';
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
  it.each([
    ['ExAthena', '{"name": "f", "schema": SCHEMA}'],
    ['OpenAI', '{"type": "function", "function": {"name": "f", "parameters": SCHEMA}}'],
    ['Anthropic', '{"name": "f", "input_schema": SCHEMA}'],
  ])(
    'has the numbers of schemas as typed: a float without a fraction, and a large int, in the form of %s',
    (_, entry) => {
      const schema =
        '{"type": "object", "properties": {"x": {"type": "number", "default": 1.0, "maximum": 12345678901234567890}}}';
      const text = `[${entry.replace('SCHEMA', schema)}]`;
      const conversation = plainConversation(held('', { tools: text }), toolDefinitions(text));
      // It goes to a worker.
      const { context } = prepareContext(plainSettings, structuredClone(conversation));
      const parsing = parseTemplate('{{ tools | tojson }}');
      if (!parsing.ok) throw new Error(parsing.failure.message);
      const { prompt, failure } = render(parsing.template, context, {});
      expect(failure).toBe(null);
      expect(prompt).toContain('"default": 1.0, "maximum": 12345678901234567890');
      expect(prompt).toMatch(/^\[\{"type": "function", "function": \{"name": "f"/);
    },
  );

  it('takes tools that nobody typed as they are, and a bare schema', () => {
    const plain = plainConversation(held('', { tools: '' }), declared);
    expect(plain.tools).toEqual([
      { type: 'function', function: { name: 'read_gauge', description: 'Reads.', parameters: declared[0]?.schema } },
    ]);
    const bare = '{"title": "f", "type": "object", "properties": {"x": {"default": 1.0}}}';
    const { tools: given } = plainConversation(held('', { tools: bare }), toolDefinitions(bare));
    expect(given).toEqual([
      { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: { x: { default: 1 } } } } },
    ]);
  });

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

  it('has numbers as the model wrote them, as objects and as text', async () => {
    const text = '{"dial": 12345678901234567890, "bar": 1.0, "list": [2.50, {"n": 7}]}';
    const turns = turnsOf(fence(`{"name": "read_gauge", "arguments": ${text}}`));
    const conversation = plainConversation(held(gauge, { turns }), declared);
    const { parseTemplate, prepareContext, render } = await loadTemplates();
    const promptOf = (written: string, textArguments: boolean): string => {
      const { context, options } = prepareContext({ ...plainSettings, textArguments }, conversation);
      const parsing = parseTemplate(written);
      return parsing.ok ? render(parsing.template, context, options).prompt : '';
    };
    const template = '{{ messages[2].tool_calls[0].function.arguments | tojson }}';
    expect(promptOf(template, false)).toBe('{"dial": 12345678901234567890, "bar": 1.0, "list": [2.5, {"n": 7}]}');
    expect(promptOf('{{ messages[2].tool_calls[0].function.arguments }}', true)).toBe(text.replaceAll(' ', ''));
    const { context } = prepareContext({ ...plainSettings, textArguments: false }, conversation);
    const [rows] = contextParts({
      conversation,
      nodes: [...(context.nodes ?? [])],
      variables: [],
      documents: null,
    } as never);
    expect(rows?.rows.map((row) => row.text)).toEqual(
      expect.arrayContaining(['12345678901234567890', '1.0', '2.50', '7', 'It is fine.']),
    );
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
