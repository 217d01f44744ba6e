import { Excerpt, heldBack, type ReasoningStream, type SplitDelta } from '../../kit/index.ts';
import type { SglangReasoningParser } from './base.ts';
import { reasoningWords } from './words.ts';

const CLOSE = '<|eom|>';
/** The header of the channel of thinking, at the very start. */
const header = /^\s*(?:<\|start\|>assistant)?\s*to=self<\|message\|>/;
/** What may still become it. */
const mayBecome = [
  'to=self<|message|>',
  '<|start|>assistant to=self<|message|>',
  '<|start|>assistantto=self<|message|>',
];

export const muse: SglangReasoningParser = {
  flag: 'muse',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'The channel to=self at the very start, up to <|eom|>.',
  words: reasoningWords,
  tags: [CLOSE],
  toggle: 'always',
  split(text, _request, steps) {
    const all = { from: 0, to: text.length };
    const open = header.exec(text)?.[0];
    const opened = open === undefined ? null : { from: 0, to: open.length };
    if (!steps.gate('is-thinking', opened !== null, all, opened, ['to=self<|message|>']) || opened === null) {
      return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
    }
    const closer = text.indexOf(CLOSE, opened.to);
    const to = closer < 0 ? text.length : closer;
    const end = closer < 0 ? text.length : closer + CLOSE.length;
    const found = closer < 0 ? null : { from: closer, to: end };
    steps.gate('closes', closer >= 0, { from: opened.to, to: text.length }, found, closer < 0 ? [CLOSE] : []);
    if (opened.to < to) steps.read('reasoning', { from: opened.to, to });
    return {
      reasoning: opened.to < to ? Excerpt.part(text, opened.to, to) : null,
      content: Excerpt.part(text, end),
      markup: [opened, { from: to, to: end }],
    };
  },
  stream: () => new MuseStream(),
};

class MuseStream implements ReasoningStream {
  #state: 'start' | 'inside' | 'content' = 'start';
  #held = Excerpt.empty;
  #hasContent = false;

  push(delta: string, current: string): SplitDelta {
    const split = this.#read(delta, current);
    this.#hasContent ||= (split.content?.text ?? '') !== '';
    return split;
  }

  #read(delta: string, current: string): SplitDelta {
    let text = this.#held.plus(Excerpt.end(current, delta));
    this.#held = Excerpt.empty;
    if (this.#state === 'start') {
      const open = header.exec(text.text)?.[0];
      if (open === undefined) {
        const begun = text.text.trimStart();
        if (mayBecome.some((one) => one.startsWith(begun))) {
          this.#held = text;
          return {};
        }
        this.#state = 'content';
      } else {
        this.#state = 'inside';
        text = text.slice(open.length);
      }
    }
    if (this.#state === 'content') return { content: text };
    const closer = text.text.indexOf(CLOSE);
    if (closer >= 0) {
      this.#state = 'content';
      return { reasoning: text.slice(0, closer), content: text.slice(closer + CLOSE.length) };
    }
    const length = heldBack(text.text, [CLOSE]).length;
    this.#held = text.slice(text.length - length);
    return { reasoning: text.slice(0, text.length - length) };
  }

  finish(): SplitDelta {
    if (this.#state === 'inside') return { reasoning: this.#held, promoted: 'all' };
    return this.#hasContent || this.#state === 'start' ? { content: this.#held } : { promoted: 'all' };
  }
}
