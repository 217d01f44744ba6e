import { describe, expect, it } from 'vitest';
import { extract, toolsOfCalls } from '../../../src/core/index.ts';
import { formatList, type ToolFormat } from '../../../src/core/formats/list.ts';
import { correctForm, type IntendedCall } from '../../../src/core/reader/index.ts';

const plain: IntendedCall = { name: 'find_ferry', argumentsText: '{"port":"Malmö","cars":2,"now":true}' };
const other: IntendedCall = { name: 'ring_bell', argumentsText: '{"how":"two\\nlines","loud":2.5}' };
/** One turn holds one call. */
const single = ['gigachat3', 'glm-4-legacy', 'internlm2', 'llama3-builtin'];

const canBeWritten = ({ writes, prompt }: ToolFormat): boolean => writes !== undefined || prompt !== undefined;

const read = (id: string, text: string, calls: readonly IntendedCall[]): unknown =>
  extract({ text }, { runtime: `format:${id}`, tools: toolsOfCalls(calls) }).calls.map(({ name, argumentsText }) => [
    name,
    JSON.parse(argumentsText) as unknown,
  ]);
const valuesOf = (calls: readonly IntendedCall[]): unknown =>
  calls.map(({ name, argumentsText }) => [name, JSON.parse(argumentsText) as unknown]);

it('is unknown for a format that nobody can write', () => {
  expect(correctForm('octopus', [plain], '')).toBeNull();
});

describe.each(formatList.filter(canBeWritten).map(({ id }) => id))('the correct form of %s', (id) => {
  it('is read as what it says', () => {
    const form = correctForm(id, [plain], '');
    expect(read(id, form?.text ?? '', [plain])).toEqual(valuesOf([plain]));
  });

  it('holds several calls where a turn may', () => {
    const form = correctForm(id, [plain, other], '');
    expect(
      form?.calls.map(({ name }) => name),
      `The writer of ${id} returns null for a text of two lines or for two calls. If a turn of it holds one call, name it in "single" here.`,
    ).toEqual(single.includes(id) ? [plain.name] : [plain.name, other.name]);
    expect(read(id, form?.text ?? '', form?.calls ?? [])).toEqual(valuesOf(form?.calls ?? []));
  });
});

/** These have a raw command, and other quotes, where the calls do not say so. */
const laidOutOtherwise = ['cwm', 'sarashina'];

it('is the example of the format for the calls of the example', () => {
  const others = formatList
    .filter((format) => canBeWritten(format) && format.writes !== undefined && !laidOutOtherwise.includes(format.id))
    .flatMap(({ id, example, exampleTools = [] }) => {
      const { calls } = extract({ text: example }, { runtime: `format:${id}`, tools: exampleTools });
      const text = correctForm(id, calls, example)?.text;
      return text === example ? [] : [[id, text, example]];
    });
  expect(others).toEqual([]);
});

describe('of several spellings', () => {
  it.each([
    ['deepseek-dsml', '<｜DSML｜function_calls>\n<｜DSML｜invoke name="f">', '<｜DSML｜function_calls>'],
    ['deepseek-dsml', '<｜DSML｜ calls>\n<｜DSML｜ invoke name="f">', '<｜DSML｜ calls>'],
    ['hunyuan-hy3', '<tool_calls>\n<tool_call>f<tool_sep>\n', 'find_ferry<tool_sep>'],
    ['hunyuan-hy3', '<tool_calls>\n<tool_call>f\n<arg_key>a</arg_key>\n', 'find_ferry\n'],
    ['glm-4.5', '<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>', 'find_ferry<arg_key>'],
    ['glm-4.5', '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>', 'find_ferry\n<arg_key>'],
  ])('%s is written as in the reply', (id, like, beginning) => {
    expect(correctForm(id, [plain], like)?.text).toContain(beginning);
  });
});

it('does not exist for arguments that are no object, nor for what no form can hold', () => {
  expect(correctForm('hermes', [{ name: 'f', argumentsText: '{"a":' }], '')).toBeNull();
  expect(correctForm('hermes', [], '')).toBeNull();
  expect(correctForm('no-format', [plain], '')).toBeNull();
  expect(correctForm('qwen3-coder-xml', [{ name: 'f', argumentsText: '{"a":"</parameter>"}' }], '')).toBeNull();
  const deep = `${'['.repeat(90_000)}${']'.repeat(90_000)}`;
  expect(correctForm('hermes', [{ name: 'f', argumentsText: `{"a":${deep}}` }], '')).toBeNull();
});
