import { describe, expect, it } from 'vitest';
import { extract, openReplay, runtimesFor, withTools, type ToolDefinition } from '../../../src/core/index.ts';

const text =
  '<tool_call>{"name": "f", "arguments": {"n": 1}}</tool_call><tool_call>{"name": "g", "arguments": {}}</tool_call>';

const toolsOf = (runtime: string, reply: string, native = '', tools?: readonly ToolDefinition[]) =>
  withTools({ runtime, tools }, { text: reply, tool_calls_text: native }).tools;

describe('the tools in force', () => {
  it('are those that the reply calls where an engine is asked and nobody knows them', () => {
    const f = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    expect(toolsOf('sglang:qwen25', `${text}${text}`)).toEqual([
      { name: 'f', schema: f, inferred: true },
      { name: 'g', schema: { type: 'object', properties: {} }, inferred: true },
    ]);
    expect(toolsOf('sglang:qwen25', 'Good morning.')).toEqual([]);
  });

  it('are those of the native calls as well', () => {
    const native = '[{"id": "a", "type": "function", "function": {"name": "h", "arguments": "{}"}}]';
    expect(toolsOf('ai:generate-text', '', native).map(({ name }) => name)).toEqual(['h']);
  });

  it('are the declared ones where there are some, none included', () => {
    const declared = [{ name: 'h' }];
    expect(toolsOf('sglang:qwen25', text, '', declared)).toBe(declared);
    expect(toolsOf('sglang:qwen25', text, '', [])).toEqual([]);
  });

  it('are those that a client knows without a request', async () => {
    const options = { runtime: 'cline:xml', runtimes: await runtimesFor('cline:xml') };
    expect(withTools(options, { text }).tools.map(({ name }) => name)).toContain('read_file');
    expect(withTools({ ...options, tools: [] }, { text }).tools).toEqual([]);
  });

  it('are none for our own readers', () => {
    expect(toolsOf('auto', text)).toEqual([]);
    expect(toolsOf('format:hermes', text)).toEqual([]);
  });
});

describe('the tools of Cline, which nobody has to declare', () => {
  const call = '<read_file>\n<path>src/pier.ts</path>\n</read_file>';
  const read = (reply: string) => {
    const options = withTools({ runtime: 'auto' }, { text: reply });
    return extract({ text: reply }, options).calls.map(({ name, argumentsText }) => [name, argumentsText]);
  };

  it('are in force under any format where the reply calls them, with the keys that it writes', () => {
    expect(toolsOf('auto', `I look.\n\n${call}`).map(({ name }) => name)).toContain('read_file');
    expect(read(`I look.\n\n${call}`)).toEqual([['read_file', '{"path":"src/pier.ts"}']]);
    expect(read('<execute_command>\n<command>ls</command>\n<when>now</when>\n</execute_command>')).toEqual([
      ['execute_command', '{"command":"ls","when":"now"}'],
    ]);
  });

  it('are what an engine is asked with, too', () => {
    expect(toolsOf('sglang:qwen25', call).map(({ name }) => name)).toEqual(['read_file']);
  });

  it.each([
    ['the rules of the prompt show the form', `Usage:\n${call}`],
    ['the value is only described', '<read_file>\n<path>path/to/file here</path>\n</read_file>'],
    ['the tag holds none of its parameters', '<read_file>\n<colour>red</colour>\n</read_file>\n\nThat was it.'],
    ['the tag is of another tool', '<dim_lamp>\n<path>attic</path>\n</dim_lamp>'],
  ])('are not in force where %s', (_, reply) => {
    expect(toolsOf('auto', reply)).toEqual([]);
    expect(read(reply)).toEqual([]);
  });

  it('are not in force beside a call in another form, nor where tools are declared', () => {
    expect(toolsOf('auto', `${call}\n${text}`)).toEqual([]);
    expect(toolsOf('auto', call, '', [])).toEqual([]);
  });
});

describe('a flawless call of Qwen3-Coder without declared tools', () => {
  const reply =
    '<tool_call>\n<function=set_pump>\n<parameter=name>\nnorth\n</parameter>\n<parameter=bar>\n4\n</parameter>\n</function>\n</tool_call>';

  it.each(['vllm:qwen3_coder', 'sglang:qwen3_coder', 'llamacpp:qwen3-coder'])('is read by %s', async (runtime) => {
    const { calls, lost } = extract({ text: reply }, { runtime, runtimes: await runtimesFor(runtime) });
    expect(calls.map(({ name, argumentsText }) => [name, JSON.parse(argumentsText) as unknown])).toEqual([
      ['set_pump', { name: 'north', bar: '4' }],
    ]);
    expect(lost).toEqual([]);
  });

  it('is read in a replay as well', async () => {
    const runtime = 'vllm:qwen3_coder';
    const replay = openReplay(
      reply,
      { cuts: [20, 60], times: [0, 0, 0] },
      { runtime, runtimes: await runtimesFor(runtime) },
    );
    expect(replay.positionAt(3).calls.map(({ name }) => name)).toEqual(['set_pump']);
  });
});
