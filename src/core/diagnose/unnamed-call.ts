import { formatList } from '../formats/index.ts';
import { withPlace } from '../text/document/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { keyInMarkup } from './keys-in-markup.ts';
import { diagnosis, quoted } from './rule.ts';
import type { Subject } from './subject.ts';

/** Whether a place is outside of calls, reasoning and quotations. */
type IsFree = (at: number) => boolean;

const MOST_TOOLS = 100;
const MOST_PLACES = 40;
/** The other arguments and their markup are searched for this far after the first one, in UTF-16 units. */
const NEAR = 300;

/** A marker that closes arguments or a call. */
const CLOSING = /<\/[\w:|｜-]+>|[|｜]>|END_ARG|<\w+_end>/;

/** What may precede the first argument on its line: signs, tags, and a word of markup. */
const BEFORE_KEY = /^[^\p{L}<]*(?:<[^<>]*>[^<]{0,12})*(?:<[^<>]*|[^\p{L}<]*|[\p{L}_]+\W{1,3})$/u;
const LONGEST_LINE = 200;

/** The text has arguments of a declared tool, but its name and the markup around it are lost. */
export function unnamedArguments({ document, textTo, tools, extraction }: Subject, isFree: IsFree): Diagnosis[] {
  for (const name of tools.names.slice(0, MOST_TOOLS)) {
    const [first, ...others] = tools.parameters(name);
    if (first === undefined || others.length === 0) continue;
    for (const at of placesOf(document, first, textTo)) {
      const before = extraction.calls.findLast(({ span }) => span.from <= at)?.span.to ?? 0;
      if (before > at) continue;
      const lineFrom = document.lastIndexOf('\n', at - 1) + 1;
      const line = document.slice(Math.max(lineFrom, before, at - LONGEST_LINE), at);
      const area = document.slice(at - line.length, Math.min(textTo, at + NEAR));
      if (!BEFORE_KEY.test(line) || keyInMarkup(area, first) < 0 || !CLOSING.test(area) || !isFree(at)) continue;
      if (!others.some((key) => keyInMarkup(area, key) >= 0)) continue;
      return [
        diagnosis(
          'D06',
          `${withPlace(`These look like arguments of \`${quoted(name)}\`, but the markup around them is damaged`, document, at)}. No format can parse them.`,
          { from: at, to: at + first.length },
        ),
      ];
    }
  }
  return [];
}

function placesOf(document: string, text: string, to: number): number[] {
  const places: number[] = [];
  for (
    let at = document.indexOf(text);
    at >= 0 && at < to && places.length < MOST_PLACES;
    at = document.indexOf(text, at + 1)
  )
    places.push(at);
  return places;
}

/** Tokens that close calls. Closing tags are left out: programs and pages have them too. */
const closers = [...new Set(formatList.flatMap(({ closers: own = [] }) => own))].filter(
  (one) => /tool|call|action|func|nexa|bot/i.test(one) && !one.startsWith('</'),
);

/** A token that closes calls is directly beside brackets, but the runtime read no call there. */
export function deadCloser({ document, textTo }: Subject, isFree: IsFree): Diagnosis[] {
  for (const closer of closers) {
    const at = placesOf(document, closer, textTo).find((place) => {
      const before = place - (/\s/.test(document.charAt(place - 1)) ? 2 : 1);
      const after = place + closer.length;
      const isNear = (at: number, brackets: string): boolean =>
        brackets.includes(document.charAt(at) || ' ') && isFree(at) && isFree(place);
      return isNear(before, ')]}') || isNear(after, '([{');
    });
    if (at === undefined) continue;
    return [
      diagnosis(
        'D06',
        `${withPlace(`\`${quoted(closer)}\` closes a call, but the markup beside it is damaged`, document, at)}. No format can parse it.`,
        { from: at, to: at + closer.length },
      ),
    ];
  }
  return [];
}
