import { type Span, withPlace } from '../../text/document/index.ts';
import type { Extraction } from '../../trace/index.ts';
import { closersOf, formatOf } from '../literals.ts';
import { replace } from '../changes.ts';
import type { Subject } from '../subject.ts';
import { type Cause, caused } from './cause.ts';

/** So many other openers are tried. */
const MOST_OTHERS = 3;
const MOST_PLACES = 20;

/** The same blocks between other markers of their format, one way each: formats have releases. */
export function otherBlocks({ document }: Subject, auto: Extraction): readonly Cause[] {
  const format = formatOf(auto.calls[0]?.format);
  if (format === undefined || typeof format.openers === 'function') return [];
  const known = format.openers.map(({ text }) => text);
  const written = known.find((opener) => document.includes(opener));
  const closers = (opener: string): readonly string[] =>
    closersOf(opener).filter((one) => one === `</${opener.slice(1)}`);
  if (written === undefined) return [];
  return known
    .filter((opener) => opener !== written && signsOf(opener) === signsOf(written))
    .slice(0, MOST_OTHERS)
    .flatMap((opener): Cause[] => {
      const [close, otherClose] = [closers(written)[0], closers(opener)[0]];
      const changes = [...placesOf(document, written).map((at) => replace(at, opener))];
      if (close !== undefined && otherClose !== undefined)
        changes.push(...placesOf(document, close).map((at) => replace(at, otherClose)));
      return caused(changes, ({ from }) => ({
        code: 'D06',
        fact: `${withPlace(`\`${written}\` is in the place of \`${opener}\``, document, from)}.`,
        label: 'Change the markers',
        remedy: 'Choose the parser of this very release of the model: its marker differs between releases.',
      }));
    });
}

/** What is left of a marker without its words. */
function signsOf(marker: string): string {
  return marker.replace(/\w+/g, '_');
}

function placesOf(document: string, text: string): Span[] {
  const places: Span[] = [];
  for (
    let at = document.indexOf(text);
    at >= 0 && places.length < MOST_PLACES;
    at = document.indexOf(text, at + text.length)
  )
    places.push({ from: at, to: at + text.length });
  return places;
}
