import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePrefill } from '../../../src/app/permalink/prefill.ts';
import { linkLimits } from '../../../src/app/permalink/schema.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';
import { anyText } from './states.ts';

const good: [hash: string, filled: Partial<LinkState>][] = [
  ['#in=hello', { text: 'hello' }],
  ['in=hello', { text: 'hello' }],
  ['#in=', {}],
  ['#in=1+1', { text: '1+1' }],
  ['#in=a=b==', { text: 'a=b==' }],
  ['#in=a#b?c/d', { text: 'a#b?c/d' }],
  ['#in=ends.', { text: 'ends.' }],
  ['#in=%7B%22name%22%3A%20%22f%22%7D%0A', { text: '{"name": "f"}\n' }],
  ['#in={"name":"f"}', { text: '{"name":"f"}' }],
  ['#in=100%25&profile=auto', { text: '100%', profile: 'auto' }],
  ['#in=%E2%82%AC%F0%9F%98%80%c3%a9', { text: '€😀é' }],
  ['#runtime=vllm:hermes&in=x', { profile: 'vllm:hermes', text: 'x' }],
  ['#profile=format:qwen3_coder', { profile: 'format:qwen3_coder' }],
  ['#profile=format%3Ahermes&in=x&', { profile: 'format:hermes', text: 'x' }],
  ['#in=x&&compact=1', { text: 'x', compact: true }],
  ['#compact=0', {}],
  ['#tools=[]&native=[{}]&system=Be%20kind.', { tools: '[]', native: '[{}]', system: 'Be kind.' }],
  ['#caps=', {}],
  ['#caps=native_tool_calls', { nativeToolCalls: 'true' }],
  ['#caps=native_tool_calls:false,self_contained_tools', { nativeToolCalls: 'false', selfContained: true }],
  ['#caps=self_contained_tools%3Afalse', {}],
  ['#caps=thinking', { thinking: 'on' }],
  ['#caps=native_tool_calls,thinking:false', { nativeToolCalls: 'true', thinking: 'off' }],
];

test.each(good)('%s', (hash, filled) => {
  expect(decodePrefill(hash)).toEqual({
    ok: true,
    state: { ...emptyLinkState, profile: 'auto', ...filled },
    version: 1,
    problem: null,
  });
});

test('whatever encodeURIComponent writes is read back', () => {
  const wellFormed = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(wellFormed, wellFormed, (text, tools) => {
      expect(decodePrefill(`#in=${encodeURIComponent(text)}&tools=${encodeURIComponent(tools)}`)).toEqual({
        ok: true,
        state: { ...emptyLinkState, profile: 'auto', text, tools },
        version: 1,
        problem: null,
      });
    }),
    { seed: 1 },
  );
});

describe('mistakes are named with their place', () => {
  const bad: [hash: string, error: object][] = [
    ['#in=100%', { code: 'bad-characters', field: 'in', at: 6 }],
    ['#in=100%&profile=auto', { code: 'bad-characters', field: 'in', at: 6 }],
    ['#profile=auto&in=a%zzb', { code: 'bad-characters', field: 'in', at: 17 }],
    ['#in=%41%C3%28', { code: 'bad-characters', field: 'in', at: 6 }],
    ['#in=%E2%82', { code: 'bad-characters', field: 'in', at: 3 }],
    ['#in=%C3%A9%A9', { code: 'bad-characters', field: 'in', at: 9 }],
    ['#in=%ED%A0%80', { code: 'bad-characters', field: 'in', at: 3 }],
    ['#in=%C0%80', { code: 'bad-characters', field: 'in', at: 3 }],
    ['#in=%F0%9F%98%80%4', { code: 'bad-characters', field: 'in', at: 15 }],
    ['#compact=yes', { code: 'bad-shape', field: 'compact', at: 0 }],
    ['#caps=native_tool_calls:maybe', { code: 'bad-shape', field: 'caps' }],
    ['#runtime=No Such', { code: 'bad-shape', field: 'runtime' }],
    [`#in=${'x'.repeat(linkLimits.text + 1)}`, { code: 'bad-shape', field: 'in' }],
    ['#inn=x', { code: 'not-a-link' }],
    ['', { code: 'not-a-link' }],
    ['#in', { code: 'not-a-link' }],
  ];
  test.each(bad.map((one) => [one[0].slice(0, 40), ...one] as const))('%j', (_, hash, error) => {
    const result = decodePrefill(hash);
    expect(result).toMatchObject({ ok: false, error });
    if (!result.ok) expect(result.error.message).toMatch(/^[A-Z].{10,240}\.$/);
  });

  const kept: [hash: string, text: string, profile: string, problem: object | null][] = [
    ['#in=salt&pepper', 'salt', 'auto', { code: 'bad-field', field: 'pepper', at: 8 }],
    ['#in=a&b=c', 'a', 'auto', { code: 'bad-field', field: 'b', at: 5 }],
    ['#in=a&__proto__=c', 'a', 'auto', { code: 'bad-field', at: 5 }],
    ['#in=a&IN=c', 'a', 'auto', { code: 'bad-field', at: 5 }],
    ['#in=a&in=b', 'a', 'auto', { code: 'bad-field', field: 'in', at: 5 }],
    ['#caps=native&in=x', 'x', 'auto', { code: 'bad-shape', field: 'caps', at: 0 }],
    ['#in=x&runtime=No Such', 'x', 'auto', { code: 'bad-shape', field: 'runtime' }],
    ['#in=x&tools=%', 'x', 'auto', { code: 'bad-characters', field: 'tools' }],
    [`#in=x&system=${'s'.repeat(linkLimits.system + 1)}&runtime=vllm:hermes`, 'x', 'vllm:hermes', { field: 'system' }],
    // An id that the page does not have is told later, with those that are near it.
    ['#in=x&runtime=ollama:generic:{', 'x', 'ollama:generic:{', null],
  ];
  test.each(kept.map((one) => [one[0].slice(0, 40), ...one] as const))(
    '%j keeps its text',
    (_, hash, text, profile, problem) => {
      const result = decodePrefill(hash);
      expect(result).toMatchObject({ ok: true, state: { text, profile }, problem });
    },
  );

  test('a broken escape is quoted and the remedy named', () => {
    expect(decodePrefill('#in=100% sure')).toMatchObject({
      error: {
        message:
          'The field in of the prefill has a broken percent escape at character 6: "% s". A percent sign is written %25.',
      },
    });
  });
});

test('any text at all is answered, never thrown at', () => {
  fc.assert(
    fc.property(fc.constantFrom('in=', '#in=%', 'tools=a&', '#caps='), anyText(100), (head, rest) => {
      expect(typeof decodePrefill(head + rest).ok).toBe('boolean');
    }),
    { seed: 1 },
  );
});
