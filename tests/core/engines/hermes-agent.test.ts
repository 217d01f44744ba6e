import { describe, expect, test } from 'vitest';
import { extract, loadProjects } from '../../../src/core/index.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const names = (text: string): readonly string[] =>
  extract({ text }, { runtime: 'hermes-agent:mistral', runtimes, tools: [] }).calls.map(({ name }) => name);
const digits = '1'.repeat(4301);

// As environments/tool_call_parsers/mistral_parser.py is written.
describe('the list of hermes-agent’s mistral parser', () => {
  test('skips what has no name', () => {
    expect(names('[TOOL_CALLS] [{"type": "function"}, {"name": "open_hatch", "arguments": {}}]')).toEqual([
      'open_hatch',
    ]);
    expect(names('[TOOL_CALLS] ["open", ["hatch"], {"name": "open_hatch"}]')).toEqual(['open_hatch']);
  });

  test('is given up for an item that can hold no name, or is no object and holds one', () => {
    for (const item of ['7', 'null', '"a name"', '["name"]', '{"name": 7}'])
      expect(names(`[TOOL_CALLS] [{"name": "open_hatch"}, ${item}]`), item).toEqual([]);
  });

  test('is given up for an integer that Python refuses, and not read again from each of its digits', () => {
    expect(names(`[TOOL_CALLS] [{"name": "open_hatch"}, {"name": "fill", "arguments": {"n": ${digits}}}]`)).toEqual([]);
    expect(names(`[TOOL_CALLS] [{"name": "open_hatch"}, {"name": "fill", "arguments": {"n": ${digits}`)).toEqual([]);
  });

  test('is picked apart where it is no JSON', () => {
    expect(names('[TOOL_CALLS] [{"name": "open_hatch"}, {"name": "fi')).toEqual(['open_hatch']);
    expect(names('[TOOL_CALLS] [{"name": "open_hatch"}, {"name": 7}, {"name": "fi')).toEqual([]);
  });
});
