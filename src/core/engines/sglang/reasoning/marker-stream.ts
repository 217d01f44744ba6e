import { Excerpt, heldBack, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import type { Span } from '../../../text/document/index.ts';

// Reasoning parsers that go from marker to marker, whole and streamed alike.

/** Where the text up to the next marker goes. */
export type Place = 'content' | 'reasoning' | 'block';

export interface MarkerRule {
  readonly to: Place;
  /** Where the marker itself goes; absent: nowhere. */
  readonly kept?: 'content';
}

/** What each marker does in each place. A marker without a rule is text. */
export type MarkerRules = Readonly<Partial<Record<Place, Readonly<Record<string, MarkerRule>>>>>;

/** A block is a call inside of the thinking: content, though the thinking goes on after it. */
const kindOf = { content: 'content', reasoning: 'reasoning', block: 'content' } as const;

/** A part of a reply, and where it goes. */
export interface Cut extends Span {
  /** `stray`: a marker that means nothing. `dropped`: text that nobody gets. */
  readonly kind: 'content' | 'reasoning' | 'marker' | 'stray' | 'dropped';
  readonly text: Excerpt;
  readonly opens: boolean;
}

class MarkerReader {
  #place: Place = 'content';
  #held = Excerpt.empty;
  readonly #rules: MarkerRules;

  constructor(rules: MarkerRules) {
    this.#rules = rules;
  }

  read(given: Excerpt, isFinal: boolean): readonly Cut[] {
    let text = this.#held.plus(given);
    this.#held = Excerpt.empty;
    const cuts: Cut[] = [];
    for (;;) {
      const rules = this.#rules[this.#place] ?? {};
      const next = firstMarker(text.text, Object.keys(rules));
      if (next === null) break;
      const end = next.at + next.marker.length;
      this.#add(cuts, text.slice(0, next.at));
      const rule = rules[next.marker] as MarkerRule;
      const marker = text.slice(next.at, end);
      const [from = 0] = marker.spans.map((span) => span.from);
      const kind = rule.kept === undefined ? 'marker' : 'content';
      cuts.push({ kind, text: marker, opens: rule.to === 'reasoning', from, to: from + marker.length });
      this.#place = rule.to;
      text = text.slice(end);
    }
    const held = isFinal ? 0 : heldBack(text.text, Object.keys(this.#rules[this.#place] ?? {})).length;
    this.#held = text.slice(text.length - held);
    this.#add(cuts, text.slice(0, text.length - held));
    return cuts;
  }

  #add(cuts: Cut[], text: Excerpt): void {
    const [span] = text.spans;
    if (span !== undefined) cuts.push({ kind: kindOf[this.#place], text, opens: false, ...span });
  }
}

/** The one of several markers that comes first. */
export function firstMarker(
  text: string,
  markers: readonly string[],
): { readonly at: number; readonly marker: string } | null {
  let first: { at: number; marker: string } | null = null;
  for (const marker of markers) {
    const at = text.indexOf(marker);
    if (at >= 0 && (first === null || at < first.at)) first = { at, marker };
  }
  return first;
}

export function splitByMarkers(text: string, rules: MarkerRules, steps: Recorder<string>): Split {
  return splitCuts(new MarkerReader(rules).read(Excerpt.part(text, 0), true), steps);
}

export function splitCuts(cuts: readonly Cut[], steps: Recorder<string>): Split {
  const markup: Span[] = [];
  const parts = { content: [] as Excerpt[], reasoning: [] as Excerpt[] };
  for (const { kind, text, opens, from, to } of cuts) {
    if (kind === 'marker') steps.marker(text.text, opens ? 'open' : 'close', from, to);
    if (kind === 'marker' || kind === 'stray') markup.push({ from, to });
    else if (kind === 'dropped') steps.quirk('text-dropped', { from, to });
    else parts[kind].push(text);
    if (kind === 'reasoning') steps.read('reasoning', { from, to });
  }
  const reasoning = Excerpt.join(parts.reasoning);
  return { reasoning: reasoning.text === '' ? null : reasoning, content: Excerpt.join(parts.content), markup };
}

/** @param inOnePiece the reasoning of a block comes when the block closes */
export function streamByMarkers(rules: MarkerRules, inOnePiece = false): ReasoningStream {
  const reader = new MarkerReader(rules);
  /** What waits for the end of its block: before the last call in it, which only that end brings, and after. */
  let [before, after] = [Excerpt.empty, Excerpt.empty];
  const answer = (cuts: readonly Cut[]): SplitDelta => {
    let [reasoning, content] = [Excerpt.empty, Excerpt.empty];
    for (const { kind, text, opens } of cuts) {
      if (kind === 'content') content = content.plus(text);
      else if (kind === 'reasoning' && inOnePiece) after = after.plus(text);
      else if (kind === 'reasoning') reasoning = reasoning.plus(text);
      else if (!opens) {
        reasoning = reasoning.plus(before).plus(after);
        [before, after] = [Excerpt.empty, Excerpt.empty];
      }
      if (kind === 'content') [before, after] = [before.plus(after), Excerpt.empty];
    }
    return { reasoning, content };
  };
  return {
    push: (delta, current) => answer(reader.read(Excerpt.end(current, delta), false)),
    finish() {
      const { reasoning = Excerpt.empty, content } = answer(reader.read(Excerpt.empty, true));
      return { reasoning: reasoning.plus(after), content };
    },
  };
}
