import { describe, expect, it } from 'vitest';
import { applyEdit, diagnose, extract, runtimesFor, withTools } from '../../../src/core/index.ts';
import { fixtures } from '../../fixtures.ts';
import { someOf } from '../../thorough.ts';
import { saidOf, told } from './told.ts';

interface Case {
  readonly under: string;
  readonly of: string;
  readonly says?: RegExp;
  readonly never?: RegExp;
}

// Pairs that were drawn by lot and judged: each had a sentence that was not true of its runtime.
describe('a sentence is true of its runtime', () => {
  it.each<Case & { readonly kind: string }>([
    {
      kind: 'a broken call with text after it is not cut off',
      under: 'llamacpp:bielik-3',
      of: 'hermes/broken-off-value',
      says: /The call to `ring_bell` is not complete/,
      never: /text ends|cut off/,
    },
    {
      kind: 'what our reader makes of an argument that is there twice',
      under: 'transformers:xml-parameters',
      of: 'qwen3-coder-xml/argument-twice',
      says: /`title` is there twice/,
      never: /Only its first value counts/,
    },
    {
      kind: 'the fault of JSON has a place, although the engine names none',
      under: 'smolagents:tool-calling-agent',
      of: 'raw-json/fenced-surplus-brace',
      says: /expected the end of the JSON, found `}` \(line 2, column 45\)/,
      never: /the JSON is invalid\./,
    },
    {
      kind: 'a call without a name',
      under: 'crewai:react',
      of: 'react/malformed',
      says: /The call has no name/,
      never: /``/,
    },
    {
      kind: 'a format without its special tokens is no other format',
      under: 'vllm:apertus',
      of: 'apertus/dialect-stripped',
      never: /xlam/,
    },
    {
      kind: 'a format with other keys is no other format',
      under: 'llamacpp:hermes-2-pro@b8121',
      of: 'hermes/arguments-under-another-key-2',
      never: /granite/,
    },
    {
      kind: 'a tag that closes itself is not cut off',
      under: 'cline:xml',
      of: 'tag-per-tool/dialect-self-closing',
      says: /runs only its own tools/,
      never: /cut off|Show the exact notation/,
    },
    {
      kind: 'a doubled block closes as often as it opens',
      under: 'vllm:hermes',
      of: 'hermes/tag-doubled',
      says: /opens twice and closes twice/,
      never: /closes once/,
    },
    {
      kind: 'an error of the whole reply is no invalid entry',
      under: 'ollama:laguna',
      of: 'raw-json/several-in-a-block-5',
      never: /invalid entry|valid calls/,
    },
    {
      kind: 'an agent of Python runs code on purpose',
      under: 'smolagents:code-agent',
      of: 'code-tag/one-call',
      says: /runs the code as Python/,
      never: /No declared tool|Trim names/,
    },
    {
      kind: 'what comes after an edit is not said of the reply',
      under: 'llamacpp:spark-2.5',
      of: 'glm-4.5/damaged-pair-3',
      says: /With the reasoning closed, llama\.cpp Spark 2\.5 answers with an HTTP error/,
      never: /(?:^|\. )llama\.cpp Spark 2\.5 answers with an HTTP error/m,
    },
    {
      kind: 'why Callscope makes no call of text for arguments',
      under: 'vllm-mlx:hermes',
      of: 'hermes/arguments-encoded-again-near-miss',
      says: /The arguments are no object/,
    },
    {
      kind: 'the name of a tool is no marker',
      under: 'llamacpp:ling-3',
      of: 'glm-4.5/tag-written-twice',
      never: /`set_lamp⏎` is one marker/,
    },
    {
      kind: 'a call in a fence that the format has is no example',
      under: 'continue:tool-fence',
      of: 'continue-tool-fence/after-reasoning',
      says: /inside a think block/,
      never: /quoted example/,
    },
    {
      kind: 'the name has the sign that the agent expects',
      under: 'chatcli',
      of: 'chatcli-bracket/two-calls',
      says: /looks its tools up with an `@`/,
      never: /Trim names/,
    },
    {
      kind: 'what is wrong with the JSON, where only our reader says it',
      under: 'vllm-mlx:qwen',
      of: 'hermes/quote-lost-near-miss',
      says: /The JSON is invalid: unescaped quote in a string \(line 1, column 76\)/,
    },
    {
      kind: 'special tokens that are gone are no notation',
      under: 'mlx:mistral',
      of: 'mistral-v11/stripped-glued',
      says: /skip_special_tokens/,
      never: /Show the exact notation/,
    },
    {
      kind: 'code without a call is not what it should be',
      under: 'smolagents:code-agent',
      of: 'code-tag/malformed',
      says: /finds no call of a tool in the code/,
      never: /Change nothing/,
    },
    {
      kind: 'a fault is told once, of the smallest part',
      under: 'sglang:qwen3_coder@2026-07',
      of: 'qwen3-coder-xml/body-is-text',
      never: /only `<function=ring_bell>/,
    },
    {
      kind: 'the damage is named where only the stream suffers from it',
      under: 'ai-sdk:qwen3coder@5.1.6',
      of: 'qwen3-coder-xml/tag-without-its-end-2',
      says: /The marker `>` is missing/,
    },
    {
      kind: 'a number with white space in it',
      under: 'transformers:xml-parameters-typed',
      of: 'qwen3-coder-xml/blanks-in-a-number',
      says: /`- 2` is the number `-2` with white space in it/,
      never: /Give every parameter a plain `type`/,
    },
    {
      kind: 'a marker that is missing inside of a call is no stop sequence',
      under: 'vllm:step3p5',
      of: 'qwen3-coder-xml/opener-with-a-slash-4',
      says: /The marker `<\/parameter>` is missing/,
      never: /stop sequence/,
    },
    {
      kind: 'a turn that ends inside of a call is not the end of the text',
      under: 'vllm:qwen3_xml@2026-05',
      of: 'qwen3-coder-xml/turn-ends-before-arguments',
      says: /The call to `read_gauge` is not complete/,
      never: /text ends|token limit/,
    },
    {
      kind: 'what to do about a call without a name',
      under: 'qwen-agent:qwen',
      of: 'qwen-agent-legacy/malformed',
      says: /Show one complete call/,
      never: /Declare the tool/,
    },
    {
      kind: 'a call in a string is a call between the markers',
      under: 'exathena-head',
      of: 'hermes/call-as-a-string',
      says: /The whole call is a JSON string/,
      never: /There is no call between the markers/,
    },
    {
      kind: 'what to do where the runtime makes another type of a value',
      under: 'openhands:fn_call_converter',
      of: 'qwen3-coder-xml/text-around',
      says: /Convert this value in your program/,
    },
    {
      kind: 'the answer of a tool is no call without a name',
      under: 'ollama:laguna',
      of: 'hermes/arguments-beside-the-call-near-miss',
      says: /returns a call without a name, but it is in the answer of a tool/,
      never: /The call has no name/,
    },
    {
      kind: 'an object that is no call does not lack a name',
      under: 'ollama:laguna',
      of: 'hermes/closer-for-the-opener-near-miss-2',
      says: /returns a call without a name, which Callscope does not take for one/,
      never: /The call has no name/,
    },
    {
      kind: 'a name with JSON in it is not to be trimmed',
      under: 'vllm:glm45@2026-05',
      of: 'glm-4.5/word-before-json',
      says: /returns a call without a name, but the name is `ring_bell`/,
      never: /Trim names|``/,
    },
    {
      kind: 'the quotes around a name',
      under: 'vllm:glm45',
      of: 'glm-4.5/name-with-other-signs',
      says: /The name is `"set_lamp"` instead of `set_lamp`/,
    },
    {
      kind: 'a code block that is not marked as a call',
      under: 'continue:tool-fence',
      of: 'continue-tool-fence/word-of-the-fence-2',
      says: /the code block around it is not marked as a call/,
    },
    {
      kind: 'a value of which nothing is left',
      under: 'continue:tool-fence',
      of: 'continue-tool-fence/argument-in-a-value-near-miss',
      says: /returns an empty text for `title`/,
    },
    {
      kind: 'a closing marker whose opening marker nobody knows',
      under: 'hermes-agent:deepseek_v3_1',
      of: 'deepseek-v3.1/malformed',
      says: /The call has no name/,
      never: /opening marker/,
    },
    {
      kind: 'a call that a parser reads inside of open reasoning is not lost for that',
      under: 'llamacpp:exaone-moe@b8121',
      of: 'hermes/quote-lost-3',
      says: /The JSON is invalid/,
      never: /for reasoning/,
    },
    {
      kind: 'tokens that nobody decoded, where a call without a name comes of them',
      under: 'qwen-agent:nous',
      of: 'hermes/tokens-not-decoded-2',
      says: /Nobody decoded these tokens/,
      never: /There is no call between the markers/,
    },
    {
      kind: 'a misspelt word of a fence is no language of an example',
      under: 'continue:tool-fence',
      of: 'continue-tool-fence/word-of-the-fence-3',
      says: /`otol` and almost `tool`/,
      never: /quoted example/,
    },
    {
      kind: 'a fence with a language is an example',
      under: 'continue:tool-fence',
      of: 'continue-tool-fence/word-of-the-fence-near-miss',
      says: /quoted example/,
    },
    {
      kind: 'all calls but the first are dropped',
      under: 'openhands:fn_call_converter',
      of: 'qwen3-coder-xml/two-calls',
      says: /Only the first function counts.*one call in each reply/,
    },
    {
      kind: 'a doubled opening marker is no stop sequence',
      under: 'ollama:qwen3-vl-thinking',
      of: 'hermes/dialect-doubled-opener',
      says: /template already ends with the opening marker/,
      never: /stop sequence/,
    },
  ])('$kind: $of under $under', async ({ under, of, says, never }) => {
    const { diagnoses } = await told(under, of);
    const said = diagnoses.map(({ message, remedy }) => `${message} (${remedy})`).join('\n');
    if (says !== undefined) expect(said).toMatch(says);
    if (never !== undefined) expect(said).not.toMatch(never);
  });
});

describe('an edit does what it says', () => {
  it.each([
    { under: 'vllm:hermes', of: 'hermes/tag-doubled', brings: ['set_lamp'], never: /<\/tool_call>\s*<\/tool_call>/ },
    {
      under: 'hermes-agent:qwen3_coder',
      of: 'qwen3-coder-xml/quoted',
      brings: [],
      never: /<\/?(?:tool_call|function)/,
    },
    { under: 'qwen-agent:qwen', of: 'qwen-agent-legacy/after-reasoning', brings: ['read_gauge'], never: /set_valve/ },
    {
      under: 'transformers:xml-parameters-typed',
      of: 'qwen3-coder-xml/begun-again',
      brings: ['cut'],
      never: /\{"name"/,
    },
  ])('$of under $under', async ({ under, of, brings, never }) => {
    const { edited, names } = await told(under, of);
    expect(edited).not.toMatch(never);
    expect(names).toEqual({ whole: brings, streamed: brings });
  });

  it('what is no call stays none where the call beside it is written anew', async () => {
    const { edited, names } = await told('vllm-mlx:qwen', 'hermes/bad-neighbour');
    expect(edited).toContain('{"name": broken!! nothing');
    expect(names).toEqual({ whole: ['send_note'], streamed: ['send_note'] });
  });

  it('the reasoning stays whole when a draft in it is removed', async () => {
    const { edited } = await told('qwen-agent:qwen', 'qwen-agent-legacy/after-reasoning');
    expect(edited).toContain('</think>');
  });
});

it('a call that is not found is shown where it is, and not where its block begins', async () => {
  const { diagnoses } = await told('mlx:pythonic', 'lfm2/two-calls');
  const text = fixtures.find(({ format, name }) => `${format}/${name}` === 'lfm2/two-calls')?.text ?? '';
  const lost = diagnoses.find(({ message }) => message.includes('does not return the call to `set_valve`'));
  expect(lost?.span.from).toBe(text.indexOf('set_valve'));
});

it('no schema is quoted where no tool is declared', async () => {
  const runtime = 'hermes-agent:glm47';
  const text =
    '<tool_call>log_hive<arg_key>hive</arg_key><arg_value>H3</arg_value><arg_key>frames</arg_key><arg_value>8</arg_value></tool_call>';
  const said = (await saidOf(runtime, text)).map(({ message }) => message);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/returns the number `8` .* for `frames`.*No schema says which is meant/);
});

it('a value that a runtime makes fit the schema is as it should be, and elsewhere the schema is named', async () => {
  const tools = [{ name: 'book', schema: { properties: { cars: { type: 'integer' } } } }];
  const text = '<start_function_call>call:book{cars:<escape>2<escape>}<end_function_call>';
  const said = async (runtime: string): Promise<string[]> =>
    (await saidOf(runtime, text, tools)).map(({ message }) => message);
  expect(await said('vllm:functiongemma')).not.toContainEqual(expect.stringContaining('instead of'));
  expect(await said('ollama:functiongemma')).toEqual([
    '`cars` of `book` is the string "2", but the schema requires integer.',
  ]);
});

it('a value that is no JSON is shown where it is', async () => {
  const { diagnoses } = await told('ai-sdk:yaml-xml@5.1.6', 'yaml-xml/two-calls');
  const text = fixtures.find(({ format, name }) => `${format}/${name}` === 'yaml-xml/two-calls')?.text ?? '';
  const from = text.indexOf('12345678901234567890');
  expect(diagnoses[0]?.span).toMatchObject({ from, to: from + 20 });
});

it.each([
  { under: 'smolagents:tool-calling-agent', of: 'raw-json/several-in-a-block', meant: ['set_lamp', 'save_note'] },
  { under: 'vllm:hermes', of: 'hermes/calls-with-a-separator', meant: ['set_lamp', 'set_lamp'] },
  { under: 'vllm:gigachat3', of: 'gigachat3/after-reasoning', meant: ['read_gauge'] },
])('no edit takes a call away that was meant: $of under $under', async ({ under, of, meant }) => {
  const { edited, names } = await told(under, of);
  if (edited !== null) expect(names.whole).toEqual(meant);
});

it('text between the marker and the call does not make the opening marker missing', async () => {
  const runtime = 'transformers:xml-parameters';
  const text =
    '<tool_call>Let me check that.\n<function=look_up>\n<parameter=query>frost</parameter>\n</function>\n</tool_call>';
  const [first] = await saidOf(runtime, text);
  expect(first?.message).toMatch(/`Let me check that\.` is between the marker and the call/);
  expect(first?.edit && applyEdit(text, first.edit)).not.toContain('Let me check');
});

it('no edit makes a call of which markup is the name', async () => {
  const { edited } = await told('exathena-head', 'hermes/bad-neighbour-in-a-name');
  expect(edited).not.toMatch(/"name": "ring\\n/);
});

it.each(['', 'x', '\ufe00'])('half of a surrogate pair is an escape to repair, whatever follows: %j', (after) => {
  const text = `~~~tool_call\n{"name": "ring", "arguments": {"bell": "\\ud800${after}"}}\n~~~`;
  expect(diagnose(extract({ text })).map(({ code }) => code)).toEqual(['D11']);
});

it.each<[string, (text: string) => string]>([
  ['alone', (text) => text],
  ['in backquotes', (text) => `\`${text}\``],
])('a call that our reader returns is not said to be an example: %s', (_, wrap) => {
  const some = someOf(fixtures, 1 / 3, ({ format, name }) => `${format}/${name}`);
  const contradicted = some.flatMap(({ format, name, text, expected: { tools } }) => {
    const options = { runtime: 'auto', tools };
    const extraction = extract({ text: wrap(text) }, options);
    if (extraction.calls.length === 0) return [];
    const isIn = ({ from, to }: { from: number; to: number }): boolean =>
      extraction.calls.some(({ span }) => span.from < to && from < span.to);
    return diagnose(extraction, options).some(({ code, span }) => code === 'D21' && isIn(span))
      ? [`${format}/${name}`]
      : [];
  });
  expect(contradicted).toEqual([]);
});

it.each(['vllm:hermes', 'llamacpp:magistral@b8121', 'smolagents:tool-calling-agent', 'exathena-head', 'auto'])(
  'no edit removes a call that was cut off: %s',
  async (runtime) => {
    const runtimes = await runtimesFor(runtime);
    let edits = 0;
    const ofTwo = fixtures.filter(({ expected }) => expected.calls.length > 1).filter((_, index) => index % 3 === 0);
    const lost = ofTwo.flatMap(({ format, name, text: whole, expected: { tools } }) => {
      const text = whole.slice(0, Math.floor(whole.length * 0.8));
      const cut = extract({ text }, { runtime: 'auto', tools }).incomplete.map(
        ({ name: tool, nameSpan }) => [text.slice(nameSpan.from, nameSpan.to), tool] as const,
      );
      const options = withTools({ runtime, runtimes, tools }, { text });
      return diagnose(extract({ text }, options), options).flatMap(({ edit }) => {
        if (edit === null || edit.runtime !== undefined) return [];
        edits += 1;
        const after = applyEdit(text, edit);
        return cut
          .filter(([written, tool]) => !after.includes(written) && !after.includes(tool))
          .map(([written]) => `${format}/${name} ${written}`);
      });
    });
    expect(edits).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  },
);

it.each(['auto', 'hermes-agent:mistral'])(
  'a closing marker is not said to have no opening one before it: %s',
  async (runtime) => {
    const text =
      '```json\n<tool_call>\n<function>set_lamp</function>\n<arguments>{"room": "attic"}</arguments>\n</tool_call>\n```';
    for (const { message } of await saidOf(runtime, text, ['set_lamp']))
      expect(message).not.toContain('no opening marker is before it');
  },
);

it('an edit that decodes entities keeps every digit', async () => {
  const runtime = 'exathena-head';
  const text = '&lt;|tools_prefix|&gt;[{"read_gauge": {"count": 12345678901234567890}}]&lt;|tools_suffix|&gt;';
  const [first] = await saidOf(runtime, text, ['read_gauge']);
  expect(first?.edit && applyEdit(text, first.edit)).toContain('12345678901234567890');
});

it('an edit that decodes entities keeps the words around the call', async () => {
  const runtime = 'mlx:function_gemma';
  const text = 'It rings.\n&lt;tool_call&gt;ring_bell\n&lt;/tool_call&gt;';
  const [first] = await saidOf(runtime, text, ['ring_bell']);
  expect(first?.edit && applyEdit(text, first.edit)).toMatch(/^It rings\.\s+<start_function_call>call:ring_bell/);
});

it.each([
  ['auto', '</｜DSML｜parameter>'],
  ['lmdeploy:deepseek-v3.2', '`set_lamp`'],
])('a reply that closes its call is not cut off: %s', async (runtime, named) => {
  const text =
    '<｜DSML｜invoke name="set_lamp">\n<｜DSML｜parameter name="room" string="true">attic\n<｜DSML｜parameter name="level" string="false">7\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>';
  const messages = (await saidOf(runtime, text, ['set_lamp'])).map(({ message }) => message);
  expect(messages.join(' ')).toContain(named);
  expect(messages.join(' ')).not.toMatch(/cut (?:it )?off|text ends/);
});
