import type { Span } from '../../../text/document/index.ts';
import { strippedSpan, stripPython } from '../../../text/languages/index.ts';
import { byMarkers } from './harmony-markers.ts';
import { byKeywords, hasKeyword } from './harmony-keywords.ts';
import { Excerpt } from '../../kit/index.ts';
import type { HarmonyEvent, Parsed } from './harmony-events.ts';

// `HarmonyParser`, which `gpt-oss` asks what the blocks of a text are. It decides once, at the first marker or keyword,
// whether to go by markers or by keywords.

export class HarmonyReader {
  #strategy: ((text: string) => Parsed) | null = null;
  #buffer = Excerpt.empty;
  #isAfterCall = false;
  /** A beginning of `commentary` that came in pieces. */
  #begun = '';

  /** What is left, of which no event is made yet. */
  get rest(): Span {
    return covered(this.#buffer);
  }

  parse(chunk: Excerpt): readonly HarmonyEvent[] {
    const buffer = this.#buffer.plus(chunk);
    const { text } = buffer;
    this.#buffer = buffer;
    if (this.#strategy === null) {
      if (text.includes('<|channel|>') || text.includes('<|start|>')) this.#strategy = byMarkers;
      else if (hasKeyword(text, true)) this.#strategy = byKeywords;
      else return [];
    }
    const endsWithCall = strippedEnd(text).endsWith('<|call|>');
    const { events, rest } = this.#strategy(text);
    this.#buffer = buffer.parts(rest);
    return events.map((event) => placed(this.#filtered(event, endsWithCall), buffer));
  }

  /** The word `commentary` is left out after a call, also when it comes in pieces. */
  #filtered(event: HarmonyEvent, endsWithCall: boolean): HarmonyEvent {
    if (event.kind === 'normal') {
      if (this.#isAfterCall || this.#begun !== '') {
        const word = this.#begun + stripPython(event.text).toLowerCase();
        const isWord = word === 'commentary';
        const isBegun = !isWord && 'commentary'.startsWith(word);
        this.#begun = isBegun ? word : '';
        if (!isBegun) this.#isAfterCall = false;
        if (isWord || isBegun) return { ...event, isFiller: true };
      } else {
        this.#begun = '';
      }
    }
    if (event.kind === 'call') {
      this.#isAfterCall = true;
      this.#begun = '';
    } else if (endsWithCall) {
      this.#isAfterCall = true;
    }
    return event;
  }
}

function strippedEnd(text: string): string {
  return text.slice(0, strippedSpan(text).to);
}

/** An event with places in the text that came instead of those in the buffer. */
function placed(event: HarmonyEvent, buffer: Excerpt): HarmonyEvent {
  const excerpt = buffer.parts(event.parts);
  return { ...event, span: covered(buffer.slice(event.span.from, event.span.to)), parts: excerpt.spans, excerpt };
}

/** From its first place to its last. */
function covered({ spans }: Excerpt): Span {
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
}
