import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  compareExtractions,
  differenceText,
  extract,
  loadProjects,
  type ComparedRow,
  type Extraction,
} from '../../../src/core/index.ts';
import { alignKeys } from '../../../src/core/text/document/align.ts';
import { input, texts } from '../../arbitrary-responses.ts';

const fence = (body: string): string => `~~~tool_call\n${body}\n~~~`;
const oil = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';
const steam = '{"name": "read_gauge", "arguments": {"dial": "steam"}}';
const tag = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;

const old = (text: string, capabilities = {}): Extraction => extract({ text }, { runtime: 'exathena', capabilities });
const head = (text: string, capabilities = {}): Extraction =>
  extract({ text }, { runtime: 'exathena-head', capabilities });
const names = { left: 'The left', right: 'The right' };

/** The rows that differ, in short. */
function differences(left: Extraction, right: Extraction): string[] {
  return compareExtractions(left, right).rows.flatMap((row) =>
    row.kind === 'same' ? [] : [`${row.kind} ${kindAt(left, row.left)} ${kindAt(right, row.right)}`],
  );
}

function kindAt({ trace }: Extraction, step: number | null): string {
  const event = step === null ? undefined : trace[step];
  if (event === undefined) return '-';
  return event.kind === 'gate' ? event.gate : event.kind === 'call' ? `call ${event.name}` : event.kind;
}

function sentence(left: Extraction, right: Extraction): string {
  return differenceText(compareExtractions(left, right), left, right, names);
}

describe('one text under two engines', async () => {
  const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
  const read = (text: string, runtime: string): Extraction => extract({ text }, { runtime, runtimes });

  it('begins with the results where the two read by different steps', () => {
    const damaged = tag(oil.replace('}}', ',}}'));
    expect(sentence(read(damaged, 'vllm:hermes'), read(damaged, 'auto'))).toBe(
      'The left returns no call. The right returns 1 call. They read the reply by different steps.',
    );
    const two = `${tag(oil)}\n${fence(steam)}`;
    expect(sentence(read(two, 'vllm:hermes'), read(two, 'exathena'))).toBe(
      'The values of `dial` in `read_gauge` differ. They read the reply by different steps.',
    );
  });

  it('says which argument or call a server lost, and sets its steps beside those of any format', () => {
    const cut = '<function=create_file>\n<parameter=path>a.txt\n<parameter=contents>hello';
    const [auto, server] = [read(cut, 'auto'), read(cut, 'vllm:mimo')];
    expect(sentence(auto, server)).toBe(
      'The right returns `create_file` without `contents`. They read the reply by different steps.',
    );
    expect(sentence(server, auto)).toMatch(/^The left returns `create_file` without `contents`\./);
    const { rows } = compareExtractions(auto, server);
    expect(rows.filter(({ kind }) => kind === 'same').length).toBeGreaterThan(3);
  });

  it('sets the only tier of one beside the only tier of the other', () => {
    const text = `Sure: ${tag(oil)}`;
    const [left, right] = [read(text, 'vllm:hermes'), read(text, 'vllm:granite4')];
    const { rows } = compareExtractions(left, right);
    const tiers = rows.filter((row) => {
      const event = left.trace[row.left ?? -1] ?? right.trace[row.right ?? -1];
      return event?.kind === 'enter' && event.part !== 'block';
    });
    expect(tiers.map(({ kind }) => kind)).toEqual(['same', 'same']);
    expect(sentence(left, right)).toBe('Same result: both sides return the same call. Some steps differ.');
  });
});

describe('one text under two runtimes', () => {
  it('lands on the tier that only one of them has, not on a gate that was asked in vain', () => {
    const [left, right] = [old(tag(oil)), head(tag(oil))];
    const { rows, divergence } = compareExtractions(left, right);
    expect(rows.find(({ kind }) => kind !== 'same')).toMatchObject({ kind: 'right' });
    expect(kindAt(right, divergence!.right)).toBe('contains-tag');
    expect(divergence!.left).toBeNull();
  });

  it('says what only one side asks where the results differ', () => {
    const text = `${tag(oil)}\n${oil}`;
    expect(sentence(old(text), head(text))).toBe(
      'The right does not return the call to `read_gauge`. The right asks: Does the text contain `<tool_call>`? Yes (line 1, column 1). The left does not ask this.',
    );
  });

  it('says what each side asks where they ask different things', () => {
    const text = `Sure: ${oil}`;
    expect(sentence(old(text), head(text))).toMatch(
      /^The left asks: Does the text contain both .* Yes.* The right asks: Is the whole message JSON.* No/,
    );
  });

  it('names the gate that flips', () => {
    const text = `I use ~~~tool_call blocks, but:\n\n${oil}`;
    const [left, right] = [old(text), old(text, { native_tool_calls: false })];
    const { rows, flipped, divergence } = compareExtractions(left, right);
    expect(flipped).toHaveLength(1);
    expect(divergence!.row).toBe(flipped[0]);
    expect(kindAt(left, rows[flipped[0]!]!.left)).toBe('native-denied');
    expect(sentence(left, right)).toBe(
      'Does the provider say `native_tool_calls: false`? The left: No. The right: Yes.',
    );
  });

  it('keeps steps together by their place', () => {
    const text = Array.from({ length: 50 }, () => fence(oil)).join('\n');
    const rows = compareExtractions(old(text), head(text)).rows;
    expect(rows.filter(({ kind }) => kind !== 'same')).toHaveLength(4);
  });
});

describe('one result by two ways', () => {
  const differs = 'Same result: both sides find no call. Some steps differ.';

  it.each([
    ['no call', old('Hello'), head('Hello'), differs],
    [
      'the same steps',
      old('Hello'),
      old('Hello'),
      /^Same result: both sides find no call\. All \d+ steps are the same\.$/,
    ],
    ['one call', old(fence(oil)), head(fence(oil)), 'Same result: both sides return the same call. Some steps differ.'],
    [
      'an error',
      old(fence('{')),
      head(fence('{')),
      'Same result: both sides end with the same error. Some steps differ.',
    ],
  ])('is told as the same: %s', (_, left, right, wanted) => {
    expect(sentence(left, right)).toMatch(wanted);
  });

  it.each([
    ['other arguments', old(fence(oil)), old(fence(steam))],
    ['more calls', old(fence(oil)), old(`${fence(oil)}\n${fence(oil)}`)],
    ['other text', old(`Yes.\n${fence(oil)}`), old(`No.\n${fence(oil)}`)],
  ])('is another with %s', (_, left, right) => {
    expect(sentence(left, right)).not.toContain('Same result');
  });
});

describe('two texts under one runtime', () => {
  it('shows a gate that flips and a call that only one side has', () => {
    const [left, right] = [old('No call here.'), old(fence(oil))];
    expect(differences(left, right)).toContain('changed contains-fence contains-fence');
    expect(differences(left, right)).toContain('right - call read_gauge');
    expect(sentence(left, right)).toBe(
      'Does the text contain `~~~tool_call`? The left: No. The right: Yes (line 1, column 1).',
    );
  });

  it('stays in step after a block that only one side has', () => {
    const left = old([oil, oil, steam].map(fence).join('\n'));
    const right = old([oil, steam].map(fence).join('\n'));
    expect(differences(left, right).filter((row) => !row.startsWith('left'))).toEqual([]);
    expect(differences(left, right).filter((row) => row.includes('call'))).toEqual(['left call read_gauge -']);
  });

  it('finds that only the arguments differ', () => {
    expect(differences(old(fence(oil)), old(fence(steam)))).toEqual(['changed read read']);
  });
});

const compared = fc
  .record({ one: input, other: input, profiles: fc.tuple(profile(), profile()), isSameText: fc.boolean() })
  .map(({ one, other, profiles: [left, right], isSameText }): [Extraction, Extraction] => [
    extract(one.response, { runtime: left, capabilities: one.capabilities }),
    extract(isSameText ? one.response : other.response, { runtime: right, capabilities: other.capabilities }),
  ]);

function profile(): fc.Arbitrary<string> {
  return fc.constantFrom('exathena', 'exathena-head');
}

function mirrored({ kind, left, right }: ComparedRow): ComparedRow {
  const sides = { left: 'right', right: 'left', same: 'same', changed: 'changed' } as const;
  return { kind: sides[kind], left: right, right: left } as ComparedRow;
}

const byPlace = (rows: readonly ComparedRow[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

describe('any two extractions', () => {
  it('every step of both sides is in the rows once, in order', () => {
    fc.assert(
      fc.property(compared, ([left, right]) => {
        const { rows } = compareExtractions(left, right);
        const steps = (side: 'left' | 'right'): number[] => rows.flatMap((row) => row[side] ?? []);
        expect(steps('left')).toEqual([...left.trace.keys()]);
        expect(steps('right')).toEqual([...right.trace.keys()]);
        for (const { kind, left: one, right: other } of rows) {
          expect([one === null, other === null]).toEqual([kind === 'right', kind === 'left']);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('swapping the sides swaps the rows', () => {
    fc.assert(
      fc.property(compared, ([left, right]) => {
        const there = compareExtractions(left, right);
        const back = compareExtractions(right, left);
        expect(byPlace(back.rows.map(mirrored))).toEqual(byPlace(there.rows));
        expect(back.flipped).toHaveLength(there.flipped.length);
      }),
      { numRuns: 300 },
    );
  });

  it('nothing differs from itself, and the same question twice has one answer', () => {
    fc.assert(
      fc.property(compared, ([left, right]) => {
        const itself = compareExtractions(left, left);
        expect(itself.rows.every(({ kind, left: one, right: other }) => kind === 'same' && one === other)).toBe(true);
        expect(itself.divergence).toBeNull();
        expect(sentence(left, left)).toMatch(/^Same result: .* All \d+ steps are the same\.$/);
        expect(compareExtractions(left, right)).toEqual(compareExtractions(left, right));
      }),
      { numRuns: 300 },
    );
  });

  it('the sentence is there, and a different outcome has a difference', () => {
    fc.assert(
      fc.property(compared, ([left, right]) => {
        expect(sentence(left, right)).toMatch(/\.$|`$|\)$/);
        if (left.outcome !== right.outcome) expect(compareExtractions(left, right).divergence).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('an edit of one text leaves what is before it the same', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [left, right] = [old(one), old(one + other)];
        const first = compareExtractions(left, right).rows[0];
        // The beginning of the cascade spans everything, but is the same decision.
        expect(first?.kind).toBe('same');
      }),
      { numRuns: 300 },
    );
  });
});

describe('align', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 });

  it('pairs equal entries in order, the same whichever list comes first', () => {
    fc.assert(
      fc.property(keys, keys, (left, right) => {
        const partners = [...alignKeys(left, right)];
        const paired = partners.filter((partner) => partner >= 0);
        expect(paired).toEqual([...new Set(paired)].sort((one, other) => one - other));
        for (const [one, other] of partners.entries()) if (other >= 0) expect(left[one]).toBe(right[other]);
        const back = alignKeys(right, left);
        expect(partners.map((other, one) => other < 0 || back[other] === one)).not.toContain(false);
        expect([...back].filter((partner) => partner >= 0)).toHaveLength(paired.length);
      }),
    );
  });

  test('a long insertion costs only itself', () => {
    const left = Array.from({ length: 3000 }, (_, index) => `line ${String(index)}`);
    const right = left.flatMap((line, index) => (index === 1000 ? Array.from({ length: 500 }, () => 'x') : [line]));
    expect(alignKeys(left, right).filter((partner) => partner >= 0)).toHaveLength(2999);
  });
});
