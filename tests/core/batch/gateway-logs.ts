import { asked, completion, finderTool, lender, lenderTool, lending, lends, lent } from './lending.ts';
import { type MadeLog, json, lines } from './logs.ts';

/** What went to Anthropic and what came back, each as its text. */
const exchanged = (id: string, isbn: string): object => ({
  request: json({ model: 'shelf-c', max_tokens: 9, messages: [asked('Borrow')], tools: [lenderTool, finderTool] }),
  response: json({
    id,
    type: 'message',
    role: 'assistant',
    model: 'shelf-c',
    content: [
      { type: 'text', text: 'I do it.' },
      { type: 'tool_use', id: 'tu', name: 'borrow_book', input: { isbn } },
    ],
    stop_reason: 'tool_use',
  }),
});

/** Made-up logs of gateways, proxies and programs of one's own, in structures that no shape is named after. */
export const gatewayLogs: readonly MadeLog[] = [
  {
    shape: 'lines',
    name: 'gw.jsonl',
    content: lines(
      {
        ts: 1,
        req: { model: 'shelf-7b', messages: [asked('Borrow')], tools: [lender] },
        resp: completion('g1', { content: null, tool_calls: [lends('1')] }),
        ms: 12,
      },
      {
        ts: 2,
        req: { model: 'shelf-7b', messages: [asked('Hi')], tools: [lender] },
        resp: completion('g2', { content: 'Hello.' }),
        ms: 9,
      },
    ),
    replies: [
      ['g1', null, ['borrow_book'], [lending('1')]],
      ['g2', 'Hello.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'audit.jsonl',
    content: lines({ trace: 'tr-0', ...exchanged('msg_0', '2') }, { trace: 'tr-1', ...exchanged('msg_1', '3') }),
    replies: [
      ['1', 'I do it.', ['borrow_book', 'find_book'], [lending('2')]],
      ['2', 'I do it.', ['borrow_book', 'find_book'], [lending('3')]],
    ],
  },
  {
    shape: 'lines',
    name: 'pairs.jsonl',
    content: lines(
      {
        id: 'p-1',
        input: {
          messages: [asked('Borrow')],
          tools: [lenderTool],
        },
        output: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'tu', name: 'borrow_book', input: { isbn: '4' } }],
        },
      },
      {
        id: 'p-2',
        input: {
          messages: [asked('Hi')],
          tools: [lenderTool],
        },
        output: { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      },
    ),
    replies: [
      ['p-1', null, ['borrow_book'], [lending('4')]],
      ['p-2', 'Hello.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'own-eval.json',
    content: json([
      {
        case: 'n1',
        prompt: {
          system: 's',
          messages: [asked('Borrow')],
          tools: [lenderTool],
        },
        completion: {
          content: [
            { type: 'text', text: 'Sure.' },
            { type: 'tool_use', id: 't', name: 'borrow_book', input: { isbn: '15' } },
          ],
          stop_reason: 'tool_use',
        },
        scores: { tool_match: 1 },
      },
      {
        case: 'n2',
        prompt: {
          system: 's',
          messages: [asked('Hi')],
          tools: [lenderTool],
        },
        completion: { content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn' },
        scores: { tool_match: 0 },
      },
    ]),
    replies: [
      ['1', 'Sure.', ['borrow_book'], [lending('15')]],
      ['2', 'Hello.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'matrix-runs.json',
    content: json({
      suite: 'shelf',
      runs: [
        {
          model: 'shelf-7b',
          cases: [
            { case_id: 'q1', question: 'Borrow', reply: lent, ok: true },
            { case_id: 'q2', question: 'Hi', reply: 'Hello.', ok: false },
          ],
        },
        { model: 'shelf-70b', cases: [{ case_id: 'q1', question: 'Borrow', reply: 'No.', ok: false }] },
      ],
    }),
    replies: [
      ['q1', lent, [], null],
      ['q2', 'Hello.', [], null],
      ['q1', 'No.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'entries.json',
    content: json({
      version: 1,
      model: 'shelf-7b',
      tools: [lender],
      entries: [
        { id: 'n1', user: 'Borrow', assistant: lent },
        { id: 'n2', user: 'Hi', assistant: 'Hello.' },
      ],
    }),
    replies: [
      ['n1', lent, ['borrow_book'], null],
      ['n2', 'Hello.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'probe.jsonl',
    content: lines(
      { sample: 3, question: 'Borrow', llm_output: lent, parsed_tool_calls: [lending('978')] },
      { sample: 4, question: 'Hi', llm_output: 'Hello.', parsed_tool_calls: [] },
    ),
    replies: [
      ['1', lent, [], [lending('978')]],
      ['2', 'Hello.', [], []],
    ],
  },
  {
    shape: 'lines',
    name: 'apim.json',
    content: json({
      records: [
        {
          time: 'x',
          correlationId: 'ap-1',
          operationName: 'Chat',
          properties: {
            requestBody: json({ model: 'shelf-7b', messages: [asked('x')], tools: [lender] }),
            responseBody: json(completion('ch1', { content: lent })),
          },
        },
        {
          time: 'y',
          correlationId: 'ap-2',
          operationName: 'Chat',
          properties: {
            requestBody: json({ model: 'shelf-7b', messages: [asked('x')] }),
            responseBody: json(completion('ch2', { content: 'Hello.' })),
          },
        },
      ],
    }),
    replies: [
      ['ap-1', lent, ['borrow_book'], null],
      ['ap-2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'proxy.jsonl',
    content: lines(
      {
        id: 'sx-1',
        request: { model: 'shelf-7b', messages: [asked('Borrow')], tools: [lender], stream: true },
        response:
          'data: {"id":"q","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"borrow_book","arguments":""}}]},"finish_reason":null}]}\n\ndata: {"id":"q","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"isbn\\":"}}]},"finish_reason":null}]}\n\ndata: {"id":"q","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"22\\"}"}}]},"finish_reason":null}]}\n\ndata: {"id":"q","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
      },
      {
        id: 'sx-2',
        request: { model: 'shelf-7b', messages: [asked('Hi')], stream: true },
        response:
          'data: {"id":"r","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"},"finish_reason":null}]}\n\ndata: {"id":"r","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{"content":"lo."},"finish_reason":null}]}\n\ndata: {"id":"r","object":"chat.completion.chunk","model":"shelf-7b","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
    ),
    replies: [
      ['sx-1', null, ['borrow_book'], [lending('22')]],
      ['sx-2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'chunks.jsonl',
    content: lines(
      {
        request_id: 'ck-1',
        model: 'shelf-7b',
        chunks: [
          {
            id: 'q',
            object: 'chat.completion.chunk',
            model: 'shelf-7b',
            choices: [{ index: 0, delta: { role: 'assistant', content: 'Hel' }, finish_reason: null }],
          },
          {
            id: 'q',
            object: 'chat.completion.chunk',
            model: 'shelf-7b',
            choices: [{ index: 0, delta: { content: 'lo.' }, finish_reason: null }],
          },
          {
            id: 'q',
            object: 'chat.completion.chunk',
            model: 'shelf-7b',
            choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
          },
        ],
      },
      {
        request_id: 'ck-2',
        model: 'shelf-7b',
        chunks: [
          {
            id: 'r',
            object: 'chat.completion.chunk',
            model: 'shelf-7b',
            choices: [{ index: 0, delta: { content: '<tool_cal' }, finish_reason: null }],
          },
          {
            id: 'r',
            object: 'chat.completion.chunk',
            model: 'shelf-7b',
            choices: [
              {
                index: 0,
                delta: { content: 'l>\n{"name":"borrow_book","arguments":{"isbn":"978","days":7}}\n</tool_call>' },
                finish_reason: null,
              },
            ],
          },
        ],
      },
    ),
    replies: [
      ['ck-1', 'Hello.', [], null],
      ['ck-2', lent, [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'app-events.jsonl',
    content: lines(
      { type: 'app_start', ts: 1 },
      { type: 'llm_call', ts: 2, data: { model: 'shelf-7b', prompt: 'Borrow', output_text: lent } },
      { type: 'http', ts: 3, data: { path: '/', text: 'ok' } },
      { type: 'llm_call', ts: 4, data: { model: 'shelf-7b', prompt: 'Hi', output_text: 'Hello.' } },
    ),
    replies: [
      ['2', lent, [], null],
      ['4', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-15.jsonl',
    content: lines(
      {
        id: 'b1',
        model: 'shelf-c',
        prompt: 'Borrow',
        response: [
          { type: 'text', text: 'Sure.' },
          { type: 'tool_use', id: 'x', name: 'borrow_book', input: { isbn: '4' } },
        ],
      },
      { id: 'b2', model: 'shelf-c', prompt: 'Hi', response: [{ type: 'text', text: 'Hello.' }] },
    ),
    replies: [
      ['b1', 'Sure.', [], [lending('4')]],
      ['b2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-10.json',
    content: json({
      took: 3,
      hits: {
        total: { value: 2 },
        hits: [
          { _index: 'llm', _id: 'e1', _score: 1, _source: { model: 'shelf-7b', prompt: 'Borrow', completion: lent } },
          { _index: 'llm', _id: 'e2', _score: 1, _source: { model: 'shelf-7b', prompt: 'Hi', completion: 'Hello.' } },
        ],
      },
    }),
    replies: [
      ['e1', lent, [], null],
      ['e2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-9.log',
    content: `2026-11-27T08:00:00Z [info] llm.response {"id":"c1","object":"chat.completion","created":1790000000,"model":"shelf-7b","choices":[{"index":0,"message":{"role":"assistant","content":"<tool_call>\\n{\\"name\\":\\"borrow_book\\",\\"arguments\\":{\\"isbn\\":\\"978\\",\\"days\\":7}}\\n</tool_call>"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}
2026-11-27T08:00:01Z [info] llm.response {"id":"c2","object":"chat.completion","created":1790000000,"model":"shelf-7b","choices":[{"index":0,"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}
`,
    replies: [
      ['c1', lent, [], null],
      ['c2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'csv',
    name: 'calls.csv',
    content: `call_id,request_json,response_json,latency
k1,"{""model"":""shelf-7b"",""messages"":[{""role"":""user"",""content"":""Borrow""}],""tools"":[{""type"":""function"",""function"":{""name"":""borrow_book"",""description"":""borrow_book a book"",""parameters"":{""type"":""object"",""properties"":{""isbn"":{""type"":""string""},""days"":{""type"":""integer""}},""required"":[""isbn""]}}}]}","{""id"":""x1"",""object"":""chat.completion"",""created"":1790000000,""model"":""shelf-7b"",""choices"":[{""index"":0,""message"":{""role"":""assistant"",""content"":null,""tool_calls"":[{""id"":""call_a1"",""type"":""function"",""function"":{""name"":""borrow_book"",""arguments"":""{\\""isbn\\"":\\""7\\""}""}}]},""finish_reason"":""tool_calls""}],""usage"":{""prompt_tokens"":9,""completion_tokens"":4,""total_tokens"":13}}",3
k2,"{""model"":""shelf-7b"",""messages"":[{""role"":""user"",""content"":""Hi""}],""tools"":[{""type"":""function"",""function"":{""name"":""borrow_book"",""description"":""borrow_book a book"",""parameters"":{""type"":""object"",""properties"":{""isbn"":{""type"":""string""},""days"":{""type"":""integer""}},""required"":[""isbn""]}}}]}","{""id"":""x2"",""object"":""chat.completion"",""created"":1790000000,""model"":""shelf-7b"",""choices"":[{""index"":0,""message"":{""role"":""assistant"",""content"":""Hello.""},""finish_reason"":""stop""}],""usage"":{""prompt_tokens"":9,""completion_tokens"":4,""total_tokens"":13}}",4
`,
    replies: [
      ['x1', null, ['borrow_book'], [lending('7')]],
      ['x2', 'Hello.', ['borrow_book'], null],
    ],
  },
];
