import { describe, expect, it } from 'vitest';
import {
  compareExtractions,
  diagnose,
  extract,
  haveSameResult,
  runtimesFor,
  verdictOf,
} from '../../../src/core/index.ts';

const tools = [{ name: 'get_weather', schema: { type: 'object', properties: { city: { type: 'string' } } } }];

const calling = (argumentsText: string): string =>
  JSON.stringify([{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: argumentsText } }]);

async function read(runtime: string, text: string, native = calling('{"city": "Oslo"}'), reasoning = '') {
  const options = { runtime, runtimes: await runtimesFor(runtime), tools, reasoning };
  const extraction = extract({ text, tool_calls_text: native }, options);
  const diagnoses = diagnose(extraction, options);
  return { extraction, verdict: verdictOf({ ...extraction, diagnoses }), diagnoses };
}

describe('calls that a server returned as such', () => {
  it.each([
    ['auto', ''],
    ['format:hermes', ''],
    ['vllm:hermes', ''],
    ['vllm:hermes', 'qwen3'],
    ['llamacpp:qwen3-coder', ''],
    ['openhands:fn-call-converter', ''],
  ])('are what the client received under %s %s', async (runtime, reasoning) => {
    const { extraction, verdict, diagnoses } = await read(runtime, '', calling('{"city": "Oslo"}'), reasoning);
    expect(extraction.calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
      ['get_weather', '{"city":"Oslo"}'],
    ]);
    expect([verdict.tone, verdict.headline, verdict.reason]).toEqual([
      'good',
      'The server returned a call to get_weather.',
      'The client received it as native `tool_calls`.',
    ]);
    expect([diagnoses, extraction.lost]).toEqual([[], []]);
  });

  it('leave the text as it is, a call in it included', async () => {
    const text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Rome"}}</tool_call>';
    const { extraction } = await read('vllm:hermes', text);
    expect([extraction.content, extraction.calls.map(({ argumentsText }) => argumentsText)]).toEqual([
      text,
      ['{"city":"Oslo"}'],
    ]);
  });

  it('have their faults under a server as well', async () => {
    const cut = await read('vllm:hermes', '', calling('{"city": "Os'));
    expect([cut.verdict.tone, cut.verdict.headline]).toEqual([
      'flawed',
      'The server returned a call to get_weather. The arguments are cut off in the middle.',
    ]);
    const other = await read('vllm:hermes', '', calling('{"town": 4}'));
    expect(other.verdict.headline).toBe('The server returned a call to get_weather. `get_weather` declares no `town`.');
  });

  it('are the same on both sides of a comparison', async () => {
    const [one, other] = [await read('vllm:hermes', 'Hm.'), await read('sglang:qwen25', 'Hm.')];
    expect(haveSameResult(one.extraction, other.extraction)).toBe(true);
    expect(compareExtractions(one.extraction, other.extraction).flipped).toEqual([]);
  });

  it('are none where the list is empty or no JSON: then the text is read', async () => {
    const text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Rome"}}</tool_call>';
    for (const native of ['[]', '[{'])
      expect((await read('vllm:hermes', text, native)).verdict.headline).toBe('1 call: get_weather.');
  });

  it('are read by agents and app layers in their own way', async () => {
    expect((await read('exathena', '')).verdict.gets).toBe('ExAthena 0.4.6 returns it.');
    expect((await read('ai:generate-text', '')).verdict.gets).toBe('Vercel AI SDK generateText returns it.');
  });
});
