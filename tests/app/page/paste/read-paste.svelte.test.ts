import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPaste } from '../../../../src/app/page/paste/read-paste.ts';
import { emptySessionFields } from '../../../../src/app/page/fields.ts';
import { asideAbove } from '../../../../src/app/page/paste/take-apart.ts';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { recognise } from '../../../../src/core/index.ts';
import { waitFor } from '../../../wait-for.ts';

describe('a long paste', () => {
  const content = 'x'.repeat(asideAbove + 1);

  it('is read elsewhere, and the page says so meanwhile', async () => {
    const session = new Session();
    const seen: string[] = [];
    const read = await readPaste({ content, name: null }, emptySessionFields, session, (job) => {
      seen.push(session.notices[0]?.text ?? '');
      return Promise.resolve({ ok: false, reason: 'timeout', message: JSON.stringify(job).slice(0, 20) });
    });
    expect(seen).toEqual(['Reading this long text…']);
    expect(read).toBeNull();
    expect(session.notices[0]).toMatchObject({ kind: 'recognised', tone: 'bad' });
    expect(session.notices[0]?.text).toContain('"kind":"recognise"');
  });

  it('says nothing more once it is read', async () => {
    const session = new Session();
    const answer = recognise({ content: 'short', name: null });
    const read = await readPaste({ content, name: null }, emptySessionFields, session, () =>
      Promise.resolve({ ok: true, answer } as never),
    );
    expect(read?.fields).toMatchObject({ text: 'short' });
    expect(session.notices).toEqual([]);
  });
});

describe('what a paste makes of the page', () => {
  const tool = {
    type: 'function',
    function: { name: 'find_berth', description: 'Finds one.', parameters: { type: 'object' } },
  };
  const messages = [
    { role: 'system', content: 'You run a harbour.' },
    { role: 'user', content: 'Is pier B free?' },
    { role: 'assistant', content: 'I will look.' },
    { role: 'user', content: 'Thanks.' },
  ];

  async function pasted(content: string): Promise<Session> {
    const session = new Session();
    session.setText('what was here');
    await session.paste.receive(content);
    return session;
  }

  it('opens the reply of a stream that Python printed, and not the chunks', async () => {
    const chunk = (text: string): string =>
      `{'model': 'm', 'message': {'role': 'assistant', 'content': '${text}'}, 'done': False}`;
    const session = await pasted(`${chunk('Is it ')}\n${chunk('free?')}`);
    expect(session.fields).toMatchObject({ text: 'Is it free?', recording: { lengths: [6] } });
  });

  it.each([
    [
      'vLLM',
      ['Is', ' it ', 'free?', ''].map(
        (text) =>
          `INFO 11-07 04:35:27 [logger.py:71] Generated response c-1 (streaming delta): output: '${text}', x: [1]`,
      ),
    ],
    [
      'SGLang',
      ['Is', ' it ', 'free?'].map(
        (text) => `[2025-11-07 04:35:27] INFO [hermes_tool_parser.py:157] delta_text: ${text}`,
      ),
    ],
    [
      'Ollama',
      ['Is', ' it ', 'free?'].map(
        (text) => `time=2025-11-07T04:35:27Z level=TRACE msg="builtin parser input" parser=qwen3 content="${text}"`,
      ),
    ],
    [
      'mlx-lm',
      ['Starting completion:', 'Is', ' it ', 'free?'].map((text) => `2025-11-07 04:35:27,123 - DEBUG - ${text}`),
    ],
  ])('has the borders of the pieces that the log of %s tells, and cuts none of its own', async (_, lines) => {
    const { fields } = await pasted(lines.join('\n'));
    expect([fields.text, fields.recording?.lengths]).toEqual(['Is it free?', [2, 4]]);
  });

  it('keeps the borders where the whole reply is told below its pieces', async () => {
    const told = (how: string, text: string): string =>
      `INFO 11-07 04:35:27 [logger.py:71] Generated response c-1 (streaming ${how}): output: '${text}', x: [1]`;
    const lines = [told('delta', 'Is it '), told('delta', 'free?'), told('complete', 'Is it free?')];
    expect((await pasted(lines.join('\n'))).fields).toMatchObject({ text: 'Is it free?', recording: { lengths: [6] } });
    // What came between two others is no piece of it.
    const other = told('delta', 'Yes').replace('c-1', 'c-2');
    const { fields } = await pasted([lines[0], other, ...lines.slice(1)].join('\n'));
    expect(fields).toMatchObject({ text: 'Is it free?', recording: { lengths: [6] } });
  });

  it('opens what a command wrote, and keeps the paste', async () => {
    const call = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
    const content = `>>> print(reply)\n${call}`;
    const session = await pasted(content);
    expect(session.fields).toMatchObject({ text: call, raw: content });
    expect(session.notices[0]?.text).toBe('Recognised: what a command wrote.');
    expect((await pasted(call)).fields).toMatchObject({ text: call, raw: '' });
  });

  it('moves the parts of a request, keeps the reply, and takes it back in one click', async () => {
    const content = JSON.stringify({ model: 'm', messages, tools: [tool] });
    const session = await pasted(content);
    const [notice] = session.notices;
    expect(notice?.text).toBe(
      'Recognised: a request body. 1 tool and the system prompt moved to Prompt, 4 messages to Loop. Your reply is unchanged.',
    );
    const { text, tools, system, loop } = session.fields;
    expect([text, system, loop?.asked]).toEqual(['what was here', 'You run a harbour.', 'Is pier B free?']);
    expect(loop?.earlier.map((turn) => turn.text)).toEqual(['I will look.']);
    expect(JSON.parse(tools)).toEqual([tool]);
    notice?.action?.run();
    expect(session.fields).toMatchObject({ text: content, tools: '', system: '', loop: null });
    expect(session.notices).toEqual([]);
  });

  it('opens the last reply of a conversation and then another one', async () => {
    const session = await pasted(JSON.stringify([...messages, { role: 'assistant', content: 'Pier B is free.' }]));
    expect(session.fields.text).toBe('Pier B is free.');
    expect(session.paste.last).toMatchObject({ opened: 1, found: { count: 2 } });
    await session.paste.openReply(0);
    expect(session.fields.text).toBe('I will look.');
    session.paste.close();
    expect(session.paste.last).toBeNull();
    expect(session.fields.text).toBe('I will look.');
  });

  it('cuts the reply out of an error', async () => {
    const session = await pasted(
      `{"error":"error parsing tool call: raw='{\\"a\\": 1', err=unexpected end of JSON input"}`,
    );
    expect(session.fields.text).toBe('{"a": 1');
    expect(session.notices[0]?.text).toBe('Recognised: the body of an error. The reply was cut out of it.');
  });

  it.each([
    ['nothing', { content: '', tool_calls: [] }, 'It has neither text nor tool calls.'],
    ['calls alone', { content: null, tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }, 'no text'],
  ])('says that a response holds %s', async (_, message, says) => {
    const session = await pasted(JSON.stringify({ choices: [{ message: { role: 'assistant', ...message } }] }));
    expect(session.notices[0]?.text).toContain(says);
  });

  it('says what an error lacks, and keeps it in sight', async () => {
    const log = 'ERROR 10-09 09:39:54 [hermes_tool_parser.py:157] Error in extracting tool call.';
    const session = await pasted(log);
    expect(session.fields).toMatchObject({ text: '', raw: log, layout: { tab: 'raw' } });
    expect(session.notices[0]?.text).toContain('It does not contain the text of the model.');
  });

  describe('what it proves about the server', () => {
    const log = 'ERROR 10-09 09:39:54 [hermes_tool_parser.py:157] Error in extracting tool call.';

    it('sets the runtime once, and one step goes back', async () => {
      const session = await pasted(log);
      session.paste.believe(log, { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null });
      expect([session.fields.profile, session.paste.believed]).toEqual([
        'vllm:hermes',
        { runtime: 'vllm:hermes', before: { profile: 'auto', reasoningParser: '', thinking: 'absent' } },
      ]);
      session.paste.disbelieve();
      expect([session.fields.profile, session.paste.believed]).toEqual(['auto', null]);
      session.paste.believe(log, { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null });
      expect(session.fields.profile).toBe('auto');
    });

    it('takes away the reasoning parser of another server, which comes back with it', async () => {
      const session = await pasted(log);
      session.setRuntime('sglang:qwen25');
      session.set({ reasoningParser: 'qwen3' });
      session.paste.believe(log, { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null });
      expect(session.fields).toMatchObject({ profile: 'vllm:hermes', reasoningParser: '' });
      session.paste.disbelieve();
      expect(session.fields).toMatchObject({ profile: 'sglang:qwen25', reasoningParser: 'qwen3' });
    });

    it('sets the reasoning parser that the paste names as well', async () => {
      const session = await pasted(log);
      const proved = { runtime: 'vllm:hermes', reasoningParser: 'qwen3', thinking: null, reasoning: null, reply: null };
      session.paste.believe(log, proved);
      expect(session.fields).toMatchObject({ profile: 'vllm:hermes', reasoningParser: 'qwen3' });
      session.paste.disbelieve();
      expect(session.fields).toMatchObject({ profile: 'auto', reasoningParser: '' });
    });

    it('reads on after the thinking that the server took off, until the next paste', async () => {
      const session = await pasted(log);
      session.paste.believe(log, { runtime: 'llamacpp:glm-4.7', thinking: 'off', reasoning: null, reply: null });
      expect(session.fields).toMatchObject({ profile: 'llamacpp:glm-4.7', thinking: 'off' });
      session.paste.disbelieve();
      expect(session.fields).toMatchObject({ profile: 'auto', thinking: 'absent' });
      await session.paste.receive(`${log} `);
      session.paste.believe(`${log} `, { runtime: 'llamacpp:glm-4.7', thinking: 'off', reasoning: null, reply: null });
      await session.paste.receive('I look.');
      expect(session.fields).toMatchObject({ profile: 'llamacpp:glm-4.7', thinking: 'absent' });
    });

    it('sets nothing for another paste, nor for what was restored', async () => {
      const session = await pasted(log);
      session.paste.believe('another', { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null });
      expect(session.fields.profile).toBe('auto');
      const restored = new Session();
      restored.restore({ raw: log }, null);
      expect(restored.paste.content).toBe(log);
      restored.paste.believe(log, { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null });
      expect(restored.fields.profile).toBe('auto');
    });

    it('opens the reply that went wrong', async () => {
      const content = JSON.stringify([...messages, { role: 'assistant', content: 'Pier B is free.' }]);
      const session = await pasted(content);
      session.paste.believe(content, { runtime: null, thinking: null, reasoning: null, reply: 0 });
      await waitFor(() => {
        expect(session.fields.text).toBe('I will look.');
      });
    });

    it('opens the reasoning in which the call is, and the paste is still one step away', async () => {
      const message = { role: 'assistant', content: '', thinking: 'I look. <tool_call>{"name": "a"}</tool_call>' };
      const content = JSON.stringify({ model: 'qwen3:8b', message, done: true });
      const session = await pasted(content);
      session.paste.believe(content, { runtime: 'auto', thinking: null, reasoning: message.thinking, reply: null });
      await waitFor(() => {
        expect(session.fields).toMatchObject({ text: message.thinking, raw: content, layout: { tab: 'reply' } });
      });
      const [notice] = session.notices;
      expect(notice?.text).toContain('The server keeps 44 characters of reasoning apart.');
      notice?.action?.run();
      expect(session.fields).toMatchObject({ text: content, raw: '' });
    });

    it('is forgotten when other work is opened', async () => {
      const session = await pasted(log);
      session.clear();
      expect(session.paste.content).toBe('');
    });
  });

  it('opens a case, and says what is wrong with one', async () => {
    const session = await pasted('{"kind": "callscope case", "version": 1, "state": {"text": "abc"}}');
    expect(session.fields.text).toBe('abc');
    const other = await pasted('{"kind": "callscope case", "version": 9999, "state": {}}');
    expect(other.fields.text).toBe('what was here');
    expect(other.notices[0]).toMatchObject({ tone: 'bad' });
  });

  it('says nothing of a reply', async () => {
    const session = await pasted('<tool_call>{"name": "f", "arguments": {}}</tool_call>');
    expect([session.notices, session.paste.last]).toEqual([[], null]);
  });
});

describe('a paste whose reader does not arrive', () => {
  const error = `{"error":"error parsing tool call: raw='{\\"a\\": 1', err=unexpected end of JSON input"}`;
  const missing = (): never => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };

  afterEach(() => {
    vi.doUnmock('../../../../src/app/page/paste/read-paste.ts');
  });

  it('stays as it is, and the page says so', async () => {
    vi.doMock('../../../../src/app/page/paste/read-paste.ts', missing);
    const session = new Session();
    await session.paste.receive(error);
    expect(session.fields.text).toBe(error);
    await session.paste.receiveRaw('{"choices": []}');
    expect(session.fields.raw).toBe('{"choices": []}');
    expect(session.notices).toMatchObject([{ kind: 'recognised', tone: 'bad' }]);
    expect(session.notices[0]?.text).toContain('could not be loaded');
  });
});

it('“Undo” brings back the paste that another one replaced, with what it proves', async () => {
  const answer = (content: string): string =>
    JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] });
  const session = new Session();
  await session.paste.receive(answer('The first.'));
  const before = session.fields;
  await session.paste.receive(answer('The second.'));
  expect(session.fields.text).toBe('The second.');
  session.notices.find(({ kind }) => kind === 'recognised')?.action?.run();
  expect(session.fields).toMatchObject({ text: 'The first.', raw: before.raw, profile: before.profile });
  expect(session.paste.content).toBe(answer('The first.'));
});

describe('what a paste set goes with it', () => {
  const tool = { type: 'function', function: { name: 'find_berth', parameters: { type: 'object', properties: {} } } };
  const whole = JSON.stringify({
    model: 'm',
    tools: [tool],
    messages: [
      { role: 'user', content: 'Is pier B free?' },
      { role: 'assistant', content: '<tool_call>{"name": "find_berth", "arguments": {}}</tool_call>' },
    ],
  });
  const told = (text: string): string =>
    JSON.stringify([
      { role: 'user', content: 'and now?' },
      { role: 'assistant', content: text },
    ]);
  const evidence = { runtime: 'vllm:hermes', thinking: null, reasoning: null, reply: null } as const;

  async function withTwo(second: string, between?: (session: Session) => void): Promise<Session> {
    const session = new Session();
    await session.paste.receive(whole);
    session.paste.believe(whole, evidence);
    expect(session.fields).toMatchObject({ profile: 'vllm:hermes' });
    expect(session.fields.tools).toContain('find_berth');
    between?.(session);
    await session.paste.receive(second);
    return session;
  }

  it('where the next one is other work, and the page says so', async () => {
    const session = await withTwo(told('[TOOL_CALLS]weather{"town": "Bergen"}'));
    expect(session.fields).toMatchObject({ profile: 'auto', tools: '' });
    expect(session.notices[0]?.text).toContain('The tools and the server of the paste before went with it.');
    session.notices[0]?.action?.run();
    expect(session.fields).toMatchObject({ profile: 'vllm:hermes' });
    expect(session.fields.tools).toContain('find_berth');
  });

  it.each([
    ['the next one calls a tool of it', told('<tool_call>{"name": "find_berth", "arguments": {"a": 1}}</tool_call>')],
    ['the next one is a bare reply', 'I found nothing.'],
    ['the next one has no reply', JSON.stringify([{ type: 'function', function: { name: 'find_mole' } }])],
  ])('not where %s', async (_, second) => {
    const session = await withTwo(second);
    expect(session.fields).toMatchObject({ profile: 'vllm:hermes' });
    expect(session.fields.tools).toMatch(/find_(?:berth|mole)/);
  });

  it('where it is one after a paste that belonged to it', async () => {
    const session = await withTwo(told('<tool_call>{"name": "find_berth", "arguments": {"a": 1}}</tool_call>'));
    await session.paste.receive(told('[TOOL_CALLS]weather{"town": "Bergen"}'));
    expect(session.fields).toMatchObject({ profile: 'auto', tools: '' });
  });

  it('and what somebody has set since stays', async () => {
    const session = await withTwo(told('[TOOL_CALLS]weather{"town": "Bergen"}'), (one) => {
      one.setRuntime('sglang:qwen25');
    });
    expect(session.fields).toMatchObject({ profile: 'sglang:qwen25', tools: '' });
  });

  it.each([false, true])(
    'and what the evidence of the next one sets stays (before it is read: %s)',
    async (isFirst) => {
      const session = new Session();
      await session.paste.receive(whole);
      session.paste.believe(whole, evidence);
      const second = told('[TOOL_CALLS]weather{"town": "Bergen"}');
      const reading = session.paste.receive(second);
      if (!isFirst) await reading;
      session.paste.believe(second, { ...evidence, runtime: 'sglang:mistral' });
      await reading;
      expect(session.fields).toMatchObject({ profile: 'sglang:mistral', tools: '' });
      // Whoever takes that back has none of the paste before.
      session.paste.disbelieve();
      expect(session.fields).toMatchObject({ profile: isFirst ? 'vllm:hermes' : 'auto' });
    },
  );
});
