import type { Span } from '../../../text/document/index.ts';
import { strippedSpan, stripPython } from '../../../text/languages/index.ts';
import { byMarkers } from './harmony-markers.ts';
import { byKeywords, hasKeyword } from './harmony-keywords.ts';
import type { HarmonyEvent, Parsed } from './harmony-events.ts';

// `HarmonyParser`, which `gpt-oss` asks what the blocks of a text are. It decides once, at the first marker or keyword,
// whether to go by markers or by keywords.

export class HarmonyReader {
  #strategy: ((text: string) => Parsed) | null = null;
  #buffer = '';
  /** Where the buffer is in the text that came. */
  #bufferAt = 0;
  #isAfterCall = false;
  /** A beginning of `commentary` that came in pieces. */
  #begun = '';

  /** What is left, of which no event is made yet. */
  get rest(): Span {
    return { from: this.#bufferAt, to: this.#bufferAt + this.#buffer.length };
  }

  parse(chunk: string): readonly HarmonyEvent[] {
    this.#buffer += chunk;
    if (this.#strategy === null) {
      if (this.#buffer.includes('<|channel|>') || this.#buffer.includes('<|start|>')) this.#strategy = byMarkers;
      else if (hasKeyword(this.#buffer, true)) this.#strategy = byKeywords;
      else return [];
    }
    const endsWithCall = strippedEnd(this.#buffer).endsWith('<|call|>');
    const { events, rest, restAt } = this.#strategy(this.#buffer);
    const offset = this.#bufferAt;
    this.#buffer = rest;
    this.#bufferAt += restAt;
    return events.map((event) => placed(this.#filtered(event, endsWithCall), offset));
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

function placed(event: HarmonyEvent, offset: number): HarmonyEvent {
  if (offset === 0) return event;
  const move = ({ from, to }: Span): Span => ({ from: from + offset, to: to + offset });
  return { ...event, span: move(event.span), parts: event.parts.map(move) };
}
