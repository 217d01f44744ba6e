import type { Lessons } from './lessons.svelte.ts';

/** Milliseconds after the last change. */
const KEEP_AFTER = 400;

/** Keeps what is written in a step as every other text of the page: soon after the last change, and when the page goes. Part of a component. */
export function keepDraft(lessons: Pick<Lessons, 'draft' | 'keep'>): void {
  $effect(() => {
    const { draft } = lessons;
    const timer = setTimeout(() => {
      lessons.keep(draft);
    }, KEEP_AFTER);
    return () => {
      clearTimeout(timer);
    };
  });
  $effect(() => {
    const keep = (): void => {
      lessons.keep(lessons.draft);
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
    };
  });
}
