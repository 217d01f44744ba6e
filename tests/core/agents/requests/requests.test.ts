import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MOST_BREAKPOINTS,
  placeTools,
  refusals,
  requestBody,
  type JsonObject,
  type RequestBody,
  type ToolPlacement,
  type Wire,
} from '../../../../src/core/index.ts';
import type { RequestInput } from '../../../../src/core/agents/requests/request.ts';
import { checkFor } from '../../../../src/app/worker/validate.ts';

const wires: readonly Wire[] = ['openai', 'anthropic', 'gemini', 'ollama'];
const placements: readonly ToolPlacement[] = ['native', 'text', 'text-compact', 'shim', 'none'];

function schemaOf(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as JsonObject;
}
const shapes = {
  openai: await checkFor(schemaOf('openai-chat.schema.json')),
  anthropic: await checkFor(schemaOf('anthropic-messages.schema.json')),
};

interface Asked {
  readonly tools?: string;
  readonly system?: string;
  readonly user?: string;
  readonly placement?: ToolPlacement;
  readonly caching?: boolean;
}

function inputOf({ tools = '', system = '', user = 'Hm?', placement = 'native', caching = true }: Asked): RequestInput {
  const placed = placeTools(placement, system, tools);
  const sampling = { temperature: 0, maxTokens: 9 };
  return { model: 'm', system: placed.system, tools: placed.tools, user, sampling, stream: true, caching };
}

function bodyOf(wire: Wire, asked: Asked): RequestBody & { readonly json: Record<string, unknown> } {
  const body = requestBody(wire, inputOf(asked));
  return { ...body, json: JSON.parse(body.text) as Record<string, unknown> };
}

const gauge =
  '{"name": "read_gauge", "description": "Reads.", "schema": {"type": "object", "properties": {"max": {"maximum": 12345678901234567890, "multipleOf": 1.0}, "2": {}, "1": {}}}}';
const bare = '{"name": "stop_pump"}';
const two = `[${gauge}, ${bare}]`;

describe('the shape of each format', () => {
  test('OpenAI: functions, tool_choice, the system prompt as a message', () => {
    expect(bodyOf('openai', { tools: two, system: 'A pump house.' }).json).toMatchObject({
      messages: [
        { role: 'system', content: 'A pump house.' },
        { role: 'user', content: 'Hm?' },
      ],
      tools: [
        { type: 'function', function: { name: 'read_gauge', description: 'Reads.', parameters: { type: 'object' } } },
        { type: 'function', function: { name: 'stop_pump' } },
      ],
      tool_choice: 'auto',
      max_tokens: 9,
    });
  });

  test('Anthropic: input_schema, the system prompt in blocks, the last tool and the blocks marked', () => {
    const { json, breakpoints } = bodyOf('anthropic', { tools: two, system: 'A pump house.\n# Rules\nBe brief.' });
    const cache_control = { type: 'ephemeral' };
    expect(json['tools']).toMatchObject([
      { name: 'read_gauge', input_schema: { type: 'object' } },
      { name: 'stop_pump', input_schema: { type: 'object' }, cache_control },
    ]);
    expect(json['tools']).not.toHaveProperty('0.cache_control');
    expect(json['system']).toEqual([
      { type: 'text', text: 'A pump house.\n', cache_control },
      { type: 'text', text: '# Rules\nBe brief.', cache_control },
    ]);
    expect(breakpoints.map(({ on, block }) => [on, block])).toEqual([
      ['tools', 0],
      ['system', 0],
      ['system', 1],
    ]);
    expect(bodyOf('anthropic', { tools: two, system: 'A.', caching: false }).json).toMatchObject({ system: 'A.' });
    expect(bodyOf('anthropic', { tools: two, caching: false }).text).not.toContain('cache_control');
  });

  test('Gemini: declarations and an instruction of their own', () => {
    expect(bodyOf('gemini', { tools: two, system: 'A.' }).json).toMatchObject({
      systemInstruction: { parts: [{ text: 'A.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hm?' }] }],
      tools: [{ functionDeclarations: [{ name: 'read_gauge', parametersJsonSchema: {} }, { name: 'stop_pump' }] }],
      generationConfig: { maxOutputTokens: 9 },
    });
  });

  test('Ollama: no tool_choice, sampling among the options', () => {
    const { json } = bodyOf('ollama', { tools: two });
    expect(json).toMatchObject({ tools: [{ type: 'function' }, {}], options: { num_predict: 9, temperature: 0 } });
    expect(json).not.toHaveProperty('tool_choice');
  });

  test.each(wires)('%s: what is not there is not mentioned', (wire) => {
    for (const tools of ['', '[]', 'not JSON']) {
      const { json } = bodyOf(wire, { tools });
      expect(Object.keys(json).filter((key) => /tool|system/i.test(key))).toEqual([]);
    }
  });
});

test.each(wires)('%s: schemas keep their digits and the order of their keys', (wire) => {
  const { compact, text } = bodyOf(wire, { tools: two });
  expect(compact).toContain('"max":{"maximum":12345678901234567890,"multipleOf":1.0},"2":{},"1":{}');
  expect(text).toContain('12345678901234567890');
});

test('messages take the place of the question, without the white space they came with', () => {
  const messages = ['{ "role": "user", "content": "a b" }', '{"role":"assistant",\n"content":"c"}'];
  for (const wire of ['openai', 'anthropic', 'ollama'] as const) {
    const { compact, text } = requestBody(wire, { ...inputOf({}), messages });
    expect(compact).toContain('"messages":[{"role":"user","content":"a b"},{"role":"assistant","content":"c"}]');
    expect(JSON.parse(text)).toHaveProperty('messages.length', 2);
  }
});

describe('tools in the text', () => {
  test('full, compact and shim prompts hold the tools, and the request declares none', () => {
    for (const placement of ['text', 'text-compact', 'shim'] as const) {
      const { json, text } = bodyOf('openai', { tools: two, system: 'A.', placement });
      expect(json).not.toHaveProperty('tools');
      expect(json).not.toHaveProperty('tool_choice');
      expect(text).toContain('read_gauge');
      expect((json['messages'] as { content: string }[])[0]!.content).toMatch(/^A\.\n\n/);
    }
    expect(bodyOf('openai', { tools: two, placement: 'none' }).text).not.toContain('read_gauge');
  });

  test('the reader can bring their own preamble', () => {
    const placed = placeTools('text', '', two, 'MINE\n\n');
    expect(placed.system.map(({ text }) => text).join('')).toMatch(/^MINE\n\n- `read_gauge`/);
  });
});

describe('parts', () => {
  test.each(wires.flatMap((wire) => placements.slice(0, 4).map((placement) => [wire, placement] as const)))(
    '%s, %s: every tool is found where it is',
    (wire, placement) => {
      const { text, parts } = bodyOf(wire, { tools: two, system: 'Say "hi".\n# Ünï 😀', placement });
      const tools = parts.filter(({ kind }) => kind === 'tool');
      expect(tools.map((part) => (part.kind === 'tool' ? part.toolIndex : null))).toEqual([0, 1]);
      const said = tools.map(({ span }) => text.slice(span.from, span.to));
      expect(said[0]).toContain('read_gauge');
      expect(said[0]).not.toContain('stop_pump');
      expect(said[1]).toContain('stop_pump');
      if (placement === 'native') expect(said.map((one) => JSON.parse(one) as unknown)).toHaveLength(2);
    },
  );

  test('a breakpoint is its mark', () => {
    const { text, parts } = bodyOf('anthropic', { tools: two, system: 'A.\n# B\nC.' });
    const marked = parts.filter(({ kind }) => kind === 'breakpoint');
    expect(marked).toHaveLength(3);
    for (const { span } of marked) {
      expect(JSON.parse(text.slice(span.from, span.to))).toBe('ephemeral');
    }
  });
});

describe('system blocks', () => {
  const blocksOf = (system: string) => (bodyOf('anthropic', { system }).json['system'] ?? []) as { text: string }[];

  test.each([
    ['no heading', 1],
    ['# One\na\n## Two\nb', 2],
    ['\n\n# One\na', 1],
    ['a\n```\n# not a heading\n```\n# heading', 2],
    ['a\n#hash\n#!/bin/sh', 1],
    ['a\n# ', 2],
    [' \n\t', 0],
  ])('%j: %i', (system, count) => {
    const blocks = blocksOf(system);
    expect(blocks).toHaveLength(count);
    if (count > 0) expect(blocks.map(({ text }) => text).join('')).toBe(system);
  });

  test('headings of tools in the prompt begin no block', () => {
    const system = 'A.\n# B\nC.';
    const { json } = bodyOf('anthropic', { system, tools: two, placement: 'shim' });
    const blocks = json['system'] as { text: string }[];
    expect(blocks.map(({ text }) => text.slice(0, 8))).toEqual(['A.\n', '# B\nC.\n\n', '## Tools']);
    expect(blocks[2]?.text).toContain('### read_gauge');
  });

  test('at most four marks, on the last blocks', () => {
    const system = Array.from({ length: 9 }, (_, index) => `# ${String(index)}\ntext\n`).join('');
    for (const tools of ['', two]) {
      const { text, breakpoints } = bodyOf('anthropic', { system, tools });
      expect(text.split('"ephemeral"').length - 1).toBe(MOST_BREAKPOINTS);
      expect(breakpoints.at(-1)).toMatchObject({ on: 'system', block: 8 });
      const sizes = breakpoints.map(({ prefixBytes }) => prefixBytes);
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    }
  });
});

// What people paste: valid tools, odd names, schemas of any shape.
const anyTools = fc
  .array(
    fc.record(
      {
        name: fc.oneof(fc.stringMatching(/^[a-zA-Z0-9_-]{1,70}$/), fc.string({ minLength: 1, maxLength: 8 })),
        description: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('"`$\\\n{}\u2028')),
        schema: fc.oneof(
          fc.constant({ type: 'object', properties: {} }),
          fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
          fc
            .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.constant({ type: 'string' }), { maxKeys: 3 })
            .map((properties) => ({ type: 'object', properties, required: Object.keys(properties) })),
        ),
      },
      { requiredKeys: ['name'] },
    ),
    { maxLength: 6 },
  )
  .map((tools) => JSON.stringify(tools));

describe('the published shapes', () => {
  test('every body is accepted, unless a refusal says which tool is to blame', () => {
    fc.assert(
      fc.property(
        anyTools,
        fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' }), fc.constant('# A\nb\n\n# C\n')),
        fc.constantFrom(...placements),
        fc.boolean(),
        (tools, system, placement, caching) => {
          for (const wire of ['openai', 'anthropic'] as const) {
            const input = inputOf({ tools, system, placement, caching });
            const verdict = shapes[wire](requestBody(wire, input).compact);
            if (refusals(wire, input.tools).length === 0) expect(verdict).toEqual({ state: 'valid' });
            else expect(input.tools).not.toEqual([]);
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  test.each([
    ['openai', 'a name with a dot', '[{"name": "fs.read"}]', 'The name contains other characters'],
    ['openai', 'a long name', `[{"name": "${'a'.repeat(65)}"}]`, 'has 65 characters'],
    ['anthropic', 'a very long name', `[{"name": "${'a'.repeat(129)}"}]`, 'has 129 characters'],
    ['anthropic', 'a schema without a type', '[{"name": "a", "schema": {"properties": {}}}]', '"type": "object"'],
    ['openai', 'a schema of another type', '[{"name": "a", "schema": {"type": "string"}}]', '"type": "object"'],
  ] as const)('%s refuses %s, and the shape does as well', (wire, _, tools, message) => {
    const input = inputOf({ tools });
    expect(refusals(wire, input.tools)).toMatchObject([
      { toolIndex: 0, message: expect.stringContaining(message) as string },
    ]);
    expect(shapes[wire](requestBody(wire, input).compact).state).toBe('problems');
  });

  test('the shapes refuse what the APIs refuse', () => {
    expect(shapes.openai('{"model":"m"}').state).toBe('problems');
    expect(shapes.openai('{"model":"m","messages":[{"role":"tool","content":""}]}').state).toBe('problems');
    expect(shapes.anthropic('{"model":"m","messages":[]}').state).toBe('problems');
    expect(shapes.anthropic('{"model":"m","max_tokens":1,"messages":[{"role":"system","content":"a"}]}').state).toBe(
      'problems',
    );
  });
});

test('hostile tools: deep, long, odd', () => {
  const deep = `[{"name":"d","schema":{"type":"object","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]`;
  const long = `[{"name":"l","description":"${'\\"'.repeat(300_000)}"}]`;
  const odd = '[{"name":"\u2028__proto__","schema":{"__proto__":{"type":"object"},"type":"object"}}]';
  for (const tools of [deep, long, odd]) {
    for (const wire of wires) {
      for (const placement of ['native', 'text'] as const) {
        const { compact, parts } = requestBody(wire, inputOf({ tools, placement }));
        expect(parts.length).toBeGreaterThan(0);
        expect(compact.length).toBeGreaterThan(0);
      }
    }
  }
  expect(requestBody('openai', inputOf({ tools: odd })).compact).toContain('"__proto__":{"type":"object"}');
});
