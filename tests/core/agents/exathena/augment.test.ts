import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/text/json/node.ts';
import { readJson } from '../../../../src/core/text/json/strict.ts';
import { augmentRaw, augmentSystemPrompt, defaultPreamble } from '../../../../src/core/agents/exathena/augment.ts';
import type { AugmentedPrompt } from '../../../../src/core/agents/kit/system-prompt.ts';
import { jasonText, nodeFromValue } from '../../../../src/core/text/languages/elixir/inspect.ts';
import type { ToolDefinition } from '../../../../src/core/tools/tool.ts';
import { utf8Length } from '../../../../src/core/text/document/utf8.ts';
import { goldenLines } from '../../../conformance/golden-files.ts';

interface GoldenLine {
  readonly id: string;
  readonly skip_js?: string;
  readonly input: { readonly existing?: unknown; readonly tools: unknown; readonly compact?: unknown };
  readonly expected:
    | { readonly before: string; readonly tools: string }
    | { readonly raise: { readonly exception: string } };
}

const lines = goldenLines('ex_athena-augment.v0.5.0.jsonl') as GoldenLine[];

const readFile: ToolDefinition = {
  name: 'read_file',
  description: 'Reads a file. Text only.',
  schema: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'integer' } }, required: ['path'] },
};

function partTexts(prompt: AugmentedPrompt): [string, string][] {
  return prompt.parts.map((part) => [part.kind, prompt.text.slice(part.span.from, part.span.to)]);
}

function expectCovered(prompt: AugmentedPrompt): void {
  let at = 0;
  for (const { span } of prompt.parts) {
    expect(span.from).toBe(at);
    expect(span.to).toBeGreaterThan(at);
    at = span.to;
  }
  expect(at).toBe(prompt.text.length);
}

describe('a name that is no text', () => {
  test.each([
    [false, '- `false` — '],
    [null, '- `` — '],
    [7, '- `7` — '],
  ])('%s', (name, entry) => {
    const answer = augmentRaw(null, [{ name }]);
    expect(answer.ok && answer.tools).toContain(entry);
  });

  test('false has no name in the compact list', () => {
    const answer = augmentRaw(null, [{ name: false }], { compact: true });
    expect(answer.ok && answer.tools).toContain('- <unnamed>()');
  });
});

describe('what ExAthena printed', () => {
  test('there are cases', () => {
    expect(lines.filter((line) => line.skip_js === undefined).length).toBeGreaterThan(150);
  });

  test.each(lines.filter((line) => line.skip_js === undefined))('$id', ({ input, expected }) => {
    const answer = augmentRaw(input.existing, input.tools, { compact: input.compact });
    if ('raise' in expected) {
      expect(answer).toEqual({ ok: false, exception: expected.raise.exception });
      return;
    }
    expect(answer).toMatchObject({ ok: true, ...expected });
    if (!answer.ok) return;
    expect(answer.prompt.text).toBe(expected.before + defaultPreamble + expected.tools);
    expectCovered(answer.prompt);
  });
});

describe('parts', () => {
  test('name what was added', () => {
    const prompt = augmentSystemPrompt('Be brief.\n', [readFile, { name: 'now' }], { preamble: 'P\n\n' });
    expect(partTexts(prompt)).toEqual([
      ['base', 'Be brief.\n'],
      ['glue', '\n\n'],
      ['preamble', 'P\n\n'],
      [
        'tool',
        '- `read_file` — Reads a file. Text only.\n  Schema: {"properties":{"lines":{"type":"integer"},' +
          '"path":{"type":"string"}},"required":["path"],"type":"object"}\n',
      ],
      ['glue', '\n\n'],
      ['tool', '- `now` — \n  Schema: {}\n'],
      ['glue', '\n'],
    ]);
    expect(
      prompt.parts.map((part) => (part.kind === 'tool' ? part.toolIndex : null)).filter((it) => it !== null),
    ).toEqual([0, 1]);
    expect(prompt.bytes).toBe(utf8Length(prompt.text));
    expect(prompt.toolBytes).toEqual([
      utf8Length(partTexts(prompt)[3]?.[1] ?? ''),
      utf8Length(partTexts(prompt)[5]?.[1] ?? ''),
    ]);
  });

  test('compact tools take one line each', () => {
    const prompt = augmentSystemPrompt(null, [readFile, { name: 'now' }], { compact: true, preamble: 'P\n\n' });
    expect(partTexts(prompt)).toEqual([
      ['preamble', 'P\n\n'],
      ['tool', '- read_file(path: string, lines?: integer) — Reads a file.'],
      ['glue', '\n'],
      ['tool', '- now()'],
      ['glue', '\n'],
    ]);
  });

  test('a blank prompt and an empty preamble leave no part', () => {
    expect(partTexts(augmentSystemPrompt(' \u0085', [], { preamble: '' }))).toEqual([['glue', '\n']]);
  });

  test('cover any prompt once', () => {
    const tool = fc.record({ name: fc.string({ unit: 'grapheme' }), description: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(
        fc.option(fc.string({ unit: 'grapheme' })),
        fc.array(tool),
        fc.boolean(),
        fc.string(),
        (existing, tools, compact, preamble) => {
          const prompt = augmentSystemPrompt(existing, tools, { compact, preamble });
          expectCovered(prompt);
          expect(prompt.parts.filter((part) => part.kind === 'tool').length).toBe(tools.length);
          expect(prompt.toolBytes.length).toBe(tools.length);
          expect(prompt.raises).toEqual([]);
        },
      ),
    );
  });
});

describe('compact lines', () => {
  function params(schema: JsonObject): string {
    const prompt = augmentSystemPrompt(null, [{ name: 't', schema }], { compact: true, preamble: '' });
    return prompt.text.trimEnd();
  }

  test('arrays show the type of their items', () => {
    const schema = {
      properties: {
        a: { type: 'array', items: { type: 'string' } },
        b: { type: 'array', items: { type: 'object' } },
        c: { type: 'array', items: {} },
        d: { type: 'array', items: { type: ['string'] } },
        e: { type: 'array', items: [{ type: 'string' }] },
        f: { type: 'array' },
      },
    };
    expect(params(schema)).toBe('- t(a?: string[], b?: array, c?: array, d?: array, e?: object, f?: object)');
  });

  test('required names are compared as text', () => {
    const schema = { properties: { a: {}, '1': {}, '': {}, ab: {} }, required: [1, null, [97, 98]] };
    expect(params(schema)).toBe('- t(: object, 1: object, ab: object, a?: object)');
  });

  test('a tool that would crash the original is listed without parameters, and said so', () => {
    const tools: ToolDefinition[] = [
      { name: 'a', description: 'A.', schema: { properties: 5 } },
      readFile,
      { name: 'b', schema: { properties: { x: {} }, required: 'x' } },
      { name: 'c', schema: { properties: { x: {} }, required: { x: true } } },
      { name: 'd', schema: { properties: { x: {} }, required: {} } },
      { name: 'e', schema: { properties: false } },
      { name: 'f', schema: { properties: [1] } },
    ];
    const prompt = augmentSystemPrompt(null, tools, { compact: true, preamble: '' });
    expect(prompt.text).toBe(
      [
        '- a() — A.',
        '- read_file(path: string, lines?: integer) — Reads a file.',
        '- b()',
        '- c()',
        '- d(x?: object)',
        '- e()',
        '- f()',
        '',
      ].join('\n'),
    );
    expect(prompt.raises.map((entry) => entry.toolIndex)).toEqual([0, 2, 3, 5, 6]);
    expect(augmentRaw(null, tools, { compact: true })).toMatchObject({ ok: false });
  });

  test('descriptions end after 80 grapheme clusters', () => {
    const family = '👨‍👩‍👧';
    const prompt = augmentSystemPrompt(null, [{ name: 't', description: family.repeat(90) }], {
      compact: true,
      preamble: '',
    });
    expect(prompt.text).toBe(`- t() — ${family.repeat(80)}\n`);
  });

  test('only ASCII white space is folded', () => {
    const description = '\u0085 a \t\n b\u00a0\u00a0c. d';
    const prompt = augmentSystemPrompt(null, [{ name: 't', description }], { compact: true, preamble: '' });
    expect(prompt.text).toBe('- t() — a b\u00a0\u00a0c.\n');
  });
});

describe('untrusted tools', () => {
  test.each([
    ['tools are nil', null, false],
    ['tools are text', 'x', false],
    ['a tool is nil', [null], false],
    ['a tool is a list', [[]], true],
    ['a name is a map', [{ name: {} }], true],
    ['a description is a list of floats', [{ description: [1.5] }], false],
  ])('raises when %s', (_, tools, compact) => {
    expect(augmentRaw(null, tools, { compact })).toMatchObject({ ok: false });
  });

  test('an empty map is an empty list', () => {
    expect(augmentRaw(null, {})).toMatchObject({ ok: true, tools: '\n' });
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (existing, tools, compact) => {
        augmentRaw(existing, tools, { compact });
        augmentRaw(null, [{ name: existing, description: tools, schema: { properties: tools, required: compact } }], {
          compact,
        });
      }),
    );
  });
});

describe('schema text', () => {
  function fromText(text: string): string {
    const reading = readJson(text);
    return reading.ok ? jasonText(reading.node) : 'not JSON';
  }

  test('keeps numbers as decoded and takes the first of duplicate keys', () => {
    expect(fromText('{"b": 1.0, "a": [1e21, 12345678901234567890, -0, 1E2], "b": 2}')).toBe(
      '{"a":[1.0e21,12345678901234567890,0,100.0],"b":1.0}',
    );
  });

  test('a schema node beats the value', () => {
    const reading = readJson('{"maximum":1.0}');
    const schemaNode = reading.ok && reading.node.kind === 'object' ? reading.node : null;
    const prompt = augmentSystemPrompt(null, [{ name: 't', schema: { maximum: 1 }, schemaNode }], { preamble: '' });
    expect(prompt.text).toContain('Schema: {"maximum":1.0}\n');
  });

  test('escapes what Jason escapes', () => {
    expect(jasonText(nodeFromValue('"\\/\b\t\n\f\r\u0000\u001b\u007f\u2028é🔧'))).toBe(
      '"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001B\u007f\u2028é🔧"',
    );
  });

  test('orders keys by code point, digits as text, and knows no special key', () => {
    const schema = JSON.parse('{"😀":0,"～":0,"2":0,"10":0,"1":0,"__proto__":0,"a":0}') as unknown;
    expect(jasonText(nodeFromValue(schema))).toBe('{"1":0,"10":0,"2":0,"__proto__":0,"a":0,"～":0,"😀":0}');
  });

  test('the order is that of the bytes', () => {
    const unit = fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}');
    const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 6 }), (keys) => {
        const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const written = jasonText(nodeFromValue(Object.fromEntries(keys.map((key) => [key, 0]))));
        expect(written).toBe(`{${sorted.map((key) => `"${key}":0`).join(',')}}`);
      }),
    );
  });

  test('is JSON for the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        expect(JSON.parse(jasonText(nodeFromValue(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('a schema 10,000 levels deep does not overflow', () => {
    let schema: JsonObject = {};
    for (let depth = 0; depth < 10_000; depth += 1) schema = { properties: [schema] };
    const prompt = augmentSystemPrompt(null, [{ name: 't', schema }], { preamble: '' });
    expect(prompt.text.length).toBeGreaterThan(10_000 * '{"properties":[]}'.length);
    expect(augmentSystemPrompt(null, [{ name: 't', schema }], { compact: true }).raises.length).toBe(1);
  });
});

test('the default preamble shows the fence at the left margin and ends before the list', () => {
  expect(defaultPreamble).toContain('\n~~~tool_call\n{"name": "...", "arguments": {...}}\n~~~\n');
  expect(defaultPreamble).not.toMatch(/^[ \t]+~~~/m);
  expect(defaultPreamble.endsWith('\n\nTools you can call:\n\n')).toBe(true);
});
