import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askOnChange } from '../../../src/app/page/ask-on-change.svelte.ts';
import { Asked } from '../../../src/app/page/asked.svelte.ts';
import type { ReplyAnswers } from '../../../src/core/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A question about one text, and a worker whose answers are given by hand. */
function open() {
  const page = $state({ text: 'one', beside: 0 });
  const settled: ((answers: ReplyAnswers) => void)[] = [];
  const asked: string[] = [];
  const end = vi.fn();
  const question = new Asked<'glance'>({
    after: 100,
    end,
    job: () => ({
      kind: 'glance',
      text: page.beside >= 0 ? page.text : '',
      tools: '',
      chosen: '',
      pinned: [],
      expected: null,
      capabilities: {},
    }),
    worker: () => ({
      run: (job) => {
        asked.push((job as unknown as { text: string }).text);
        return new Promise((resolve) => {
          settled.push((answer) => {
            resolve({ ok: true, answer } as never);
          });
        });
      },
    }),
  });
  return { page, question, asked, settled, end };
}

const glance = (intended: number): ReplyAnswers => ({ intended, answers: [] });

it('asks after a quiet time, and again only where the question has changed', async () => {
  const { page, question, asked, settled } = open();
  const stop = question.follow();
  flushSync();
  page.text = 'two';
  flushSync();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['two']);
  expect(question.isStale).toBe(true);
  settled[0]?.(glance(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([question.answer?.intended, question.about?.text, question.isStale]).toEqual([2, 'two', false]);
  page.beside = 1;
  flushSync();
  vi.advanceTimersByTime(200);
  expect([asked.length, question.isStale]).toEqual([1, false]);
  question.again();
  flushSync();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['two', 'two']);
  stop();
});

it('drops what an older question is answered, and what comes when nobody looks any more', async () => {
  const { page, question, settled, end } = open();
  const stop = question.follow();
  flushSync();
  vi.advanceTimersByTime(100);
  page.text = 'two';
  flushSync();
  vi.advanceTimersByTime(100);
  expect(end).toHaveBeenCalledTimes(1);
  settled[0]?.(glance(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(question.answer).toBeNull();
  stop();
  expect(end).toHaveBeenCalledTimes(2);
  settled[1]?.(glance(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([question.answer, question.isStale]).toEqual([null, true]);
});

it('asks in the same turn, says of a late answer that it is one, and asks nothing where there is nothing to ask', async () => {
  const page = $state<{ about: string | null }>({ about: 'one' });
  const settled: (() => void)[] = [];
  const log: string[] = [];
  let again = (): void => undefined;
  const stop = $effect.root(() => {
    again = askOnChange<string, string>({
      about: () => page.about,
      ask: (about) => new Promise((resolve) => settled.push(() => resolve(`${about}!`))),
      after: null,
      begin: (about) => {
        log.push(`begin ${about}`);
        return () => log.push(`end ${about}`);
      },
      take: (answered, about, isCurrent) => log.push(`${answered} of ${about}, ${isCurrent ? 'current' : 'late'}`),
    });
  });
  flushSync();
  expect(settled).toHaveLength(1);
  page.about = 'two';
  flushSync();
  settled[0]?.();
  settled[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(log.splice(0)).toEqual([
    'begin one',
    'end one',
    'begin two',
    'one! of one, late',
    'end two',
    'two! of two, current',
  ]);
  again();
  flushSync();
  page.about = null;
  flushSync();
  expect(log.splice(0)).toEqual(['begin two', 'end two']);
  expect(settled).toHaveLength(3);
  stop();
});
