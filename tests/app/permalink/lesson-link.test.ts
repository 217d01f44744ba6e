import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLesson, encodeLesson } from '../../../src/app/permalink/lesson-link.ts';
import { openHash } from '../../../src/app/permalink/open.ts';
import { readLesson } from '../../../src/core/lessons/index.ts';
import { lesson } from '../../../src/data/lessons/exam.ts';

const link = encodeLesson(JSON.stringify(lesson));

describe('a link to a lesson', () => {
  it('holds a whole lesson', () => {
    const opened = decodeLesson(`#${link}`);
    expect(opened?.kind === 'file' && readLesson(opened.text)).toEqual({ lesson, problems: [] });
    expect(openHash(`#${link}`)).toEqual({ kind: 'lesson', lesson: opened });
  });

  it('names a lesson of the path', () => {
    expect(decodeLesson('#lesson=a-call-is-text')).toEqual({ kind: 'listed', id: 'a-call-is-text' });
  });

  it.each([
    [link.slice(0, -40), /cut or altered/],
    [link.replace('1.', '2.'), /version 2/],
    [`${link.slice(0, 60)}*${link.slice(61)}`, /characters that no link holds/],
    ['lesson=', /altered/],
    ['lesson=<b>', /altered/],
  ])('says what is wrong with %.20s', (hash, message) => {
    const opened = decodeLesson(hash);
    expect(opened?.kind === 'broken' ? opened.message : '').toMatch(message);
  });

  it.each(['', '#', '#in=lesson', '1.abc', 'lessons=a'])('is not %s', (hash) => {
    expect(decodeLesson(hash)).toBeNull();
  });

  it('is never opened where a character was changed, and never throws', () => {
    fc.assert(
      fc.property(fc.nat(link.length - 1), fc.constantFrom('A', 'z', '0', '_', '.', '%'), (at, by) => {
        const opened = decodeLesson(link.slice(0, at) + by + link.slice(at + 1));
        if (opened?.kind === 'file') expect(readLesson(opened.text).lesson).toEqual(lesson);
      }),
      { numRuns: 300 },
    );
  });
});
