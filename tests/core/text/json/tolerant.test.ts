import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonNode } from '../../../../src/core/text/json/node.ts';
import { applyRepairs, type RepairCode } from '../../../../src/core/text/json/repairs.ts';
import { readJson } from '../../../../src/core/text/json/strict.ts';
import { readTolerant } from '../../../../src/core/text/json/tolerant.ts';
import type { TolerantReading } from '../../../../src/core/text/json/tolerant-reading.ts';
import { nodeToValue } from '../../../../src/core/text/json/writer.ts';
import { hostilePieces } from './hostile-pieces.ts';
import { often } from '../../../thorough.ts';

function repaired(text: string, reading: TolerantReading): string {
  return applyRepairs(text, 0, reading.end, reading.repairs);
}

/** Everything a tree says, spans apart: duplicate keys and digits included. Iterative, for deep trees. */
function content(node: JsonNode | null): string {
  const out: string[] = [];
  const pending: (JsonNode | string | null)[] = [node];
  while (pending.length > 0) {
    const next = pending.pop() ?? null;
    if (next === null) out.push('nothing');
    else if (typeof next === 'string') out.push(next);
    else if (next.kind === 'object') {
      out.push('{');
      pending.push('}');
      for (const { key, value } of next.members.toReversed()) pending.push(value, key);
    } else if (next.kind === 'array') {
      out.push('[');
      pending.push(']', ...next.items.toReversed());
    } else
      out.push(next.kind === 'string' ? JSON.stringify(next.value) : next.kind === 'number' ? next.literal : next.kind);
  }
  return out.join(' ');
}

function strictContent(text: string): string {
  const reading = readJson(text);
  return reading.ok ? content(reading.node) : `not JSON: ${reading.error.code} at ${reading.error.at}`;
}

function expectSound(text: string, from: number, to: number): TolerantReading {
  const reading = readTolerant(text, from, to);
  expect(reading.end).toBeGreaterThanOrEqual(from);
  expect(reading.end).toBeLessThanOrEqual(to);
  let last = from;
  for (const { span, inserted } of reading.repairs) {
    expect(span.from).toBeGreaterThanOrEqual(last);
    expect(span.to).toBeGreaterThanOrEqual(span.from);
    expect(inserted === text.slice(span.from, span.to)).toBe(false);
    last = span.to;
  }
  expect(last).toBeLessThanOrEqual(reading.end);
  if (reading.node === null) {
    expect(reading.repairs).toEqual([]);
  } else {
    const json = applyRepairs(text, from, reading.end, reading.repairs);
    expect(() => JSON.parse(json) as unknown, json).not.toThrow();
    expect(content(reading.node)).toBe(strictContent(json));
  }
  return reading;
}

type Case = readonly [text: string, json: string, ...codes: RepairCode[]];

const cases: readonly Case[] = [
  ['[1, 2,]', '[1, 2]', 'trailing-comma'],
  ['{"a": 1,}', '{"a": 1}', 'trailing-comma'],
  ['[1,/* c */]', '[1]', 'trailing-comma', 'comment'],
  ['[,1]', '[1]', 'extra-comma'],
  ['[1,,2]', '[1,2]', 'extra-comma'],
  ['[1,,]', '[1]', 'trailing-comma', 'extra-comma'],
  ['{,}', '{}', 'extra-comma'],

  ['[1 2]', '[1, 2]', 'missing-comma'],
  ['["a" "b"]', '["a", "b"]', 'missing-comma'],
  ['["a" {"b": 1}]', '["a", {"b": 1}]', 'missing-comma'],
  ['{"a": 1 "b": 2}', '{"a": 1, "b": 2}', 'missing-comma'],
  ['{"a": "x" "b": 2}', '{"a": "x", "b": 2}', 'missing-comma'],
  ['{"a": "x"\n  "b": 2}', '{"a": "x",\n  "b": 2}', 'missing-comma'],
  ['{"a": 1 // one\n "b": 2}', '{"a": 1, \n "b": 2}', 'missing-comma', 'comment'],

  ['{"a" 1}', '{"a": 1}', 'missing-colon'],
  ['{"a" "x"}', '{"a": "x"}', 'missing-colon'],
  ['{"a" {}}', '{"a": {}}', 'missing-colon'],
  ['{"a" = 1}', '{"a" : 1}', 'missing-colon'],
  ['{"a" => 1}', '{"a" : 1}', 'missing-colon'],
  ['{a=1}', '{"a":1}', 'unquoted-key', 'missing-colon'],
  ['{"a":: 1}', '{"a": 1}', 'stray-colon'],
  ['{: 1}', '{"": 1}', 'missing-key'],
  ['{[1]}', '{"":[1]}', 'missing-key', 'missing-colon'],
  ['{"a": }', '{"a": null}', 'missing-value'],
  ['{"a":, "b": 1}', '{"a":null, "b": 1}', 'missing-value'],
  ['{"a"}', '{"a":null}', 'missing-value'],

  ["['a']", '["a"]', 'single-quotes', 'single-quotes'],
  ['[`a`]', '["a"]', 'single-quotes', 'single-quotes'],
  ["['it's']", '["it\'s"]', 'single-quotes', 'single-quotes'],
  [`['say "a"']`, '["say \\"a\\""]', 'single-quotes', 'unescaped-quote', 'unescaped-quote', 'single-quotes'],
  ['[“a”]', '["a"]', 'smart-quotes', 'smart-quotes'],
  ['[‘it’s’]', '["it’s"]', 'smart-quotes', 'smart-quotes'],
  ['[＂a＂]', '["a"]', 'smart-quotes', 'smart-quotes'],
  ['[“a"]', '["a"]', 'smart-quotes'],
  ['["say “a”"]', '["say “a”"]'],
  ['[«a», »b«]', '["a", "b"]', 'smart-quotes', 'smart-quotes', 'smart-quotes', 'smart-quotes'],
  ['[「a」, ‹b›]', '["a", "b"]', 'smart-quotes', 'smart-quotes', 'smart-quotes', 'smart-quotes'],
  ['[«say "b" now»]', '["say \\"b\\" now"]', 'smart-quotes', 'unescaped-quote', 'unescaped-quote', 'smart-quotes'],
  ['["say «a», b"]', '["say «a», b"]'],
  ['{"arguments": "a": 1}', '{"arguments": {"a": 1}}', 'missing-opener', 'truncated'],
  ['{"args": "a": 1, "b": 2}}', '{"args": {"a": 1, "b": 2}}', 'missing-opener'],
  ['{"arguments": "a", "b": 1}', '{"arguments": "a", "b": 1}'],
  [
    '["""a "b"\nc"""]',
    '["a \\"b\\"\\nc"]',
    'triple-quotes',
    'unescaped-quote',
    'unescaped-quote',
    'raw-control-character',
    'triple-quotes',
  ],
  ['{"a": "b\\n" +\n "c", "d": 1}', '{"a": "b\\nc", "d": 1}', 'joined-strings'],

  ['{a: 1}', '{"a": 1}', 'unquoted-key'],
  ['{a-b.c$: 1}', '{"a-b.c$": 1}', 'unquoted-key'],
  ['{full name: 1}', '{"full name": 1}', 'unquoted-key'],
  ['{name 1}', '{"name": 1}', 'unquoted-key', 'missing-colon'],
  ['{1: 1}', '{"1": 1}', 'unquoted-key'],
  ['{a": 1}', '{"a": 1}', 'unquoted-key'],
  ['{"a": some words , "b": 1}', '{"a": "some words" , "b": 1}', 'unquoted-string'],
  ['{"a": https://x.org/y}', '{"a": "https://x.org/y"}', 'unquoted-string'],
  ['{"a": 12:30}', '{"a": "12:30"}', 'unquoted-string'],
  ['{"a": 12 Main Street}', '{"a": "12 Main Street"}', 'unquoted-string'],
  ['{"a": true b: 1}', '{"a": true, "b": 1}', 'missing-comma', 'unquoted-key'],
  ['{"a": #fff}', '{"a": "#fff"}', 'unquoted-string'],
  ['{"a": b"}', '{"a": "b"}', 'unquoted-string'],
  ['[C:\\x]', '["C:\\\\x"]', 'unquoted-string'],

  ['["say "hi" now"]', '["say \\"hi\\" now"]', 'unescaped-quote', 'unescaped-quote'],
  ['{"a": "he said "yes", then left"}', '{"a": "he said \\"yes\\", then left"}', 'unescaped-quote', 'unescaped-quote'],
  [
    '{"a": "echo "x" "y""}',
    '{"a": "echo \\"x\\" \\"y\\""}',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
  ],
  [
    '{"a": "{"b": "c", "d": [1]}"}',
    '{"a": "{\\"b\\": \\"c\\", \\"d\\": [1]}"}',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
    'unescaped-quote',
  ],
  ['{"a"b": 1}', '{"a\\"b": 1}', 'unescaped-quote'],

  [
    '["a\nb\tc\u0001"]',
    '["a\\nb\\tc\\u0001"]',
    'raw-control-character',
    'raw-control-character',
    'raw-control-character',
  ],
  ['["\\d"]', '["\\\\d"]', 'bad-escape'],
  // A letter in the place of its number; in a path the backslash is meant.
  ['["\\uc11c\\로"]', '["\\uc11c로"]', 'bad-escape'],
  ['["docs\\übersicht"]', '["docs\\\\übersicht"]', 'bad-escape'],
  ['["it\\\'s"]', '["it\'s"]', 'bad-escape'],
  ['["\\x41"]', '["\\u0041"]', 'bad-escape'],
  ['["\\xyz"]', '["\\\\xyz"]', 'bad-escape'],
  ['["\\u12"]', '["\\\\u12"]', 'bad-escape'],
  ['["\\u00e9\\ud83d\\ude00"]', '["\\u00e9\\ud83d\\ude00"]'],
  ['["\\ud83d"]', '["\\ufffd"]', 'lone-surrogate'],
  ['["\\ude00x"]', '["\\ufffdx"]', 'lone-surrogate'],
  ['["\\ud83d\\u0041"]', '["\\ufffd\\u0041"]', 'lone-surrogate'],

  ['[1, // c\n2]', '[1, \n2]', 'comment'],
  ['[1, # c\n2]', '[1, \n2]', 'comment'],
  ['{"a": "x" // c\n}', '{"a": "x" \n}', 'comment'],
  ['/* c */ [/*/ c */1/**/]', ' [1]', 'comment', 'comment', 'comment'],
  ['[\u00a0\ufeff1]', '[ 1]', 'foreign-white-space'],

  ['[True, False, None]', '[true, false, null]', 'python-literal', 'python-literal', 'python-literal'],
  ['[undefined, NaN, -Infinity]', '[null, null, null]', 'foreign-literal', 'foreign-literal', 'foreign-literal'],
  ['[TRUE, Null, nil]', '[true, null, null]', 'foreign-literal', 'foreign-literal', 'foreign-literal'],
  ['[Trueish]', '["Trueish"]', 'unquoted-string'],

  ['[+1]', '[1]', 'number-syntax'],
  ['[007, -00.50]', '[7, -0.50]', 'number-syntax', 'number-syntax'],
  ['[.5, 5., 1.e2]', '[0.5, 5, 1e2]', 'number-syntax', 'number-syntax', 'number-syntax'],
  ['[0x1F, -0Xff]', '[31, -255]', 'number-syntax', 'number-syntax'],
  ['[12345678901234567890.10]', '[12345678901234567890.10]'],
  ['[1e999]', '["1e999"]', 'number-out-of-range'],
  ['[1.2.3, 1_000, 3px]', '["1.2.3", "1_000", "3px"]', 'unquoted-string', 'unquoted-string', 'unquoted-string'],

  [
    '｛"a"：［1，2］｝',
    '{"a":[1,2]}',
    'fullwidth-punctuation',
    'fullwidth-punctuation',
    'fullwidth-punctuation',
    'fullwidth-punctuation',
    'fullwidth-punctuation',
    'fullwidth-punctuation',
  ],
  ['[1，]', '[1]', 'trailing-comma'],
  [
    '{&quot;a&quot;: [1, &quot;b &amp; c&quot;,]}',
    '{"a": [1, "b & c"]}',
    'html-entity',
    'html-entity',
    'html-entity',
    'html-entity',
    'html-entity',
    'trailing-comma',
  ],
  ['[&#34;a &#39;b&#39;', '["a \'b\'"]', 'html-entity', 'html-entity', 'html-entity', 'truncated'],
  ['{"a": "&quot;"}', '{"a": "&quot;"}'],
  ['["a，b"]', '["a，b"]'],

  ['{\\"a\\": \\"b\\"}', '{"a": "b"}', 'escaped-quote', 'escaped-quote', 'escaped-quote', 'escaped-quote'],
  ['{"a": {\\"b\\": 1}, "c": "d\\"e"}', '{"a": {"b": 1}, "c": "d\\"e"}', 'escaped-quote', 'escaped-quote'],
  [
    '[\\"say \\\\\\"hi\\\\\\"\\\\n\\"]',
    '["say \\"hi\\"\\n"]',
    'escaped-quote',
    'escaped-quote',
    'escaped-quote',
    'escaped-quote',
    'escaped-quote',
    'escaped-quote',
    'escaped-quote',
  ],
  ['{\\"a\\": \\"b', '{"a": "b"}', 'escaped-quote', 'escaped-quote', 'escaped-quote', 'truncated'],
  ['{"a": "\\"b\\""}', '{"a": "\\"b\\""}'],

  ['{"a": [1, {"b": 2]}', '{"a": [1, {"b": 2}]}', 'missing-closer'],
  ['{"a": [1, 2}', '{"a": [1, 2]}', 'missing-closer'],
  ['{"a": [{"b": }', '{"a": [{"b": null}]}', 'missing-value', 'truncated'],
  ['[1}', '[1]', 'mismatched-closer'],
  ['{"a": [1}, "b": 2}', '{"a": [1], "b": 2}', 'mismatched-closer'],
  ['[{"a": 1], {"b": 2}]', '[{"a": 1}, {"b": 2}]', 'mismatched-closer'],
  ['{"a": {"b": "c"], "d": 2}}', '{"a": {"b": "c", "d": 2}}', 'surplus-closer'],
  ['[{"a": {"b": "c"], "d": 2}}]', '[{"a": {"b": "c", "d": 2}}]', 'surplus-closer'],
  ['{"a": {"b": "c"], "d": 2}', '{"a": {"b": "c"}, "d": 2}', 'mismatched-closer'],
  ['{"a": 1}\n}]', '{"a": 1}\n', 'surplus-closer', 'surplus-closer'],
  [
    '{{"a": {{"b": 1}}, "c": 2}}',
    '{"a": {"b": 1}, "c": 2}',
    'surplus-opener',
    'surplus-opener',
    'surplus-closer',
    'surplus-closer',
  ],

  ['{"a": "x', '{"a": "x"}', 'truncated'],
  ['{"a": "x\\', '{"a": "x"}', 'truncated'],
  ['{"a": "x\\u00', '{"a": "x"}', 'truncated'],
  ['{"a": "x\\ud83d\\ude', '{"a": "x"}', 'truncated'],
  ['{"a": 1, "b', '{"a": 1}', 'truncated'],
  ['{"a": 1, b', '{"a": 1}', 'truncated'],
  ["{'a': 1, 'b' /* c */ : ", '{"a": 1}', 'single-quotes', 'single-quotes', 'truncated'],
  ['{"a": [1, {"b": tr', '{"a": [1, {"b": true}]}', 'truncated'],
  ['[Fal', '[false]', 'truncated'],
  ['[N', '[null]', 'truncated'],
  ['[1, -', '[1]', 'truncated'],
  ['{"a": 1, "b": -', '{"a": 1}', 'truncated'],
  ['[+1.', '[1]', 'truncated'],
  ['[1e', '[1]', 'truncated'],
  ['[1, 2,', '[1, 2]', 'truncated'],
  ['[1 /* c', '[1 ]', 'comment', 'truncated'],
  ['[[], [', '[[], []]', 'truncated'],
  ['tru', 'true', 'truncated'],
  ['"abc', '"abc"', 'truncated'],

  // A value of any kind can stand alone.
  ['hello world', '"hello world"', 'unquoted-string'],
  ["'a'", '"a"', 'single-quotes', 'single-quotes'],
  ['{"a": "b, "c": 1}', '{"a": "b", "c": 1}', 'missing-quote'],
  ['{"a: [1]}', '{"a": [1]}', 'missing-quote'],
  ['12', '12'],
];

describe('each repair', () => {
  test.each(cases)('%s becomes %s', (text, json, ...codes) => {
    const reading = expectSound(text, 0, text.length);
    expect(repaired(text, reading)).toBe(json);
    expect(reading.repairs.map(({ code }) => code)).toEqual(codes);
    expect(reading.complete).toBe(!codes.includes('truncated'));
  });

  test('every code has a case', () => {
    const covered = new Set(cases.flatMap(([, , ...codes]) => codes));
    // The type of this table makes a new code without an entry an error of the compiler.
    const all: Record<RepairCode, true> = {
      'trailing-comma': true,
      'extra-comma': true,
      'missing-comma': true,
      'missing-colon': true,
      'stray-colon': true,
      'missing-key': true,
      'missing-value': true,
      'missing-quote': true,
      'single-quotes': true,
      'smart-quotes': true,
      'triple-quotes': true,
      'joined-strings': true,
      'unquoted-key': true,
      'unquoted-string': true,
      'unescaped-quote': true,
      'raw-control-character': true,
      'bad-escape': true,
      'lone-surrogate': true,
      comment: true,
      'foreign-white-space': true,
      'python-literal': true,
      'foreign-literal': true,
      'number-syntax': true,
      'number-out-of-range': true,
      'fullwidth-punctuation': true,
      'html-entity': true,
      'escaped-quote': true,
      'missing-opener': true,
      'missing-closer': true,
      'mismatched-closer': true,
      'surplus-closer': true,
      'surplus-opener': true,
      truncated: true,
    };
    expect([...covered].sort()).toEqual(Object.keys(all).sort());
  });
});

describe('spans', () => {
  test('nodes are where the text is', () => {
    const text = "say {a: 'b', c: } now";
    const { node, end } = readTolerant(text, 4);
    if (node?.kind !== 'object') throw new Error('no object');
    expect(text.slice(node.from, node.to)).toBe("{a: 'b', c: }");
    expect(end).toBe(node.to);
    const [first, second] = node.members;
    expect(text.slice(first!.key.from, first!.key.to)).toBe('a');
    expect(text.slice(first!.value.from, first!.value.to)).toBe("'b'");
    expect(second!.value).toEqual({ kind: 'null', from: 16, to: 16 });
  });

  test('a cut container ends where the range ends', () => {
    expect(readTolerant('[{"a": 1, "b').node).toMatchObject({ from: 0, to: 12, items: [{ from: 1, to: 12 }] });
  });

  test('only the range is read', () => {
    const text = '[1, 2, 3] 45';
    expect(repaired(text, readTolerant(text, 0, 5))).toBe('[1, 2]');
    expect(nodeToValue(readTolerant(text, 9, 11).node!)).toBe(4);
  });

  test.each(['', '  ', '// only words', '}', ']', ',', ': 1', '-', '+.'])('%j holds no value', (text) => {
    expect(readTolerant(text)).toMatchObject({ node: null, repairs: [], complete: false });
  });

  test('what follows the value stays', () => {
    expect(readTolerant('[1] [2]')).toMatchObject({ end: 3, repairs: [], complete: true });
    expect(readTolerant('{"a": 1} and more').end).toBe(8);
  });
});

test('keys are ordinary: duplicates keep their order, __proto__ is one of them', () => {
  const { node } = readTolerant('{"__proto__": 1, constructor: 2, "__proto__": 3}');
  expect(content(node)).toBe('{ "__proto__" 1 "constructor" 2 "__proto__" 3 }');
  expect(Object.entries(nodeToValue(node!) as object)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});

describe('properties', () => {
  // JSON.stringify writes lone surrogates as escapes, which are repaired; fast-check's `unit` avoids them.
  const json = fc
    .record({ value: fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), indent: fc.constantFrom(0, 2) })
    .map(({ value, indent }) => JSON.stringify(value, null, indent));

  test('JSON is read without a repair', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        const padded = space + text + space;
        const reading = expectSound(padded, 0, padded.length);
        expect(reading).toMatchObject({ repairs: [], complete: true, end: space.length + text.length });
        expect(content(reading.node)).toBe(strictContent(text));
      }),
      { seed: 20, numRuns: 500 },
    );
  });

  const pieces = [
    ...Array.from('{}[],:"\'`\\/#=-+.0x \n\t“”‘’，：｛｝］＂\u00a0'),
    ...[
      '//',
      '/*',
      '*/',
      '"""',
      '\\u',
      '\\ud83d',
      'True',
      'None',
      'NaN',
      'tru',
      '1e',
      '1e999',
      "it's",
      '"a" "b"',
      '{{',
      ', "k": ',
    ],
  ];
  const mutation = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 3 }),
    insert: fc.constantFrom('', ...pieces),
  });
  const mutated = fc.tuple(json, fc.array(mutation, { minLength: 1, maxLength: 6 })).map(([text, mutations]) =>
    mutations.reduce((current, { at, remove, insert }) => {
      const from = at % (current.length + 1);
      return current.slice(0, from) + insert + current.slice(from + remove);
    }, text),
  );

  test('damaged JSON: the repaired text is strict JSON and says what the tree says', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        expectSound(text, 0, text.length);
      }),
      { seed: 21, numRuns: often(3000, 800) },
    );
  });

  test('any mixture of signs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces, 'a', 'b c'), { maxLength: 40 }),
        fc.nat({ max: 3 }),
        fc.nat({ max: 3 }),
        (parts, before, after) => {
          const text = parts.join('');
          expectSound(text, Math.min(before, text.length), Math.max(before, text.length - after, 0));
        },
      ),
      { seed: 22, numRuns: often(3000, 800) },
    );
  });

  test('cut JSON is incomplete, and what it keeps is a part of the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })).map((value) => JSON.stringify(value)),
        fc.nat(),
        (text, cut) => {
          const prefix = text.slice(0, 1 + (cut % (text.length - 1)));
          const reading = expectSound(prefix, 0, prefix.length);
          expect(reading.complete).toBe(false);
          expect(reading.end).toBe(prefix.length);
          expect(reading.repairs.map(({ code }) => code)).toEqual(['truncated']);
        },
      ),
      { seed: 23, numRuns: 500 },
    );
  });
});

describe('hostile input', () => {
  // tests/linear/tolerant.test.ts counts the work for them.
  test.each(hostilePieces)('a long run of %j', (piece) => {
    const run = piece.repeat(Math.ceil(20_000 / piece.length));
    for (const text of [run, `[${run}`, `{"a": "${run}`]) {
      const { node, repairs, end } = readTolerant(text);
      if (node !== null) expect(() => JSON.parse(applyRepairs(text, 0, end, repairs)) as unknown).not.toThrow();
    }
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
    ["[{'a': ", '}]'],
  ])('30,000 levels of %s', (opener, closer) => {
    const levels = 30_000;
    const whole = `${opener.repeat(levels)}1${closer.repeat(levels)}`;
    expect(readTolerant(whole)).toMatchObject({ end: whole.length, complete: true });
    const cut = opener.repeat(levels);
    const reading = readTolerant(cut);
    expect(reading.complete).toBe(false);
    expect(content(reading.node)).toBe(strictContent(repaired(cut, reading)));
  });
});
