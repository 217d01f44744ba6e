import { describe, expect, it } from 'vitest';
import { formatPrompt } from '../../../src/core/agents/index.ts';
import {
  AskedReply,
  loadProjects,
  toolDefinitions,
  declaredTools,
  waysOut,
  type Runtime,
  type ToolCall,
  type WayOut,
  type WaysOut,
  type WaysOutOptions,
} from '../../../src/core/index.ts';
import type { Project } from '../../../src/core/reader/runtimes.ts';
import { fixtures } from '../../fixtures.ts';
import { flash } from '../engines/made-up/flash.ts';

const engines = (await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'sglang');

type Call = Pick<ToolCall, 'name' | 'argumentsText'>;

interface Case extends Partial<WaysOutOptions> {
  readonly text: string;
  readonly tools?: string;
  readonly expected?: readonly Call[];
  readonly chosen: string;
  readonly projects?: readonly Project[];
  readonly reasoning?: string;
}

function ask({ text, tools = '', projects = engines, expected, reasoning = '', ...options }: Case): WaysOut | null {
  const about = { text, tools: declaredTools(tools), expected: expected ?? null, capabilities: {}, reasoning };
  const reply = new AskedReply(about);
  const search = waysOut(reply, tools, projects, { system: '', ...options });
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return step.value;
}

const kindsOf = (found: WaysOut | null): readonly string[] => (found?.ways ?? []).map(({ what }) => what.kind);
const wayOf = <Kind extends WayOut['kind']>(
  found: WaysOut | null,
  kind: Kind,
): Extract<WayOut, { kind: Kind }> | null =>
  (found?.ways.map(({ what }) => what).find((way) => way.kind === kind) as
    | Extract<WayOut, { kind: Kind }>
    | undefined) ?? null;

const hermes = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;
const good = '{"name": "turn_lamp", "arguments": {"by": "1"}}';
const coder = '<tool_call>\n<function=turn_lamp>\n<parameter=by>\n1\n</parameter>\n</function>\n</tool_call>';
const step3 =
  '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="turn_lamp"><steptml:parameter name="by">1</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>';
const toolsWith = (by: unknown): string =>
  JSON.stringify([{ name: 'turn_lamp', parameters: { type: 'object', properties: { by } } }]);

/** The lighthouse of `made-up/flash.ts`, with the same parser under other flags. */
const lighthouse = (...runtimes: readonly Runtime[]): readonly Project[] => [
  { id: 'lighthouse', label: 'Lighthouse', runtimes },
];
/** Finds a call in no text. */
const blind: Runtime = {
  ...flash,
  id: 'lighthouse:blind',
  whole: ({ document, text }, _tools, _options, steps) => {
    const whole = { from: 0, to: document.length };
    steps.enter('cascade', 'flash', whole);
    steps.leave(whole, 'empty');
    return { content: text === null ? null : document };
  },
};
/** Looks for calls only where no parameter has a list of types. */
const picky: Runtime = {
  ...flash,
  id: 'lighthouse:picky',
  whole: (opened, tools, options, steps) =>
    (JSON.stringify(tools).includes('"type":[') ? blind : flash).whole(opened, tools, options, steps),
};
const flashed = '!flash turn_lamp {"by": "1"}';
const meant: readonly Call[] = [{ name: 'turn_lamp', argumentsText: '{"by":"1"}' }];

describe('a call that its schema refuses', () => {
  const tools = JSON.stringify([
    { name: 'read_file', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
  ]);
  const text = '<tool_call>{"name": "read_file"}</tool_call>';

  it('is for the model to write otherwise: a parser that returns it comes last', () => {
    const found = ask({ text, tools, chosen: 'vllm:hermes' });
    expect(found?.isRefused).toBe(true);
    expect(kindsOf(found).slice(0, 2)).toEqual(['constrain', 'model']);
  });

  it('is none where somebody stated that it is meant', () => {
    const expected = [{ name: 'read_file', argumentsText: '{}' }];
    expect(ask({ text, tools, expected, chosen: 'vllm:hermes' })?.isRefused).toBe(false);
  });
});

it('puts a parser that loses text of this reply after all that lose nothing', () => {
  const text = 'I look it up.\n<tool_call>{"name": "turn_lamp"}</tool_call> That is all.';
  const ways = ask({ text, chosen: 'vllm:hermes' })?.ways ?? [];
  const at = ways.findIndex(({ breaks }) => breaks === 'vLLM ernie45 loses 13 characters of this reply.');
  expect(ways.slice(0, at).map(({ breaks }) => breaks)).toEqual(ways.slice(0, at).map(() => null));
  expect(at).toBeGreaterThan(0);
});

describe('another flag', () => {
  it('comes first for a model that no prompt brings back to its format', () => {
    const text = '{"name": "turn_lamp", "arguments": {"by": "1"}}';
    const found = ask({ text, chosen: 'vllm:hermes', model: 'qwen2.5-coder:7b' });
    expect([found?.left, kindsOf(found)[0], kindsOf(found).includes('prompt')]).toEqual([null, 'flag', false]);
    expect(ask({ text, chosen: 'vllm:hermes', model: 'qwen2.5:7b' })?.left).toBe('hermes');
  });

  it('is the one that people use for the format', () => {
    expect(wayOf(ask({ text: coder, chosen: 'vllm:hermes' }), 'flag')).toEqual({
      kind: 'flag',
      runtime: 'vllm:qwen3_coder',
      isWrittenFor: true,
      isOfOtherModel: false,
    });
  });

  it('comes last of all where it is the chat template of another model', async () => {
    const projects = (await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'llamacpp');
    const text = 'functools[{"name": "turn_lamp", "arguments": {"by": ["1"]}}]';
    const found = ask({ text, chosen: 'vllm:phi4_mini_json', projects });
    expect(found?.ways.at(-1)?.what).toMatchObject({
      runtime: 'llamacpp:firefunction-2',
      isOfOtherModel: true,
      changesPrompt: true,
    });
    expect(found?.ways[0]?.what).not.toMatchObject({ kind: 'engine' });
  });

  it('comes last where the parser is that of another model', async () => {
    const projects = (await loadProjects()).filter(({ id }) => id === 'llamacpp' || id === 'vllm');
    const text = `<think>\nI should turn it.\n${hermes(good)}\n`;
    const found = ask({ text, chosen: 'llamacpp:qwen3', projects });
    expect(kindsOf(found)).toEqual(['engine', 'edit', 'model', 'flag']);
    expect(wayOf(found, 'flag')).toMatchObject({ runtime: 'llamacpp:qwen2.5', isOfOtherModel: true });
    const wrong = ask({ text: hermes(good), chosen: 'llamacpp:deepseek-v3.1', projects });
    expect(wrong?.ways[0]?.what).toMatchObject({ kind: 'flag', runtime: 'llamacpp:qwen2.5', isOfOtherModel: false });
  });

  it('is offered only where it returns the calls', () => {
    const one = ask({ text: flashed, chosen: blind.id, expected: meant, projects: lighthouse(blind, flash) });
    expect(wayOf(one, 'flag')).toMatchObject({ runtime: flash.id, isWrittenFor: false });
    const none = ask({
      text: flashed,
      chosen: blind.id,
      expected: meant,
      projects: lighthouse(blind, picky),
      tools: toolsWith({ type: ['string'] }),
    });
    expect(wayOf(none, 'flag')).toBeNull();
  });
});

describe('another engine', () => {
  it('is none where a client reads the text itself', async () => {
    const projects = (await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'cline');
    const text = hermes('{"name": "read_file", "arguments": {"path": "tides.txt"}}');
    expect(kindsOf(ask({ text, chosen: 'cline:xml', projects }))).toEqual(['prompt', 'edit']);
  });

  it('is offered with its own flag for the format', () => {
    const found = ask({ text: coder, chosen: 'vllm:hermes' });
    expect(wayOf(found, 'engine')).toMatchObject({ runtime: 'sglang:qwen3_coder' });
  });

  it('is named by the parser of its model, not by that of another one which reads the format', async () => {
    const projects = (await loadProjects()).filter(({ id }) => id === 'llamacpp' || id === 'vllm' || id === 'ollama');
    const text = '<tool_call>turn_lamp\n<arg_key>by</arg_key>\n<arg_value>1</arg_value>\n</tool_call>';
    const found = ask({ text, chosen: 'vllm:hermes', projects });
    const engines = found?.ways.flatMap(({ what }) => (what.kind === 'engine' ? [what] : [])) ?? [];
    expect(engines.map(({ runtime, isOfOtherModel }) => [runtime, isOfOtherModel])).toEqual([
      ['llamacpp:glm-4.6', false],
      ['ollama:glm-ocr', true],
    ]);
    expect(kindsOf(found).at(-1)).toBe('engine');
  });

  it('is not offered where it fails as well', () => {
    const found = ask({ text: hermes(good.replace('}}', '},}')), chosen: 'vllm:hermes' });
    expect(kindsOf(found)).toEqual(['edit', 'model']);
  });
});

describe('other tools', () => {
  it('have one type where the parser cannot do with a list of them', () => {
    const tools = toolsWith({ type: ['string', 'null'], description: 'How far.' });
    const way = wayOf(ask({ text: step3, tools, chosen: 'sglang:step3' }), 'tools');
    expect(way?.label).toBe('Declare `by` as a string');
    expect(toolDefinitions(way?.tools ?? '')[0]?.schema).toEqual({
      type: 'object',
      properties: { by: { type: 'string', description: 'How far.' } },
    });
  });

  it.each([
    ['a union', { anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] }, 'a string'],
    ['items of a list', { type: 'array', items: { type: ['string', 'null'] } }, 'a list of strings'],
  ])('have a plainer type in place of %s', (_what, schema, kind) => {
    const projects = lighthouse(picky);
    const found = ask({ text: flashed, tools: toolsWith(schema), chosen: picky.id, expected: meant, projects });
    expect(wayOf(found, 'tools')?.label).toBe(`Declare \`by\` as ${kind}`);
  });

  it('are changed in several places only where one is not enough', () => {
    const tools = JSON.stringify([
      { name: 'turn_lamp', parameters: { properties: { by: { type: ['string', 'null'] }, at: { type: ['number'] } } } },
    ]);
    const found = ask({ text: flashed, tools, chosen: picky.id, expected: meant, projects: lighthouse(picky) });
    expect(wayOf(found, 'tools')?.label).toBe('Declare 2 parameters with one type each');
  });

  it('declare a tool that is called, where undeclared calls are dropped', () => {
    const tools = '[{"name": "ring_bell", "parameters": {"type": "object"}}]';
    const way = wayOf(ask({ text: hermes(good), tools, chosen: 'sglang:qwen25' }), 'tools');
    expect(way?.label).toBe('Declare the tool `turn_lamp`');
    expect(toolDefinitions(way?.tools ?? '').map(({ name }) => name)).toEqual(['ring_bell', 'turn_lamp']);
  });

  it('are not offered where they change nothing', () => {
    const tools = toolsWith({ type: ['string', 'null'] });
    const found = ask({ text: flashed, tools, chosen: blind.id, expected: meant, projects: lighthouse(blind) });
    expect(found).toMatchObject({ intended: 1, ways: [] });
  });
});

describe('a system prompt', () => {
  it('asks for the format that the parser reads', () => {
    const way = wayOf(ask({ text: coder, chosen: 'vllm:hermes', system: 'Be brief.' }), 'prompt');
    expect(way).toEqual({ kind: 'prompt', format: 'hermes' });
  });

  it('is not offered where the reply is in that format, and where the prompt asks for it already', () => {
    const bad = ask({ text: hermes(good.replace('}}', '},}')), chosen: 'vllm:hermes' });
    expect(wayOf(bad, 'prompt')).toBeNull();
    const { text: system } = formatPrompt('hermes', '', []) ?? { text: '' };
    expect(wayOf(ask({ text: coder, chosen: 'vllm:hermes', system }), 'prompt')).toBeNull();
    expect(wayOf(ask({ text: coder, chosen: 'vllm:hermes', asked: 'hermes' }), 'prompt')).toBeNull();
  });

  it('is not offered where calls in that format do not come either', () => {
    const projects = lighthouse({ ...blind, formats: ['hermes'] });
    expect(kindsOf(ask({ text: coder, chosen: blind.id, projects }))).toEqual([]);
    const reading: Runtime = {
      ...(engines[0]?.runtimes.find(({ id }) => id === 'vllm:hermes') as Runtime),
      id: blind.id,
    };
    expect(kindsOf(ask({ text: coder, chosen: blind.id, projects: lighthouse(reading) }))).toContain('prompt');
  });
});

describe('an edit of the reply', () => {
  it('is that of a diagnosis, which mends all calls that have the same fault', () => {
    const one = ask({ text: hermes(good.replace('}}', '},}')), chosen: 'vllm:hermes' });
    expect(wayOf(one, 'edit')?.edit.label).toBe('Repair the JSON');
    const bad = hermes(good.replace('}}', '},}'));
    const two = ask({ text: `${bad}\n${bad.replace('"1"', '"2"')}`, chosen: 'sglang:qwen25' });
    const whole = wayOf(two, 'edit')?.edit;
    expect(whole?.label).toBe('Repair the JSON');
    expect(whole?.changes).toHaveLength(2);
  });

  it('is not offered where the calls stay away', () => {
    const text = '!flash turn_lamp {"by": "1",}';
    expect(kindsOf(ask({ text, chosen: flash.id, expected: meant, projects: lighthouse(flash) }))).toEqual(['edit']);
    const other = [{ name: 'turn_lamp', argumentsText: '{"by":"2"}' }];
    expect(kindsOf(ask({ text, chosen: flash.id, expected: other, projects: lighthouse(flash) }))).toEqual([]);
  });
});

describe('nothing is offered', () => {
  it.each([
    ['the calls come already', { text: hermes(good), chosen: 'vllm:hermes' }],
    ['no call was meant', { text: 'Good night.', chosen: 'vllm:hermes' }],
    ['there is no such runtime', { text: coder, chosen: 'vllm:nobody' }],
    ['the text is long', { text: `${coder}${' '.repeat(20_000)}`, chosen: 'vllm:hermes' }],
  ])('where %s', (_what, one) => {
    expect(ask(one)).toBeNull();
  });
});

describe('where only the stream fails', () => {
  const textOf = (format: string, name: string): string =>
    fixtures.find((one) => one.format === format && one.name === name)?.text ?? '';

  it('what is offered gives the calls in both ways', () => {
    const engine = ask({ text: textOf('llama3-json', 'text-around'), chosen: 'vllm:llama3_json' });
    expect(engine?.onlyStream).toBe(true);
    expect(engine?.ways).toMatchObject([
      { what: { kind: 'whole' } },
      { what: { kind: 'engine', runtime: 'sglang:llama3' } },
    ]);
    const flag = ask({ text: textOf('jamba', 'one-call'), chosen: 'vllm:jamba' });
    expect(flag?.onlyStream).toBe(true);
    // The other parser streams this reply, but it was written for another format.
    expect(kindsOf(flag)).toEqual(['whole', 'flag']);
    expect(flag?.ways.map(({ breaks }) => breaks === null)).toEqual([true, false]);
  });

  it('there may be nothing to offer but the whole reply', () => {
    expect(kindsOf(ask({ text: textOf('internlm2', 'one-call'), chosen: 'vllm:internlm' }))).toEqual(['whole']);
  });
});

describe('where a reasoning parser takes the call', () => {
  const thinking = `<think>I look.\n${hermes(good)}`;

  it('another one is offered first, that of the tool parser where it does as well, and nothing about the model', () => {
    const found = ask({ text: thinking, chosen: 'vllm:hermes', reasoning: 'deepseek_r1' });
    expect(found?.ways[0]?.what).toEqual({ kind: 'reasoning', parser: 'qwen3' });
    expect(kindsOf(found)).not.toContain('model');
    expect(kindsOf(found)).not.toContain('tools');
  });

  it('none is offered where no other gives the calls', () => {
    const found = ask({ text: thinking, chosen: 'vllm:xlam', reasoning: 'deepseek_r1' });
    expect(kindsOf(found)).not.toContain('reasoning');
  });

  it('an unknown flag, and none, are no reason to change one', () => {
    for (const reasoning of ['', 'beacon'])
      expect(kindsOf(ask({ text: hermes('{"name": "turn_lamp",}'), chosen: 'vllm:hermes', reasoning }))).not.toContain(
        'reasoning',
      );
  });
});
