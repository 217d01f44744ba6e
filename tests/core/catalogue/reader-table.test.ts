import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AskedReply,
  readerTable as tableOf,
  type ReaderRow,
  type ReaderTable,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { runtimeList, runtimesFor } from '../../../src/core/reader/runtimes.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { fixtures } from '../../fixtures.ts';

const ferry = '{"name": "find_ferry", "arguments": {"port": "Malmö"}}';
const hermes = `<tool_call>\n${ferry}\n</tool_call>`;

function replyOf(text: string, tools: readonly ToolDefinition[]): AskedReply {
  return new AskedReply({ text, tools: tools.length === 0 ? undefined : tools, expected: null, capabilities: {} });
}

/** Without engines, so that each of them has its documented row, unless they are given. */
function readerTable(
  text: string,
  tools: readonly ToolDefinition[],
  runtimes: readonly Runtime[] = runtimeList,
): ReaderTable {
  const steps = tableOf(replyOf(text, tools), runtimes, '');
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function row({ rows }: ReaderTable, engine: string): ReaderRow {
  const found = rows.find((one) => one.engine === engine);
  if (found === undefined) throw new Error(`no row for ${engine}`);
  return found;
}

function said(table: ReaderTable, engine: string): string {
  const failures = row(table, engine).failures.filter(({ applies }) => applies === 'yes');
  return failures.map(({ text }) => text).join(' ');
}

describe('who reads a text', () => {
  it('names the flag for a Hermes reply', () => {
    const table = readerTable(hermes, []);
    expect(table.found[0]).toEqual({ format: 'hermes', calls: 1 });
    const vllm = row(table, 'vllm');
    expect([vllm.verdict, vllm.format, vllm.calls]).toEqual(['yes', 'hermes', 1]);
    expect(vllm.settings[0]?.text).toBe('--enable-auto-tool-choice --tool-call-parser hermes');
    expect(row(table, 'ollama').settings.map(({ text }) => text)).toContain('PARSER qwen3');
    expect(said(table, 'vllm')).toBe('');
  });

  it('runs every runtime with rules of its own', () => {
    const { answers } = readerTable(hermes, []);
    expect(answers.map(({ runtime, whole: { calls, count } }) => [runtime, calls, count])).toEqual([
      ['exathena', 'same', 1],
      ['exathena-head', 'same', 1],
      ['chatcli', 'none', 0],
      ['chatcli-shim', 'none', 0],
    ]);
  });

  it('keeps a documented row of a built engine for the flags that are not built', async () => {
    const runtimes = await runtimesFor('vllm:hermes');
    expect(readerTable(hermes, [], runtimes).rows.map(({ engine }) => engine)).not.toContain('vllm');
    expect(readerTable(hermes, [], runtimes).rows.map(({ engine }) => engine)).toContain('sglang');
    const some = runtimes.filter(({ id }) => id !== 'vllm:hermes');
    expect(row(readerTable(hermes, [], some), 'vllm').settings.map(({ name }) => name)).toEqual(['hermes']);
  });

  it('reports how far it is', () => {
    const steps = tableOf(replyOf(hermes, []), runtimeList, '');
    const reports = [];
    for (let step = steps.next(); step.done !== true; step = steps.next()) reports.push(step.value);
    expect(reports.at(-1)).toEqual({ done: reports.length, total: reports.length });
  });

  it('knows routes that were not written for a format, and formats that no engine reads', () => {
    expect(
      row(readerTable('<longcat_tool_call>{"name": "f", "arguments": {}}</longcat_tool_call>', []), 'ollama').verdict,
    ).toBe('generic');
    const grok = '<xai:function_call name="crop"><parameter name="px">6</parameter></xai:function_call>';
    expect(readerTable(grok, []).rows.map(({ verdict }) => verdict)).toEqual(Array(6).fill('no'));
  });

  it('does not take JSON inside markup for bare JSON', () => {
    const table = readerTable('<|tool_call|>[{"name": "f", "arguments": {}}]<|/tool_call|>', []);
    expect(table.found).toEqual([{ format: 'phi-4-mini', calls: 1 }]);
    expect(['vllm', 'llamacpp', 'ollama'].map((id) => row(table, id).verdict)).toEqual(['no', 'generic', 'generic']);
    expect(row(readerTable(`[{"name": "f", "arguments": {}}]`, []), 'vllm')).toMatchObject({
      verdict: 'yes',
      format: 'xlam',
    });
  });

  it('says how many calls one flag reads when a reply has two formats', () => {
    const table = readerTable(`${hermes}\n<longcat_tool_call>{"name": "f", "arguments": {}}</longcat_tool_call>`, []);
    expect(table.intended).toBe(2);
    expect(row(table, 'vllm').calls).toBe(1);
  });

  it('has nothing to say about a text without calls, and about a very long one', () => {
    expect(readerTable('Good morning.', []).rows).toEqual([]);
    expect(readerTable('', []).rows).toEqual([]);
    expect(readerTable(hermes.slice(0, 40), [])).toMatchObject({ rows: [], intended: 0, cut: 1 });
    expect(readerTable('a'.repeat(200_001), []).problem).not.toBe('');
  });

  it.each(fixtures.filter(({ name }) => name === 'one-call'))('finds $format in its own call', (fixture) => {
    const { found } = readerTable(fixture.text, fixture.expected.tools);
    expect(found.map(({ format }) => format)).toContain(fixture.format);
  });
});

it('answers to any text, and never counts more calls than there are', () => {
  const pieces = fc.constantFrom(...fixtures.map(({ text }) => text));
  const cut = fc.tuple(pieces, fc.nat(), fc.nat()).map(([text, a, b]) => text.slice(a % text.length, b % text.length));
  const texts = fc.array(fc.oneof(pieces, cut, fc.string()), { maxLength: 3 }).map((parts) => parts.join('\n'));
  fc.assert(
    fc.property(texts, (text) => {
      const { rows, intended, found } = readerTable(text, []);
      for (const row of rows) expect(row.calls).toBeLessThanOrEqual(intended);
      expect(rows.length > 0).toBe(found.length > 0);
    }),
    { numRuns: 40 },
  );
});

describe('the known failures that a text brings about', () => {
  const llama = (before: string): string => `${before}{"name": "rate_soup", "parameters": {"stars": 4}}`;

  it.each([
    ['a call on one line', `<tool_call>${ferry}</tool_call>`, 'smg', 'line break'],
    ['text after the call', `${hermes}\nI will wait for it.`, 'vllm', 'after'],
    ['a negative number', '[dive(depth=-3)]', 'vllm', 'negative number'],
    ['no wrapper', '<function=f>\n<parameter=a>\n1\n</parameter>\n</function>', 'lmdeploy', '<tool_call>'],
    ['the blank of V4.1', dsml(' '), 'lmdeploy', 'V4.1'],
    ['a closing tag in a string', hermes.replace('Malmö', 'a</tool_call>b'), 'lmdeploy', 'inside a string'],
    ['the key parameters', hermes.replace('arguments', 'parameters'), 'smg', '`parameters`'],
    ['words before Llama 3 JSON', llama('I rate it.\n'), 'vllm', 'Streamed, finds a call only at the beginning'],
    ['words before Llama 3 JSON', llama('I rate it.\n'), 'sglang', 'only at the beginning'],
    ['no blank line before DSML', dsml(''), 'lmdeploy', 'empty line'],
  ])('tells of %s', (_what, text, engine, words) => {
    expect(said(readerTable(text, []), engine)).toContain(words);
  });

  it.each([
    ['the key parameters inside the arguments', hermes.replace('port', 'parameters'), 'smg'],
    ['a positive number', '[dive(depth=3)]', 'vllm'],
    ['Llama 3 JSON alone', llama(''), 'vllm'],
    ['Llama 3 JSON alone', llama(''), 'sglang'],
    ['the token after words', llama('I rate it.\n<|python_tag|>'), 'sglang'],
  ])('does not with %s', (_what, text, engine) => {
    expect(said(readerTable(text, []), engine)).toBe('');
  });

  it('tells of undeclared names where an engine drops them', () => {
    const tools = [{ name: 'other', schema: {} }];
    expect(said(readerTable(hermes, tools), 'sglang')).toContain('undeclared');
    expect(said(readerTable(hermes, [{ name: 'find_ferry', schema: {} }]), 'sglang')).toBe('');
  });
});

function dsml(blank: string): string {
  const tag = (rest: string): string => `｜DSML｜${blank}${rest}`;
  const block = blank === '' ? 'tool_calls' : 'calls';
  return `<${tag(block)}>\n<${tag('invoke')} name="pick">\n<${tag('parameter')} name="kg" string="false">3</${tag('parameter')}>\n</${tag('invoke')}>\n</${tag(block)}>`;
}
