import { drawnControls, verdictOf, type Verdict } from '../../core/index.ts';

/** The verdict of a runtime for whoever reads an export: names of a model are in it, and may hold controls that turn the sentence around. */
export function verdictWords(extraction: Parameters<typeof verdictOf>[0]): Pick<Verdict, 'headline' | 'reason'> {
  const { headline, reason } = verdictOf(extraction);
  return { headline: drawnControls(headline), reason: drawnControls(reason) };
}
