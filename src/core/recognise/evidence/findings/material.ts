import type { Answer } from '../paste/answer.ts';
import type { Heard } from '../errors/phrase-search.ts';
import type { Settings } from '../paste/settings.ts';
import type { TwoAnswers } from './two-answers.ts';

/** What a finding is made of, beside the parts of a paste. */
export interface Material {
  readonly answer: Answer | null;
  /** Phrases in the text around the values. */
  readonly heard: readonly Heard[];
  /** Phrases in the error that came in place of an answer. */
  readonly said: readonly Heard[];
  readonly settings: Settings;
  readonly content: string;
  /** The answer and another one that show its fault together. */
  readonly pair: TwoAnswers | null;
}
