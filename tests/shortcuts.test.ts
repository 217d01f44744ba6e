import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, readJson } from '../src/core/index.ts';
import { member } from '../src/core/text/json/node.ts';
import { canonicalText } from '../src/core/engines/kit/canonical.ts';
import { DistinctCalls } from '../src/core/engines/kit/distinct-calls.ts';
import { texts } from './arbitrary-responses.ts';

describe('what is read once instead of again and again', () => {
  it('the raw tier finds what a new reading from every brace finds', () => {
    fc.assert(
      fc.property(texts, (reply) => {
        // Neither a fence nor a code fence, so that it is the raw tier that answers.
        const plain = reply.replaceAll(/~~~|```/g, '');
        const { document, calls } = extract({ text: plain }, { runtime: 'exathena' });
        const hasKeys = document.includes('"name"') && document.includes('"arguments"');
        expect(calls.map(({ span }) => span.from)).toEqual(hasKeys ? callsFromEveryBrace(document) : []);
      }),
      { numRuns: 5000 },
    );
  });

  it('equal calls have equal fingerprints', () => {
    const { exact, respelled } = jsonTwins();
    fc.assert(
      fc.property(exact, respelled, fc.boolean(), (one, spell, isSame) => {
        const seen = new DistinctCalls();
        seen.add({ name: 'f', argumentsText: JSON.stringify(one) });
        const other = spell(one);
        expect(seen.add({ name: isSame ? 'f' : 'g', argumentsText: other })).toBe(!isSame);
      }),
      { numRuns: 3000 },
    );
  });

  it('different calls are told apart', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 20 }), (values) => {
        const seen = new DistinctCalls();
        const canonical = new Set<string>();
        for (const value of values) {
          const argumentsText = JSON.stringify(value);
          const isNew = !canonical.has(canonicalText(argumentsText));
          canonical.add(canonicalText(argumentsText));
          expect(seen.add({ name: 'f', argumentsText })).toBe(isNew);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** What the raw tier is in the original: each brace read anew, to the brace that balances it. Quadratic. */
function callsFromEveryBrace(document: string): number[] {
  const found: number[] = [];
  for (let open = document.indexOf('{'); open >= 0; open = document.indexOf('{', open + 1)) {
    const end = balancedEnd(document, open);
    const reading = end < 0 ? null : readJson(document, open, end);
    if (!reading?.ok) continue;
    const name = member(reading.node, 'name');
    const args = member(reading.node, 'arguments');
    const inner = args?.kind === 'string' ? readJson(args.value) : null;
    const isCall =
      args?.kind === 'object' || args?.kind === 'null' || (inner?.ok === true && inner.node.kind === 'object');
    if (name?.kind !== 'string' || name.value === '' || !isCall) continue;
    found.push(open);
    open = end - 1;
  }
  return found;
}

function balancedEnd(document: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let at = open; at < document.length; at += 1) {
    const character = document.charAt(at);
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** JSON values, and ways to write one that Elixir takes for the same term: members in another order, other escapes. */
function jsonTwins(): { exact: fc.Arbitrary<unknown>; respelled: fc.Arbitrary<(value: unknown) => string> } {
  const key = fc.constantFrom('a', 'b', 'é', 'a,b', '{', '"', '\n', '\u0001', '/');
  const { exact } = fc.letrec<{ exact: unknown }>((tie) => ({
    exact: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(fc.integer(), fc.constantFrom<unknown>(0, 1.5, 0.25, -2.5, true, null), key),
      fc.array(tie('exact'), { maxLength: 3 }),
      fc.dictionary(key, tie('exact'), { maxKeys: 4 }),
    ),
  }));
  const respelled = fc.record({ reversed: fc.boolean(), escaped: fc.boolean() }).map(({ reversed, escaped }) => {
    const write = (value: unknown): string => {
      if (typeof value === 'string') return escaped ? fullyEscaped(value) : JSON.stringify(value);
      if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
      if (escaped && value === 0) return '-0';
      if (escaped && value === 1.5) return '15e-1';
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      const members = Object.entries(value).map(([name, part]) => `${write(name)}:${write(part)}`);
      return `{${(reversed ? members.toReversed() : members).join(',')}}`;
    };
    return write;
  });
  return { exact, respelled };
}

function fullyEscaped(text: string): string {
  const units = text.split('').map((unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return `"${units.join('')}"`;
}
