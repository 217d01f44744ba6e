import { expect, it } from 'vitest';
import { diagnosisCatalogue } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { failureKinds } from '../../../src/data/failures/failure.ts';
import { writtenFailures } from '../../../src/data/failures/index.ts';
import {
  lessonOfDiagnosis,
  lessonOfFailure,
  lessonOfFormat,
  lessonOfOtherFormats,
} from '../../../src/data/lessons/explains.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';

const lessons = new Set(lessonList.map(({ id }) => id));
const named = (map: Readonly<Record<string, string>>): string[] => Object.values(map);

it('names lessons that there are', () => {
  const all = [...named(lessonOfDiagnosis), ...named(lessonOfFailure), ...named(lessonOfFormat), lessonOfOtherFormats];
  expect(all.filter((id) => !lessons.has(id))).toEqual([]);
});

it('names diagnoses and formats that there are', () => {
  const codes = new Set<string>(diagnosisCatalogue.map(({ code }) => code));
  expect(Object.keys(lessonOfDiagnosis).filter((code) => !codes.has(code))).toEqual([]);
  const formats = new Set<string>(formatList.map(({ id }) => id));
  expect(Object.keys(lessonOfFormat).filter((id) => !formats.has(id))).toEqual([]);
});

it('has a lesson for every kind of failure, so for every failure', () => {
  expect(Object.keys(lessonOfFailure).toSorted()).toEqual(failureKinds.map(({ id }) => id).toSorted());
  expect(writtenFailures.filter(({ kind }) => lessonOfFailure[kind] === undefined)).toEqual([]);
});

it('has a lesson for most diagnoses; the others are about single systems', () => {
  const without = diagnosisCatalogue.map(({ code }) => code).filter((code) => lessonOfDiagnosis[code] === undefined);
  expect(without, 'Name the lesson of a new diagnosis in src/data/lessons/explains.ts, or add its code here.').toEqual([
    'D17',
    'D30',
    'D31',
  ]);
});

it('every lesson but the exam explains something', () => {
  const explained = new Set([...named(lessonOfDiagnosis), ...named(lessonOfFailure), ...named(lessonOfFormat)]);
  const others = lessonList.map(({ id }) => id).filter((id) => !explained.has(id as never));
  expect(others, 'Name what a new lesson explains in src/data/lessons/explains.ts.').toEqual(['exam']);
});
