import { describe, expect, it } from 'vitest';
import { diagnose, extract, runtimesFor, withTools } from '../../../src/core/index.ts';
import { told } from './told.ts';

describe('after an edit the text is sound', () => {
  it.each([
    { under: 'vllm:mistral:pre_v11', of: 'mistral/surplus-brace', never: /\]\]/ },
    { under: 'sglang:qwen3_coder', of: 'qwen3-coder-xml/tag-written-twice', never: /<\/function>\s*<\/function>/ },
    { under: 'sglang:gemma4', of: 'gemma4/damaged-object-3', never: /\}\}/ },
    { under: 'mlx:pythonic', of: 'lfm2/dialect-json-body', never: /lift_lid[\s\S]*lift_lid/ },
    { under: 'ai-sdk:hermes', of: 'hermes/arguments-beside-the-name-3', never: /\}\}\}/ },
    { under: 'qwen-agent:nous', of: 'hermes/arguments-beside-the-name-3', never: /"function": \{/ },
    { under: 'hermes-agent:kimi_k2', of: 'kimi-k2/dialect-without-section', never: /call_end\|>$/ },
  ])('$of under $under', async ({ under, of, never }) => {
    const { edited, meant, whole } = await told(under, of);
    expect(edited).not.toMatch(never);
    expect(whole).toEqual(meant);
  });

  it('and keeps every digit of a number', async () => {
    const { edited } = await told('llamacpp:seed-oss', 'seed-oss/one-call');
    expect(edited).toContain('12345678901234567890');
  });
});

describe('what an edit promises of the stream', () => {
  it.each([
    { under: 'sglang:glm45', of: 'glm-4.5/pair-markers-exchanged-2' },
    { under: 'vllm:poolside_v1@2026-05', of: 'glm-4.5/pair-markers-exchanged-2' },
  ])('holds: $of under $under', async ({ under, of }) => {
    const { meant, whole, streamed } = await told(under, of);
    expect(whole).toEqual(meant);
    expect(streamed).toEqual(meant);
  });

  it.each([
    { under: 'vllm:jamba', of: 'jamba/quote-lost' },
    { under: 'vllm:xlam', of: 'xlam/marker-beside-the-call-2' },
    { under: 'vllm-mlx:qwen', of: 'hermes/tag-without-its-sign-2' },
    { under: 'vllm:granite-20b-fc', of: 'granite-20b-fc/after-reasoning' },
  ])('is said where only the whole reply keeps it: $of under $under', async ({ under, of }) => {
    const { diagnoses, whole, streamed } = await told(under, of);
    expect(whole).not.toEqual(streamed);
    expect(diagnoses.find(({ edit }) => edit !== null)?.remedy).toMatch(/`stream: false`/);
  });
});

describe('of the whole reply and the stream the one is advised that gives what was meant', () => {
  it('the stream, where the whole reply ends a value too early', async () => {
    const runtime = 'sglang:step3p5@2026-07';
    const text =
      '<tool_call>\n<function=store_text>\n<parameter=path>\nhelp/end.md\n</parameter>\n<parameter=body>\nThe whole block ends with </tool_call> alone on its line.\n</parameter>\n</function>\n</tool_call>';
    const options = withTools({ runtime, runtimes: await runtimesFor(runtime) }, { text });
    const differs = diagnose(extract({ text }, options), options).find(({ code }) => code === 'D32');
    expect(differs?.remedy).toMatch(/`stream: true`/);
  });

  it.each(['vllm:granite', 'vllm:internlm'])('none, where both have no call that was meant: %s', async (under) => {
    const of = under === 'vllm:granite' ? 'granite-3/malformed' : 'internlm2/malformed';
    const { diagnoses } = await told(under, of);
    expect(diagnoses.find(({ code }) => code === 'D32')?.remedy).not.toMatch(/stream: true/);
  });
});

describe('what is true of a text is said of it', () => {
  it('a marker that is damaged does not cut the text off', async () => {
    const { diagnoses } = await told('llamacpp:qwen3-coder', 'qwen3-coder-xml/closer-with-its-key-4');
    expect(diagnoses.map(({ code }) => code)).not.toContain('D27');
  });

  it('no draft is removed with the call after it', async () => {
    const { diagnoses, whole } = await told('exathena', 'exathena-fence/after-reasoning');
    expect(diagnoses.map(({ code }) => code)).toContain('D19');
    expect(whole.some((call) => call.startsWith('read_gauge'))).toBe(true);
  });

  it.each([
    { under: 'mlx:pythonic', of: 'lfm2/two-calls', says: /returns more than `count`/ },
    { under: 'hermes-agent:glm47', of: 'glm-4.5/argument-twice', says: /the number `2` instead of the text `attic`/ },
    { under: 'ollama:laguna', of: 'raw-json/quoted', says: /found `~`.*One fault turns the whole reply into an error/ },
  ])('and no change of type is blamed: $of under $under', async ({ under, of, says }) => {
    const [first] = (await told(under, of)).diagnoses;
    expect(first?.message).toMatch(says);
    expect(first?.code).not.toBe('D28');
  });

  it('two numbers are not one with white space in it', async () => {
    const { diagnoses } = await told('sglang:glm45@2026-07', 'glm-4.5/blanks-around-a-number-near-miss');
    expect(diagnoses.map(({ message }) => message).join()).not.toMatch(/with white space in it/);
  });

  it.each(['hermes/bad-neighbour', 'hermes/bad-neighbour-in-a-name'])(
    'no edit names a call after rubbish: %s',
    async (of) => {
      const { whole } = await told('exathena-head', of);
      expect(whole.join()).not.toMatch(/broken|tool_call/);
    },
  );

  it('several calls in one block are not repaired by removing all but the first', async () => {
    const { diagnoses, whole } = await told('vllm:granite4', 'hermes/calls-with-a-separator');
    expect(diagnoses[0]?.message).not.toMatch(/remove the rest/);
    expect(whole).toHaveLength(2);
  });
});
