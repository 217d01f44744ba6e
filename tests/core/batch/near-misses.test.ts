import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const schema = { type: 'object', properties: {} };
it.each([
  [
    'clicks.json',
    [
      { event_type: 'user_input', content: 'blue shoes' },
      { event_type: 'page_view', content: 'home' },
    ],
  ],
  [
    'forecast.json',
    [
      { id: 1, actual_sales: 3, predicted_sales: 4 },
      { id: 2, actual_sales: 5, predicted_sales: 5 },
    ],
  ],
  ['tool-runs.json', [{ event_type: 'tool_result', data: { tool_use_id: 't', result: 'The tank is full.' } }]],
  [
    'specification.json',
    [
      {
        prompt: 'Fill 4',
        available_functions: [{ name: 'fill_tank', parameters: schema }],
        expected_function_calls: [{ name: 'fill_tank', arguments: {} }],
      },
    ],
  ],
  [
    'expected-traces.jsonl',
    {
      task_id: 't',
      prompt: 'Fill 4',
      available_tools: ['fill_tank'],
      expected_trace: '{"steps": [{"tool_name": "fill_tank", "arguments": {}}]}',
      expected_final_answer: '{"full": true}',
    },
  ],
  [
    'steps.jsonl',
    { task_id: 't', step: 0, tool: 'fill_tank', selection_correct: true, error_type: 'none', n_attempts: 1 },
  ],
  [
    'agents.json',
    [
      { agent: 'Mozilla/5.0', user: 'ann', path: '/' },
      { agent: 'curl/8', user: 'ben', path: '/' },
    ],
  ],
  [
    'faq.json',
    [
      { id: 1, question: 'How do I descale it?', answer: 'With vinegar.', category: 'care' },
      { id: 2, question: 'How often?', answer: 'Twice a year.', category: 'care' },
    ],
  ],
  [
    'package-lock.json',
    { lockfileVersion: 3, packages: { '': { name: 'x' }, 'node_modules/a': { version: '1.0.0' } } },
  ],
  ['openapi.json', { openapi: '3.1.0', paths: { '/tanks': { get: { operationId: 'list', responses: {} } } } }],
  ['tools.json', [{ type: 'function', function: { name: 'fill_tank', parameters: schema } }]],
  ['tools.json', { tools: [{ name: 'fill_tank', input_schema: schema }] }],
  ['events.json', [{ id: '1', type: 'PushEvent', payload: { commits: [{ message: 'Fix it' }] } }]],
  ['page.har', { log: { entries: [{ request: { url: 'x' }, response: { status: 200, content: { text: 'x' } } }] } }],
  ['results.json', { results: [{ name: 'generateText', success: true }], other: { ai: ['ai.prompt'] } }],
  [
    'places.geojson',
    { type: 'FeatureCollection', features: [{ id: 'f', properties: { name: 'Lake', text: 'A lake.' } }] },
  ],
  ['words.json', ['alpha', 'beta', 'numpy==1.26', 'gamma']],
  [
    'chat.json',
    [
      { type: 'message', user: 'U1', text: 'Is it green?', ts: '1.1' },
      { user: 'U2', text: 'Yes.', ts: '1.2' },
    ],
  ],
  [
    'family-chat.json',
    { type: 'personal_chat', id: 5, messages: [{ id: 1, type: 'message', from: 'Ann', text: 'Hi?' }] },
  ],
  [
    'shifts.json',
    [
      { Agent: 'Ann Lee', User: 'Ben', message: 'Call back at nine.' },
      { Agent: 'Cy Day', User: 'Dot', message: 'Paid.' },
    ],
  ],
  ['turns.json', [{ type: 'assistant.turn_end', data: { turnId: '0', content: 'The turn ended.' }, id: 'e1' }]],
  ['deliveries.json', [{ type: 'user.created', data: { id: 'u1', content: 'Ann was added.' }, id: 'w1' }]],
  ['bay.json', [{ id: 1, orchestration: { invocationInput: { text: 'Move it.', model: 'm' } } }]],
  ['web.json', [{ id: 1, request: { method: 'GET', url: '/' }, response: { status: 200, body: 'ok' }, text: null }]],
  [
    'notebook.ipynb',
    { cells: [{ cell_type: 'code', outputs: [{ output_type: 'stream', text: ['hello'] }], source: ['print(1)'] }] },
  ],
  [
    'trainer_state.json',
    {
      epoch: 1,
      log_history: [
        { epoch: 0.5, loss: 2.1, step: 10 },
        { epoch: 1, loss: 1.9, step: 20 },
      ],
    },
  ],
  [
    'spans.json',
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                { spanId: 'b', name: 'GET', attributes: [{ key: 'http.method', value: { stringValue: 'GET' } }] },
              ],
            },
          ],
        },
      ],
    },
  ],
  ['menu.json', { en: { answer: 'Answer', output: 'Output' }, de: { answer: 'Antwort', output: 'Ausgabe' } }],
  [
    'vectors.json',
    [
      { id: 1, text: 'A lake', embedding: [0.1, 0.2] },
      { id: 2, text: 'A hill', embedding: [0.3, 0.4] },
    ],
  ],
  ['access.json', [{ time: 'x', request: 'GET / HTTP/1.1', status: 200, request_id: 'a', response: '' }]],
  ['months.json', { 1: 'January', 2: 'February', 3: 'March' }],
  ['labels.json', { title_1: 'Welcome to the hall', title_2: 'Call us, we are here.', button_1: 'Send' }],
  ['lint.json', [{ filePath: '/a.ts', messages: [{ ruleId: 'no-var', message: 'Unexpected var.', line: 1 }] }]],
  [
    'issues.json',
    [{ id: 11, user: { login: 'ann' }, body: 'It fails with `{"name": "fill_tank", "arguments": {}}`.' }],
  ],
  ['jobs.json', { object: 'list', data: [{ object: 'fine_tuning.job.event', id: 'e1', message: 'Step 9: loss 0.1' }] }],
  [
    'records.json',
    { Records: [{ EventName: 'Converse', RequestParameters: { ModelId: 'm' }, ResponseElements: null }] },
  ],
  ['family.json', { slug: 'llama', markers: ['<|eom_id|>'], models: [{ repo: 'm/L', stop_tokens: ['<|eot|>'] }] }],
])('takes nothing of %s for a reply, nor of a half of it', (name, value) => {
  for (const indent of [0, 2]) {
    const text = JSON.stringify(value, null, indent);
    for (const content of [text, text.slice(0, -5), text.slice(0, text.length >> 1)])
      expect(readLog(content, { name }).replies).toEqual([]);
  }
});

it.each([
  [
    'people.csv',
    'id,name,email,city,notes\n1,Ann Lee,a@x.example,Oslo,likes long walks in the park and reading novels at night\n',
  ],
  [
    'access.log',
    Array.from(
      { length: 9 },
      (_, index) =>
        `10.0.0.${String(index)} - - [27/Nov/2026:08:00:0${String(index)} +0000] "GET /a?q=1,2 HTTP/1.1" 200 7 "-" "curl/8"\n`,
    ).join(''),
  ],
  ['metrics.txt', '# HELP vllm:running Requests.\n# TYPE vllm:running gauge\nvllm:running{model="m"} 0.0\n'],
  ['report.xml', '<?xml version="1.0"?>\n<testsuite><failure message="a(b=1)">no, not so</failure></testsuite>\n'],
  ['requests.log', `srv  request: {"model": "m", "messages": [{"role": "assistant", "content": "Hi."}]}\n`.repeat(3)],
  ['parts.csv', 'partNumber,supplier.name,toolCalls[0].name,usedTools\n1,Ann,,hammer\n2,Ben,,saw\n'],
  ['requirements.txt', 'numpy==1.26\npandas==2.2\n'],
  ['server.log', 'INFO 11-27 08:00:00 [api.py:4] Started, ready.\n'.repeat(3)],
  ['measures.csv', `time,temperature,pressure\n${'1,20.5,1000\n2,21.5,1001\n'.repeat(9)}`],
  [
    'leaderboard.csv',
    'Rank,Model,Overall Acc,Correct Answers\n1,made-up-model-with-a-very-long-name-for-a-cell,77.5%,310\n',
  ],
])('takes nothing of %s for a reply', (name, content) => {
  for (const named of [name, null]) expect(readLog(content, { name: named }).replies).toEqual([]);
});

it('takes names of tools under `usedTools` for no calls, and what a tool gave under a role of its own for no reply', () => {
  const named = { role: 'apiMessage', content: 'Moved.', usedTools: ['move_crate'] };
  const read = (value: unknown): unknown => readLog(JSON.stringify(value), { name: 'a.jsonl' }).replies;
  expect(read(named)).toMatchObject([{ text: 'Moved.', calls: null }]);
  expect(read({ role: 'API', api_name: 'Move', param_dict: {}, result: { output: 'success' } })).toEqual([]);
});

it('keeps an empty cell of a table that is no member of a list', () => {
  const { replies } = readLog('id,model_output,response.toolCalls\n1,,\n2,Moved.,\n', { name: 'a.csv' });
  expect(replies.map(({ text, calls }) => [text, calls])).toEqual([
    ['', null],
    ['Moved.', null],
  ]);
});
