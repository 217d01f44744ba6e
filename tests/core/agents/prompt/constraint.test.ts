import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callConstraint,
  extract,
  taggedCallConstraint,
  type JsonObject,
  type JsonValue,
  type ToolDefinition,
} from '../../../../src/core/index.ts';
import type { CallMarking } from '../../../../src/core/agents/prompt/constraint.ts';
import { validateArguments } from '../../../app/worker/validate-arguments.ts';

const gauge: ToolDefinition = {
  name: 'read_gauge',
  schema: { type: 'object', properties: { dial: { enum: ['oil', 'water'] } }, required: ['dial'] },
};
const tree: ToolDefinition = {
  name: 'plant',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    properties: { node: { $ref: '#/$defs/node' }, $ref: { type: 'string' }, whole: { $ref: '#' } },
    $defs: {
      node: {
        type: 'object',
        properties: { value: { type: 'integer' }, next: { $ref: '#/$defs/node' } },
        required: ['value'],
        default: { $ref: '#/nothing' },
      },
    },
  },
};

async function fits(tools: readonly ToolDefinition[], reply: JsonValue): Promise<boolean> {
  const constraint = callConstraint(tools);
  if (constraint?.kind !== 'json-schema') throw new Error('no schema');
  const verdict = await validateArguments(constraint.schema, JSON.stringify(reply));
  if (verdict.state === 'unchecked') throw new Error(verdict.reason);
  return verdict.state === 'valid';
}

function tagsOf(tools: readonly ToolDefinition[], marking: CallMarking) {
  const constraint = taggedCallConstraint(tools, marking);
  if (constraint?.kind !== 'structural-tag') throw new Error('no tag');
  return constraint.tag.format;
}

test('without a tool there is nothing to hold to', () => {
  expect(callConstraint([])).toBeNull();
  expect(taggedCallConstraint([], 'fence')).toBeNull();
});

describe('the whole reply is one call', () => {
  test.each<[JsonValue, boolean]>([
    [{ name: 'read_gauge', arguments: { dial: 'oil' } }, true],
    [{ name: 'read_gauge', arguments: { dial: 'gas' } }, false],
    [{ name: 'read_gauge', arguments: {} }, false],
    [{ name: 'read_gauge' }, false],
    [{ name: 'read_gauge', arguments: { dial: 'oil' }, id: 1 }, false],
    [{ name: 'other', arguments: { dial: 'oil' } }, false],
    [[{ name: 'read_gauge', arguments: { dial: 'oil' } }], false],
  ])('%j', async (reply, expected) => {
    expect(await fits([gauge], reply)).toBe(expected);
    expect(await fits([gauge, tree], reply)).toBe(expected);
    expect(await fits([gauge, { ...gauge, schema: { type: 'object' } }], reply)).toBe(expected);
  });

  test.each<[JsonValue, boolean]>([
    [{ node: { value: 1, next: { value: 2 } } }, true],
    [{ node: { value: 1, next: { value: 'two' } } }, false],
    [{ $ref: 'a string' }, true],
    [{ $ref: 1 }, false],
    [{ whole: { whole: { node: { value: 1 } } } }, true],
    [{ whole: { whole: { node: {} } } }, false],
    ['text', false],
  ])('references of a schema keep what they mean: %j', async (args, expected) => {
    expect(await fits([tree], { name: 'plant', arguments: args })).toBe(expected);
    expect(await fits([gauge, tree], { name: 'plant', arguments: args })).toBe(expected);
  });

  test('a schema that is nested without end is carried along', () => {
    let schema: JsonObject = { type: 'string' };
    for (let level = 0; level < 20_000; level += 1) schema = { properties: { x: schema }, $ref: '#' };
    expect(callConstraint([{ name: 'deep', schema }])).not.toBeNull();
  });
});

describe('calls in free text', () => {
  test('every tag begins with the trigger', () => {
    for (const marking of ['fence', 'hermes'] as const) {
      const { triggers, tags } = tagsOf([gauge, tree, gauge], marking);
      expect(tags.map(({ begin }) => triggers.some((trigger) => begin.startsWith(trigger)))).toEqual([true, true]);
    }
  });

  test('the schema of a tool is a root of its own, and open where it names nothing', () => {
    const { tags } = tagsOf([tree, { name: 'any' }, { name: 'ping', schema: { type: 'string' } }], 'fence');
    expect(tags[0]?.content.json_schema).toMatchObject({ properties: tree.schema?.properties, type: 'object' });
    expect(tags[0]?.content.json_schema).not.toHaveProperty('$schema');
    expect(tags[1]?.content.json_schema).toEqual({ type: 'object', additionalProperties: true });
    expect(tags[2]?.content.json_schema).toMatchObject({ type: 'object' });
  });
});

describe('what a constraint lets pass is a call for the reader of the prompt', () => {
  const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
  const args = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  const layout = fc.constantFrom(undefined, 0, 2, '\t');
  const call = fc.record({ name, args, layout, text: fc.constantFrom('', 'I will look. ', 'One\ntwo.\n\n', '- ') });

  test('as the whole reply', async () => {
    await fc.assert(
      fc.asyncProperty(call, async ({ name, args, layout }) => {
        const reply = JSON.parse(JSON.stringify({ name, arguments: args })) as JsonObject;
        expect(await fits([gauge, { name }], reply)).toBe(true);
        const { calls } = extract({ text: JSON.stringify(reply, null, layout) }, { runtime: 'exathena' });
        expect(calls.map((found) => [found.name, found.arguments])).toEqual([[name, reply.arguments]]);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['fence', 'exathena'],
    ['fence', 'auto'],
    ['hermes', 'exathena-head'],
    ['hermes', 'format:hermes'],
  ] as const)('marked as %s, for %s', (marking, profile) => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (given) => {
        const { tags } = tagsOf(
          given.map(({ name }) => ({ name })),
          marking,
        );
        const expected: JsonValue[] = [];
        const reply = given.map(({ name, args, layout, text }) => {
          const tag = tags.find(({ begin }) => begin.includes(JSON.stringify(name)));
          const written = JSON.stringify(args, null, layout);
          expected.push([name, JSON.parse(written) as JsonValue]);
          return `${text}${tag?.begin ?? ''}${written}${tag?.end ?? ''}`;
        });
        // Odd names are believed where a tool is called so.
        const tools = given.map(({ name }) => ({ name }));
        const { calls } = extract({ text: reply.join('\n') }, { runtime: profile, tools });
        expect(calls.map((found) => [found.name, found.arguments])).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});
