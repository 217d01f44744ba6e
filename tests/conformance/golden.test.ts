import { describe, expect, it } from 'vitest';
import { answer } from './adapter.ts';
import { sets } from './sets.ts';
import { goldenLines } from './golden-files.ts';

interface GoldenLine {
  readonly id: string;
  readonly cat: string;
  readonly input: unknown;
  readonly expected: Record<string, unknown>;
  readonly skip_js?: string;
}

/** Lines that no JavaScript reader of the file can answer, beside those that say so in `skip_js`. */
const unanswerable = new Map([
  ['ex_athena-extract.head/exa-1933', 'the name is the integer 12345678901234567890, which JSON.parse rounds'],
]);

describe.each(Object.keys(sets))('%s', (set) => {
  const lines = goldenLines(`${set}.jsonl`) as GoldenLine[];

  it('has its lines', () => {
    expect(lines.length).toBeGreaterThanOrEqual(20);
  });

  it('is answered exactly', () => {
    const wrong: string[] = [];
    for (const line of lines) {
      if (line.skip_js !== undefined || unanswerable.has(`${set}/${line.id}`)) continue;
      const got = comparable(answer(set, line.input));
      const wanted = comparable(line.expected);
      if (got !== wanted)
        wrong.push(`${line.id} (${line.cat})\n  got    ${got.slice(0, 300)}\n  wanted ${wanted.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('notices an altered line', () => {
    const line = lines.find(({ skip_js: skipped }) => skipped === undefined) as GoldenLine;
    const altered = structuredClone(line.expected);
    altered['altered'] = true;
    expect(comparable(answer(set, line.input))).not.toBe(comparable(altered));
  });
});

/**
 * An answer as text in which only what must agree can differ: key order and the sign of zero do not count, of an
 * error the tag counts, of `__invalid_json__` (which holds Elixir terms as text) only that it is there.
 */
function comparable(value: unknown): string {
  const { error } = value as { error?: { tag: string } };
  if (error !== undefined) return `error ${error.tag}`;
  const out: string[] = [];
  const pending: (string | { value: unknown })[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
    } else if (Array.isArray(next.value)) {
      out.push('[');
      pending.push(']');
      for (const item of next.value.toReversed() as unknown[]) pending.push(',', { value: item });
    } else if (typeof next.value === 'object' && next.value !== null) {
      const object = next.value as Record<string, unknown>;
      out.push('{');
      pending.push('}');
      for (const key of Object.keys(object).sort()) {
        pending.push(',', key === '__invalid_json__' ? '"present"' : { value: object[key] }, JSON.stringify(key) + ':');
      }
    } else {
      out.push(next.value === 0 ? '0' : JSON.stringify(next.value));
    }
  }
  return out.join('');
}
