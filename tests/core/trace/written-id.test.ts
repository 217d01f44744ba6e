import { describe, expect, it } from 'vitest';
import { explain, extract, loadProjects, writtenId } from '../../../src/core/index.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const tools = [{ name: 'get_weather', schema: { type: 'object', properties: { id: { type: 'string' } } } }];

function kimi(id: string): string {
  const call = `<|tool_call_begin|>${id}<|tool_call_argument_begin|>{"id": "x"}<|tool_call_end|>`;
  return `<|tool_calls_section_begin|>${call}<|tool_calls_section_end|>`;
}

describe('the step of a call', () => {
  it.each([
    [
      'sglang:kimi_k2',
      kimi('functions.get_weather:3'),
      'The server drops the id `functions.get_weather:3` of the call, and generates `functions.get_weather:0`.',
    ],
    [
      'sglang:kimi_k2',
      kimi('functions.get_weather:0'),
      'The server drops the id `functions.get_weather:0` of the call. The one that it generates is the same.',
    ],
    ['vllm:kimi_k2', kimi('functions.get_weather:3'), null],
    [
      'vllm:hermes',
      '<tool_call>\n{"id": "call_7", "name": "get_weather", "arguments": {}}\n</tool_call>',
      /^The server drops the id `call_7` of the call, and generates `chatcmpl-tool-\w+`\.$/,
    ],
    [
      'vllm:hermes',
      '<tool_call>\n{"name": "get_weather", "arguments": {"id": "call_7"}}\n</tool_call>',
      'The call has no id, so the server generates one.',
    ],
  ])('of %s says what became of the id in %s', (runtime, text, note) => {
    const { trace, document, runtime: info } = extract({ text }, { runtime, runtimes, tools });
    const step = trace.find(({ kind }) => kind === 'call');
    const said = step === undefined ? undefined : explain(step, document, info.words).note;
    if (note instanceof RegExp) expect(said).toMatch(note);
    else expect(said).toBe(note);
  });
});

describe('writtenId', () => {
  it.each([
    ['[TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"id": 1}', 'a1b2c3d4e'],
    ['[TOOL_CALLS]get_weather[ARGS]{"id": 1}', null],
    ['[{"name": "get_weather", "arguments": {}, "id": "a1b2c3d4e"}]', 'a1b2c3d4e'],
    ['[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {}}]', '0'],
    ['{"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}', 'call_1'],
    ['{"id": {}, "name": "get_weather"}', null],
    ['<tool_call>', null],
  ])('is read in %s', (text, id) => {
    expect(writtenId({ name: 'get_weather', from: 0, to: text.length }, text)).toBe(id);
  });
});
