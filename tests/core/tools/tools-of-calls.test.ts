import { expect, it } from 'vitest';
import { readTools } from '../../../src/core/tools/tool-definitions.ts';
import { toolsOfCalls } from '../../../src/core/tools/tools-of-calls.ts';
import { writeTools } from '../../../src/core/tools/write-tools.ts';

const call = (name: string, argumentsText: string) => ({ name, argumentsText });

it('has one tool for each name, and types over all of its calls', () => {
  const tools = toolsOfCalls([
    call('get_weather', '{"city": "Malmö", "days": 2, "at": {"lat": 55.6}}'),
    call('ping', '{}'),
    call('get_weather', '{"city": null, "days": 1.5, "at": {"lat": 1, "name": "x"}, "tags": ["a", 1, true]}'),
    call('get_weather', '{"city": "Lund", "days": 12345678901234567890}'),
  ]);
  expect(tools).toEqual([
    {
      name: 'get_weather',
      schema: {
        type: 'object',
        properties: {
          city: { type: ['string', 'null'] },
          days: { type: 'number' },
          at: {
            type: 'object',
            properties: { lat: { type: 'number' }, name: { type: 'string' } },
            required: ['lat'],
          },
          tags: { type: 'array', items: { type: ['string', 'integer', 'boolean'] } },
        },
        required: ['city', 'days'],
      },
      inferred: true,
    },
    { name: 'ping', schema: { type: 'object', properties: {} }, inferred: true },
  ]);
  expect(readTools(writeTools(tools, 'openai')).problems).toEqual([]);
});

it('says nothing of parameters where the arguments are no object', () => {
  expect(toolsOfCalls([call('f', '[1]'), call('f', '{"broken": '), call('f', '')])).toEqual([
    { name: 'f', schema: { type: 'object' }, inferred: true },
  ]);
});

it('takes the last of equal keys, and `__proto__` for a key', () => {
  const [tool] = toolsOfCalls([call('f', '{"a": 1, "a": "x", "__proto__": {"b": []}}')]);
  expect(JSON.stringify(tool?.schema)).toBe(
    '{"type":"object","properties":{"a":{"type":"string"},"__proto__":{"type":"object","properties":{"b":{"type":"array"}},"required":["b"]}},"required":["a","__proto__"]}',
  );
});

it('does not go down for ever', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const [tool] = toolsOfCalls([call('f', `{"a": ${deep}}`)]);
  expect(JSON.stringify(tool?.schema).length).toBeLessThan(1000);
});
