import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../../../src/app/export/conversation-of.ts';
import { emptyLinkState, type LinkState } from '../../../../src/app/permalink/state.ts';
import type { SourceRequest } from '../../../../src/app/sources/source.ts';
import { requestAfter } from '../../../../src/app/views/loop/request-after.ts';
import { emptyLoop } from '../../../../src/app/page/turns.ts';
import { chatcli, exathena } from '../../../systems.ts';
import { fence } from '../../export/subject.ts';

const fields: LinkState = {
  ...emptyLinkState,
  text: fence('{"name": "read_gauge", "arguments": {"dial": "oil"}}'),
  loop: {
    ...emptyLoop,
    asked: 'How is the oil?',
    results: [{ call: 0, name: 'read_gauge', kind: 'error', code: 'Timeout', content: 'No answer.' }],
  },
};

const blank: SourceRequest = { system: '', user: '', sampling: { temperature: 0, maxTokens: 16 } };

describe('the request for the turn after these', () => {
  it('is one text for models that take no messages', () => {
    const { user } = requestAfter(blank, conversationOf(fields), exathena, true);
    expect(user).toMatch(/^User: How is the oil\?\n\nAssistant: ~~~tool_call\n/);
    expect(user).toMatch(/\n\nTool result: error: No answer\.$/);
  });

  it('is a list of messages for servers, in both shapes', () => {
    const request = requestAfter(blank, conversationOf(fields), exathena, false);
    expect(request.conversation?.openai.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(request.conversation?.anthropic.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('is plain messages where ChatCLI has the tools in its prompt', () => {
    const text = '<tool_call name="@read_gauge" args=\'{"dial": "oil"}\' />';
    const loop = { ...emptyLoop, asked: 'How is the oil?' };
    const conversation = conversationOf({ ...fields, text, loop, profile: 'chatcli' });
    const request = requestAfter(blank, conversation, chatcli, true);
    expect(request.conversation?.openai).toEqual(request.conversation?.anthropic);
    expect(request.conversation?.openai.at(-1)?.['content']).toContain('Resultado da Ação 1 (@read_gauge)');
  });
});
