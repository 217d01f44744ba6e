import { asked, finder, isbnSchema, lender, lending, lends, lent } from './lending.ts';
import { type MadeLog, json, lines } from './logs.ts';

/** What Braintrust keeps of one request. */
const chatSpan = (number: string, question: string, message: object): object => ({
  id: `row${number}`,
  span_id: `s${number}`,
  root_span_id: 's1',
  span_parents: ['s1'],
  input: [asked(question)],
  output: [{ finish_reason: 'stop', index: 0, message: { role: 'assistant', ...message } }],
  metadata: { model: 'shelf-7b', tools: [lender, finder] },
  span_attributes: { name: 'Chat Completion', type: 'llm' },
});

/** Made-up logs of servers and tracers, in structures that no shape is named after. */
export const spanLogs: readonly MadeLog[] = [
  {
    shape: 'lines',
    name: 'sglang-requests.log',
    content: lines(
      {
        timestamp: '2026-01-01T00:00:00',
        event: 'request.received',
        rid: 'aa',
        obj: {
          rid: 'aa',
          text: '<|im_start|>user\nBorrow<|im_end|>\n<|im_start|>assistant\n',
          sampling_params: { temperature: 0 },
        },
      },
      {
        timestamp: '2026-01-01T00:00:01',
        event: 'request.finished',
        rid: 'aa',
        obj: { rid: 'aa', text: '<|im_start|>user\nBorrow<|im_end|>\n<|im_start|>assistant\n', sampling_params: {} },
        out: {
          text: lent,
          meta_info: { id: 'aa', finish_reason: { type: 'stop' }, prompt_tokens: 9, completion_tokens: 4 },
        },
      },
      {
        timestamp: '2026-01-01T00:00:02',
        event: 'request.finished',
        rid: 'bb',
        obj: { rid: 'bb', text: 'x' },
        out: { text: 'Hello.', meta_info: { id: 'bb', finish_reason: { type: 'stop' } } },
      },
    ),
    replies: [
      ['aa', lent, [], null],
      ['bb', 'Hello.', [], null],
    ],
  },
  {
    shape: 'otel',
    name: 'otel-events.jsonl',
    content: lines(
      {
        body: { content: 'Borrow' },
        trace_id: '0xa',
        span_id: '0x1',
        attributes: { 'gen_ai.system': 'openai', 'event.name': 'gen_ai.user.message' },
      },
      {
        body: { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [lends('10')] } },
        trace_id: '0xa',
        span_id: '0x1',
        attributes: { 'gen_ai.system': 'openai', 'event.name': 'gen_ai.choice' },
      },
      {
        body: { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Yours.' } },
        trace_id: '0xa',
        span_id: '0x2',
        attributes: { 'gen_ai.system': 'openai', 'event.name': 'gen_ai.choice' },
      },
    ),
    replies: [
      ['0x1', null, [], [lending('10')]],
      ['0x2', 'Yours.', [], null],
    ],
  },
  {
    shape: 'otel',
    name: 'jaeger.json',
    content: json({
      data: [
        {
          traceID: 't1',
          spans: [
            {
              traceID: 't1',
              spanID: 'j1',
              operationName: 'openai.chat',
              references: [],
              tags: [
                { key: 'gen_ai.request.model', type: 'string', value: 'shelf-7b' },
                { key: 'gen_ai.completion.0.role', type: 'string', value: 'assistant' },
                { key: 'gen_ai.completion.0.content', type: 'string', value: lent },
              ],
              logs: [],
            },
            {
              traceID: 't1',
              spanID: 'j2',
              operationName: 'GET /',
              tags: [{ key: 'http.method', type: 'string', value: 'GET' }],
              logs: [],
            },
            {
              traceID: 't1',
              spanID: 'j3',
              operationName: 'openai.chat',
              tags: [
                { key: 'gen_ai.request.model', type: 'string', value: 'shelf-7b' },
                { key: 'gen_ai.completion.0.role', type: 'string', value: 'assistant' },
                { key: 'gen_ai.completion.0.tool_calls.0.name', type: 'string', value: 'borrow_book' },
                { key: 'gen_ai.completion.0.tool_calls.0.arguments', type: 'string', value: json({ isbn: '11' }) },
              ],
              logs: [],
            },
          ],
          processes: { p1: { serviceName: 's' } },
        },
      ],
      total: 0,
    }),
    replies: [
      ['j1', lent, [], null],
      ['j3', null, [], [lending('11')]],
    ],
  },
  {
    shape: 'otel',
    name: 'zipkin.json',
    content: json([
      {
        traceId: 't',
        id: 'z1',
        kind: 'CLIENT',
        name: 'chat',
        tags: {
          'gen_ai.request.model': 'shelf-7b',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'Hello.',
        },
      },
      { traceId: 't', id: 'z2', name: 'get', tags: { 'http.path': '/' } },
    ]),
    replies: [['z1', 'Hello.', [], null]],
  },
  {
    shape: 'lines',
    name: 'llmobs.json',
    content: json({
      spans: [
        {
          span_id: 'd1',
          trace_id: 't',
          parent_id: 'undefined',
          name: 'agent',
          meta: { kind: 'agent', input: { value: 'Borrow' }, output: { value: 'Yours.' } },
        },
        {
          span_id: 'd2',
          trace_id: 't',
          parent_id: 'd1',
          name: 'chat',
          meta: {
            kind: 'llm',
            model_name: 'shelf-7b',
            input: { messages: [asked('Borrow')] },
            output: {
              messages: [
                {
                  role: 'assistant',
                  content: '',
                  tool_calls: [{ name: 'borrow_book', arguments: { isbn: '12' }, tool_id: 'c', type: 'function' }],
                },
              ],
            },
            tool_definitions: [{ name: 'borrow_book', description: 'x', schema: isbnSchema }],
          },
        },
        {
          span_id: 'd3',
          trace_id: 't',
          parent_id: 'd1',
          name: 'chat',
          meta: {
            kind: 'llm',
            model_name: 'shelf-7b',
            input: { messages: [asked('Borrow')] },
            output: { messages: [{ role: 'assistant', content: 'Yours.' }] },
          },
        },
      ],
    }),
    replies: [
      ['d2', '', ['borrow_book'], [lending('12')]],
      ['d3', 'Yours.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'spans-flat.jsonl',
    content: lines(
      {
        'span.id': 'x1',
        'span.name': 'llm.call',
        'llm.model': 'shelf-7b',
        'llm.request.messages': json([asked('Borrow')]),
        'llm.response.content': lent,
      },
      {
        'span.id': 'x2',
        'span.name': 'llm.call',
        'llm.model': 'shelf-7b',
        'llm.request.messages': json([asked('Hi')]),
        'llm.response.content': 'Hello.',
      },
    ),
    replies: [
      ['1', lent, [], null],
      ['2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'otel',
    name: 'unnamed-18.json',
    content: json([
      {
        name: 'chat',
        context: { trace_id: 't', span_id: 'n1' },
        attributes: {
          gen_ai: {
            request: { model: 'shelf-7b' },
            output: { messages: [{ role: 'assistant', parts: [{ type: 'text', content: 'Hello.' }] }] },
          },
        },
      },
    ]),
    replies: [['n1', 'Hello.', [], null]],
  },
  {
    shape: 'otel',
    name: 'unnamed-19.json',
    content: json([
      {
        name: 'chat shelf-7b',
        context: { trace_id: 't', span_id: 'v1' },
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'shelf-7b' },
        events: [
          { name: 'gen_ai.content.prompt', attributes: { 'gen_ai.prompt': json([asked('Hi')]) } },
          {
            name: 'gen_ai.content.completion',
            attributes: { 'gen_ai.completion': json([{ role: 'assistant', content: lent }]) },
          },
        ],
      },
    ]),
    replies: [['v1', lent, [], null]],
  },
  {
    shape: 'lines',
    name: 'braintrust-logs.jsonl',
    content: lines(
      {
        id: 'row1',
        span_id: 's1',
        root_span_id: 's1',
        span_parents: null,
        input: 'Borrow 978',
        output: 'Done.',
        expected: null,
        scores: { Levenshtein: 0.4 },
        metadata: {},
        span_attributes: { name: 'agent', type: 'task' },
      },
      chatSpan('2', 'Borrow 978', { content: null, tool_calls: [lends('978')] }),
      chatSpan('3', 'x', { content: 'Done.' }),
      {
        id: 'row4',
        span_id: 's4',
        root_span_id: 's1',
        span_parents: ['s1'],
        input: { output: 'Done.' },
        output: { score: 0.4 },
        scores: { Levenshtein: 0.4 },
        span_attributes: { name: 'Levenshtein', type: 'score' },
      },
    ),
    replies: [
      ['row2', null, ['borrow_book', 'find_book'], [lending('978')]],
      ['row3', 'Done.', ['borrow_book', 'find_book'], null],
    ],
  },
  {
    shape: 'csv',
    name: 'spans.csv',
    content: `name,span_kind,parent_id,start_time,status_code,context.span_id,context.trace_id,attributes.llm.model_name,attributes.llm.output_messages,attributes.llm.tools,attributes.output.value
agent,CHAIN,,2026-01-01,OK,aa01,t,,,,Done.
ChatCompletion,LLM,aa01,2026-01-01,OK,aa02,t,shelf-7b,"[{""message.role"":""assistant"",""message.tool_calls"":[{""tool_call.function.name"":""borrow_book"",""tool_call.function.arguments"":""{\\""isbn\\"": \\""7\\""}""}]}]","[{""tool.json_schema"":""{\\""type\\"":\\""function\\"",\\""function\\"":{\\""name\\"":\\""borrow_book\\"",\\""description\\"":\\""borrow_book a book\\"",\\""parameters\\"":{\\""type\\"":\\""object\\"",\\""properties\\"":{\\""isbn\\"":{\\""type\\"":\\""string\\""},\\""days\\"":{\\""type\\"":\\""integer\\""}},\\""required\\"":[\\""isbn\\""]}}}""}]",{}
ChatCompletion,LLM,aa01,2026-01-01,OK,aa03,t,shelf-7b,"[{""message.role"":""assistant"",""message.content"":""Done.""}]","[{""tool.json_schema"":""{\\""type\\"":\\""function\\"",\\""function\\"":{\\""name\\"":\\""borrow_book\\"",\\""description\\"":\\""borrow_book a book\\"",\\""parameters\\"":{\\""type\\"":\\""object\\"",\\""properties\\"":{\\""isbn\\"":{\\""type\\"":\\""string\\""},\\""days\\"":{\\""type\\"":\\""integer\\""}},\\""required\\"":[\\""isbn\\""]}}}""}]",Done.
`,
    replies: [
      ['aa02', null, ['borrow_book'], [lending('7')]],
      ['aa03', 'Done.', ['borrow_book'], null],
    ],
  },
];
