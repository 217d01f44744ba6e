import { withLineFeeds } from '../../core/index.ts';
import type { DiagnosedExtraction } from './protocol.ts';

/**
 * The answer for a reply whose lines end with CRLF, with the places that they have where they end with LF.
 *
 * @param shown the answer for the text with LF, as the page shows it
 * @param own the answer for the text as it came: it is told where the line ends change something
 */
export function withOwnLineEnds(shown: DiagnosedExtraction, own: DiagnosedExtraction): DiagnosedExtraction {
  const found = own.diagnoses.find(({ code }) => code === 'D40');
  if (found === undefined) return shown;
  const placed = (at: number): number => withLineFeeds(own.document.slice(0, at)).length;
  const [from, to] = [placed(found.span.from), placed(found.span.to)];
  const told = own.verdict.headline.includes(found.fact ?? '') ? '' : ` ${found.fact ?? ''}`;
  return {
    ...shown,
    diagnoses: [{ ...found, span: { from, to }, edit: null }, ...shown.diagnoses],
    verdict: { ...own.verdict, headline: `${own.verdict.headline}${told}`, step: shown.verdict.step },
  };
}
