import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extract,
  formatPrompt,
  type JsonObject,
  type JsonValue,
  type ToolDefinition,
} from '../../../../src/core/index.ts';
import { formatList, type ToolFormat } from '../../../../src/core/formats/list.ts';
import type { FormatPrompt, WrittenCall } from '../../../../src/core/formats/kit/read/write-calls.ts';

const asked = formatList.filter(
  (format): format is ToolFormat & { prompt: FormatPrompt } => format.prompt !== undefined,
);

const word = fc
  .stringMatching(/^[a-z][a-z0-9_]{2,15}$/)
  .filter((name) => !['true', 'false', 'none', 'null', 'name', 'all', 'params', 'item'].includes(name));
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    'a "b" \'c\'',
    'line 1\n  line 2\n',
    '\n',
    ' x ',
    'a < b && c > d',
    '```js\nx\n```',
    '}]\\',
    '5',
    'true',
    'null',
    'ä ö 猫 🐈',
    'C:\\new',
    '{"a": 1}',
    '[1]',
    '%s $& ${x}',
    '# no comment',
    '- a: b',
    "it's",
  ),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
);
const leaves = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
const nested = fc.oneof(
  fc.array(leaves, { maxLength: 3 }),
  fc.dictionary(word, fc.oneof(leaves, fc.array(leaves, { maxLength: 2 })), { maxKeys: 3, noNullPrototype: true }),
);
const values: fc.Arbitrary<JsonValue> = fc.oneof(texts, numbers, fc.boolean(), nested);
const call: fc.Arbitrary<WrittenCall> = fc.record({
  name: word,
  arguments: fc.dictionary(word, values, { maxKeys: 4, noNullPrototype: true }),
});
const calls = fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: ({ name }) => name });

function schemaOf(value: JsonValue): JsonObject {
  if (value === null) return { type: 'null' };
  return { type: Array.isArray(value) ? 'array' : typeof value };
}

function toolsOf(wanted: readonly WrittenCall[]): ToolDefinition[] {
  return wanted.map(({ name, arguments: args }) => ({
    name,
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, schemaOf(value)])),
    },
  }));
}

it('is there for many formats', () => {
  expect(asked.length).toBeGreaterThan(30);
});

describe.each(asked)('$id', ({ id, prompt }) => {
  const read = (text: string, wanted: readonly WrittenCall[], profile: string): WrittenCall[] =>
    extract({ text }, { runtime: profile, tools: toolsOf(wanted) }).calls.map(({ name, arguments: args }) => ({
      name,
      arguments: args as JsonObject,
    }));

  it('reads what it writes', () => {
    let written = 0;
    fc.assert(
      fc.property(calls, (wanted) => {
        const text = prompt.render(wanted);
        if (text === null) return;
        written += 1;
        expect(read(text, wanted, `format:${id}`), text).toEqual(wanted);
      }),
      { numRuns: 100, seed: 7 },
    );
    expect(written).toBeGreaterThan(30);
  });

  it('writes any plain call, with quotes and other scripts in it', () => {
    const wanted = [
      {
        name: 'find_ferry',
        arguments: { port: 'Malmö "C"', cars: 2, now: true, stops: ['猫', 'b'], at: { deck: "it's" } },
      },
    ];
    const text = prompt.render(wanted);
    expect(text).not.toBeNull();
    expect(read(text ?? '', wanted, `format:${id}`)).toEqual(wanted);
    expect(read(text ?? '', wanted, 'auto')).toEqual(wanted);
  });
});

describe('the prompt that asks for a format', () => {
  const tools: ToolDefinition[] = [
    {
      name: 'open_valve',
      description: 'Opens a valve.',
      schema: { type: 'object', properties: { valve: { enum: ['B2'] }, percent: { type: 'number' } } },
    },
    { name: 'close_valve', schema: {} },
  ];

  it.each(asked.map(({ id }) => id))('holds an example of %s that calls a declared tool', (id) => {
    const { text, parts } = formatPrompt(id, 'Be brief.', tools)!;
    expect(parts.map(({ span }) => text.slice(span.from, span.to)).join('')).toBe(text);
    expect(parts.map(({ kind }) => kind)).toEqual(['base', 'glue', 'preamble', 'tool', 'tool']);
    const words = parts[2]!.span;
    const example = text.slice(
      text.indexOf('For example:\n\n') + 'For example:\n\n'.length,
      text.indexOf('\n\nStop after'),
    );
    expect(words.from).toBeLessThan(text.indexOf(example));
    const { calls } = extract({ text: example }, { runtime: `format:${id}`, tools });
    expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
      ['open_valve', '{"valve":"B2","percent":1.5}'],
    ]);
  });

  it('has sizes in bytes, and no base where there is none', () => {
    const prompt = formatPrompt('hermes', '  ', [{ name: 'öffne' }])!;
    expect(prompt.parts.map(({ kind }) => kind)).toEqual(['preamble', 'tool']);
    expect(prompt.toolBytes).toEqual([new TextEncoder().encode('- öffne\n  Schema: {}\n').length]);
    expect(prompt.bytes).toBe(new TextEncoder().encode(prompt.text).length);
  });

  it('is null for a format that nobody asks for in text, and for none', () => {
    expect(formatPrompt('harmony', '', tools)).toBeNull();
    expect(formatPrompt('gone', '', tools)).toBeNull();
    expect(formatPrompt('hermes', '', [])?.text).toContain('read_gauge');
  });
});

it('asks in the words that are given instead of ours, also for a format for which there are none', () => {
  const tools: readonly ToolDefinition[] = [{ name: 'read_gauge' }];
  const own = formatPrompt('hermes', 'Be brief.', tools, 'Call tools so:\n');
  expect(own?.text).toBe('Be brief.\n\nCall tools so:\n- read_gauge\n  Schema: {}\n');
  expect(own?.parts.map(({ kind }) => kind)).toEqual(['base', 'glue', 'preamble', 'tool']);
  expect(formatPrompt('no-such-format', '', tools)).toBeNull();
  expect(formatPrompt('no-such-format', '', [], 'Call so:\n')?.text).toBe('Call so:\n');
});
