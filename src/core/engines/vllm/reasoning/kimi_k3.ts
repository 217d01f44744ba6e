import { Excerpt, heldBack, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { isOff, switched } from './switched.ts';

const OPEN = '<|open|>think<|sep|>';
const CLOSE = '<|close|>think<|sep|>';

const words = {
  'has-tag': {
    question: 'Does the reply have a tag of thinking?',
    missing: 'the reply has no tag of thinking',
    yes: 'The text up to the closing tag is thinking.',
    no: 'The reasoning parser returns the whole reply as content.',
  },
  'dropped-before-opener': 'The reasoning parser drops the text before the tag that opens the thinking.',
} as const;

type Code = keyof typeof words;

export const kimiK3 = switched<Code>(
  {
    flag: 'kimi_k3',
    file: 'vllm/reasoning/kimi_k3_reasoning_parser.py',
    reads: 'Thinking between <|open|>think<|sep|> and <|close|>think<|sep|>. A stream is thinking until it closes.',
    words,
    tags: [OPEN, CLOSE],
    split: (text, _request, steps) => split(text, steps),
    stream: () => new KimiK3Stream(),
    hasEnded: ({ prompt = '' }) => prompt.lastIndexOf(CLOSE) > prompt.lastIndexOf(OPEN),
  },
  {},
  (options) => !isOff(options, 'thinking') && !isOff(options, 'enable_thinking'),
);

function split(text: string, steps: Recorder<Code>): Split {
  const all = { from: 0, to: text.length };
  const opener = text.indexOf(OPEN);
  const closer = text.indexOf(CLOSE);
  if (opener < 0 && closer < 0) {
    steps.gate('has-tag', false, all, null, [OPEN, CLOSE]);
    return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
  }
  const isOpened = opener >= 0 && (closer < 0 || opener < closer);
  const from = isOpened ? opener + OPEN.length : 0;
  const to = closer < 0 ? text.length : closer;
  const end = closer < 0 ? text.length : closer + CLOSE.length;
  steps.gate('has-tag', true, all, isOpened ? { from: opener, to: from } : { from: closer, to: end });
  const markup = [];
  if (isOpened) {
    if (opener > 0) steps.quirk('dropped-before-opener', { from: 0, to: opener });
    steps.marker(OPEN, 'open', opener, from);
    markup.push({ from: opener, to: from });
  }
  if (from < to) steps.read('reasoning', { from, to });
  if (closer >= 0) {
    steps.marker(CLOSE, 'close', closer, end);
    markup.push({ from: closer, to: end });
  }
  return {
    reasoning: from < to ? Excerpt.part(text, from, to) : null,
    content: end < text.length ? Excerpt.part(text, end) : null,
    markup,
  };
}

/** Holds back what may become a tag. */
class KimiK3Stream implements ReasoningStream {
  #held = Excerpt.empty;
  #hasOpened = false;

  push(delta: string, current: string): SplitDelta {
    const text = this.#held.plus(Excerpt.end(current, delta));
    const closer = text.text.indexOf(CLOSE);
    if (closer >= 0) {
      this.#held = Excerpt.empty;
      return {
        reasoning: text.slice(0, closer).without(OPEN),
        content: text.slice(closer + CLOSE.length),
        ended: true,
      };
    }
    const length = heldBack(text.text, [OPEN, CLOSE]).length;
    this.#held = text.slice(text.length - length);
    return { reasoning: this.#unopened(text.slice(0, text.length - length)) };
  }

  /** The first opening tag goes, later ones are text. */
  #unopened(text: Excerpt): Excerpt {
    const opener = this.#hasOpened ? -1 : text.text.indexOf(OPEN);
    if (opener < 0) return text;
    this.#hasOpened = true;
    return text.parts([
      { from: 0, to: opener },
      { from: opener + OPEN.length, to: text.length },
    ]);
  }

  finish(): SplitDelta {
    return { reasoning: this.#held };
  }
}
