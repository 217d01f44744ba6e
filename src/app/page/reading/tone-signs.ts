import type { Tone } from '../../../core/index.ts';

/** THE mark of an answer, wherever one is shown. */
export const toneSigns: Readonly<Record<Tone, string>> = { good: '✓', flawed: '!', open: '?', none: '○', bad: '✕' };
