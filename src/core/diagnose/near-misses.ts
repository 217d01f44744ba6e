import type { Extraction, TraceEvent } from '../trace/index.ts';
import { editDistance, slipsAllowed, type Span, withPlace } from '../text/document/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import { ownSpelling, respelt, type Spelling } from '../formats/index.ts';
import {
  fold,
  formatOf,
  headOf,
  isLookalike,
  LONGEST_BODY,
  LONGEST_MARKER,
  oddNames,
  type Literals,
} from './literals.ts';
import { insertAt, replace, type Change } from './changes.ts';
import { diagnosis, edit, quoted, type WholeRule } from './rule.ts';
import { blocksOf, firstCalls, type Subject } from './subject.ts';

/** Most different tags that are compared with markers: a page of HTML has many. */
const MOST_TAGS = 300;
const MOST_CHANGES = 40;
const MOST_FINDINGS = 4;

/** A tag differs from a marker by a few characters. */
export const nearMissMarker: WholeRule = {
  look(subject) {
    const { extraction, document } = subject;
    if (extraction.calls.length > 50) return [];
    const changes = nearMisses(subject);
    const first = changes[0];
    if (first === undefined) return [];
    const change = edit(changes.length > 1 ? 'Correct the markers' : 'Correct the marker', ...changes);
    if (!bringsMarked(subject, change, first.span.from)) return [];
    if (subject.engine !== null && !subject.bringsMeant(change)) return [];
    const written = document.slice(first.span.from, first.span.to);
    const before = document.slice(document.lastIndexOf('\n', first.span.from - 1) + 1, first.span.from);
    // Entities in the middle of a line display markup to a reader.
    if (written.startsWith('&') && before.trim() !== '') return [];
    const areLookalikes = changes.every(({ span, insert }) => isLookalike(document.slice(span.from, span.to), insert));
    // Where the call is read without its marker, more than that would be wrong.
    const opensNothing = extraction.calls.length === 0 ? ', but opens nothing' : '';
    return [
      diagnosis(
        areLookalikes ? 'D07' : 'D06',
        areLookalikes
          ? `\`${quoted(written)}\` looks like the marker \`${first.insert}\` but contains other characters: ${oddNames(written, first.insert)}.`
          : `${withPlace(`\`${quoted(written)}\` is almost the marker \`${first.insert}\`${opensNothing}`, document, first.span.from)}.`,
        first.span,
        change,
        areLookalikes ? undefined : MISSPELT,
      ),
    ];
  },
};

const MISSPELT =
  'Show the exact marker in the prompt, with one example. Small and strongly quantised models misspell long markers.';

/** Whether an edit brings more calls, or as many with more of them found by their markers or in the corrected block. */
function bringsMarked(subject: Subject, change: ReturnType<typeof edit>, first: number): boolean {
  const after = subject.after(change);
  if (after === null) return false;
  const marked = ({ calls }: Extraction): number => calls.filter(({ tier }) => tier === 'marked').length;
  const before = subject.extraction;
  return (
    after.calls.length > before.calls.length ||
    (after.calls.length === before.calls.length &&
      (marked(after) > marked(before) ||
        blocksOf(after).some(({ from, outcome }) => from === first && outcome === 'matched')))
  );
}

function nearMisses(subject: Subject): Change[] {
  const { extraction, document, textTo } = subject;
  const known = new Map<string, Change['insert'] | null>();
  const changes: Change[] = [];
  const read = extraction.ledger.filter(({ kind }) => kind === 'call' || kind === 'reasoning');
  // `damagedMarkup` reports a marker that our readers correct themselves.
  const mended = new Set(subject.oddSteps.filter(isMendedMarker).map(({ from }) => from));
  for (const tag of tagsIn(document, textTo)) {
    if (mended.has(tag.from) || liesIn(read, tag.from)) continue;
    // The word of a tag that begins with a lookalike is found once more, from its end.
    if (tag.from < (changes.at(-1)?.span.to ?? 0)) continue;
    // Made only here: few replies have such a tag.
    const { literals } = subject;
    const written = document.slice(tag.from, tag.to);
    for (const candidate of new Set([written, headOf(written)])) {
      if (literals.has(candidate)) break;
      if (!known.has(candidate)) {
        if (known.size >= MOST_TAGS) return changes;
        known.set(candidate, nearestLiteral(candidate, literals));
      }
      const insert = known.get(candidate) ?? null;
      if (insert === null || (/^\w/.test(candidate) && insert !== `<${candidate}`)) continue;
      changes.push(replace({ from: tag.from, to: tag.from + candidate.length }, insert));
      break;
    }
    if (changes.length >= MOST_CHANGES) break;
  }
  return changes;
}

/**
 * The places that may be misspelt markers: short texts in angle or square brackets on one line (also lookalikes of brackets,
 * and entities), the first line of a `~~~` fence, and a word before a `>` that nothing opens.
 */
function* tagsIn(document: string, to: number): Generator<Span> {
  // A word is found from its `>` backwards: a megabyte of text is full of words, and has few of these signs.
  const opening = /[<[＜‹⟨]|&[lL][tT];|~(?<=^~)~~|>(?<=(?<![\w<>/:&.|｜-])[a-zA-Z][\w:.-]{5,40}>)/gm;
  for (let found = opening.exec(document); found !== null && found.index < to; found = opening.exec(document)) {
    const { 0: sign, index } = found;
    if (sign === '>') {
      const word = /[\w:.-]+$/.exec(document.slice(Math.max(0, index - LONGEST_MARKER), index))?.[0] ?? '';
      yield { from: index - word.length, to: index + 1 };
      continue;
    }
    const tag = tagPattern(sign).exec(document.slice(index, Math.min(to, index + LONGEST_MARKER)));
    if (tag !== null) yield { from: index, to: index + tag[0].length };
  }
}

function isMendedMarker(event: TraceEvent): boolean {
  return event.kind === 'repair' && event.code === 'wrong-marker';
}

/** In square brackets, only words are markers: lists of values and of calls have other signs. */
function tagPattern(opening: string): RegExp {
  // A marker that lost its last sign is directly before JSON.
  if (opening === '[') return /^\[(?:[^\][\n(){}"',;:=.]*\]|[A-Z_]{6,}(?=\s?[[{]))/;
  return opening === '~~~' ? /^~~~[ \t]*[\w-]+/ : /^(?:[<＜‹⟨]|&lt;)[^<>＜＞\n]*?(?:[>＞›⟩]|&gt;)/;
}

function nearestLiteral(written: string, literals: Literals): string | null {
  const folded = fold(written);
  let best: { readonly text: string; readonly distance: number; readonly apart: number } | null = null;
  for (const literal of literals.values()) {
    const limit = slipsAllowed(literal.folded.length);
    if (Math.abs(literal.folded.length - folded.length) > limit) continue;
    const isSameLetters = literal.folded.toLowerCase() === folded.toLowerCase();
    // A marker that differs only in case counts as the farthest one allowed, so that a misspelling wins.
    const distance = Math.min(editDistance(folded, literal.folded, limit), isSameLetters ? limit : limit + 1);
    if (distance > limit || distance > (best?.distance ?? Infinity)) continue;
    // Of two spellings of a marker it is the one whose own characters are nearer.
    const apart = unlike(written, literal.text);
    if (distance < (best?.distance ?? Infinity) || apart < (best?.apart ?? Infinity))
      best = { text: literal.text, distance, apart };
  }
  return best?.text ?? null;
}

/** How many characters of two markers differ, place by place. */
function unlike(one: string, other: string): number {
  return Array.from(one).filter((character, at) => character !== other[at]).length;
}

/** A call of Gemma lacks the word `call` before its name. */
export const lostWord: WholeRule = {
  look: ({ extraction, document }) =>
    firstCalls(extraction)
      .filter(({ format, nameSpan: { from } }) => {
        const word = formatOf(format)?.beforeName;
        if (word === undefined) return false;
        const isTag = /<call:[\w.]{0,60}:?$/.test(document.slice(Math.max(0, from - 70), from));
        return !isTag && document.charAt(from - 1) === ':' && !document.startsWith(word, from - word.length);
      })
      .slice(0, MOST_FINDINGS)
      .map(({ nameSpan }) =>
        diagnosis(
          'D06',
          {
            fact: `${withPlace('The word `call` is missing before the name', document, nameSpan.from - 1)}.`,
            reader: 'Callscope accepts the call, but the parsers of servers drop it.',
          },
          { from: nameSpan.from - 1, to: nameSpan.to },
          edit('Add the call keyword', insertAt(nameSpan.from - 1, 'call')),
        ),
      ),
};

/** Markers whose bars or gaps are other characters than the format has: lookalikes of them, or the ordinary ones. */
export const otherBars: WholeRule = {
  look(subject) {
    const { extraction, document, readsFormats } = subject;
    if (!readsFormats) return [];
    const blocks = new Map<number, { readonly block: Span; readonly spelling: Spelling }>();
    for (const call of firstCalls(extraction)) {
      const example = formatOf(call.format)?.example ?? '';
      const block = /[|｜]/.test(example) ? subject.blockAround(call.span.from) : null;
      if (block !== null) blocks.set(block.from, { block, spelling: ownSpelling(example) });
    }
    const changes = [...blocks.values()].flatMap(({ block, spelling }) => {
      const body = document.slice(block.from, Math.min(block.to, block.from + LONGEST_BODY));
      return [...body.matchAll(/<[^<>\n]{1,60}>/g)].flatMap(({ 0: tag, index }) => {
        const spelt = respelt(tag, spelling);
        const from = block.from + index;
        return spelt === tag ? [] : [replace({ from, to: from + tag.length }, spelt)];
      });
    });
    const [first] = changes;
    const change = edit('Correct the bars', ...changes.slice(0, MOST_CHANGES));
    if (first === undefined || (subject.after(change)?.calls.length ?? 0) < extraction.calls.length) return [];
    const written = document.slice(first.span.from, first.span.to);
    const odd = isLookalike(written, first.insert) ? oddNames(written, first.insert) : '';
    const fact = `\`${quoted(written)}\` is in the place of \`${quoted(first.insert)}\``;
    return [
      diagnosis(
        odd === '' ? 'D06' : 'D07',
        {
          fact: `${withPlace(odd === '' ? fact : `${fact}: the characters differ, ${odd}`, document, first.span.from)}.`,
          reader: 'Callscope accepts it, but the parsers of servers do not.',
        },
        first.span,
        change,
      ),
    ];
  },
};
