import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { pack, unpack } from '../../../src/app/worker/parcel.ts';
import { fromRows } from '../../../src/app/worker/rows.ts';
import { toRows } from '../../../src/app/worker/to-rows.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A list that says each of these things in many places. */
function placed(things: readonly unknown[]): object[] {
  return Array.from({ length: things.length * 8 }, (_, index) => ({
    ...(things[index % things.length] as object),
    from: index,
    to: index * 2,
  }));
}

describe('rows', () => {
  it('bring what was said, and where', () => {
    const plain = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined));
    const thing = fc.dictionary(fc.constantFrom('kind', 'what', '1', 'name'), plain);
    fc.assert(
      fc.property(fc.array(thing, { minLength: 1, maxLength: 12 }), (things) => {
        const items = placed(things);
        const rows = toRows(items);
        expect(rows).not.toBeNull();
        if (rows !== null) expect(fromRows(structuredClone(rows))).toEqual(asJson(items));
      }),
    );
  });

  it('tell apart what only looks the same', () => {
    const things = [{ a: '1' }, { a: 1 }, { a: null }, { a: 'null' }, { b: '1' }, { a: '1', b: '1' }, {}];
    const rows = toRows(placed(things));
    expect(rows === null ? [] : fromRows(rows)).toEqual(placed(things));
  });

  it('are objects of their own', () => {
    const rows = toRows(placed([{ kind: 'read' }]));
    const items = rows === null ? [] : fromRows(rows);
    expect(new Set(items).size).toBe(8);
  });

  it('say what each item says otherwise', () => {
    const items = Array.from({ length: 40 }, (_, at) => ({
      id: `call_${String(at)}`,
      name: at % 3 === 0 ? '' : 'f',
      place: at % 2 === 0 ? null : { from: at, to: at + 1, text: `#${String(at)}` },
      parts: [],
    }));
    const rows = toRows(items);
    expect(rows === null ? [] : fromRows(structuredClone(rows))).toEqual(items);
  });

  it('copy a key that is a setter elsewhere', () => {
    const odd = JSON.parse('{"__proto__": 1, "from": 2, "inner": {"__proto__": 3}}') as object;
    const items = [...placed([{ kind: 'read' }]), odd];
    const rows = toRows(items);
    expect(JSON.stringify(rows === null ? [] : fromRows(rows))).toBe(JSON.stringify(items));
  });

  it('hold what has more than plain values in it, where that is rare', () => {
    const items = [...placed([{ kind: 'read' }]), { kind: 'gate', found: { from: 1, to: 2 }, from: 0, to: 9 }];
    const rows = toRows(items);
    expect(rows === null ? [] : fromRows(rows)).toEqual(items);
  });

  it.each([
    ['numbers that are not whole', [{ from: 0.5, to: 1 }]],
    ['numbers beyond what a row holds', [{ from: 0, to: 2 ** 31 }]],
    ['a list of other things', ['text', null, [0, 1]]],
    ['a list of many shapes', Array.from({ length: 40 }, (_, at) => ({ [`key-${String(at)}`]: at }))],
  ])('are not made of %s', (_what, items) => {
    expect(toRows(items)).toBeNull();
  });
});

it('the steps, the ledger and the calls of a long reply travel as rows', () => {
  const { trace, ledger, calls } = extract({ text: '~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\n'.repeat(400) });
  for (const list of [trace, ledger, calls]) {
    const parcel = structuredClone(pack(list, [], toRows));
    expect(parcel).toHaveProperty('rows');
    expect(unpack(parcel)).toEqual(asJson(list));
  }
});
