import { describe, expect, it } from 'vitest';
import type { JsonNode, JsonObject, JsonValue, RenderedConversation } from '../../../../../src/core/index.ts';
import { readJson } from '../../../../../src/core/text/json/index.ts';
import { render } from '../../../../../src/core/jinja/render.ts';
import { contextParts } from '../../../../../src/app/views/prompt/template/context-rows.ts';

function given(
  messages: readonly JsonObject[],
  more: {
    tools?: readonly JsonObject[];
    documents?: JsonValue;
    variables?: [string, JsonValue][];
    nodes?: [string, JsonNode][];
  } = {},
): RenderedConversation {
  const { tools = null, documents = null, variables = [], nodes = [] } = more;
  const rendering = render('', { messages: [] });
  return { id: 'plain', conversation: { messages, tools }, nodes, variables, documents, rendering, unrun: [] };
}

const rowsOf = (conversation: RenderedConversation, name: string): string[] =>
  contextParts(conversation)
    .find((part) => part.name === name)!
    .rows.map(({ depth, label, text }) => `${' '.repeat(depth)}${label}${text === null ? '' : `=${text}`}`);

describe('what a template is given, as rows', () => {
  it('goes down into lists and objects, in their order, counted from 1', () => {
    const conversation = given([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: [{ n: 1.5 }] },
    ]);
    expect(rowsOf(conversation, 'messages')).toEqual([
      ' 1',
      '  role=user',
      '  content=Hi',
      ' 2',
      '  role=assistant',
      '  tool_calls',
      '   1',
      '    n=1.5',
    ]);
    expect(rowsOf(conversation, 'tools')).toEqual(['=null']);
  });

  it('has documents where there are some, and every variable', () => {
    const parts = contextParts(
      given([], {
        documents: ['a'],
        variables: [
          ['bos_token', '<s>'],
          ['flag', true],
        ],
      }),
    );
    expect(parts.map(({ name }) => name)).toEqual(['messages', 'tools', 'documents', 'bos_token', 'flag']);
    expect(parts.at(-2)?.rows).toEqual([{ path: ['bos_token'], depth: 0, label: '', text: '<s>' }]);
    expect(parts.at(-1)?.rows[0]).toMatchObject({ text: 'true' });
  });

  it('has numbers as typed in every variable', () => {
    const text = '{"tools": [{"default": 1.0}], "documents": [2.0], "score": 12345678901234567890}';
    const reading = readJson(text);
    const nodes =
      reading.ok && reading.node.kind === 'object'
        ? reading.node.members.map(({ key, value }): [string, JsonNode] => [key.value, value])
        : [];
    const { tools, documents, score } = JSON.parse(text) as {
      tools: JsonObject[];
      documents: JsonValue;
      score: number;
    };
    const conversation = given([], { tools, documents, variables: [['score', score]], nodes });
    expect(['tools', 'documents', 'score'].map((name) => rowsOf(conversation, name).at(-1)?.trim())).toEqual([
      'default=1.0',
      '1=2.0',
      '=12345678901234567890',
    ]);
  });

  it('has the path of each, and empty lists and objects as they are', () => {
    const [part] = contextParts(given([{ content: [], extra: {} }]));
    expect(part?.rows.map(({ path, text }) => [path, text])).toEqual([
      [['messages', 0], null],
      [['messages', 0, 'content'], '[]'],
      [['messages', 0, 'extra'], '{}'],
    ]);
  });

  it('of a long conversation the first are there, and the rest is counted', () => {
    const [part] = contextParts(given(Array.from({ length: 500 }, () => ({ role: 'user' }))));
    expect(part?.rows).toHaveLength(400);
    expect(part?.left).toBe(600);
  });
});
