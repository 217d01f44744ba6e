import { Excerpt, type ReasoningParser, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';

const OPEN = '<think>';
const CLOSE = '</think>';
/** The tags are no tokens; the closing one is these pieces, where the model cuts it like that. */
const closerPieces = ['</', 'think', '>'];

const words = {
  closes: {
    question: 'Does the reply have `</think>`?',
    missing: 'the reply has no `</think>`',
    yes: 'The text before it is thinking.',
    no: 'The reasoning parser returns the whole reply as content.',
  },
} as const;

type Code = keyof typeof words;

/** How its tokenizer cuts a text before it makes tokens of the pieces. */
const tokens = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

export const olmo3: ReasoningParser<Code> = {
  flag: 'olmo3',
  file: 'vllm/reasoning/olmo3_reasoning_parser.py',
  reads:
    'Thinking up to </think>; without one the reply is content. A stream sees the tag only in the pieces that it expects.',
  words,
  tags: [],
  split: (text, _request, steps) => split(text, steps),
  stream: () => new Olmo3Stream(),
  hasEnded: ({ prompt = '' }) => prompt.includes(CLOSE),
};

function split(text: string, steps: Recorder<Code>): Split {
  const all = { from: 0, to: text.length };
  const closer = text.indexOf(CLOSE);
  if (closer < 0) {
    steps.gate('closes', false, all, null, [CLOSE]);
    return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
  }
  const from = text.startsWith(OPEN) ? OPEN.length : 0;
  const end = closer + CLOSE.length;
  steps.gate('closes', true, all, { from: closer, to: end });
  const markup = [{ from: closer, to: end }];
  if (from > 0) {
    steps.marker(OPEN, 'open', 0, from);
    markup.unshift({ from: 0, to: from });
  }
  if (from < closer) steps.read('reasoning', { from, to: closer });
  steps.marker(CLOSE, 'close', closer, end);
  return {
    reasoning: from < closer ? Excerpt.part(text, from, closer) : null,
    content: end < text.length ? Excerpt.part(text, end) : null,
    markup,
  };
}

/** A buffer that waits while its end overlaps with a tag, and begins in the thinking. */
class Olmo3Stream implements ReasoningStream {
  #buffer = Excerpt.empty;
  #isInside = true;
  /** How many pieces of the closing tag came one after the other. */
  #pieces = 0;

  push(delta: string, current: string): SplitDelta {
    this.#buffer = this.#buffer.plus(Excerpt.end(current, delta));
    const ended = this.#hasCloser(delta);
    const [open, close] = [overlap(delta, OPEN), overlap(delta, CLOSE)];
    // Also the empty delta at the end: it waits for more, and what the buffer holds is lost.
    const partlyOpen = open !== null && open < OPEN.length;
    const partlyClose = close !== null && close < CLOSE.length;
    const { text } = this.#buffer;
    const isReady =
      (partlyOpen && text.includes(OPEN) && !partlyClose) || text.includes(CLOSE) || (!partlyOpen && !partlyClose);
    return isReady ? { ...this.#process(), ended } : { ended };
  }

  #hasCloser(delta: string): boolean {
    for (const piece of delta.match(tokens) ?? []) {
      // The first piece may have a space before it.
      if (piece.trimStart() === closerPieces[0]) this.#pieces = 1;
      else this.#pieces = piece === closerPieces[this.#pieces] ? this.#pieces + 1 : 0;
      if (this.#pieces === closerPieces.length) return true;
    }
    return false;
  }

  #process(): SplitDelta {
    const buffer = this.#buffer;
    const opener = buffer.text.indexOf(OPEN);
    if (opener >= 0) {
      this.#isInside = true;
      this.#buffer = buffer.slice(opener + OPEN.length);
      if (opener > 0) return { content: buffer.slice(0, opener) };
    }
    const closer = this.#buffer.text.lastIndexOf(CLOSE);
    if (closer >= 0) {
      this.#isInside = false;
      const reasoning = this.#buffer.slice(0, closer);
      this.#buffer = this.#buffer.slice(closer + CLOSE.length);
      if (closer > 0) return { reasoning };
    }
    const rest = this.#buffer;
    this.#buffer = Excerpt.empty;
    return this.#isInside ? { reasoning: rest } : { content: rest };
  }
}

/** How many characters of the tag the text has: all of the shorter one, or an end of one that begins the other. Null: none. */
function overlap(text: string, tag: string): number | null {
  const [shorter, longer] = text.length < tag.length ? [text, tag] : [tag, text];
  if (longer.includes(shorter)) return shorter.length;
  for (let length = shorter.length - 1; length > 0; length -= 1) {
    if (shorter.slice(-length) === longer.slice(0, length)) return length;
  }
  for (let length = shorter.length - 1; length > 0; length -= 1) {
    if (longer.slice(-length) === shorter.slice(0, length)) return length;
  }
  return null;
}
