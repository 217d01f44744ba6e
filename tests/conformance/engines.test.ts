import { describe, expect, it } from 'vitest';
import { answer } from './adapter.ts';
import { answersFor, engineFiles, engineLines, type GoldenLine } from './engines/index.ts';
import { LEAST } from './missing-data.ts';
import { unmatched } from './unmatched.ts';
import { twice } from '../twice.ts';

/** What is asked of every engine; a line's other keys are asked of one engine, or answers. */
const asked = ['id', 'engine', 'version', 'parser', 'text', 'tools'];

const needed = asked.filter((key) => key !== 'version');

const counts = { whole: 0, wholeRight: 0, streamed: 0, streamedRight: 0 };

describe.each(engineFiles)('%s', (file) => {
  it('is answered as the original answers', () => {
    const wrong: string[] = [];
    const lines = engineLines(file);
    for (const line of lines) {
      const { isAsked, isNote, isStreamed } = keysOf(line);
      const got = answer('engines', pick(line, isAsked)) as Record<string, unknown>;
      const wanted = pick(line, (key) => !isAsked(key) && !isNote(key));
      for (const part of ['whole', 'streamed'] as const) {
        const isPart = (key: string): boolean => isStreamed(key) === (part === 'streamed');
        const is = comparable(pick(got, isPart));
        const should = comparable(pick(wanted, isPart));
        const key = `${line.id} ${part}`;
        counts[part] += 1;
        if (is === should) counts[`${part}Right`] += 1;
        if ((is === should) === unmatched.has(key))
          wrong.push(`${key}\n  got    ${is.slice(0, 600)}\n  wanted ${should.slice(0, 600)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(lines.length, 'The file has too few lines.').toBeGreaterThanOrEqual(LEAST);
  });

  it('has all that is asked in every line, under an id of its own', () => {
    const lines = engineLines(file);
    const lacking = lines.flatMap((line, index) => {
      const keys = needed.filter((key) => line[key] === undefined);
      return keys.length === 0 ? [] : [`line ${String(index + 1)} (${line.id}) lacks ${keys.join(', ')}`];
    });
    expect(lacking).toEqual([]);
    expect(twice(lines.map(({ id }) => id)), 'These ids are there twice.').toEqual([]);
  });

  it('notices an altered answer', () => {
    const line = engineLines(file)[0] as GoldenLine;
    const got = answer('engines', pick(line, keysOf(line).isAsked));
    expect(comparable(got)).not.toBe(comparable({ ...(got as object), gate: 'altered' }));
  });
});

it('is right for at least 99 of 100 texts, and for 95 of 100 streams', () => {
  expect(counts.wholeRight / counts.whole).toBeGreaterThanOrEqual(0.99);
  expect(counts.streamedRight / counts.streamed).toBeGreaterThanOrEqual(0.95);
});

function keysOf(line: GoldenLine): Record<'isAsked' | 'isNote' | 'isStreamed', (key: string) => boolean> {
  const answers = answersFor(line);
  return {
    isAsked: (key) => asked.includes(key) || (answers?.asked.includes(key) ?? false),
    isNote: (key) => answers?.notes.includes(key) ?? false,
    isStreamed: (key) => answers?.streamed.includes(key) ?? false,
  };
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
