import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../../../../src/core/index.ts';
import { member, type JsonNode } from '../../../../src/core/text/json/node.ts';
import { goldenLines } from '../../../conformance/golden-files.ts';
import { JsonReader, readJson } from '../../../../src/core/text/json/strict.ts';
import { compactText, nodeToText, nodeToValue, valueToText } from '../../../../src/core/text/json/writer.ts';

function parsed(text: string): JsonNode {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(`${text}: ${reading.error.code} at ${String(reading.error.at)}`);
  return reading.node;
}

describe('readJson on valid JSON', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t', ' \r\n '), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(nodeToValue(parsed(text))).toEqual(JSON.parse(text));
        expect(JSON.parse(nodeToText(parsed(text), text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('gives every node the span of its literal', () => {
    const text = ' {"a": [1, "\\u00e9x", null], "b": {}} ';
    const root = parsed(text);
    const list = member(root, 'a') as JsonNode;
    expect(text.slice(root.from, root.to)).toBe(text.trim());
    expect(text.slice(list.from, list.to)).toBe('[1, "\\u00e9x", null]');
    expect(list).toMatchObject({
      items: [{ kind: 'number' }, { kind: 'string', from: 11, value: 'éx' }, { kind: 'null' }],
    });
  });

  it('keeps digits, key order and the first of duplicate keys', () => {
    const text = '{"z": 12345678901234567890, "a": 1.0, "z": 2}';
    expect(nodeToText(parsed(text), text)).toBe('{"z":12345678901234567890,"a":1.0}');
    expect(nodeToValue(parsed('{"a":1,"a":2}'))).toEqual({ a: 1 });
  });

  it('takes __proto__ for an ordinary key', () => {
    const value = nodeToValue(parsed('{"__proto__": {"x": 1}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('reads a part of a text without looking beyond it', () => {
    expect(readJson('xx[1]yy', 2, 5).ok).toBe(true);
    expect(readJson('[1, 2]', 0, 4)).toMatchObject({ ok: false, error: { code: 'unexpected-end', at: 4 } });
    expect(readJson('truer', 0, 4).ok).toBe(true);
    expect(readJson('true', 0, 3).ok).toBe(false);
  });

  it.each(['[', '{"a":'])('is safe at 100,000 levels of %s', (opener) => {
    const depth = 100_000;
    const closer = opener === '[' ? ']' : '}';
    const text = opener.repeat(depth) + '1' + closer.repeat(depth);
    const reading = readJson(text);
    expect(reading.ok && nodeToText(reading.node, text)).toBe(text);
    expect(reading.ok && valueToText(nodeToValue(reading.node))).toBe(text);
    expect(readJson(opener.repeat(depth)).ok).toBe(false);
  });
});

describe('an outline', () => {
  const reader = new JsonReader();
  const spacing = fc.constantFrom(undefined, 1, '\t');

  it('is the whole tree to whoever looks into it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), spacing, fc.nat({ max: 3 }), (json, indent, levels) => {
        const text = `-${JSON.stringify(JSON.parse(json), null, indent)}-`;
        const outline = reader.outline(text, 1, text.length - 1, levels);
        if (!outline.ok) throw new Error('must be read');
        expect(nodeToValue(outline.node)).toEqual(JSON.parse(json));
        expect(nodeToText(outline.node, text)).toBe(JSON.stringify(JSON.parse(json)));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('has the errors and the duplicate keys of the whole tree', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: fc.constantFrom('a', '\\'), maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', '"', '{"a":1,"a":2}', ',', ']', '\\', '"a":0,'),
        fc.nat({ max: 3 }),
        (json, where, noise, levels) => {
          const at = where % (json.length + 1);
          const text = json.slice(0, at) + noise + json.slice(at);
          const { node: _whole, ...wanted } = { node: null, ...reader.read(text, 0, text.length) };
          const { node: _outline, ...got } = { node: null, ...reader.outline(text, 0, text.length, levels) };
          expect(got).toEqual(wanted);
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
  });
});

describe('compactText', () => {
  it.each([
    ['escapes', '{"a" : "x \\" y", "b":\t[ ]}'],
    ['a long text', `[ "${'\\\\ \\" '.repeat(3000)}", ${'{ } , '.repeat(3000)}1 ]`],
    ['nothing to leave out', '{"a b":[1,2,"c d"]}'],
  ])('leaves out the white space between tokens: %s', (_, text) => {
    expect(compactText(parsed(text), text, false)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('keeps the first of duplicate keys', () => {
    const text = '{"a": 1.0, "a": 2}';
    expect(compactText(parsed(text), text, true)).toBe('{"a":1.0}');
  });

  it('fills the list it is given anew for every value', () => {
    const codes: number[] = [];
    for (const text of ['[1, 2, 3]', '[ ]', `["${'x'.repeat(5000)}", 1]`, '[1, 2]'])
      expect(compactText(parsed(text), text, false, codes)).toBe(JSON.stringify(JSON.parse(text)));
  });
});

describe('readJson on broken JSON', () => {
  // Each line: the text, with a caret below the first character that cannot be read.
  it.each([
    ['', 0, 'unexpected-end', 'value'],
    ['{bad', 1, 'unexpected-character', 'key'],
    ['{"a":1,}', 7, 'unexpected-character', 'key'],
    ['{"a" 1}', 5, 'unexpected-character', 'colon'],
    ['[1,]', 3, 'unexpected-character', 'value'],
    ['[1 2]', 3, 'unexpected-character', 'comma-or-close'],
    ['{"a":]', 5, 'unexpected-character', 'value'],
    ['[}', 1, 'unexpected-character', 'value'],
    ['{} x', 3, 'unexpected-character', 'end'],
    ['"ab', 3, 'unexpected-end', null],
    ['"a\nb"', 2, 'control-character', null],
    ['"\\x41"', 1, 'bad-escape', null],
    ['"\\u12g4"', 1, 'bad-escape', null],
    ['"\\ud83d"', 7, 'lone-surrogate', null],
    ['"\\ude00"', 1, 'lone-surrogate', null],
    ['"\\ud83d\\u0041"', 1, 'lone-surrogate', null],
    ['-', 1, 'unexpected-end', 'digit'],
    ['01', 1, 'unexpected-character', 'end'],
    ['1.', 2, 'unexpected-end', 'digit'],
    ['1e+', 3, 'unexpected-end', 'digit'],
    ['1e309', 0, 'number-out-of-range', null],
    ['1'.repeat(1025), 0, 'number-out-of-range', null],
    ['nul', 0, 'unexpected-character', 'value'],
    ['\u00a0{}', 0, 'unexpected-character', 'value'],
  ])('%j stops at %i', (text, at, code, expected) => {
    expect(readJson(text)).toMatchObject({ ok: false, error: { at, code, expected } });
  });

  it('accepts an integer of 1024 digits and rounds nothing', () => {
    const digits = '9'.repeat(1024);
    expect(nodeToText(parsed(digits), digits)).toBe(digits);
  });

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2, unit: 'grapheme' }), (json, where, noise) => {
        const at = where % (json.length + 1);
        const text = json.slice(0, at) + noise + json.slice(at + 1);
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        if (!accepted) expect(readJson(text).ok).toBe(false);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('says what was before the error', () => {
    const text = '{"a": {"b": 1}, "c": [{"d": 2}, x]}';
    const reading = new JsonReader().readPartially(text, 0, text.length);
    if (reading.ok) throw new Error('must fail');
    expect(reading.complete.map(({ from, to }) => text.slice(from, to))).toEqual(['{"b": 1}', '{"d": 2}']);
    expect(reading.openAt).toEqual([0, 21]);
  });

  it('names the same byte as Jason on the golden data', () => {
    let compared = 0;
    for (const { id, input, expected } of goldenLines('ex_athena-extract.v0.5.0.jsonl') as {
      id: string;
      input: { text?: unknown; tool_calls?: unknown; caps?: Record<string, unknown> };
      expected: { error?: { tag: string; position?: number } };
    }[]) {
      const inText = !Array.isArray(input.tool_calls) || input.tool_calls.length === 0;
      // A carriage return moves bytes: line ends are normalised before anything is read.
      if (expected.error?.position === undefined || !inText || String(input.text).includes('\r')) continue;
      const { document, error } = extract(input, { runtime: 'exathena', capabilities: input.caps ?? {} });
      const bytes = error && Buffer.byteLength(document.slice(error.span.from, error.at));
      expect([id, bytes]).toEqual([id, expected.error.position]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });
});

describe('valueToText', () => {
  it('writes half a surrogate pair as it is, and an escape that only looks like one as well', () => {
    const value = ['\ud800', '\\ud800', '🔧', '\udc00x'];
    const text = valueToText(value);
    expect(nodeToValue(parsed(text))).toEqual(value);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(valueToText(value, indent)).toBe(JSON.stringify(value, null, indent));
      }),
    );
  });
});

describe('the places of members', () => {
  const places = (text: string, room = 10): [number, number[]] => {
    const into = Array.from({ length: room }, () => 0);
    return [new JsonReader().places(text, 0, text.length, into), into];
  };

  it('are those of the object, its keys and its values', () => {
    const text = ' {"a\\n": [1, {"x": 2}], "b" : "c"} ';
    const [count, at] = places(text);
    expect(count).toBe(2);
    const pieces = [0, 2, 4, 6, 8].map((index) => text.slice(at[index], at[index + 1]));
    expect(pieces).toEqual([text.trim(), '"a\\n"', '[1, {"x": 2}]', '"b"', '"c"']);
  });

  it('are counted also where there is no room for them', () => {
    expect(places('{"a": 1, "b": 2, "c": 3}', 2)).toEqual([3, [0, 24]]);
    expect(places('{}')[0]).toBe(0);
  });

  it.each(['[1]', '1', '"x"', '', '{"a": 1', '{"a": 1, "a": 2}', '{"a": {"b": 1, "\\u0062": 2}}', '{} {}'])(
    'are none of %s',
    (text) => {
      expect(places(text)[0]).toBe(-1);
    },
  );

  it('agree with the nodes of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const node = parsed(text);
        const spans =
          node.kind === 'object'
            ? node.members.flatMap(({ key, value: { from, to } }) => [key.from, key.to, from, to])
            : [];
        const [count, at] = places(text, 2 + spans.length);
        expect([count, at]).toEqual([spans.length / 4, [node.from, node.to, ...spans]]);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
