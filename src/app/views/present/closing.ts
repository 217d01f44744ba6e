import { drawnControls, excerpt, verdictOf, type Verdict } from '../../../core/index.ts';
import { verdictWords } from '../../export/verdict-words.ts';

/** As many calls, and as much of their arguments, as can be read from the last row. */
const MOST = 3;
const LONGEST = 240;

/** What the end of a presentation shows. */
interface Closing extends Pick<Verdict, 'tone' | 'headline' | 'reason'> {
  readonly calls: readonly { readonly name: string; readonly argumentsText: string }[];
  /** So many calls more. */
  readonly others: number;
}

/** A room that sees the name of a call alone takes it for the call that was meant. */
export function closingOf(extraction: Parameters<typeof verdictOf>[0]): Closing {
  const { calls } = extraction;
  return {
    ...verdictWords(extraction),
    tone: verdictOf(extraction).tone,
    calls: calls.slice(0, MOST).map(({ name, argumentsText }) => ({
      name: drawnControls(name),
      argumentsText: drawnControls(excerpt(argumentsText, 0, argumentsText.length, LONGEST)),
    })),
    others: Math.max(0, calls.length - MOST),
  };
}
