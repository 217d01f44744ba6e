import { describe, expect, it } from 'vitest';
import {
  extract,
  openStream,
  type Extraction,
  type ExtractOptions,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { faultsOf } from '../../soundness.ts';

// What a body of calls is worth when its end, or one of its calls, is not as it should be.

function tool(name: string, properties: Record<string, { type: string }>): ToolDefinition {
  return { name, schema: { type: 'object', properties } };
}

const declared = [tool('move', { dir: { type: 'string' } }), tool('halt', {})];
const weigh = [tool('weigh', { oz: { type: 'integer' } })];
const read = [tool('read', { path: { type: 'string' } })];

const move = 'move{"dir":"n"}';
const halt = 'halt{}';
const turnEnds = [
  ...['<|im_end|>', '<|eot_id|>', '<|eom_id|>', '</s>', '<end_of_turn>', '<|endoftext|>', '<|end_of_text|>'],
  '<｜end▁of▁sentence｜>',
];

interface Case {
  readonly text: string;
  readonly tools?: readonly ToolDefinition[];
  readonly calls?: readonly string[];
  readonly incomplete?: readonly string[];
  readonly format?: string;
}

const both = [move, halt];

const overLines: Case[] = [
  { text: '[\n  move(\n    dir="n"\n  ),\n  halt()\n]', calls: both },
  { text: '[\n  move(\n    dir="n"\n  ),\n  halt()\n]', tools: declared, calls: both },
  { text: '[move(\n  dir="n"\n)]', calls: [move] },
  { text: '[move(\n  dir="n"\n)]', tools: declared, calls: [move] },
  { text: '[\n  move(\n    dir="n",\n  ),\n  halt(),\n]', calls: both },
  { text: '[\n  move(dir="n"), # don\'t stop\n  halt()\n]', calls: both },
];

/** Bodies without their closing marker; the end of the text or of the turn makes up for it. */
const unclosed: [format: string, body: string, tools?: readonly ToolDefinition[]][] = [
  ['pythonic', '[move(dir="n")]'],
  ['pythonic', '<|python_start|>[move(dir="n")]'],
  ['lfm2', '<|tool_call_start|>[move(dir="n")]'],
  ['olmo3', '<function_calls>\nmove(dir="n")\n'],
  ['minicpm3', '<|tool_call_start|>\n```python\nmove(dir="n")\n```\n'],
  ['minicpm3', '<|tool_call_start|>\n```python\nmove(dir="n")\n'],
  ['tool-code-fence', '```tool_code\nprint(default_api.move(dir="n"))\n'],
  ['continue-tool-fence', '```tool\nTOOL_NAME: move\nBEGIN_ARG: dir\nn\nEND_ARG\n'],
  ['granite-pythonic', 'move(dir="n")', declared],
  ['code-tag', '<code>move(dir="n")'],
  ['code-tag', 'Thought: north.\n<code>\nmove(dir="n")\n', declared],
  ['gemma4', '<|tool_call>call:move{dir:<|"|>n<|"|>}'],
  ['functiongemma', '<start_function_call>call:move{dir:<escape>n<escape>}'],
  ['qwen3-coder-xml', '<tool_call>\n<function=move>\n<parameter=dir>\nn\n</parameter>\n'],
  ['glm-4.5', '<tool_call>move\n<arg_key>dir</arg_key>\n<arg_value>n</arg_value>\n'],
];

const ends: Case[] = unclosed.flatMap(([format, body, tools]) =>
  ['', ...turnEnds].map((end) => ({ text: body + end, format, calls: [move], ...(tools && { tools }) })),
);

const cutByTheTurn: Case[] = [
  { text: '<|tool_call_start|>[move(dir="n"), halt(x=<|im_end|>', calls: [move], incomplete: ['halt'] },
  { text: '<|tool_call>call:move{dir:<|"|>n<end_of_turn>', incomplete: ['move'] },
  { text: '<|tool_call_start|>[move(dir="</s>")]<|tool_call_end|>', calls: ['move{"dir":"</s>"}'] },
  { text: '<|tool_call>call:move{dir:<s>n</s>}<tool_call|>', calls: ['move{"dir":"<s>n</s>"}'] },
];

const badNeighbours: Case[] = [
  { text: '<|tool_call_start|>[move(dir="n"), stay(x=@@), halt()]<|tool_call_end|>', calls: both },
  { text: '<function_calls>\nmove(dir="n")\nthis isn\'t a call\nhalt()\n</function_calls>', calls: both },
  { text: '<|tool_call_start|>\n```python\nmove(dir="n")\nstay(x=@@)\nhalt()\n```\n<|tool_call_end|>', calls: both },
  { text: '```tool_code\nmove(dir="n")\nstay(x=@@)\nhalt()\n```', calls: both },
  { text: 'Call: move(dir="n"); stay(x=@@); halt()<bot_end>', calls: both },
  { text: '[move(dir="n"), halt(x=@@)]', tools: declared, calls: [move] },
  // Undeclared names in a list that is no list of calls as a whole: any Python.
  { text: '[move(dir="n"), halt(x=@@)]' },
  { text: '[move(dir="n"), somewhere, halt()]', tools: declared },
  { text: '[move(dir="n") for step in steps]', tools: declared },
  // A program is not taken for its calls.
  { text: '```tool_code\nfor step in steps:\n    move(dir="n")\n```' },
  { text: '```tool_code\nplace = move(dir="n") + 1\n```' },
];

const cutNeighbours: Case[] = [
  { text: '<function_calls>\nmove(dir="n")\ndry(hours="ab', calls: [move], incomplete: ['dry'] },
  { text: '[move(dir="n"), halt(x="ab', calls: [move], incomplete: ['halt'] },
  { text: '[move(dir="n"), halt(x="ab', tools: declared, calls: [move], incomplete: ['halt'] },
  { text: '<|tool_call_start|>[move(dir="n"), halt(x="ab', calls: [move], incomplete: ['halt'] },
  { text: '<|tool_call_start|>[move(dir="n"), hal', calls: [move] },
  { text: '<|tool_call_start|>\n```python\nmove(dir="n")\nhalt(x="ab', calls: [move], incomplete: ['halt'] },
  { text: 'Call: move(dir="n"); halt(x="ab', tools: declared, calls: [move], incomplete: ['halt'] },
];

const nextOpener: Case[] = [
  { text: '<|tool_call_start|>[move(dir="n")]<|tool_call_start|>[halt()]<|tool_call_end|>', calls: both },
  { text: '<function_calls>\nmove(dir="n")\n<function_calls>\nhalt()\n</function_calls>', calls: both },
  { text: '```tool_code\nmove(dir="n")\n```tool_code\nhalt()\n```', calls: both },
  { text: '<|tool_call>call:move{dir:<|"|>n<|"|>}<|tool_call>call:halt{}<tool_call|>', calls: both },
  {
    text: '<start_function_call>call:move{dir:<escape>n<escape>}<start_function_call>call:halt{}<end_function_call>',
    calls: both,
  },
];

const printed: Case[] = [
  { text: '```tool_code\nprint(default_api.move(\n    dir="n",\n))\n```', calls: [move] },
  { text: '```tool_code\nprint(default_api.move(dir="n"))\nprint(default_api.halt())\n```', calls: both },
  {
    text: '```tool_code\nprint(default_api.move(dir="""n\n```\nm"""))\n```',
    calls: ['move{"dir":"n\\n```\\nm"}'],
  },
  { text: '```tool_code\n# I don\'t know (yet)\nprint(default_api.move(dir="n"))\n```', calls: [move] },
  { text: '```tool_code\nprint("done")\n```' },
];

const codeBlocks: Case[] = [[], weigh].flatMap((tools) => [
  { text: '```py\nweigh(oz=2)\n```<end_code>', tools, calls: ['weigh{"oz":2}'], format: 'code-tag' },
  { text: '```python\nweigh(oz=2)\n```\n<end_code>', tools, calls: ['weigh{"oz":2}'], format: 'code-tag' },
  { text: 'Thought: x\nCode:\n```py\nweigh(oz=2)\n```<end_code>', tools, calls: ['weigh{"oz":2}'] },
  { text: '```py\nx = weigh(oz=2)\nprint(x)\n```<end_code>', tools },
]);

const markdown: Case[] = [
  { text: '```py\nweigh(oz=2)\n```\n```text\n<tool_call>{"name": "weigh", "arguments": {}}</tool_call>\n```' },
  { text: '<think>\n```py\nweigh(oz=2)\n```<end_code>\nor so' },
  { text: '<code>weigh(oz=2) and more' },
];

const gemmaStrings: Case[] = [[], read].flatMap((tools) => [
  { text: '<|tool_call>call:read{path:"<|"|>/x.md<|"|>"}<tool_call|>', tools, calls: ['read{"path":"/x.md"}'] },
  { text: '<|tool_call>call:read{path:"<|"|"/x.md<|"|"}<tool_call|>', tools, calls: ['read{"path":"/x.md"}'] },
  { text: '<|tool_call>call:read{path:<|"|>"a" b<|"|>}<tool_call|>', tools, calls: ['read{"path":"\\"a\\" b"}'] },
  { text: '<|tool_call>call:read{path:<|"|>x<tool_call|>', tools },
]);

const gemmaOpenerLost: Case[] = [
  { text: 'call:read{path:<|"|>k1<|"|>}<tool_call|>', tools: read, calls: ['read{"path":"k1"}'] },
  { text: 'call:read{path:<|"|>}, {<|"|>}<tool_call|>', tools: read, calls: ['read{"path":"}, {"}'] },
  { text: 'call:read{path:k1}<tool_call|>', tools: read, calls: ['read{"path":"k1"}'] },
];

describe.each([
  ['a list over several lines', overLines],
  ['a body whose closing marker is missing', ends],
  ['a call that the end of the turn cuts off, or seems to', cutByTheTurn],
  ['a bad call among good ones', badNeighbours],
  ['a cut call after good ones', cutNeighbours],
  ['a body that the next opener ends', nextOpener],
  ['printed calls', printed],
  ['code blocks for an agent', codeBlocks],
  ['code blocks for a reader', markdown],
  ['strings between tokens', gemmaStrings],
  ['a lost opener', gemmaOpenerLost],
])('%s', (_, cases) => {
  it.each(cases)('$text', ({ text, tools = [], calls = [], incomplete = [], format }) => {
    const options = { runtime: 'auto', tools };
    const whole = extract({ text }, options);
    expect(whole.calls.map(({ name, argumentsText }) => name + argumentsText)).toEqual(calls);
    expect(whole.incomplete.map(({ name }) => name)).toEqual(incomplete);
    if (format !== undefined) for (const call of whole.calls) expect(call.format).toBe(format);
    expect(faultsOf(whole)).toEqual([]);
    expect(JSON.stringify(streamed(text, options))).toBe(JSON.stringify(whole));
  });
});

function streamed(text: string, options: ExtractOptions): Extraction {
  const stream = openStream(options);
  for (const unit of text.split('')) stream.push(unit);
  return stream.end().extraction;
}

it('says of a bad call among good ones why it is none', () => {
  const text = '<|tool_call_start|>[move(dir="n"), halt(x=@@)]<|tool_call_end|>';
  const { trace } = extract({ text }, { runtime: 'auto' });
  const refused = trace.flatMap((event) => (event.kind === 'reject' ? [[event.code, event.from, event.to]] : []));
  expect(refused).toEqual([['not-a-call-expression', 35, 45]]);
});
