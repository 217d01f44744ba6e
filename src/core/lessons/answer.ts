import type { LessonCase } from '../../data/lessons/lesson.ts';
import type { Span } from '../text/document/index.ts';

/** What somebody answered. Which kind a question takes is in `answerKinds`. */
export type Answer =
  | { readonly kind: 'words'; readonly text: string }
  /** UTF-16 offsets into the reply. */
  | { readonly kind: 'span'; readonly span: Span }
  /** The first chunk ends here. */
  | { readonly kind: 'place'; readonly at: number }
  /** The case as it was edited. */
  | { readonly kind: 'case'; readonly case: LessonCase }
  | { readonly kind: 'option'; readonly id: string }
  /** Indexes of the items. */
  | { readonly kind: 'order'; readonly order: readonly number[] };

export interface Grade {
  readonly isRight: boolean;
  /** What the engine did with the answer, in sentences. One of a wrong answer names a place. */
  readonly says: readonly string[];
  /** That place in the reply; null where the answer is about something else. */
  readonly span: Span | null;
}

/** Why a condition does not hold. */
export interface Unmet {
  readonly says: readonly string[];
  readonly span: Span | null;
}

export function right(...says: readonly string[]): Grade {
  return { isRight: true, says, span: null };
}

export function wrong(span: Span | null, ...says: readonly string[]): Grade {
  return { isRight: false, says, span };
}

/** The answer is of another kind than its question, as from a damaged file. */
export function noAnswer(what: string): Grade {
  return wrong(null, what);
}
