import type { ReplyResult } from './judge.ts';

/**
 * What came of a reply in one word: `calls`, those that the log has `apart` and that nobody read here, those that are `unfit` for the declared tools, a call that was `lost` or stayed
 * text, `none` at all, or `open`: nobody can say.
 */
export const cameOutcomes = ['calls', 'apart', 'unfit', 'lost', 'none', 'open'] as const;
export type Came = (typeof cameOutcomes)[number];

export function cameOf(result: Pick<ReplyResult, 'outcome' | 'names' | 'isApart'>): Came {
  const came = ofOutcome(result);
  return came === 'calls' && result.isApart ? 'apart' : came;
}

function ofOutcome({ outcome, names }: Pick<ReplyResult, 'outcome' | 'names'>): Exclude<Came, 'apart'> {
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
    case 'unfit':
      return 'unfit';
    case 'perhaps':
    case 'long':
      return 'open';
  }
}
