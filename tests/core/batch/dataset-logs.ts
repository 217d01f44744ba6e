import { asked, lender, lenderTool, lending, lends, lent } from './lending.ts';
import { type MadeLog, json, lines } from './logs.ts';

/** Made-up logs of data sets and evaluations, and tables of them, in structures that no shape is named after. */
export const datasetLogs: readonly MadeLog[] = [
  {
    shape: 'lines',
    name: 'runs_export.jsonl',
    content: lines(
      {
        id: 'c1',
        trace_id: 'c1',
        name: 'AgentExecutor',
        run_type: 'chain',
        inputs: json({ input: 'Borrow' }),
        outputs: json({ output: 'It is yours.' }),
        error: null,
        extra: json({}),
        session_id: 's',
      },
      {
        id: 'l1',
        trace_id: 'c1',
        name: 'ChatOpenAI',
        run_type: 'llm',
        inputs: json({
          messages: [
            [
              {
                lc: 1,
                type: 'constructor',
                id: ['langchain', 'schema', 'messages', 'HumanMessage'],
                kwargs: { content: 'Borrow' },
              },
            ],
          ],
        }),
        outputs: json({
          generations: [
            [
              {
                text: '',
                type: 'ChatGeneration',
                generation_info: { finish_reason: 'tool_calls' },
                message: {
                  lc: 1,
                  type: 'constructor',
                  id: ['langchain', 'schema', 'messages', 'AIMessage'],
                  kwargs: {
                    content: '',
                    type: 'ai',
                    id: 'run-1',
                    tool_calls: [{ name: 'borrow_book', args: { isbn: '6' }, id: 'c', type: 'tool_call' }],
                    invalid_tool_calls: [],
                  },
                },
              },
            ],
          ],
          llm_output: { model_name: 'shelf-7b' },
          run: null,
          type: 'LLMResult',
        }),
        error: null,
        extra: json({ invocation_params: { model: 'shelf-7b', tools: [lender] } }),
        session_id: 's',
      },
      {
        id: 'l2',
        trace_id: 'c1',
        name: 'ChatOpenAI',
        run_type: 'llm',
        inputs: json({}),
        outputs: json({
          generations: [
            [
              {
                text: 'It is yours.',
                type: 'ChatGeneration',
                message: {
                  lc: 1,
                  type: 'constructor',
                  id: ['langchain', 'schema', 'messages', 'AIMessage'],
                  kwargs: { content: 'It is yours.', type: 'ai', id: 'run-1', tool_calls: [], invalid_tool_calls: [] },
                },
              },
            ],
          ],
          llm_output: { model_name: 'shelf-7b' },
        }),
        error: null,
        extra: json({ invocation_params: { model: 'shelf-7b', tools: [lender] } }),
        session_id: 's',
      },
    ),
    replies: [
      ['l1', '', ['borrow_book'], [lending('6')]],
      ['l2', 'It is yours.', ['borrow_book'], []],
    ],
  },
  {
    shape: 'lines',
    name: 'samples.jsonl',
    content: lines(
      {
        task_id: 'ta/1',
        prompt: 'Borrow',
        generations: [lent, 'No.', '<tool_call>\n{"name":"find_book","arguments":{"title":"Dune"}}\n</tool_call>'],
      },
      { task_id: 'ta/2', prompt: 'Hi', generations: ['Hello.'] },
    ),
    replies: [
      ['ta/1#1', lent, [], null],
      ['ta/1#2', 'No.', [], null],
      ['ta/1#3', '<tool_call>\n{"name":"find_book","arguments":{"title":"Dune"}}\n</tool_call>', [], null],
      ['ta/2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'prefs.jsonl',
    content: lines(
      {
        prompt: [asked('Borrow')],
        chosen: [{ role: 'assistant', content: lent }],
        rejected: [{ role: 'assistant', content: 'No.' }],
      },
      {
        prompt: [asked('Hi')],
        chosen: [{ role: 'assistant', content: 'Hello.' }],
        rejected: [{ role: 'assistant', content: 'What?' }],
      },
    ),
    replies: [
      ['1#1', lent, [], null],
      ['1#2', 'No.', [], null],
      ['2#1', 'Hello.', [], null],
      ['2#2', 'What?', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'dpo.jsonl',
    content: lines({
      input: { messages: [asked('Borrow')], tools: [lender] },
      preferred_output: [{ role: 'assistant', content: null, tool_calls: [lends('21')] }],
      non_preferred_output: [{ role: 'assistant', content: 'No.' }],
    }),
    replies: [
      ['1#1', null, ['borrow_book'], [lending('21')]],
      ['1#2', 'No.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'messages',
    name: 'rows.json',
    content: json({
      features: [{ feature_idx: 0, name: 'messages', type: { _type: 'Value' } }],
      rows: [
        {
          row_idx: 0,
          row: { messages: [asked('Borrow'), { role: 'assistant', content: lent }], tools: json([lender]) },
          truncated_cells: [],
        },
        {
          row_idx: 1,
          row: { messages: [asked('Hi'), { role: 'assistant', content: 'Hello.' }], tools: json([lender]) },
          truncated_cells: [],
        },
      ],
      num_rows_total: 2,
    }),
    replies: [
      ['1', lent, ['borrow_book'], null],
      ['2', 'Hello.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'lines',
    name: 'table.json',
    content: json({
      columns: ['id', 'prompt', 'response', 'correct'],
      data: [
        ['w1', 'Borrow', lent, true],
        ['w2', 'Hi', 'Hello.', false],
      ],
    }),
    replies: [
      ['w1', lent, [], null],
      ['w2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'frame.json',
    content: json({
      id: { '0': 'f1', '1': 'f2' },
      prompt: { '0': 'Borrow', '1': 'Hi' },
      response: { '0': lent, '1': 'Hello.' },
    }),
    replies: [
      ['f1', lent, [], null],
      ['f2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-17.json',
    content: json({
      model: 'shelf-7b',
      tests: [
        {
          name: 'first',
          attempts: [
            { attempt_id: 'x1', output: lent, passed: true },
            { attempt_id: 'x2', output: 'No.', passed: false },
          ],
        },
        { name: 'second', attempts: [{ attempt_id: 'x3', output: 'Hello.', passed: true }] },
      ],
    }),
    replies: [
      ['x1', lent, [], null],
      ['x2', 'No.', [], null],
      ['x3', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-6.jsonl',
    content: lines({
      id: 'm1',
      prompt: 'Borrow',
      outputs: [
        { model: 'shelf-7b', text: lent },
        { model: 'shelf-70b', text: 'No.' },
      ],
    }),
    replies: [
      ['m1#1', lent, [], null],
      ['m1#2', 'No.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-7.jsonl',
    content: lines({
      task_id: 7,
      success: true,
      trajectory: {
        tools: [lenderTool],
        messages: [
          asked('Borrow'),
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'I do it.' },
              { type: 'tool_use', id: 't', name: 'borrow_book', input: { isbn: '2' } },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
          { role: 'assistant', content: [{ type: 'text', text: 'Yours.' }] },
        ],
      },
    }),
    replies: [
      ['7#1', 'I do it.', ['borrow_book'], [lending('2')]],
      ['7#2', 'Yours.', ['borrow_book'], null],
    ],
  },
  {
    shape: 'csv',
    name: 'turns.csv',
    content: `conversation_id,turn_index,role,message,model
c1,0,user,"Borrow it, please",
c1,1,assistant,"<tool_call>
{""name"":""borrow_book"",""arguments"":{""isbn"":""978"",""days"":7}}
</tool_call>",shelf-7b
c1,2,tool,ok,
c1,3,assistant,It is yours.,shelf-7b
c2,0,user,Hi,
c2,1,assistant,"Hello, reader.",shelf-7b
`,
    replies: [
      ['c1', lent, [], null],
      ['c1', 'It is yours.', [], null],
      ['c2', 'Hello, reader.', [], null],
    ],
  },
  {
    shape: 'csv',
    name: 'eval.tsv',
    content: `example_id	prompt	model_answer	tool_calls	passed
e1	Borrow	I do it.	[{"name":"borrow_book","arguments":{"isbn":"8"}}]	true
e2	Hi there	Hello.	[]	false
`,
    replies: [
      ['e1', 'I do it.', [], [lending('8')]],
      ['e2', 'Hello.', [], []],
    ],
  },
  {
    shape: 'csv',
    name: 'unnamed-25.csv',
    content: `id;eingabe;ausgabe;werkzeuge
1;Leih es;"<tool_call>
{""name"":""borrow_book"",""arguments"":{""isbn"":""978"",""days"":7}}
</tool_call>";"[{""type"":""function"",""function"":{""name"":""borrow_book"",""description"":""borrow_book a book"",""parameters"":{""type"":""object"",""properties"":{""isbn"":{""type"":""string""},""days"":{""type"":""integer""}},""required"":[""isbn""]}}}]"
2;Hallo;Guten Tag, Leser.;
`,
    replies: [
      ['1', lent, [], null],
      ['2', 'Guten Tag, Leser.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'unnamed-21.jsonl',
    content: lines(
      {
        text: '<|im_start|>system\nYou lend.\n# Tools\n<tools>\n{"type":"function","function":{"name":"borrow_book","description":"borrow_book a book","parameters":{"type":"object","properties":{"isbn":{"type":"string"},"days":{"type":"integer"}},"required":["isbn"]}}}\n</tools><|im_end|>\n<|im_start|>user\nBorrow<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name":"borrow_book","arguments":{"isbn":"978","days":7}}\n</tool_call><|im_end|>\n',
      },
      { text: '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello.<|im_end|>\n' },
    ),
    replies: [
      ['1', lent, ['borrow_book'], null],
      ['2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'evallog.jsonl',
    content: lines(
      { spec: { completion_fns: ['shelf-7b'], eval_name: 'x', run_config: {}, run_id: '26' } },
      {
        run_id: '26',
        event_id: 0,
        sample_id: 's.1',
        type: 'sampling',
        data: { prompt: [asked('Borrow')], sampled: [lent] },
        created_by: '',
        created_at: 'x',
      },
      {
        run_id: '26',
        event_id: 1,
        sample_id: 's.1',
        type: 'match',
        data: { correct: true, expected: 'a', picked: 'a', sampled: lent },
      },
      {
        run_id: '26',
        event_id: 2,
        sample_id: 's.2',
        type: 'sampling',
        data: { prompt: [asked('Hi')], sampled: ['Hello.'] },
      },
      { final_report: { accuracy: 0.5 } },
    ),
    replies: [
      ['s.1', lent, [], null],
      ['s.2', 'Hello.', [], null],
    ],
  },
  {
    shape: 'lines',
    name: 'generations_humaneval.json',
    content: json([
      ['def a():\n    return 1', 'def a():\n    return 2'],
      ['def b(x):\n    return x', 'def b(x):\n    pass'],
    ]),
    replies: [
      ['1#1', 'def a():\n    return 1', [], null],
      ['1#2', 'def a():\n    return 2', [], null],
      ['2#1', 'def b(x):\n    return x', [], null],
      ['2#2', 'def b(x):\n    pass', [], null],
    ],
  },
];
