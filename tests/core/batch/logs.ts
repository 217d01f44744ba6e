/** Made-up logs, one for each shape, in the structure that real files of that shape have. */
export interface MadeLog {
  readonly shape: string;
  readonly name: string;
  readonly content: string;
  /** Id, text, tools and calls of each reply. */
  readonly replies: readonly (readonly [string, string | null, readonly string[], unknown])[];
}

export const json = (value: unknown): string => JSON.stringify(value);
export const lines = (...records: readonly unknown[]): string => records.map((record) => `${json(record)}\n`).join('');

export const schema = { type: 'object', properties: { liters: { type: 'integer' } }, required: ['liters'] };
export const tool = { type: 'function', function: { name: 'fill_tank', description: 'Fills it.', parameters: schema } };
const dict = { name: 'tank.fill', description: 'Fills it.', parameters: { ...schema, type: 'dict' } };
export const fill = (liters: number): unknown => ({ name: 'fill_tank', arguments: { liters } });
export const native = (liters: number): unknown => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'fill_tank', arguments: json({ liters }) },
});
export const written = '<tool_call>\n{"name": "fill_tank", "arguments": {"liters": 4}}\n</tool_call>';
export const tools = ['fill_tank'];

export const logs: readonly MadeLog[] = [
  {
    shape: 'bfcl-result',
    name: 'BFCL_v4_simple_result.json',
    content: lines(
      { id: 'simple_0', result: written, latency: 0.5 },
      { id: 'simple_1', result: [{ fill_tank: '{"liters": 4}' }, { fill_tank: { liters: 5 } }], input_token_count: 9 },
      { id: 'simple_2', result: ['fill_tank(liters=4)'] },
      { id: 'simple_3', result: [], reasoning_content: 'Nothing fits.' },
      { id: 'simple_4', result: 'Error during inference: HTTP 500' },
      {
        id: 'multi_0',
        result: [
          [[{ fill_tank: '{"liters": 6}' }], 'The tank is full.'],
          [[], [{ fill_tank: '{liters' }]],
        ],
        inference_log: [[{ role: 'state_info', content: {} }]],
      },
    ),
    replies: [
      ['simple_0', written, [], null],
      ['simple_1', null, [], [fill(4), fill(5)]],
      ['simple_2', 'fill_tank(liters=4)', [], null],
      ['simple_3', null, [], []],
      ['multi_0#1', null, [], [fill(6)]],
      ['multi_0#2', 'The tank is full.', [], null],
      ['multi_0#3', null, [], []],
      ['multi_0#4', null, [], [{ name: 'fill_tank', arguments: '{liters' }]],
    ],
  },
  {
    shape: 'bfcl-score',
    name: 'simple_score.json',
    content: lines(
      { accuracy: 0.5, correct_count: 2, total_count: 4 },
      {
        id: 2,
        model_name: 'made-up',
        test_category: 'simple',
        valid: false,
        error: ['Invalid syntax.'],
        error_type: 'ast_decoder:decoder_failed',
        prompt: { id: 'simple_1', question: 'Fill it.', function: dict },
        model_result_raw: '["tank.fill(liters=4)"]',
        possible_answer: { 'tank.fill': { liters: [4] } },
      },
      {
        id: 'live_3',
        model_name: 'made-up',
        test_category: 'live',
        valid: false,
        error: { error_message: 'wrong' },
        error_type: 'value_error',
        prompt: { id: 'live_3', question: [[{ role: 'user', content: 'Fill it.' }]], function: [dict] },
        model_result_raw: [{ tank_fill: '{"liters": 5}' }],
        model_result_decoded: [{ tank_fill: { liters: 5 } }],
        possible_answer: [{ 'tank.fill': { liters: [4] } }],
      },
    ),
    replies: [
      ['simple_1', '["tank.fill(liters=4)"]', ['tank.fill'], null],
      ['live_3', null, ['tank.fill'], [{ name: 'tank_fill', arguments: { liters: 5 } }]],
    ],
  },
  {
    shape: 'questions',
    name: 'BFCL_v4_simple.json',
    content: lines(
      { id: 'simple_0', question: [[{ role: 'user', content: 'Fill it.' }]], function: [dict] },
      { id: 'simple_1', question: [[{ role: 'user', content: 'Empty it.' }]], function: [dict] },
    ),
    replies: [],
  },
  {
    shape: 'openai-batch',
    name: 'batch_output.jsonl',
    content: lines(
      {
        id: 'batch_req_2',
        custom_id: 'pump-2',
        response: {
          status_code: 200,
          request_id: 'r2',
          body: {
            id: 'c',
            model: 'm',
            choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [native(4)] } }],
          },
        },
        error: null,
      },
      {
        id: 'batch_req_1',
        custom_id: 'pump-1',
        response: {
          status_code: 200,
          body: json({
            choices: [
              { message: { role: 'assistant', content: written } },
              { message: { role: 'assistant', content: 'No.', tool_calls: [] } },
            ],
          }),
        },
        error: null,
      },
      {
        id: 'batch_req_3',
        custom_id: 'pump-3',
        response: { choices: [{ message: { role: 'assistant', content: 'Bare.' } }] },
      },
      { id: 'batch_req_4', custom_id: 'pump-4', response: null, error: { code: 'batch_expired', message: 'late' } },
      {
        id: 'batch_req_5',
        custom_id: 'pump-5',
        response: { status_code: 429, body: { error: { message: 'slow down' } } },
        error: null,
      },
    ),
    replies: [
      ['pump-2', null, [], [fill(4)]],
      ['pump-1#1', written, [], null],
      ['pump-1#2', 'No.', [], []],
      ['pump-3', 'Bare.', [], null],
    ],
  },
  {
    shape: 'openai-batch',
    name: 'openrouter.json',
    content: json({
      results: [
        {
          custom_id: 'a',
          response: { status_code: 200, body: { choices: [{ message: { role: 'assistant', content: 'One.' } }] } },
        },
        { custom_id: 'b', response: { status_code: 500, body: { error: { message: 'no' } } } },
      ],
    }),
    replies: [['a', 'One.', [], null]],
  },
  {
    shape: 'anthropic-batch',
    name: 'results.jsonl',
    content: lines(
      {
        custom_id: 'a',
        result: {
          type: 'succeeded',
          message: {
            role: 'assistant',
            model: 'm',
            content: [
              { type: 'text', text: 'I fill ' },
              { type: 'text', text: 'it.' },
              { type: 'tool_use', id: 't', name: 'fill_tank', input: { liters: 4 } },
            ],
            stop_reason: 'tool_use',
          },
        },
      },
      { custom_id: 'b', result: { type: 'errored', error: { type: 'invalid_request' } } },
      { custom_id: 'c', result: { type: 'expired' } },
    ),
    replies: [['a', 'I fill it.', [], [fill(4)]]],
  },
  {
    shape: 'langfuse',
    name: 'trace.json',
    content: json({
      trace: {
        id: 't',
        name: 'pumps',
        input: null,
        output: 'Done.',
        observations: [{ id: 'o2', traceId: 't', type: 'GENERATION', input: null, output: null }],
      },
      observations: [
        { id: 'o1', traceId: 't', type: 'SPAN', name: 'agent', input: '{}', output: '"end"' },
        {
          id: 'o2',
          traceId: 't',
          type: 'GENERATION',
          model: 'm',
          input: json([
            { role: 'user', content: 'Fill it.' },
            { role: 'tool', content: tool },
          ]),
          output: json({ role: 'assistant', content: '', additional_kwargs: { tool_calls: [native(4)] } }),
        },
        {
          id: 'o3',
          traceId: 't',
          type: 'GENERATION',
          input: json({ config: { tools: [{ function_declarations: [{ name: 'fill_tank' }] }] } }),
          output: json({
            content: { role: 'model', parts: [{ function_call: { name: 'fill_tank', args: { liters: 5 } } }] },
          }),
        },
        {
          id: 'o4',
          traceId: 't',
          type: 'GENERATION',
          input: null,
          output: [
            {
              role: 'assistant',
              parts: [
                { type: 'text', content: 'So: ' },
                { type: 'tool_call', name: 'fill_tank', arguments: { liters: 6 } },
              ],
            },
          ],
        },
        { id: 'o5', traceId: 't', type: 'GENERATION', input: null, output: 'Plain.' },
        { id: 'o6', traceId: 't', type: 'GENERATION', level: 'ERROR', input: null, output: null },
        { id: 'o7', traceId: 't', type: 'TOOL', input: null, output: 'ok' },
      ],
    }),
    replies: [
      ['o2', '', tools, [fill(4)]],
      ['o3', null, tools, [fill(5)]],
      ['o4', 'So: ', [], [fill(6)]],
      ['o5', 'Plain.', [], null],
    ],
  },
  {
    shape: 'openinference',
    name: 'spans.jsonl',
    content: lines(
      {
        name: 'ChatCompletion',
        context: { trace_id: 't', span_id: 's1' },
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.model_name': 'm',
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.content': 'I fill it.',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'fill_tank',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"liters": 4}',
          'llm.tools.0.tool.json_schema': json(tool),
        },
      },
      {
        name: 'run',
        context: { span_id: 's2' },
        attributes: { 'openinference.span.kind': 'TOOL', 'output.value': 'ok' },
      },
      {
        name: 'ChatCompletion',
        context: { span_id: 's3' },
        attributes: {
          openinference: { span: { kind: 'LLM' } },
          llm: {
            output_messages: [{ message: { role: 'assistant', content: written } }],
            tools: json([{ tool: { json_schema: json(tool) } }]),
          },
        },
      },
    ),
    replies: [
      ['s1', 'I fill it.', tools, [fill(4)]],
      ['s3', written, tools, null],
    ],
  },
  {
    shape: 'otel',
    name: 'spans.json',
    content: json([
      {
        name: 'ai.generateText.doGenerate',
        spanContext: { traceId: 't', spanId: 's2' },
        attributes: {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.response.text': '',
          'ai.response.toolCalls': json([{ toolCallId: 'c', toolName: 'fill_tank', input: '{"liters": 4}' }]),
          'ai.prompt.tools': [json({ type: 'function', name: 'fill_tank', inputSchema: schema })],
        },
      },
      {
        name: 'ai.generateText',
        spanContext: { traceId: 't', spanId: 's1' },
        attributes: { 'ai.operationId': 'ai.generateText', 'ai.response.text': '' },
      },
      {
        name: 'ai.embed',
        spanContext: { spanId: 's3' },
        attributes: { 'ai.operationId': 'ai.embed', 'ai.value': 'x' },
      },
      {
        name: 'chat made-up',
        spanContext: { spanId: 's4' },
        attributes: {
          'gen_ai.request.model': 'm',
          'gen_ai.output.messages': json([
            { role: 'assistant', parts: [{ type: 'text', content: 'Done.' }], finish_reason: 'stop' },
          ]),
        },
      },
    ]),
    replies: [
      ['s2', '', tools, [fill(4)]],
      ['s4', 'Done.', [], null],
    ],
  },
  {
    shape: 'litellm',
    name: 'litellm.jsonl',
    content: lines(
      {
        id: 'l1',
        call_type: 'acompletion',
        status: 'success',
        model: 'm',
        messages: [{ role: 'user', content: 'Fill it.' }],
        response: { choices: [{ message: { role: 'assistant', content: null, tool_calls: [native(4)] } }] },
        model_parameters: { tools: [tool] },
      },
      {
        id: 'l2',
        call_type: 'acompletion',
        status: 'failure',
        model: 'm',
        messages: [],
        response: {},
        error_str: 'no',
      },
      {
        request_id: 'l3',
        call_type: 'acompletion',
        messages: '{}',
        response: json({ choices: [{ message: { role: 'assistant', content: 'Spent.' } }] }),
        proxy_server_request: json({ tools: [tool] }),
      },
    ),
    replies: [
      ['l1', null, tools, [fill(4)]],
      ['l3', 'Spent.', tools, null],
    ],
  },
  {
    shape: 'lm-eval',
    name: 'samples_pumps.jsonl',
    content: lines(
      ...['strict', 'flexible'].map((filter) => ({
        doc_id: 0,
        doc: { question: 'Fill it.' },
        target: '4',
        arguments: { gen_args_0: { arg_0: 'Fill it.' } },
        resps: [[written, 'Again.']],
        filtered_resps: ['4'],
        filter,
        doc_hash: 'h0',
        prompt_hash: 'p0',
        target_hash: 't0',
      })),
      {
        doc_id: 1,
        doc: {},
        target: '5',
        arguments: [['Empty it.', {}]],
        resps: [['No.']],
        filtered_resps: ['No.'],
        filter: 'strict',
        doc_hash: 'h1',
      },
    ),
    replies: [
      ['0#1', written, [], null],
      ['0#2', 'Again.', [], null],
      ['1', 'No.', [], null],
    ],
  },
  {
    shape: 'inspect',
    name: 'inspect.json',
    content: JSON.stringify(
      {
        version: 2,
        status: 'success',
        eval: { task: 'pumps', model: 'made/up' },
        plan: { steps: [{ solver: 'generate', params: {} }] },
        results: { scores: [{ name: 'includes', metrics: {} }] },
        samples: [
          {
            id: 1,
            epoch: 1,
            input: 'Fill it.',
            messages: [
              { role: 'user', content: 'Fill it.', source: 'input' },
              {
                role: 'assistant',
                content: '',
                tool_calls: [{ id: 'c', function: 'fill_tank', arguments: { liters: 4 } }],
              },
              { role: 'tool', content: 'ok', tool_call_id: 'c', function: 'fill_tank' },
              {
                role: 'assistant',
                content: [
                  { type: 'reasoning', reasoning: 'Hm.' },
                  { type: 'text', text: 'attachment://abc123' },
                ],
              },
            ],
            output: {
              model: 'made-up',
              choices: [{ message: { role: 'assistant', content: 'Done.' }, stop_reason: 'stop' }],
            },
            scores: { includes: { value: 'C' } },
            events: [
              {
                event: 'model',
                tools: [{ name: 'fill_tank', description: 'attachment://abc123', parameters: schema }],
              },
            ],
            attachments: { abc123: 'The tank holds 4 liters.' },
          },
        ],
      },
      null,
      2,
    ),
    replies: [
      ['1#1', '', tools, [fill(4)]],
      ['1#2', 'The tank holds 4 liters.', tools, null],
    ],
  },
  {
    shape: 'sharegpt',
    name: 'conversations.json',
    content: JSON.stringify(
      [
        {
          conversations: [
            { from: 'human', value: 'Fill it.' },
            { from: 'function_call', value: '{"name": "fill_tank", "arguments": {"liters": 4}}' },
            { from: 'observation', value: 'ok' },
            { from: 'gpt', value: 'It is full.' },
          ],
          tools: json([{ name: 'fill_tank', parameters: schema }]),
        },
        {
          conversations: [
            { from: 'system', value: `You have tools: <tools>${json(tool)}</tools>` },
            { from: 'human', value: 'Again.' },
            { from: 'gpt', value: written },
          ],
        },
      ],
      null,
      1,
    ),
    replies: [
      ['1#1', null, tools, [fill(4)]],
      ['1#2', 'It is full.', tools, null],
      ['2', written, tools, null],
    ],
  },
  {
    shape: 'xlam',
    name: 'xlam.json',
    content: json([
      {
        id: 7,
        query: 'Fill it.',
        answers: json([fill(4)]),
        tools: json([{ name: 'fill_tank', description: 'x', parameters: { liters: { type: 'int' } } }]),
      },
    ]),
    replies: [['7', null, tools, [fill(4)]]],
  },
  {
    shape: 'messages',
    name: 'messages.jsonl',
    content: lines(
      {
        messages: [
          { role: 'user', content: 'Fill it.' },
          { role: 'assistant', content: null, tool_calls: [native(4)] },
          { role: 'tool', content: 'ok', tool_call_id: 'call_1' },
          { role: 'assistant', content: 'It is full.' },
        ],
        tools: [tool],
      },
      {
        messages: [
          { role: 'user', content: [{ type: 'text', value: 'Fill it.' }] },
          {
            role: 'assistant',
            content: [
              { type: 'reasoning', value: 'Hm.' },
              { type: 'tool_call', value: json(fill(5)) },
            ],
          },
        ],
        tools: json([tool]),
      },
    ),
    replies: [
      ['1#1', null, tools, [fill(4)]],
      ['1#2', 'It is full.', tools, null],
      ['2', null, tools, [fill(5)]],
    ],
  },
  {
    // The messages that were sent, with the reply beside them.
    shape: 'messages',
    name: 'requests.jsonl',
    content: lines(
      { id: 'a', messages: [{ role: 'user', content: 'Fill it.' }], output: written, tools: [tool] },
      {
        id: 'b',
        messages: [{ role: 'user', content: 'Fill it.' }],
        response: { choices: [{ message: { role: 'assistant', content: 'Which one?' } }] },
      },
      {
        id: 'c',
        messages: [{ role: 'user', content: 'Fill it.' }],
        completion: { role: 'assistant', content: 'It is full.' },
      },
    ),
    replies: [
      ['a', written, tools, null],
      ['b', 'Which one?', [], null],
      ['c', 'It is full.', [], null],
    ],
  },
  {
    shape: 'fixtures',
    name: 'hermes.jsonl',
    content: lines(
      {
        id: 'hermes-1',
        family: 'hermes',
        tools: [tool],
        raw_output: written,
        expected: { content: null, reasoning_content: null, tool_calls: [fill(4)] },
        tags: [],
      },
      {
        id: 'hermes-2',
        family: 'hermes',
        tools: [tool],
        raw_output: '<tool_call>{',
        expected_error: { reason: 'cut' },
      },
    ),
    replies: [
      ['hermes-1', written, tools, [fill(4)]],
      ['hermes-2', '<tool_call>{', tools, null],
    ],
  },
  {
    shape: 'predictions',
    name: 'predictions.jsonl',
    content: lines({ id: 'p-1', calls: [fill(4)] }, { id: 'p-2', calls: [] }),
    replies: [
      ['p-1', null, [], [fill(4)]],
      ['p-2', null, [], []],
    ],
  },
  {
    shape: 'promptfoo',
    name: 'report.json',
    content: JSON.stringify(
      {
        evalId: 'eval-1',
        results: {
          version: 3,
          prompts: [{ raw: 'x', label: 'x', provider: 'p' }],
          results: [
            {
              id: 'r1',
              promptIdx: 0,
              testIdx: 0,
              provider: { id: 'p' },
              response: { output: written },
              success: true,
              error: null,
            },
            {
              id: 'r2',
              promptIdx: 0,
              testIdx: 1,
              provider: { id: 'p' },
              response: { output: [native(4)] },
              success: false,
              error: 'expected more',
            },
            {
              id: 'r3',
              promptIdx: 0,
              testIdx: 2,
              provider: { id: 'p' },
              response: { output: json([native(5)]) },
              success: true,
            },
            {
              id: 'r4',
              promptIdx: 0,
              testIdx: 3,
              provider: { id: 'p' },
              response: {},
              success: false,
              error: 'HTTP 500',
              failureReason: 2,
            },
          ],
          stats: { successes: 2 },
        },
        config: { providers: [{ id: 'p', config: { tools: [tool] } }] },
      },
      null,
      1,
    ),
    replies: [
      ['r1', written, tools, null],
      ['r2', null, tools, [fill(4)]],
      ['r3', null, tools, [fill(5)]],
    ],
  },
  {
    shape: 'labelled',
    name: 'formats.json',
    content: json({
      model: 'made/up',
      default_results: {
        format_counts: { native: 1 },
        results: [
          {
            query: 'Fill it.',
            native_tool_calls: true,
            tool_calls: [{ name: 'fill_tank', arguments: '{"liters": 4}' }],
            content: null,
            format_analysis: null,
          },
        ],
      },
      hermes_results: {
        results: [
          {
            query: 'Fill it.',
            native_tool_calls: false,
            tool_calls: null,
            content: written,
            format_analysis: { format: 'tag' },
          },
        ],
      },
    }),
    replies: [
      ['1', null, [], [fill(4)]],
      ['2', written, [], null],
    ],
  },
  {
    shape: 'trajectories',
    name: 'tau.json',
    content: json([
      {
        task_id: 0,
        reward: 1,
        info: {},
        trial: 0,
        traj: [
          { role: 'system', content: 'Policy.' },
          { role: 'user', content: 'Fill it.' },
          { role: 'assistant', content: null, tool_calls: [native(4)] },
          { role: 'tool', content: 'ok' },
          { role: 'assistant', content: 'Full.' },
        ],
      },
    ]),
    replies: [
      ['0#1', null, [], [fill(4)]],
      ['0#2', 'Full.', [], null],
    ],
  },
  {
    shape: 'sessions',
    name: 'claude.jsonl',
    content: lines(
      { type: 'summary', summary: 'Pumps', leafUuid: 'x' },
      { type: 'user', uuid: 'u1', sessionId: 's', message: { role: 'user', content: 'Fill it.' } },
      {
        type: 'assistant',
        uuid: 'u2',
        sessionId: 's',
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Yes.' },
            { type: 'tool_use', id: 't', name: 'fill_tank', input: { liters: 4 } },
          ],
        },
      },
      { type: 'a-type-of-next-year', uuid: 'u3', sessionId: 's' },
    ),
    replies: [['u2', 'Yes.', [], [fill(4)]]],
  },
  {
    shape: 'sessions',
    name: 'rollout.jsonl',
    content: lines(
      { timestamp: 'x', type: 'session_meta', payload: { id: 's' } },
      { timestamp: 'x', type: 'event_msg', payload: { type: 'agent_message', message: 'Yes.' } },
      {
        timestamp: 'x',
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
      },
      {
        timestamp: 'x',
        type: 'response_item',
        payload: { type: 'function_call', name: 'fill_tank', arguments: '{"liters": 4}', call_id: 'c' },
      },
    ),
    replies: [
      ['3', 'Yes.', [], null],
      ['4', null, [], [fill(4)]],
    ],
  },
  {
    shape: 'open-webui',
    name: 'chats.json',
    content: json([
      {
        id: 'chat-1',
        chat: {
          title: 'Pumps',
          history: {
            currentId: 'm2',
            messages: {
              m1: { id: 'm1', role: 'user', content: 'Fill it.' },
              m2: {
                id: 'm2',
                role: 'assistant',
                content: '<details type="tool_calls"></details>Full.',
                output: [
                  { type: 'reasoning', content: [] },
                  { type: 'function_call', name: 'fill_tank', arguments: '{"liters": 4}', call_id: 'c' },
                  { type: 'function_call_output', call_id: 'c', output: 'ok' },
                  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Full.' }] },
                ],
              },
            },
          },
        },
      },
    ]),
    replies: [
      ['chat-1#1', null, [], [fill(4)]],
      ['chat-1#2', 'Full.', [], null],
    ],
  },
  {
    shape: 'anomalies',
    name: 'frontend.jsonl',
    content: lines(
      {
        timestamp: 'x',
        level: 'INFO',
        target: 'parser_debug',
        anomalies: '["tool_call_dropped"]',
        stream_id: 'st-1',
        choice_index: 0,
        raw: written,
        raw_chunks: '["a"]',
        content: '',
        tool_call_count: 1,
        tool_call_names: '["fill_tank"]',
      },
      {
        timestamp: 'x',
        level: 'INFO',
        target: 'parser_debug',
        stream_id: 'st-2',
        raw: 'No.',
        tool_call_count: 0,
        tool_call_names: '[]',
      },
    ),
    replies: [
      ['st-1', written, [], [{ name: 'fill_tank', arguments: null }]],
      ['st-2', 'No.', [], []],
    ],
  },
  {
    shape: 'csv',
    name: 'replies.csv',
    content: `\ufeffid,Model Output,note\r\na,"${written.replaceAll('"', '""')}",x\r\nb,"No; ""never"".",y\r\n`,
    replies: [
      ['a', written, [], null],
      ['b', 'No; "never".', [], null],
    ],
  },
  {
    shape: 'csv',
    name: 'replies.tsv',
    content: `what the model said in the end\tid\nThe tank is full, and nothing has to be done about it.\tq1\nIt is empty, and nothing has to be done about it either.\tq2\n`,
    replies: [
      ['q1', 'The tank is full, and nothing has to be done about it.', [], null],
      ['q2', 'It is empty, and nothing has to be done about it either.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unknown.jsonl',
    content: lines(
      { prompt: 'Fill it.', generated_text: written, tools: [tool] },
      { prompt: 'Again.', generated_text: 'No.', tools: [tool] },
    ),
    replies: [
      ['1', written, tools, null],
      ['2', 'No.', tools, null],
    ],
  },
];
