import { describe, expect, it } from 'vitest';
import { extract, joinDeltas, openStream } from '../../../../src/core/index.ts';
import { severalTokens } from '../../../conformance/chunkers.ts';
import { vllmRuntimes } from '../../../conformance/engines/vllm.ts';

// `_ast_callable_dotted_name` joins `a.b.c(…)` to one name. The pattern of whole replies, which all but `lfm2` ask, has no dot.

const forms = {
  lfm2: (list: string) => `<|tool_call_start|>${list}<|tool_call_end|>`,
  pythonic: (list: string) => list,
  llama4_pythonic: (list: string) => `<|python_start|>${list}<|python_end|>`,
  olmo3: (list: string) => `<function_calls>${list.slice(1, -1)}</function_calls>`,
} as const;

describe.each(Object.entries(forms))('%s', (flag, write) => {
  const options = { runtime: `vllm:${flag}`, runtimes: vllmRuntimes, tools: [] };
  const streamed = (text: string, count: number): readonly (readonly [string | null, string])[] => {
    const stream = openStream(options);
    const deltas = severalTokens(text, count).flatMap((piece) => stream.push(piece));
    return joinDeltas([...deltas, ...stream.end().deltas]).calls.map(({ name, argumentsText }) => [
      name,
      argumentsText,
    ]);
  };

  it.each([1, 2, 3, 5, 99])('streams dotted names, by %i tokens', (count) => {
    expect(streamed(write('[a.b(x=1)]'), count)).toEqual([['a.b', '{"x": 1}']]);
    expect(streamed(write('[mail.box.send(to="x"), ping()]'), count)).toEqual([
      ['mail.box.send', '{"to": "x"}'],
      ['ping', '{}'],
    ]);
  });

  it('streams no other target of a call as a name', () => {
    for (const list of ['[a[0](x=1)]', '[a().b(x=1)]', '["a".b(x=1)]']) expect(streamed(write(list), 1)).toEqual([]);
  });

  it('reads dotted names of whole replies where no pattern is asked first', () => {
    const { calls, content } = extract({ text: write('[a.b(x=1)]') }, options);
    expect(calls.map(({ name }) => name)).toEqual(flag === 'lfm2' ? ['a.b'] : []);
    expect(content).toBe(flag === 'lfm2' ? null : write('[a.b(x=1)]'));
  });
});
