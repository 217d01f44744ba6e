import { type MadeLog, fill, json, lines, native, schema, tool, tools, written } from './logs.ts';

const generation = (id: string, output: unknown, more: Record<string, unknown> = {}): unknown => ({
  id,
  traceId: 't',
  type: 'GENERATION',
  name: 'chat',
  level: 'DEFAULT',
  input: '[]',
  output: typeof output === 'string' ? output : json(output),
  ...more,
});

/** Made-up logs of frameworks and servers: further structures of shapes that `logs.ts` has. */
export const frameworkLogs: readonly MadeLog[] = [
  {
    // What providers return, as frameworks hand it on to Langfuse.
    shape: 'langfuse',
    name: 'completions.trace.json',
    content: json({
      trace: { id: 't', scores: [{ id: 's', value: 1, comment: 'fine' }] },
      observations: [
        generation('responses', {
          object: 'response',
          output: [{ type: 'function_call', name: 'fill_tank', arguments: '{"liters": 4}', call_id: 'c' }],
          tools: [{ type: 'function', name: 'fill_tank', parameters: schema }],
        }),
        generation('gemini', {
          sdk_http_response: { headers: { vary: 'Origin' } },
          candidates: [{ content: { role: 'model', parts: [{ text: 'It is ' }, { text: 'full.' }] }, index: 0 }],
        }),
        generation('choice', { index: 0, message: { role: 'assistant', tool_calls: [native(5)] }, 'event.name': 'x' }),
        generation('json', { choices: ['full'], output: [] }),
      ],
    }),
    replies: [
      ['responses', null, tools, [fill(4)]],
      ['gemini', 'It is full.', [], null],
      ['choice', null, [], [fill(5)]],
      ['json', '{"choices":["full"],"output":[]}', [], null],
    ],
  },
  {
    // Koog has the calls as the content; a model that writes such JSON without having called anything wrote text.
    shape: 'langfuse',
    name: 'calls-as-content.trace.json',
    content: json({
      observations: [
        generation('koog', [
          { role: 'assistant', content: json([native(4)]), finish_reason: 'tool_calls' },
          { role: 'assistant', content: json([native(5)]), finish_reason: 'tool_calls' },
        ]),
        generation('text', [{ role: 'assistant', content: json([native(6)]), finish_reason: 'stop' }]),
      ],
    }),
    replies: [
      ['koog#1', null, [], [fill(4)]],
      ['koog#2', null, [], [fill(5)]],
      ['text', json([native(6)]), [], null],
    ],
  },
  {
    // The AI SDK: bare calls, in an observation inside of another one.
    shape: 'langfuse',
    name: 'ai-sdk.trace.json',
    content: json({
      observations: ['ai.generateText', 'ai.generateText.doGenerate'].map((name, index) =>
        generation(`g${String(index)}`, [{ toolCallId: 'c', toolName: 'fill_tank', input: '{"liters": 4}' }], { name }),
      ),
    }),
    replies: [['g1', null, [], [fill(4)]]],
  },
  {
    // Langfuse keeps the attributes of the span that it was told of, whoever named them.
    shape: 'langfuse',
    name: 'attributes.trace.json',
    content: json({
      observations: [
        { 'gen_ai.tool.definitions': json([tool]) },
        { 'llm.tools.0.tool.json_schema': json(tool) },
        { model_request_parameters: json({ function_tools: [{ name: 'fill_tank', parameters_json_schema: schema }] }) },
        { model_request_parameters: { function_tools: [], output_tools: [{ name: 'fill_tank' }] } },
      ].map((attributes, index) =>
        generation(`g${String(index)}`, 'Full.', { metadata: index % 2 === 0 ? json({ attributes }) : { attributes } }),
      ),
    }),
    replies: ['g0', 'g1', 'g2', 'g3'].map((id) => [id, 'Full.', tools, null]),
  },
  {
    shape: 'openinference',
    name: 'attributes.jsonl',
    content: lines(
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'm',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.contents.0.message_content.text': 'Full.',
        'output.value': '{"text": "Full.", "finish_reason": "stop"}',
      },
      { 'openinference.span.kind': 'LLM', 'output.value': '{"text": "Empty.", "finish_reason": "stop"}' },
      { 'openinference.span.kind': 'LLM', 'output.value': '{"text": "JSON."}' },
      { 'openinference.span.kind': 'TOOL', 'output.value': 'ok' },
    ),
    replies: [
      ['1', 'Full.', [], null],
      ['2', 'Empty.', [], null],
      ['3', '{"text": "JSON."}', [], null],
    ],
  },
  {
    shape: 'otel',
    name: 'gen-ai.jsonl',
    content: lines(
      {
        'gen_ai.operation.name': 'chat',
        output: 'not this',
        'gen_ai.output.messages': json([
          { role: 'assistant', parts: [{ type: 'tool_call', name: 'fill_tank', arguments: { liters: 4 } }] },
        ]),
      },
      { 'gen_ai.operation.name': 'chat', 'gen_ai.completion': '{"text": "Full.", "finish_reason": "stop"}' },
      { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'fill_tank', output: 'ok' },
    ),
    replies: [
      ['1', null, [], [fill(4)]],
      ['2', 'Full.', [], null],
    ],
  },
  {
    // Before 2025 the events of Inspect were in a transcript.
    shape: 'inspect',
    name: 'transcript.json',
    content: json({
      version: 2,
      status: 'success',
      eval: { task: 'pumps', model: 'made/up' },
      plan: {},
      samples: [
        {
          id: 1,
          epoch: 1,
          messages: [{ role: 'assistant', content: 'Full.', source: 'generate' }],
          output: { choices: [] },
          transcript: {
            events: [{ event: 'model', tools: [{ name: 'fill_tank', description: 'tc://abc', parameters: schema }] }],
            content: { abc: 'Fills it.' },
          },
        },
      ],
    }),
    replies: [['1', 'Full.', tools, null]],
  },
  {
    shape: 'inspect',
    name: 'header.json',
    content: json({
      version: 2,
      status: 'cancelled',
      eval: { task: 'pumps', model: 'made/up' },
      plan: { steps: [] },
      results: { scores: [{ name: 'match', metrics: {} }] },
      samples: [],
      reductions: [{ scorer: 'match', samples: [{ value: 1, answer: 'Full.', sample_id: 1 }] }],
    }),
    replies: [],
  },
  {
    shape: 'lines',
    name: 'gemini-batch.jsonl',
    content: lines(
      { key: 'k1', response: { candidates: [{ content: { parts: [{ text: 'Full.' }], role: 'model' } }] } },
      { key: 'k2', error: { code: 400, message: 'no' } },
    ),
    replies: [['k1', 'Full.', [], null]],
  },
  {
    shape: 'openai-batch',
    name: 'responses-batch.jsonl',
    content: lines({
      custom_id: 'pump-1',
      response: {
        status_code: 200,
        body: {
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Full.' }] }],
          tools: [{ type: 'function', name: 'fill_tank', parameters: schema }],
        },
      },
      error: null,
    }),
    replies: [['pump-1', 'Full.', tools, null]],
  },
  {
    // The first results of BFCL are numbered under `idx`.
    shape: 'bfcl-result',
    name: 'simple_result.json',
    content: lines({ idx: 0, result: written }, { idx: 1, result: [{ fill_tank: '{"liters": 4}' }] }),
    replies: [
      ['0', written, [], null],
      ['1', null, [], [fill(4)]],
    ],
  },
  {
    // Where a call was wanted or unwanted, the scores of BFCL name what was decoded otherwise.
    shape: 'bfcl-score',
    name: 'irrelevance_score.json',
    content: lines(
      { accuracy: 0.5, correct_count: 1, total_count: 2 },
      {
        id: 'irrelevance_1',
        test_category: 'irrelevance',
        valid: false,
        prompt: { id: 'irrelevance_1', function: [tool.function] },
        model_result: '[fill_tank(liters=4)]',
        decoded_result: [{ fill_tank: { liters: 4 } }],
        error_type: 'irrelevance_error:decoder_success',
      },
    ),
    replies: [['irrelevance_1', '[fill_tank(liters=4)]', tools, [fill(4)]]],
  },
  {
    // Log-likelihoods, with numbers or with texts of these.
    shape: 'lm-eval',
    name: 'samples_choice.jsonl',
    content: lines(
      { doc_id: 0, doc: {}, resps: [[['-1.5', 'False']], [['-0.5', 'True']]], filter: 'none' },
      { doc_id: 1, doc: {}, resps: [[[-1.5, false]], [[-0.5, true]]], filter: 'none' },
    ),
    replies: [],
  },
  {
    // A server's log: most lines say other things.
    shape: 'anomalies',
    name: 'server.jsonl',
    content: lines(
      ...[1, 2, 3].map((number) => ({ timestamp: number, level: 'INFO', target: 'http', message: 'ready' })),
      { timestamp: 4, level: 'WARN', target: 'parser_debug', fields: { stream_id: 'st-1', raw: written } },
    ),
    replies: [['st-1', written, [], null]],
  },
  {
    shape: 'csv',
    name: 'named.csv',
    content: `question,correct answer,LLM answer\nHow much water is in the tank that is on the left?,4,Full.\nIs it?,yes,Yes.\n`,
    replies: [
      ['1', 'Full.', [], null],
      ['2', 'Yes.', [], null],
    ],
  },
];
