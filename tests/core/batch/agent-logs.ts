import { asked, completion, finder, lender, lenderTool, lending, lends, lent } from './lending.ts';
import { type MadeLog, json, lines } from './logs.ts';

/** The tool as Python prints it. */
const pythonTool =
  "{'type': 'function', 'function': {'name': 'borrow_book', 'description': None, 'parameters': {'type': 'object', 'properties': {}, 'additionalProperties': False}}}";

/** Made-up logs of agents, tools and servers, in structures that no shape is named after. */
export const agentLogs: readonly MadeLog[] = [
  {
    shape: 'lines',
    name: 'mlflow.json',
    content: json({
      info: { trace_id: 'tr-1', state: 'OK' },
      data: {
        spans: [
          {
            trace_id: 'a',
            span_id: 'm1',
            parent_span_id: null,
            name: 'agent',
            attributes: { 'mlflow.spanType': '"AGENT"', 'mlflow.spanOutputs': '"Yours."' },
          },
          {
            trace_id: 'a',
            span_id: 'm2',
            parent_span_id: 'm1',
            name: 'Completions',
            attributes: {
              'mlflow.spanType': '"CHAT_MODEL"',
              'mlflow.spanInputs': json({ model: 'shelf-7b', messages: [asked('x')] }),
              'mlflow.spanOutputs': json(completion('y1', { content: null, tool_calls: [lends('13')] })),
              'mlflow.chat.tools': json([lender]),
            },
          },
          {
            trace_id: 'a',
            span_id: 'm3',
            parent_span_id: 'm1',
            name: 'Completions',
            attributes: {
              'mlflow.spanType': '"CHAT_MODEL"',
              'mlflow.spanOutputs': json(completion('y2', { content: 'Yours.' })),
            },
          },
        ],
      },
    }),
    replies: [
      ['m2', null, ['borrow_book'], [lending('13')]],
      ['m3', 'Yours.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'mlflow-traces.jsonl',
    content: lines(
      {
        info: { trace_id: 'tr-2', state: 'OK' },
        data: {
          spans: [
            {
              trace_id: 'b',
              span_id: 'm4',
              parent_span_id: '',
              name: 'ask',
              attributes: {
                'mlflow.spanType': '"LLM"',
                'mlflow.spanInputs': json({ messages: [asked('x')] }),
                'mlflow.spanOutputs': '"It is lent."',
              },
            },
            {
              trace_id: 'b',
              span_id: 'm5',
              parent_span_id: 'm4',
              name: 'Completions',
              attributes: { 'mlflow.spanType': '"CHAT_MODEL"', 'mlflow.spanOutputs': 'null' },
              status: { code: 'STATUS_CODE_ERROR', message: 'timeout' },
            },
          ],
        },
      },
      {
        info: { trace_id: 'tr-3', state: 'OK' },
        data: {
          spans: [
            {
              trace_id: 'c',
              span_id: 'm6',
              parent_span_id: '',
              name: 'Completions',
              attributes: {
                'mlflow.spanType': '"CHAT_MODEL"',
                'mlflow.spanOutputs': json(completion('y3', { content: null, tool_calls: [lends('14')] })),
              },
            },
          ],
        },
      },
    ),
    replies: [
      ['m4', 'It is lent.', [], null],
      ['m6', null, [], [lending('14')]],
    ],
  },
  {
    shape: 'sessions',
    name: 'session-gemini.jsonl',
    content: lines(
      { sessionId: 's', projectHash: 'h', startTime: 'x', lastUpdated: 'x', kind: 'main' },
      { id: 'g1', timestamp: 'x', type: 'user', content: [{ text: 'Lend me 15.' }] },
      { id: 'g2', timestamp: 'x', type: 'gemini', model: 'shelf-pro', thoughts: [], content: '' },
      { id: 'g2', timestamp: 'x', type: 'gemini', model: 'shelf-pro', thoughts: [], content: 'I look.' },
      { $set: { lastUpdated: 'y' } },
      {
        id: 'g2',
        timestamp: 'x',
        type: 'gemini',
        model: 'shelf-pro',
        thoughts: [],
        content: 'I look.',
        toolCalls: [{ id: 't', name: 'borrow_book', args: { isbn: '15' }, status: 'success' }],
      },
      { id: 'g3', timestamp: 'x', type: 'info', content: 'Request cancelled.' },
      { id: 'g4', timestamp: 'x', type: 'error', content: 'Quota.' },
      { id: 'g5', timestamp: 'x', type: 'gemini', model: 'shelf-pro', content: 'Yours.' },
    ),
    replies: [
      ['g2', 'I look.', [], [lending('15')]],
      ['g5', 'Yours.', [], null],
    ],
  },
  {
    shape: 'sharegpt',
    name: 'python-tools.json',
    content: json([
      {
        id: 'p1',
        conversations: [
          { from: 'system', value: `Call one of <tools>[${pythonTool}]</tools>` },
          { from: 'human', value: 'Lend me 16.' },
          { from: 'gpt', value: lent },
        ],
      },
      {
        id: 'p2',
        conversations: [
          { from: 'system', value: `Call one of <tools>\n${pythonTool}\n${json(finder)}\n</tools>` },
          { from: 'gpt', value: 'None.' },
        ],
      },
    ]),
    replies: [
      ['p1', lent, ['borrow_book'], null],
      ['p2', 'None.', ['borrow_book', 'find_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'openhands-output.jsonl',
    content: lines({
      instance_id: 'o1',
      instruction: 'Lend it.',
      history: [
        {
          id: 0,
          source: 'agent',
          message: 'You lend books.',
          action: 'system',
          args: { content: 'You lend books.', tools: [lender, finder] },
        },
        { id: 1, source: 'user', message: 'Lend it.', action: 'message', args: { content: 'Lend it.' } },
        ...['call_a1', 'call_a2'].map((id, index) => ({
          id: 2 + index,
          source: 'agent',
          action: 'borrow',
          args: {},
          tool_call_metadata: {
            tool_call_id: id,
            model_response: completion('z1', { content: null, tool_calls: [lends('17'), lends('18')] }),
            total_calls_in_response: 2,
          },
        })),
      ],
    }),
    replies: [['o1', null, ['borrow_book', 'find_book'], [lending('17'), lending('18')]]],
  },
  {
    shape: 'text',
    name: 'vllm.log',
    content: `INFO 11-27 08:00:00 [logger.py:43] Received request chatcmpl-v1: prompt: '<|im_start|>user\\nBorrow<|im_end|>\\n', params: SamplingParams(n=1), lora_request: None.
INFO 11-27 08:00:01 [async_llm.py:271] Added request chatcmpl-v1.
INFO 11-27 08:00:02 [logger.py:71] Generated response chatcmpl-v1: output: '<tool_call>\\n{"name":"borrow_book","arguments":{"isbn":"978","days":7}}\\n</tool_call>', output_token_ids: None, finish_reason: stop
INFO:     127.0.0.1:1 - "POST /v1/chat/completions HTTP/1.1" 200 OK
INFO 11-27 08:00:02 [logger.py:71] Generated response chatcmpl-v2: output: 'Hello.', output_token_ids: None, finish_reason: stop
`,
    replies: [
      ['1', lent, [], null],
      ['2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'text',
    name: 'answers-alike.log',
    content: [
      ['v1', ': ', lent],
      ['v2', ': ', lent],
      ['v3', ': ', lent.slice(0, 30)],
      ['v4', ': ', lent],
      ['v5', ': ', ''],
      ['v6', ' (streaming delta): ', 'One, '],
      ['v7', ' (streaming delta): ', 'One, '],
      ['v6', ' (streaming delta): ', ''],
      ['v7', ' (streaming delta): ', 'three.'],
      ['v6', ' (streaming delta): ', 'two.'],
      ['v6', ' (streaming complete): ', 'One, two.'],
      ['v7', ' (streaming complete): ', 'One, three.'],
      // Two answers were asked for.
      ['v8', ': ', 'One.'],
      ['v8', ': ', 'One. Two.'],
    ]
      .map(
        ([id = '', what = '', text], index) =>
          `INFO 11-27 08:00:${String(10 + index)} [logger.py:71] Generated response chatcmpl-${id}${what}output: ${json(text)}, output_token_ids: None, finish_reason: stop\n`,
      )
      .join(''),
    replies: [lent, lent, lent.slice(0, 30), lent, '', 'One, two.', 'One, three.', 'One.', 'One. Two.'].map(
      (text, index) => [String(index + 1), text, [], null],
    ),
  },
  {
    shape: 'lines',
    name: 'llm-logs.json',
    content: json([
      {
        id: '01a',
        model: 'shelf-7b',
        prompt: 'Borrow',
        system: null,
        response: '',
        response_json: { id: 'r' },
        conversation_id: '01z',
        tools: [lenderTool],
        tool_calls: [{ name: 'borrow_book', arguments: { isbn: '20' }, tool_call_id: 'c' }],
      },
      {
        id: '01b',
        model: 'shelf-7b',
        prompt: 'Hi',
        system: null,
        response: 'Hello.',
        conversation_id: '01z',
        tools: [],
        tool_calls: [],
      },
    ]),
    replies: [
      ['01a', '', ['borrow_book'], [lending('20')]],
      ['01b', 'Hello.', [], []],
    ],
  },
  {
    shape: 'lines',
    name: 'agent-run.json',
    content: json({
      session_id: 'se-7',
      model: 'shelf-7b',
      started: 1,
      events: [
        { type: 'user_message', text: 'Borrow 5' },
        { type: 'tool_call', name: 'borrow_book', arguments: { isbn: '5' } },
        { type: 'tool_result', text: 'ok' },
        { type: 'assistant_message', text: 'It is yours.' },
      ],
    }),
    replies: [
      ['se-7#1', null, [], [lending('5')]],
      ['se-7#2', 'It is yours.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'turns.jsonl',
    content: lines(
      { conversation_id: 'c1', turn: 0, role: 'user', content: 'Borrow 6' },
      { conversation_id: 'c1', turn: 1, role: 'assistant', content: null, tool_calls: [lends('6')] },
      { conversation_id: 'c1', turn: 2, role: 'tool', content: 'ok' },
      { conversation_id: 'c1', turn: 3, role: 'assistant', content: 'Yours.' },
      { conversation_id: 'c2', turn: 0, role: 'user', content: 'Hi' },
      { conversation_id: 'c2', turn: 1, role: 'assistant', content: 'Hello.' },
    ),
    replies: [
      ['c1', null, [], [lending('6')]],
      ['c1', 'Yours.', [], null],
      ['c2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'adk.json',
    content: json({
      id: 'ad-1',
      appName: 'shelf',
      userId: 'u',
      state: {},
      events: [
        { id: 'e1', author: 'user', content: { role: 'user', parts: [{ text: 'Borrow' }] } },
        {
          id: 'e2',
          author: 'shelf_agent',
          content: { role: 'model', parts: [{ functionCall: { id: 'f', name: 'borrow_book', args: { isbn: '16' } } }] },
        },
        {
          id: 'e3',
          author: 'shelf_agent',
          content: { role: 'user', parts: [{ functionResponse: { name: 'borrow_book', response: { ok: 1 } } }] },
        },
        { id: 'e4', author: 'shelf_agent', content: { role: 'model', parts: [{ text: 'Yours.' }] } },
      ],
    }),
    replies: [
      ['e2', null, [], [lending('16')]],
      ['e4', 'Yours.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'autogen.json',
    content: json({
      task_result: {
        messages: [
          { source: 'user', models_usage: null, content: 'Borrow', type: 'TextMessage' },
          {
            source: 'assistant',
            models_usage: { prompt_tokens: 1 },
            content: [{ id: 'c', name: 'borrow_book', arguments: json({ isbn: '17' }) }],
            type: 'ToolCallRequestEvent',
          },
          {
            source: 'assistant',
            models_usage: null,
            content: [{ content: 'ok', name: 'borrow_book', call_id: 'c', is_error: false }],
            type: 'ToolCallExecutionEvent',
          },
          { source: 'assistant', models_usage: { prompt_tokens: 1 }, content: 'Yours.', type: 'TextMessage' },
        ],
        stop_reason: null,
      },
      duration: 3,
    }),
    replies: [
      ['1#1', null, [], [lending('17')]],
      ['1#2', 'Yours.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'trajectory.json',
    content: json([
      { id: 0, source: 'user', action: 'message', message: 'Borrow', args: { content: 'Borrow' } },
      {
        id: 1,
        source: 'agent',
        action: 'call',
        message: 'Calls',
        args: { thought: 'I do it.' },
        tool_call_metadata: {
          function_name: 'borrow_book',
          tool_call_id: 'c',
          total_calls_in_response: 1,
          model_response: completion('oh1', { content: 'I do it.', tool_calls: [lends('18')] }),
        },
      },
      {
        id: 2,
        source: 'agent',
        cause: 1,
        observation: 'call',
        message: 'ok',
        content: 'ok',
        extras: {},
        tool_call_metadata: {
          function_name: 'borrow_book',
          tool_call_id: 'c',
          total_calls_in_response: 1,
          model_response: completion('oh1', { content: 'I do it.', tool_calls: [lends('18')] }),
        },
      },
      {
        id: 3,
        source: 'agent',
        action: 'call',
        args: {},
        tool_call_metadata: {
          function_name: 'borrow_book',
          tool_call_id: 'c',
          total_calls_in_response: 1,
          model_response: completion('oh2', { content: 'I do it.', tool_calls: [lends('19')] }),
        },
      },
    ]),
    replies: [
      ['1', 'I do it.', [], [lending('18')]],
      ['3', 'I do it.', [], [lending('19')]],
    ],
  },
  {
    shape: 'lines',
    name: 'steps.jsonl',
    content: lines({
      episode: 'ep1',
      available_functions: [lender],
      steps: [
        { thought: 'I do it.', action: { tool: 'borrow_book', params: { isbn: '27' } }, observation: 'ok' },
        { thought: 'Done.', action: null, observation: null },
      ],
    }),
    replies: [
      ['1#1', 'I do it.', ['borrow_book'], [lending('27')]],
      ['1#2', 'Done.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-20.json',
    content: json({
      requesterUsername: 'u',
      responderUsername: 'Shelf',
      requests: [
        {
          requestId: 'r1',
          message: { text: 'Hi', parts: [{ text: 'Hi' }] },
          response: [{ value: 'Hello.' }],
          modelId: 'shelf-7b',
        },
        {
          requestId: 'r2',
          message: { text: 'Borrow' },
          response: [{ value: 'It is ' }, { value: 'yours.' }],
          modelId: 'shelf-7b',
        },
      ],
    }),
    replies: [
      ['r1', 'Hello.', [], null],
      ['r2', 'It is yours.', [], null],
    ],
  },
];
