import type { ReplyResult } from './judge.ts';

/** What came of a reply in one word: `calls`, a call that was `lost` or stayed text, `none` at all, or `open`: nobody can say. */
export const cameOutcomes = ['calls', 'lost', 'none', 'open'] as const;
export type Came = (typeof cameOutcomes)[number];

export function cameOf({ outcome, names }: Pick<ReplyResult, 'outcome' | 'names'>): Came {
  switch (outcome) {
    case 'calls':
    case 'native':
    case 'other':
    case 'phantom':
      return 'calls';
    case 'error':
    case 'lost':
    case 'text':
      return 'lost';
    case 'expected':
      // A log or a question that has no call has no name either.
      return names.length > 0 ? 'calls' : 'none';
    case 'answer':
    case 'empty':
      return 'none';
    case 'perhaps':
    case 'long':
      return 'open';
  }
}
