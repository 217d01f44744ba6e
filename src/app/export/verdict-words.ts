import { drawnControls, verdictOf, type Verdict } from '../../core/index.ts';
import type { Subject } from './kind.ts';

/** The verdict for whoever reads an export: names of a model are in it, and may hold controls that turn the sentence around. */
export function verdictWords(extraction: Parameters<typeof verdictOf>[0]): Pick<Verdict, 'headline' | 'reason'> {
  const { headline, reason } = verdictOf(extraction);
  return { headline: drawnControls(headline), reason: drawnControls(reason) };
}

/** What an export says first, as the page does: what was pasted proves more than an emulation. */
export function firstWords(
  { proved = null }: Subject,
  extraction: NonNullable<Subject['extraction']>,
): Pick<Verdict, 'headline' | 'reason' | 'tone'> {
  const words = verdictWords(extraction);
  if (proved === null) return { ...words, tone: verdictOf(extraction).tone };
  const { label, lenient } = extraction.runtime;
  const reason = lenient
    ? words.reason
    : `${label}, emulated by Callscope: ${words.headline} ${words.reason}`.trimEnd();
  // A title shows no code.
  return { headline: drawnControls(proved.sentence.replaceAll('`', '')), reason, tone: proved.tone };
}
