import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answer } from './adapter.ts';
import { unmatched } from './unmatched.ts';

// What the engines themselves answered, one file for each parser: `golden/engines/<project>/<flag>.jsonl.gz`.

interface GoldenLine {
  readonly id: string;
  readonly [key: string]: unknown;
}

const folder = fileURLToPath(new URL('golden/engines/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));

/** What is asked; everything else in a line is an answer. */
const asked = ['id', 'engine', 'versions', 'parser', 'variant', 'text', 'tools'];
/** Answers to a reply that comes in pieces. */
const streamed = ['streaming', 'streamingTokens', 'streamingContent', 'streaming2026-08'];
/** Notes of who made the file. */
const notes = ['regexTimeout'];

const counts = { whole: 0, wholeRight: 0, streamed: 0, streamedRight: 0 };

describe.each(files.sort())('%s', (file) => {
  it('is answered as the original answers', () => {
    const wrong: string[] = [];
    const lines = linesOf(file);
    for (const line of lines) {
      const got = answer(
        'engines',
        pick(line, (key) => asked.includes(key)),
      ) as Record<string, unknown>;
      const wanted = pick(line, (key) => !asked.includes(key) && !notes.includes(key));
      for (const part of ['whole', 'streamed'] as const) {
        const isPart = (key: string): boolean => streamed.includes(key) === (part === 'streamed');
        const is = comparable(pick(got, isPart));
        const should = comparable(pick(wanted, isPart));
        const key = `${line.id} ${part}`;
        counts[part] += 1;
        if (is === should) counts[`${part}Right`] += 1;
        if ((is === should) === unmatched.has(key))
          wrong.push(`${key}\n  got    ${is.slice(0, 600)}\n  wanted ${should.slice(0, 600)}`);
      }
    }
    expect(lines.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it('notices an altered answer', () => {
    const line = linesOf(file)[0] as GoldenLine;
    const got = answer(
      'engines',
      pick(line, (key) => asked.includes(key)),
    );
    expect(comparable(got)).not.toBe(comparable({ ...(got as object), gate: 'altered' }));
  });
});

it('is right for at least 99 of 100 texts, and for 95 of 100 streams', () => {
  expect(counts.wholeRight / counts.whole).toBeGreaterThanOrEqual(0.99);
  expect(counts.streamedRight / counts.streamed).toBeGreaterThanOrEqual(0.95);
});

function linesOf(file: string): GoldenLine[] {
  return gunzipSync(readFileSync(folder + file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenLine);
}

function pick(fields: Record<string, unknown>, takes: (key: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => takes(key)));
}

/** As text in which only what must agree can differ: the order of keys and the sign of zero do not count. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : Object.is(item, -0)
        ? 0
        : item,
  );
}
