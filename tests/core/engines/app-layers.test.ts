import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  diagnose,
  extract,
  openStream,
  verdictOf,
  type Extraction,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { aiRuntimes } from '../../../src/core/engines/ai/index.ts';
import { olderAiRuntimes } from '../../../src/core/engines/frozen/ai-6/index.ts';
import { olderOpenaiRuntimes } from '../../../src/core/engines/frozen/openai-6/index.ts';
import { langchainRuntimes } from '../../../src/core/engines/langchain/index.ts';
import { openaiRuntimes } from '../../../src/core/engines/openai/index.ts';
import { faultsOf } from '../../soundness.ts';

// What holds for the app layers beside the answers in tests/conformance: they read calls that come apart from the text.

const layers = [...langchainRuntimes, ...openaiRuntimes, ...olderOpenaiRuntimes, ...aiRuntimes, ...olderAiRuntimes];

const tools: readonly ToolDefinition[] = [
  {
    name: 'get_weather',
    schema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'number' } }, required: ['city'] },
  },
  { name: '__proto__', schema: { properties: { ['__proto__']: { type: 'object' } } } },
];

function read(runtime: string, calls: unknown, text: unknown = 'Let me look.'): Extraction {
  return extract({ text, tool_calls: calls }, { runtime, runtimes: layers, tools });
}

function called(given: unknown, name: unknown = 'get_weather'): unknown {
  return { id: 'c1', type: 'function', function: { name, arguments: given } };
}

const good = called('{"city":"Oslo","days":3}');
const cut = called('{"city":"Os');

describe.each(layers.map(({ id }) => id))('%s', (id) => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: fc.oneof(fc.constant('c1'), fc.jsonValue({ maxDepth: 1 })),
        type: fc.constantFrom('function', 'custom', null),
        function: fc.oneof(
          fc.record(
            {
              name: fc.constantFrom('get_weather', 'toString', '__proto__', '', null, 3, {}),
              arguments: fc.oneof(
                fc.json({ maxDepth: 2 }),
                fc.json({ maxDepth: 2 }).map((text) => text.slice(0, text.length / 2)),
                fc.string(),
                fc.jsonValue({ maxDepth: 2 }),
              ),
            },
            { requiredKeys: [] },
          ),
          fc.jsonValue({ maxDepth: 1 }),
        ),
      },
      { requiredKeys: [] },
    ),
  );

  it('takes any native part', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(odd, { maxLength: 4 }), fc.jsonValue()),
        fc.constantFrom(null, '', 'a\r\nb'),
        (calls, text) => {
          const extraction = read(id, calls, text);
          const diagnoses = diagnose(extraction, { runtime: id, runtimes: layers, tools });
          expect(faultsOf({ ...extraction, diagnoses })).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('takes arguments that are nested deeply, and keys of a prototype', () => {
    const deep = '{"a":'.repeat(20_000);
    for (const given of [
      deep,
      `${deep}1${'}'.repeat(20_000)}`,
      '['.repeat(20_000),
      '{"__proto__":{"a":1}',
      '{"constructor":{"prototype":1}}',
    ])
      expect(faultsOf(read(id, [called(given), good], given))).toEqual([]);
  });

  it('streams a text, and reads it in the end', () => {
    const stream = openStream({ runtime: id, runtimes: layers, tools });
    stream.push('{"a"');
    stream.push(':1}');
    const { extraction, hidden } = stream.end();
    expect(faultsOf(extraction)).toEqual([]);
    expect(hidden).toEqual([]);
    expect(extraction.content).toBe('{"a":1}');
  });
});

describe('one bad call beside a good one', () => {
  it('is kept apart by a LangChain message and by the AI SDK', () => {
    for (const id of ['langchain:ai-message', 'ai:generate-text', 'ai:generate-text-zod']) {
      const { calls, suppressed, outcome } = read(id, [{ ...(cut as object), id: 'c2' }, good]);
      expect(outcome).toBe('calls');
      expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"city":"Oslo","days":3}']);
      expect(suppressed).toEqual([expect.objectContaining({ name: 'get_weather', reason: 'malformed' })]);
    }
  });

  it('ends all calls where the layer raises', () => {
    for (const [id, raises] of [
      ['langchain:parse-tool-call', 'OutputParserException'],
      ['langchain:json-output-tools-parser', 'OutputParserException'],
      ['openai:parse-chat-completion-strict', 'SyntaxError'],
      ['openai:zod-function', 'SyntaxError'],
    ] as const) {
      const { calls, suppressed, error, content, lost, parts } = read(id, [good, cut, good]);
      expect(calls).toEqual([]);
      expect(suppressed).toHaveLength(2);
      expect(error).toMatchObject({ code: `raises-${raises}`, served: 'crash' });
      expect(content).toBeNull();
      expect(lost).toEqual([parts.text]);
    }
  });

  it('becomes a call where the layer completes what is cut', () => {
    for (const id of ['langchain:ai-message-chunk', 'langchain:parse-tool-call-partial']) {
      const { calls } = read(id, [cut]);
      expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"city":"Os"}']);
    }
  });

  it('is text where nothing parses it', () => {
    const { calls } = read('openai:parse-chat-completion-plain', [cut]);
    expect(calls.map(({ returnedText }) => returnedText)).toEqual(['{"city":"Os']);
  });
});

describe('chunks of LangChain', () => {
  const chunk = (given: string, more: object): unknown => ({ ...more, function: { arguments: given } });
  const begun = (more: object): unknown => ({ ...more, function: { name: 'get_weather', arguments: '{"city":' } });
  const joined = (...chunks: readonly unknown[]): unknown =>
    read('langchain:ai-message-chunk', chunks).calls.map(({ argumentsText }) => argumentsText);

  it('are added by index, and by id where they have none', () => {
    expect(joined(begun({ index: 0, id: 'c1' }), chunk('"Oslo"}', { index: 0 }))).toEqual(['{"city":"Oslo"}']);
    expect(joined(begun({ id: 'c1' }), chunk('"Oslo"}', { id: 'c1' }))).toEqual(['{"city":"Oslo"}']);
    // What has neither stays apart, and what is cut off is completed.
    expect(joined(begun({ id: 'c1' }), chunk('"Oslo"}', {}))).toEqual(['{}']);
  });

  it('are grouped by an index that is null', () => {
    expect(joined(begun({ index: null, id: 'c1' }), chunk('"Oslo"}', { index: null }))).toEqual(['{"city":"Oslo"}']);
  });

  it('of two calls with one id become one call that is no JSON', () => {
    expect(joined(good, good)).toEqual([]);
  });

  it('end with an exception where a part has another type', () => {
    const { error } = read('langchain:ai-message-chunk', [begun({ id: 'c1' }), called({}), good]);
    expect(error?.code).toBe('raises-Error');
  });
});

describe('what changed from 6 to 7', () => {
  const custom = { id: 'c2', type: 'custom', custom: { name: 'run_sql', input: 'select 1' } };
  const tool = { id: 'c3', type: 'tool', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } };
  const outcomeOf = (id: string, calls: unknown): unknown => {
    const { calls: found, error } = read(id, calls);
    return error?.code ?? found.map(({ name, returnedText }) => `${name} ${returnedText}`);
  };

  it('openai returns a call of the type `custom` with its name and its text', () => {
    for (const layer of ['parse-chat-completion-strict', 'parse-chat-completion-plain', 'zod-function']) {
      const found = ['get_weather {"city":"Oslo","days":3}', 'run_sql select 1'];
      expect(outcomeOf(`openai:${layer}`, [good, custom])).toEqual(found);
      expect(outcomeOf(`openai:${layer}@6`, [good, custom])).toBe('raises-OpenAIError');
    }
  });

  it('openai looks at types when it parses, and not at all where no tool is strict', () => {
    expect(outcomeOf('openai:parse-chat-completion-strict', [cut, tool])).toBe('raises-SyntaxError');
    expect(outcomeOf('openai:parse-chat-completion-strict@6', [cut, tool])).toBe('raises-OpenAIError');
    expect(outcomeOf('openai:parse-chat-completion-plain', [tool])).toEqual(['get_weather {"city":"Oslo"}']);
    expect(outcomeOf('openai:parse-chat-completion-plain@6', [tool])).toBe('raises-OpenAIError');
  });

  it('the AI SDK has no tool that every JavaScript object has', () => {
    expect(outcomeOf('ai:generate-text', [called('{}', 'toString')])).toEqual([]);
    expect(outcomeOf('ai:generate-text@6', [called('{}', 'toString')])).toEqual(['toString {}']);
  });

  it('the AI SDK lists the first call again for each later one with its id, and 7 makes new ids of empty ones', () => {
    const [oslo, rome] = ['Oslo', 'Rome'].map((city) => ({ ...(called(`{"city":"${city}"}`) as object), id: '' }));
    const both = ['get_weather {"city":"Oslo"}', 'get_weather {"city":"Rome"}'];
    expect(outcomeOf('ai:generate-text', [oslo, rome])).toEqual(both);
    expect(outcomeOf('ai:generate-text@6', [oslo, rome])).toEqual([both[0], both[0]]);
    const named = [oslo, rome].map((call) => ({ ...call, id: 'c1' }));
    expect(outcomeOf('ai:generate-text', named)).toEqual([both[0], both[0]]);
    expect(outcomeOf('ai:generate-text', [cut, good])).toEqual([]);
  });
});

it('points at the character of the arguments that is refused', () => {
  const { error, document } = read('openai:parse-chat-completion-strict', [called('{"a":"é\\n",}')]);
  expect(document.slice(error?.at, (error?.at ?? 0) + 1)).toBe('}');
});

it('points at the value that zod refuses', () => {
  const { error, document } = read('openai:zod-function', [called('{"days":"3","city":"Oslo"}')]);
  expect(document.slice(error?.at, (error?.at ?? 0) + 5)).toBe('\\"3\\"');
});

it('the last of equal keys counts, as in JavaScript', () => {
  const text =
    '[{"id":"a","type":"function","function":{"name":"x","name":"get_weather","arguments":"{\\"city\\":1,\\"city\\":\\"Oslo\\"}"}}]';
  const { calls } = extract({ tool_calls_text: text }, { runtime: 'langchain:ai-message', runtimes: layers });
  expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([['get_weather', '{"city":"Oslo"}']]);
});

it('says in one sentence what the app gets', () => {
  const verdicts = [
    read('langchain:ai-message', [cut]),
    read('langchain:ai-message', null),
    read('langchain:ai-message-chunk', [cut]),
    read('langchain:parse-tool-call', [cut]),
    read('openai:zod-function', [called('{"city":3}')]),
    read('ai:generate-text', [called('{}', 'book_tram')]),
    read('langchain:json-output-parser', null),
  ].map((extraction) => {
    const { headline, reason } = verdictOf(extraction);
    return `${headline} ${reason}`;
  });
  expect(verdicts).toMatchInlineSnapshot(`
    [
      "No call. LangChain AIMessage returns the whole reply as text. LangChain moves this call to invalid_tool_calls, because \`JSON.parse\` rejects the arguments: the JSON ends inside a string (line 9, column 35).",
      "No call. LangChain AIMessage returns the whole reply as text: the response does not have \`tool_calls\`. The text announces an action, and ends without a call (line 1, column 1). Let the model go on, or send \`tool_choice: required\`. If the reply was cut off, the finish reason says so.",
      "1 call: get_weather. LangChain AIMessageChunk returns it and 12 characters of text. 1 warning.",
      "Error, no call: LangChain raises OutputParserException: the arguments of a call are not JSON. LangChain parseToolCall ends with an exception: the JSON ends inside a string (line 9, column 35). 12 characters are lost: the client never receives them.",
      "Error, no call: zod raises ZodError: the arguments do not match the schema. openai parse (zodFunction) ends with an exception (line 9, column 31). 12 characters are lost: the client never receives them.",
      "No call. Vercel AI SDK generateText returns the whole reply as text. No declared tool has this name: the AI SDK keeps the call as invalid, with NoSuchToolError (line 8, column 15).",
      "Error, no call: LangChain raises an exception: the text is not JSON. LangChain JsonOutputParser ends with an exception: expected a value, found \`L\` (line 1, column 1). 12 characters are lost: the client never receives them.",
    ]
  `);
});
