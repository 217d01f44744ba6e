import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completePartialJson } from '../../../../src/core/engines/langchain/partial-json.ts';

describe('what is cut off', () => {
  it.each([
    ['{', '{}'],
    ['{"a', '{}'],
    ['{"a": ', '{}'],
    ['{"a": 1, "b', '{"a":1}'],
    ['{"a": [1, {"b": "c', '{"a":[1,{"b":"c"}]}'],
    ['{"a": -', '{"a":0}'],
    ['{"a": 1.', '{"a":1}'],
    ['{"a": 1e+', '{"a":1}'],
    ['{"a": 1e999', '{"a":1e999}'],
    ['{"a": tr', '{"a":true}'],
    ['{"a": n', '{"a":null}'],
    [String.raw`{"a": "x\u00`, '{"a":"xu00"}'],
    ['{"a": "x\\', String.raw`{"a":"x\\"}`],
    ['{"__proto__": {"a": 1}, "b": 2', '{"b":2}'],
    ['{"a": 1, "__proto__": 3, "b": [', '{"a":1,"b":[]}'],
    ['"x', '"x"'],
    ['  [\n', '[]'],
  ])('%s', (text, completed) => {
    expect(completePartialJson(text)).toBe(completed);
  });
});

it.each([
  '',
  ' ',
  '{]',
  '{"a" 1',
  '{"a": 1,}',
  '[1,]',
  '{a',
  "{'a",
  '{"a": 01',
  '{"a": .5',
  '{"a": trx',
  '{} x',
  '"a\\x',
  '{"a":1}}',
])('null for %s', (text) => {
  expect(completePartialJson(text)).toBeNull();
});

it('lets strings have line breaks', () => {
  expect(completePartialJson('{"a": "x\ny"}')).toBe(String.raw`{"a":"x\ny"}`);
});

it('completes every beginning of JSON, with the keys that are there', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 })), fc.nat(), (object, cut) => {
      const text = JSON.stringify(object);
      const completed = completePartialJson(text.slice(0, 1 + (cut % text.length)));
      const keys = Object.keys(object).filter((key) => key !== '__proto__');
      const found = Object.keys(JSON.parse(completed ?? 'null') as object);
      expect(found).toEqual(keys.slice(0, found.length));
    }),
  );
});
