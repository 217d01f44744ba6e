import { describe, expect, it } from 'vitest';
import { diagnose, extract, toolsOfCalls, type Diagnosis, type ToolDefinition } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const call = '<tide_lookup>\n<harbour>Brest</harbour>\n<days>2</days>\n</tide_lookup>';

function toldOf(text: string, runtime = 'auto', tools?: readonly ToolDefinition[]): Diagnosis | undefined {
  const options = { runtime, runtimes, tools };
  return diagnose(extract({ text }, options), options).find(({ message }) => message.includes('looks like a call'));
}

describe('what may be a call of an undeclared tool', () => {
  it.each([
    ['alone', call],
    ['after words', `I look it up.\n\n${call}`],
    ['on one line', call.replaceAll('\n', '')],
    ['in a block', `\`\`\`xml\n${call}\n\`\`\``],
    ['named with capitals', call.replaceAll('tide_lookup', 'lookupTide')],
  ])('is named with its place, %s', (_, text) => {
    const told = toldOf(text);
    expect(told?.code).toBe('D01');
    expect(text.slice(told?.span.from, told?.span.to)).toMatch(/^<(?:tide_lookup|lookupTide)>$/);
  });

  it.each([
    ['before an object', 'tide_lookup\n{"harbour": "Brest"}', 'tide_lookup'],
    ['before the keys of GLM', 'tides\n<arg_key>harbour</arg_key>\n<arg_value>Brest</arg_value>', 'tides'],
  ])('is a name on a line of its own %s', (_, text, name) => {
    const told = toldOf(text);
    expect(text.slice(told?.span.from, told?.span.to)).toBe(name);
    const { calls } = extract({ text }, { runtime: 'auto', tools: toolsOfCalls(told?.undeclared ?? []) });
    expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"harbour":"Brest"}']);
  });

  it('is a call once its tool is declared as told', () => {
    const { undeclared = [] } = toldOf(call) ?? {};
    const { calls } = extract({ text: call }, { runtime: 'auto', tools: toolsOfCalls(undeclared) });
    expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
      ['tide_lookup', '{"harbour":"Brest","days":"2"}'],
    ]);
  });

  it.each(['play_list', 'set-list', 'read_me', 'checkList', 'book_marks'])('is a thing: %s', (name) => {
    expect(toldOf(call.replaceAll('tide_lookup', name))).toBeUndefined();
  });

  it('is nothing to declare for a server that reads no such tag', () => {
    const told = toldOf(call, 'vllm:hermes');
    expect(told?.message).toContain('vLLM hermes reads no call there.');
    expect(told?.undeclared).toBeUndefined();
  });

  it.each([
    ['with the name of a thing', call.replaceAll('tide_lookup', 'tide_table')],
    ['with the name of a result', call.replaceAll('tide_lookup', 'lookup_results')],
    ['without a closer', call.replace('</tide_lookup>', '')],
    ['after a heading', 'Harbour\n{"name": "Brest"}'],
    ['in a long text', `${'It is high. '.repeat(5000)}\n${call}`],
    ['of a page', `<div>\n${call}\n</div>`],
    ['quoted', `> ${call.replaceAll('\n', '\n> ')}`],
    ['inside of a line', `Write \`${call.replaceAll('\n', '')}\` to ask.`],
    ['in closed reasoning', `<think>\n${call}\n</think>\nIt is high.`],
    ['with loose text inside', call.replace('<days>', 'and <days>')],
  ])('is none %s', (_, text) => {
    expect(toldOf(text)).toBeUndefined();
  });

  it('is none where tools are declared', () => {
    expect(toldOf(call, 'auto', [{ name: 'list_harbours' }])).toBeUndefined();
  });
});
