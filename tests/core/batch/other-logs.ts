import { asked, isbnSchema, lender, lending, lends, lent } from './lending.ts';
import { type MadeLog, json, lines } from './logs.ts';

/** More made-up logs in structures that no shape is named after: where requests, tools, ids and failures lie elsewhere. */
export const otherLogs: readonly MadeLog[] = [
  {
    shape: 'lines',
    name: 'other-5.jsonl',
    content: lines(
      {
        reqId: 'z1',
        result: {
          output: {
            message: {
              role: 'assistant',
              content: [
                { text: 'I do it.' },
                { toolUse: { toolUseId: 't', name: 'borrow_book', input: { isbn: '1' } } },
              ],
            },
          },
          stopReason: 'tool_use',
        },
        params: {
          modelId: 'shelf-b',
          toolConfig: {
            tools: [{ toolSpec: { name: 'borrow_book', description: 'x', inputSchema: { json: isbnSchema } } }],
          },
        },
      },
      {
        reqId: 'z2',
        result: { output: { message: { role: 'assistant', content: [{ text: 'Hello.' }] } } },
        params: { modelId: 'shelf-b' },
      },
    ),
    replies: [
      ['z1', 'I do it.', ['borrow_book'], [lending('1')]],
      ['z2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'other-7.json',
    content: json({
      model: 'shelf-7b',
      predictions: { q1: { raw: lent, parsed: [] }, q2: { raw: 'Hello.', parsed: [] } },
    }),
    replies: [
      ['q1', lent, [], null],
      ['q2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'other-9.jsonl',
    content: lines(
      {
        request_id: 'o1',
        options: { tools: [lender], temperature: 0 },
        llm: { reply: { content: null, tool_calls: [lends('2')] } },
      },
      { request_id: 'o2', options: {}, llm: { reply: { content: 'Hello.' } } },
    ),
    replies: [
      ['o1', null, ['borrow_book'], [lending('2')]],
      ['o2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'other-12.jsonl',
    content: lines(
      { type: 'session', id: 's', cwd: '/x' },
      { type: 'message', id: 'm1', parentId: null, message: asked('Borrow') },
      {
        type: 'message',
        id: 'm2',
        parentId: 'm1',
        message: {
          role: 'assistant',
          model: 'shelf',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'I do.' },
            { type: 'toolCall', id: 'c', name: 'borrow_book', arguments: { isbn: '4' } },
          ],
          stopReason: 'toolUse',
        },
      },
      {
        type: 'message',
        id: 'm3',
        message: {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'borrow_book',
          content: [{ type: 'text', text: 'ok' }],
        },
      },
    ),
    replies: [['m2', 'I do.', [], [lending('4')]]],
  },
  {
    shape: 'lines',
    name: 'other-14.json',
    content: json([
      {
        id: 'op1',
        trace_id: 't',
        name: 'chat_completion_create',
        type: 'llm',
        input: { messages: [asked('x')] },
        output: { choices: [{ message: { role: 'assistant', content: lent } }] },
        metadata: { tools: [lender] },
        model: 'shelf',
        provider: 'x',
      },
      { id: 'op2', trace_id: 't', name: 'run_tool', type: 'tool', input: { a: 1 }, output: { output: 'ok' } },
    ]),
    replies: [['op1', lent, ['borrow_book'], null]],
  },
  {
    shape: 'csv',
    name: 'other-15.csv',
    content: `id,transcript,resolved
t1,"User: Borrow
Assistant: It is yours, until Friday.",yes
t2,"User: Hi
Assistant: Hello, reader.
User: Bye
Assistant: Good day to you.",no
`,
    replies: [
      ['t1', 'It is yours, until Friday.', [], null],
      ['t2#1', 'Hello, reader.', [], null],
      ['t2#2', 'Good day to you.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'other-16.jsonl',
    content: lines(
      { id: 'f1', model: 'shelf', request: { messages: [asked('x')] }, response: null, error: 'timeout' },
      { id: 'f2', model: 'shelf', request: { messages: [asked('y')] }, response: { content: 'Hello.' }, error: null },
    ),
    replies: [['f2', 'Hello.', [], null]],
  },
  {
    shape: 'lines',
    name: 'other-17.jsonl',
    content: lines({
      id: 'u1',
      instruction: 'Borrow',
      predicted_function_call: lending('5'),
      expected_function_call: lending('6'),
    }),
    replies: [['u1', null, [], [lending('5')]]],
  },
  {
    shape: 'lines',
    name: 'other-19.json',
    content: json({
      run: 'r',
      interactions: [
        {
          id: 'i1',
          request: { messages: [asked('x')], tools: [lender] },
          completion: { role: 'assistant', content: lent },
        },
        { id: 'i2', request: { messages: [asked('y')] }, completion: { role: 'assistant', content: 'Hello.' } },
      ],
    }),
    replies: [
      ['i1', lent, ['borrow_book'], null],
      ['i2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'otel',
    name: 'other-20.json',
    content: json({
      resourceLogs: [
        {
          resource: { attributes: [] },
          scopeLogs: [
            {
              scope: { name: 'x' },
              logRecords: [
                {
                  timeUnixNano: '1',
                  eventName: 'gen_ai.choice',
                  traceId: 'T',
                  spanId: 'S9',
                  attributes: [
                    { key: 'gen_ai.system', value: { stringValue: 'openai' } },
                    { key: 'event.name', value: { stringValue: 'gen_ai.choice' } },
                  ],
                  body: {
                    kvlistValue: {
                      values: [
                        { key: 'finish_reason', value: { stringValue: 'stop' } },
                        {
                          key: 'message',
                          value: {
                            kvlistValue: {
                              values: [
                                { key: 'role', value: { stringValue: 'assistant' } },
                                { key: 'content', value: { stringValue: 'Hello.' } },
                              ],
                            },
                          },
                        },
                      ],
                    },
                  },
                },
              ],
            },
          ],
        },
      ],
    }),
    replies: [['S9', 'Hello.', [], null]],
  },
  {
    shape: 'lines',
    name: 'other-21.jsonl',
    content: lines({
      prompt:
        '<|im_start|>system\n<tools>\n{"type":"function","function":{"name":"borrow_book","description":"borrow_book a book","parameters":{"type":"object","properties":{"isbn":{"type":"string"},"days":{"type":"integer"}},"required":["isbn"]}}}\n</tools><|im_end|>\n<|im_start|>user\nBorrow<|im_end|>\n<|im_start|>assistant\n',
      completion: lent,
      reward: 1,
    }),
    replies: [['1', lent, ['borrow_book'], null]],
  },
];
