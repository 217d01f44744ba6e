import { type MadeLog, fill, json, lines, native, tool, tools, written } from './logs.ts';

const chat = (id: string, isUser: boolean, text: string, children: readonly unknown[] = []): unknown => ({
  messageId: id,
  conversationId: 'libre-1',
  isCreatedByUser: isUser,
  sender: isUser ? 'User' : 'Pump expert',
  text,
  children,
});

const node = (role: string, content: unknown): unknown => ({
  id: 'n',
  message: { id: 'n', author: { role, name: null, metadata: {} }, content, recipient: 'all' },
  parent: null,
  children: [],
});

const lang = (name: string, kwargs: unknown): unknown => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
});

const asking = [
  { role: 'user', content: 'Fill it.' },
  { role: 'assistant', content: 'Which one?' },
  { role: 'user', content: 'The first.' },
];

/** Made-up logs of agents and chat programs: further structures of shapes that `logs.ts` has. */
export const chatLogs: readonly MadeLog[] = [
  {
    // Each part of a message is a line; thoughts, snapshots of files and what the API answered in its place are no reply.
    shape: 'sessions',
    name: 'parts.jsonl',
    content: lines(
      ...['a', 'b', 'c', 'd'].map((id) => ({ type: 'file-history-snapshot', messageId: id, snapshot: {} })),
      {
        type: 'assistant',
        uuid: 'u1',
        sessionId: 's',
        message: { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] },
      },
      {
        type: 'assistant',
        uuid: 'u2',
        sessionId: 's',
        message: { role: 'assistant', content: [{ type: 'text', text: 'I fill it.' }] },
      },
      {
        type: 'assistant',
        uuid: 'u3',
        sessionId: 's',
        isApiErrorMessage: true,
        message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529' }] },
      },
    ),
    replies: [['u2', 'I fill it.', [], null]],
  },
  {
    // Rollouts of Codex once had the items of the Responses API as they are.
    shape: 'lines',
    name: 'items.jsonl',
    content: lines(
      { id: 's', timestamp: 'x' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fill it.' }] },
      { type: 'function_call', name: 'fill_tank', arguments: '{"liters": 4}', call_id: 'c' },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Full.' }] },
    ),
    replies: [
      ['3', null, [], [fill(4)]],
      ['5', 'Full.', [], null],
    ],
  },
  {
    shape: 'messages',
    name: 'exported.json',
    content: json({
      app: 'An editor',
      conversation: {
        id: 'conv-1',
        messages: [
          { role: 'user', content: 'Fill it.' },
          { role: 'assistant', content: 'I fill it.', tool_calls: [native(4)] },
          { sender: 'user', parts: [{ type: 'text', text: 'And?' }] },
          {
            sender: 'assistant',
            parts: [
              { type: 'text', text: 'It is ' },
              { type: 'text', text: 'full.' },
            ],
          },
        ],
      },
    }),
    replies: [
      ['conv-1#1', 'I fill it.', [], [fill(4)]],
      ['conv-1#2', 'It is full.', [], null],
    ],
  },
  {
    shape: 'messages',
    name: 'librechat.json',
    content: json({
      conversationId: 'libre-1',
      title: 'Pumps',
      recursive: true,
      messages: [
        chat('m1', true, 'Fill it.', [
          chat('m2', false, 'Which?', [
            chat('m3', true, 'The first.', [chat('m4', false, 'Full.'), chat('m5', false, 'It is full.')]),
          ]),
        ]),
      ],
    }),
    replies: [
      ['libre-1#1', 'Which?', [], null],
      ['libre-1#2', 'Full.', [], null],
      ['libre-1#3', 'It is full.', [], null],
    ],
  },
  {
    shape: 'messages',
    name: 'chatgpt.json',
    content: json([
      {
        title: 'Pumps',
        conversation_id: 'gpt-1',
        mapping: {
          root: { id: 'root', message: null, parent: null, children: ['a'] },
          a: node('user', { content_type: 'text', parts: ['Fill it.'] }),
          b: node('assistant', { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] }),
          c: node('assistant', { content_type: 'text', parts: ['Full.'] }),
        },
      },
    ]),
    replies: [['gpt-1', 'Full.', [], null]],
  },
  {
    shape: 'messages',
    name: 'by-id.json',
    content: json({
      'run-a': { messages: [{ role: 'assistant', content: 'A.' }] },
      'run-b': { messages: [lang('HumanMessage', { content: 'Fill it.' }), lang('AIMessage', { content: 'B.' })] },
    }),
    replies: [
      ['run-a', 'A.', [], null],
      ['run-b', 'B.', [], null],
    ],
  },
  {
    // The messages that were sent end with a question: the reply is beside them, and an answer that was expected is none.
    shape: 'messages',
    name: 'histories.jsonl',
    content: lines(
      { id: 'a', messages: asking, response: { choices: [{ message: { role: 'assistant', content: 'Full.' } }] } },
      { id: 'b', messages: asking, completion: written, tools: [tool] },
      { id: 'c', messages: asking, answer: '4' },
    ),
    replies: [
      ['a', 'Full.', [], null],
      ['b', written, tools, null],
      ['c', 'Which one?', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'langsmith.jsonl',
    content: lines(
      {
        id: 'run-1',
        run_type: 'llm',
        inputs: { messages: [[lang('HumanMessage', { content: 'Fill it.' })]] },
        outputs: {
          generations: [[{ text: '', message: lang('AIMessage', { content: '', tool_calls: [fill(4)] }) }]],
        },
      },
      { id: 'run-2', run_type: 'llm', outputs: { choices: [{ message: { role: 'assistant', content: 'Full.' } }] } },
    ),
    replies: [
      ['run-1', '', [], [fill(4)]],
      ['run-2', 'Full.', [], null],
    ],
  },
];
