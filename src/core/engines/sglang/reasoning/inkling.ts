import { Excerpt, heldBack } from '../../kit/index.ts';
import { CLOSE, JSON_OPEN, MODEL, TEXT_OPEN, TOKENS } from '../kit/inkling-blocks.ts';
import type { SglangReasoningParser } from './base.ts';
import { type Cut, splitCuts } from './marker-stream.ts';
import { reasoningWords } from './words.ts';

const THINKING = '<|content_thinking|>';
const TEXT = '<|content_text|>';
const END = '<|content_model_end_sampling|>';
const ANY_TOKEN = new RegExp(TOKENS.map((token) => token.replaceAll('|', '\\|')).join('|'), 'g');

export const inkling: SglangReasoningParser = {
  flag: 'inkling',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'Every block of <|content_thinking|>; of the other tokens only those of calls are passed on.',
  words: { ...reasoningWords, 'text-dropped': 'No call follows this header: the reasoning parser drops its text.' },
  tags: [THINKING, CLOSE],
  toggle: 'always',
  split(text, _request, steps) {
    const reader = new InklingReader();
    return splitCuts([...reader.read(Excerpt.part(text, 0)), ...reader.end()], steps);
  },
  stream({ streamReasoning }) {
    const reader = new InklingReader();
    let held = Excerpt.empty;
    let waiting = Excerpt.empty;
    return {
      push(delta, current) {
        const text = held.plus(Excerpt.end(current, delta));
        const length = text.length - heldBack(text.text, TOKENS).length;
        held = text.slice(length);
        let [reasoning, content] = [Excerpt.empty, Excerpt.empty];
        for (const { kind, text: part } of reader.read(text.slice(0, length))) {
          if (kind === 'reasoning') waiting = waiting.plus(part);
          if (kind === 'content') content = content.plus(part);
          if (streamReasoning !== false || kind === 'content' || kind === 'marker') {
            reasoning = reasoning.plus(waiting);
            waiting = Excerpt.empty;
          }
        }
        return { reasoning, content };
      },
      // The beginning of a token is not sent any more.
      finish: () => ({ reasoning: waiting }),
    };
  },
};

type Place = 'outside' | 'header' | 'text' | 'thinking' | 'call';

/** Goes from token to token. None of them is in pieces: who asks holds back what may become one. */
class InklingReader {
  #place: Place = 'outside';
  /** A header and its text, which only a call keeps. */
  #header: Excerpt[] = [];

  read(text: Excerpt): readonly Cut[] {
    const cuts: Cut[] = [];
    let from = 0;
    for (const { 0: token, index } of text.text.matchAll(ANY_TOKEN)) {
      this.#text(text.slice(from, index), cuts);
      from = index + token.length;
      this.#token(token, text.slice(index, from), cuts);
    }
    this.#text(text.slice(from), cuts);
    return cuts;
  }

  /** The text of a header that nothing followed. */
  end(): readonly Cut[] {
    const cuts: Cut[] = [];
    this.#go('outside', cuts);
    return cuts;
  }

  #text(text: Excerpt, cuts: Cut[]): void {
    if (this.#place === 'header') this.#header.push(text);
    else add(cuts, this.#place === 'thinking' ? 'reasoning' : 'content', text);
  }

  #token(token: string, written: Excerpt, cuts: Cut[]): void {
    const isOpen = this.#place !== 'outside' && this.#place !== 'header';
    if (token === MODEL && isOpen) {
      // In a block it is what the model wrote.
      this.#text(written, cuts);
    } else if (token === MODEL) {
      this.#go('header', cuts);
      this.#header = [written];
    } else if (token === JSON_OPEN || token === TEXT_OPEN) {
      for (const part of this.#header) add(cuts, 'content', part);
      this.#header = [];
      add(cuts, 'content', written);
      this.#place = 'call';
    } else if (this.#place === 'call') {
      add(cuts, 'content', written);
      if (token === CLOSE || token === END) this.#place = 'outside';
    } else if (token === THINKING || token === TEXT) {
      this.#go(token === TEXT ? 'text' : 'thinking', cuts);
      add(cuts, 'marker', written, token === THINKING);
    } else if (token === CLOSE || token === END) {
      this.#go('outside', cuts);
      add(cuts, 'marker', written);
    } else {
      add(cuts, 'stray', written);
    }
  }

  /** Leaves a header without a call. */
  #go(place: Place, cuts: Cut[]): void {
    const [marker, ...texts] = this.#header;
    if (marker !== undefined) add(cuts, 'stray', marker);
    for (const text of texts) add(cuts, 'dropped', text);
    this.#header = [];
    this.#place = place;
  }
}

function add(cuts: Cut[], kind: Cut['kind'], text: Excerpt, opens = false): void {
  const [span] = text.spans;
  if (span !== undefined) cuts.push({ kind, text, opens, ...span });
}
