import { expect, it } from 'vitest';
import { extract } from '../../../../src/core/index.ts';
import { judge, judgementText, placeOfDifference } from '../../../../src/app/page/reading/expectation.ts';

const answer = extract({
  text: '{"name": "f", "arguments": {"s": "a b", "n": 10000000000000000001}} {"name": "g", "arguments": {}}',
});
const [f, g] = answer.calls.map(({ name, argumentsText }) => ({ name, argumentsText }));
if (f === undefined || g === undefined) throw new Error('two calls');

it('is the same for what means the same: white space and the order of keys do not matter', () => {
  expect(judge([f, g], answer)).toMatchObject({ same: true, differences: [] });
  const spaced = [
    { name: 'f', argumentsText: '{ "n": 10000000000000000001,\n "s": "a b" }' },
    { name: 'g', argumentsText: '{ }' },
  ];
  expect(judge(spaced, answer).same).toBe(true);
  expect(judgementText(judge(spaced, answer))).toBe(
    'As expected: ExAthena 0.4.6 returns 2 calls: f({"s":"a b","n":10000000000000000001}), g().',
  );
});

it('counts every digit of a long number, and the order of the calls', () => {
  const rounded = [{ name: 'f', argumentsText: '{"s":"a b","n":10000000000000000000}' }, g];
  expect(judge(rounded, answer)).toMatchObject({
    same: false,
    differences: ['Call 1: `n` is 10000000000000000001, not 10000000000000000000.'],
  });
  expect(judge([g, f], answer).same).toBe(false);
});

it('names the calls on both sides, and the arguments that differ', () => {
  const wanted = [{ name: 'get_weather', argumentsText: '{"city": "Malmö"}' }];
  const none = extract({ text: 'Hello.' });
  expect(judgementText(judge(wanted, none))).toBe(
    'Expected get_weather({"city": "Malmö"}); ExAthena 0.4.6 returns no call.',
  );
  expect(judgementText(judge([], answer))).toMatch(/^Expected no call; ExAthena 0\.4\.6 returns 2 calls: f\(/);
  const one = extract(
    { text: '{"name": "get_weather", "arguments": {"city": "Lund", "days": 2}}' },
    { runtime: 'auto' },
  );
  expect(judgementText(judge([{ name: 'get_weather', argumentsText: '{"city": "Malmö", "unit": "C"}' }], one))).toBe(
    'Expected get_weather({"city": "Malmö", "unit": "C"}); Callscope finds get_weather({"city":"Lund","days":2}). `city` is "Lund", not "Malmö". `unit` is missing. `days` was not expected.',
  );
});

it('shortens long arguments and long lists', () => {
  const long = { name: 'write', argumentsText: JSON.stringify({ text: '🔧'.repeat(500) }) };
  const judgement = judge([long, long, long, long, long], answer);
  expect(judgement.expected).toMatch(/^5 calls: .* and 2 more$/);
  expect(judgement.expected.length).toBeLessThan(350);
  expect(judgement.expected).not.toMatch(/\p{Cs}/u);
});

it('is not met by an error, even where no call was expected', () => {
  const refused = extract({ text: '~~~tool_call\n{"name": 1,}\n~~~' });
  expect(refused.outcome).toBe('error');
  expect(judgementText(judge([g], refused))).toBe('Expected g(); ExAthena 0.4.6 returns an error.');
  expect(judge([], refused).same).toBe(false);
});

it('has a place in the reply: the value, the argument that is too much, or the name', () => {
  const text = '{"name": "read_gauge", "arguments": {"dial": "say", "samples": 2}}';
  const read = extract({ text }, { runtime: 'auto' });
  const at = (name: string, argumentsText: string): string => {
    const span = placeOfDifference([{ name, argumentsText }], read);
    return span === null ? '' : text.slice(span.from, span.to);
  };
  expect(at('read_gauge', '{"dial": "oil", "samples": 2}')).toBe('"say"');
  expect(at('read_gauge', '{"dial": "say"}')).toBe('2');
  expect(at('read_gauge', '{"dial": "say", "samples": 2, "unit": "C"}')).toBe('{"dial": "say", "samples": 2}');
  expect(at('open_valve', '{}')).toContain('read_gauge');
  expect(placeOfDifference([], read)).toEqual(read.calls[0]?.span);
  expect(placeOfDifference([{ name: 'f', argumentsText: '{}' }], extract({ text: 'Hello.' }))).toBeNull();
});
