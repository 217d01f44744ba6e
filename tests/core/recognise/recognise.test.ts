import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognise, type Recognised, type RecognisedKind } from '../../../src/core/index.ts';
import { answer } from '../../conformance/adapter.ts';
import { pastes } from './pastes.ts';
import { often } from '../../thorough.ts';
import { hostileTexts } from './pieces.ts';

const kinds: readonly RecognisedKind[] = [
  'reply',
  'escaped',
  'response',
  'stream',
  'request',
  'messages',
  'lines',
  'error',
  'tools',
  'case',
];

describe('what a pasted text is', () => {
  it.each(pastes.map((paste) => [`${paste.kind}/${paste.file}`, paste] as const))('%s', (_, paste) => {
    const { kind, file, content, expected } = paste;
    expect(answer('recognise', { content, name: null })).toEqual(expected);
    expect(answer('recognise', { content, name: file })).toEqual(expected);
    expect(expected.kind === kind).toBe(!file.startsWith('near-'));
  });

  it.each(kinds)('%s has three fixtures and two near misses', (kind) => {
    const own = pastes.filter((paste) => paste.kind === kind);
    const near = own.filter(({ file }) => file.startsWith('near-'));
    expect(near.length).toBeGreaterThanOrEqual(2);
    expect(own.length - near.length).toBeGreaterThanOrEqual(3);
  });

  it('a choice alone is none of Ollama', () => {
    const message = { role: 'assistant', content: 'Hi.' };
    const labels = [{ finish_reason: 'stop', index: 0, message }, { message, done: true }, { message }].map(
      (value) => recognise({ content: JSON.stringify(value), name: null }).label,
    );
    expect(labels).toEqual([
      'a choice of an OpenAI chat completion',
      'an Ollama chat response',
      "an assistant's message",
    ]);
  });

  it.each(['$ ', 'boat:~$ ', '[10:11:12] me@boat ~$ ', 'C:\\boats>', 'bash-5.2$ ', 'λ ', '~/boats main ❯ '])(
    'a command after %s, and the answer below what curl tells of its progress',
    (prompt) => {
      const declared = [{ type: 'function', function: { name: 'dim_lamp', parameters: { type: 'object' } } }];
      const body = { model: 'lamp', messages: [{ role: 'user', content: 'Dim it.' }], tools: declared };
      const message = { role: 'assistant', content: 'It is dim.' };
      const response = JSON.stringify({ model: 'lamp', created_at: '2026-11-25T08:31:07.4Z', message, done: true });
      const meter = [
        '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current',
        '                                 Dload  Upload   Total   Spent    Left  Speed',
        '100  1184  100   812  100   372    391    179  0:00:02  0:00:02 --:--:--   571',
      ].join('\n');
      const command = `curl http://localhost:11434/api/chat -d '${JSON.stringify(body)}'`;
      for (const progress of ['', `${meter}\n`]) {
        const content = `${prompt}${command}\n${progress}${response}\n${prompt.replace('12', '14')}`;
        const { kind, label, replies, tools } = recognise({ content, name: null });
        expect([kind, label, replies.map(({ text }) => text), tools]).toEqual([
          'response',
          'an Ollama chat response',
          ['It is dim.'],
          ['dim_lamp'],
        ]);
      }
    },
  );

  it('a structured call cut out of its response is one; a call that a model wrote is a reply', () => {
    const call = { id: 'call_7', type: 'function', function: { name: 'dim_lamp', arguments: '{"room": "attic"' } };
    const inResponses = { type: 'function_call', call_id: 'call_7', name: 'dim_lamp', arguments: '{"room": 1}' };
    for (const one of [call, inResponses]) {
      const { kind, replies } = recognise({ content: JSON.stringify(one, null, 2), name: null });
      expect([kind, replies[0]?.text, JSON.parse(replies[0]?.native ?? '')]).toEqual(['response', null, [one]]);
    }
    for (const one of [
      { ...call, id: undefined },
      { name: 'dim_lamp', arguments: { room: 1 } },
    ])
      expect(recognise({ content: JSON.stringify(one), name: null }).kind).toBe('reply');
  });

  it('calls that LangChain files apart are calls as well, once', () => {
    const refused = { name: 'set_oven', args: '{"deck": ', id: 'call_2', error: null, type: 'invalid_tool_call' };
    const sound = { name: 'look', args: { at: 'oven' }, id: 'call_1', type: 'tool_call' };
    const named = (message: object): unknown => {
      const content = JSON.stringify({ content: '', type: 'ai', ...message });
      const list = JSON.parse(recognise({ content, name: null }).replies[0]?.native ?? '[]') as {
        id: string;
        function?: { arguments: string };
      }[];
      return list.map((call) => [call.id, call.function?.arguments]);
    };
    const provided = [{ id: 'call_2', type: 'function', function: { name: 'set_oven', arguments: '{"deck": ' } }];
    expect(named({ invalid_tool_calls: [refused] })).toEqual([['call_2', '{"deck": ']]);
    expect(named({ tool_calls: [sound], invalid_tool_calls: [refused] })).toEqual([
      ['call_1', undefined],
      ['call_2', '{"deck": '],
    ]);
    const kept = { additional_kwargs: { tool_calls: provided }, invalid_tool_calls: [refused] };
    expect(named(kept)).toEqual([['call_2', '{"deck": ']]);
    expect(named({ tool_calls: [sound], invalid_tool_calls: [] })).toEqual([['call_1', undefined]]);
  });

  it('finds every reply where it says that it is', () => {
    for (const { content } of pastes) expectSpans(content, recognise({ content, name: null }));
  });

  it('lists the first thousand replies and counts all', () => {
    const line = (index: number): string => JSON.stringify({ role: 'assistant', content: `reply ${index}` });
    const content = Array.from({ length: 1204 }, (_, index) => line(index)).join('\n');
    const found = recognise({ content, name: 'replies.jsonl' });
    expect([found.kind, found.count, found.replies.length]).toEqual(['lines', 1204, 1000]);
    expect(found.replies.at(-1)?.text).toBe('reply 999');
  });
});

/** JSON lines as `jq` prints them; null for any other text. */
function printed(content: string): string | null {
  try {
    const lines = content.trim().split('\n');
    return lines.map((line) => JSON.stringify(JSON.parse(line), null, 2)).join('\n');
  } catch {
    return null;
  }
}

it.each(
  pastes.filter(
    ({ kind, file, content }) => kind === 'lines' && !file.startsWith('near-') && printed(content)?.startsWith('{\n'),
  ),
)('$file is the same where each value is over several lines', ({ content }) => {
  const below = printed(content) ?? '';
  expect(answer('recognise', { content: below, name: null })).toEqual(answer('recognise', { content, name: null }));
  expect(answer('evidence', { content: below, name: null })).toEqual(answer('evidence', { content, name: null }));
  expectSpans(below, recognise({ content: below, name: null }));
});

describe('what is around the replies', () => {
  it('reads system prompt, question and tools of a request', () => {
    const content = JSON.stringify({
      model: 'm',
      messages: [
        { role: 'system', content: 'You run a harbour.' },
        { role: 'user', content: 'Is pier B free?' },
      ],
      tools: [{ name: 'find_berth', description: 'Finds one.', input_schema: { type: 'object', properties: {} } }],
    });
    const { system, asked, messages, tools, toolsText } = recognise({ content, name: null });
    expect({ system, asked, messages, tools }).toEqual({
      system: 'You run a harbour.',
      asked: 'Is pier B free?',
      messages: 2,
      tools: ['find_berth'],
    });
    expect(JSON.parse(toolsText)).toHaveLength(1);
  });

  it('reads the text of a mail', () => {
    const body = 'User: Book a berth.\nAssistant: <tool_call>{"name":=20"f"}</tool_call>\n';
    const mail = `From: a@b.example\nSubject: a reply\nContent-Transfer-Encoding: quoted-printable\n\n${body}`;
    const { kind, replies } = recognise({ content: mail, name: 'reply.eml' });
    expect([kind, replies.map(({ text }) => text)]).toEqual(['messages', ['<tool_call>{"name": "f"}</tool_call>']]);
  });
});

/** What opens a level of nesting and what closes it: brackets, the keys that readers follow, values of languages, quotations. */
const nestings: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ...[
    'choices',
    'message',
    'error',
    'content',
    'parts',
    'payload',
    'data',
    'messages',
    'output',
    'response',
    'function',
  ].flatMap((key): (readonly [string, string])[] => [
    [`{"${key}":`, '}'],
    [`{"${key}":[`, ']}'],
  ]),
  ['{"type":"text","text":', '}'],
  ['{"type":"x","payload":', '}'],
  ["{'a': ", '}'],
  ['f(', ')'],
  ['%{a: ', '}'],
  ['` ', ' `'],
  ['```\n', '\n```'],
  ['> ', ''],
  ['<a>', '</a>'],
];

/** What is around the nesting. */
const wrappers: readonly (readonly [string, string])[] = [
  ['', ''],
  ['{"choices":', '}'],
  ['{"role":"assistant","content":', '}'],
  ['{"choices":[{"message":{"role":"assistant","content":', '}}]}'],
  ['{"generations":', '}'],
  ['{"error":', '}'],
  ['{"resps":', '}'],
  ['AIMessage(content=', ')'],
  ['data: ', '\n\n'],
  ['ERROR: it failed: ', ''],
];

/** A span is where the text is, character by character. */
function expectSpans(content: string, { replies }: Recognised): void {
  for (const { text, span } of replies) if (span !== null) expect(content.slice(span.from, span.to)).toBe(text);
}

describe('what is put before every line', () => {
  const line = '02.17.440.118 W common_chat_peg_parse: unparsed peg-native output: <function=dim_lamp></function>';
  const next = '02.17.440.131 I srv  update_slots: all slots are idle';

  it.each([
    ['docker compose', 'llm-1  | '],
    ['pm2', '0|llm  | '],
    ['kubectl', '[pod/llm-0/server] '],
    ['journald', 'Nov 25 09:14:02 attic llm[2217]: '],
    ['journald with ISO times', '2026-11-25T09:14:02+0100 attic llm[2217]: '],
    ['a container log', '2026-11-25T08:00:00.123456789Z stdout F '],
    ['docker logs with times', '2026-11-25T08:00:00.123456789Z '],
    ['a quotation', '> '],
    ['a quoted journal of compose', '> Nov 25 09:14:02 attic docker[2217]: llm-1  | '],
    ['colours', '\u001b[36m\u001b[0m'],
  ])('is taken off, and places count it: %s', (_, prefix) => {
    const content = `${prefix}${line}\n${prefix}${next}\n`;
    const from = content.indexOf('<function');
    expect(recognise({ content, name: null })).toMatchObject({
      kind: 'error',
      replies: [{ text: '<function=dim_lamp></function>', span: { from, to: from + 30 } }],
    });
  });

  it('holds the reply that a program prints between its lines', () => {
    const lines = ['2026-11-28 09:13:10 INFO reply:', '<tool_call>', '{"name": "f"}', '</tool_call>'];
    const content = [
      'INFO 11-28 09:12:01 [api_server.py:1] started',
      ...lines,
      '2026-11-28 09:13:11 INFO no tool_calls',
    ];
    for (const prefix of ['agent-1  | ', '> '])
      expect(
        recognise({ content: content.map((line) => `${prefix}${line}`).join('\n'), name: null }).replies,
      ).toMatchObject([{ text: '<tool_call>\n{"name": "f"}\n</tool_call>' }]);
  });

  it.each([
    ['an item of a list', '- {"name": "ring_bell", "arguments": {}}\n- {"name": "dim_lamp", "arguments": {}}\n'],
    ['a mark of the model', '[tool_calls] [{"name": "ring_bell", "arguments": {}}]'],
    ['a cell of a table', 'dim_lamp | {"level": 2}\ndim_lamp | {"level": 3}\n'],
    ['words', '> We quote an example.\n> It is short.\n'],
    ['numbers', 'hall | 3\nattic | 2\n'],
  ])('is left where it may be of the model, or before no call: %s', (_, content) => {
    expect(recognise({ content, name: null })).toMatchObject({ kind: 'reply', replies: [{ text: content }] });
  });
});

describe('any text', () => {
  it('is recognised without an exception, with replies that are in it', () => {
    fc.assert(
      fc.property(hostileTexts, fc.constantFrom(null, 'a.log', 'a.eml', 'a.har', 'a.jsonl'), (content, name) => {
        const found = recognise({ content, name });
        expectSpans(content, found);
        expect(found.count).toBeGreaterThanOrEqual(found.replies.length);
        if (found.label === 'plain reply text') expect(found.replies.map(({ text }) => text)).toEqual([content]);
      }),
      { seed: 15, numRuns: often(3000, 1000) },
    );
  });

  it('is recognised however deep it is nested', () => {
    for (const [open, end] of nestings) {
      const depth = Math.ceil(24_000 / open.length);
      const content = open.repeat(depth) + '1' + end.repeat(depth);
      expectSpans(content, recognise({ content, name: null }));
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...nestings),
        fc.constantFrom(...wrappers),
        fc.boolean(),
        ([open, end], [before, after], isWhole) => {
          const depth = Math.ceil(24_000 / open.length);
          const content = before + open.repeat(depth) + (isWhole ? '1' + end.repeat(depth) + after : '');
          expectSpans(content, recognise({ content, name: null }));
        },
      ),
      { seed: 34, numRuns: often(150, 10) },
    );
  });

  it('that is quoted keeps its replies', () => {
    for (const { content, expected } of pastes.filter((paste) =>
      ['messages', 'response'].includes(paste.expected.kind),
    )) {
      const quoted = recognise({ content: JSON.stringify(content), name: null });
      expect(quoted.replies.map(({ text }) => text)).toEqual(expected.replies);
    }
  });
});

describe('an answer with an apostrophe in single quotes', () => {
  const text = "I don't know the weather. It's raining, isn't it?";

  it.each([
    ['a dictionary', `{'role': 'assistant', 'content': '${text}', 'tool_calls': []}`],
    ['an object', `ChatCompletionMessage(content='${text}', role='assistant', tool_calls=None)`],
    ['fields', `content='${text}' additional_kwargs={} response_metadata={'finish_reason': 'stop'}`],
    [
      'a log',
      `INFO 11-26 12:00:00 logger.py:42] Generated response chatcmpl-1: output: '${text}', output_token_ids: None`,
    ],
    [
      'a command',
      `curl http://localhost:8000/v1/chat/completions -d '{"model": "m", "messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "${text}"}]}'`,
    ],
  ])('is whole in %s', (_, content) => {
    expect(recognise({ content, name: null }).replies.map((reply) => reply.text)).toEqual([text]);
  });
});

describe('a log with the ids of its requests', () => {
  const line = (id: string, text: string): string =>
    `INFO 11-30 06:00:00 [logger.py:72] Generated response chatcmpl-${id}: output: '${text}', output_token_ids: None, finish_reason: stop\n`;

  it('has each reply, also one with the text of another', () => {
    const texts = ['The sky is blue.', 'Yes.', 'The sky is blue.', 'The sky is', 'Yes.'];
    const content = texts.map((text, index) => line(String(index), text)).join('');
    const { replies, count } = recognise({ content, name: 'vllm.log' });
    expect(replies.map(({ text }) => text)).toEqual(texts);
    expect(count).toBe(texts.length);
  });
});

describe('a log with the request that was sent', () => {
  const tool = { type: 'function', function: { name: 'dim_lamp', parameters: { type: 'object' } } };
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Dim it.' }], tools: [tool] }, null, 2);
  const answered = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'It is dim.' } }] }, null, 2);
  const log = `2026-01-01 09:00:00 [DEBUG]\n Received request: POST to /v1/chat/completions with body  ${body}\n2026-01-01 09:00:02  [INFO]\n [m] Generated prediction:  ${answered}\n`;

  it.each([log, `this is from the tab of the developer\n\n${log}`])('declares its tools', (content) => {
    const { tools, toolsText, replies } = recognise({ content, name: null });
    expect(tools).toEqual(['dim_lamp']);
    expect(JSON.parse(toolsText)).toEqual([tool]);
    expect(replies.map(({ text }) => text)).toEqual(['It is dim.']);
  });

  it('declares none where the request does not', () => {
    const content = log.replace(/"tools": \[[^]*?\n {2}\]/, '"stream": false');
    expect(recognise({ content, name: null }).toolsText).toBe('');
  });
});

describe('very many JSON lines', () => {
  const line = `${JSON.stringify({ custom_id: 'a', response: { body: { choices: [{ message: { role: 'assistant', content: 'Hi. '.repeat(90) } }] } } })}\n`;

  it('are read up to a few megabytes, and the label says how many', () => {
    const all = Math.ceil(5_000_000 / line.length);
    const found = recognise({ content: line.repeat(all), name: null });
    expect(found.kind).toBe('lines');
    expect(found.label).toBe(`the first ${found.count.toLocaleString('en')} of ${all.toLocaleString('en')} JSON lines`);
    expect(found.count).toBeLessThan(all);
  });

  it('are read to their end where there are no more', () => {
    const found = recognise({ content: line.repeat(100), name: null });
    expect(found.label).toBe('100 JSON records');
  });

  it('are many where some are cut, the first ones as well', () => {
    const cut = `${line.slice(0, 90)}\n`;
    const damaged = (good: number): string => line + cut + cut + line.repeat(good - 1) + cut.repeat(3) + line;
    for (const good of [20, Math.ceil(5_000_000 / line.length)]) {
      const found = recognise({ content: cut + damaged(good), name: 'damaged.jsonl' });
      expect([found.kind, found.count > 19]).toEqual(['lines', true]);
    }
    expect(recognise({ content: (line + cut).repeat(10), name: null }).count).toBe(10);
  });
});
