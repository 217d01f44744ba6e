import { Excerpt, heldBack, type ReasoningStream, type SplitDelta } from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { SglangReasoningParser } from './base.ts';
import { reasoningWords } from './words.ts';

const OPEN = '<|START_THINKING|>';
const CLOSE = '<|END_THINKING|>';
const ACTION = '<|START_ACTION|>';
const TEXT = '<|START_TEXT|>';
const TEXT_END = '<|END_TEXT|>';

const words = {
  ...reasoningWords,
  'text-dropped': 'The reasoning parser drops this text: it is outside of blocks of text and of calls.',
} as const;

export const cohereCommand4: SglangReasoningParser = {
  flag: 'cohere_command4',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'Thinking from the first character up to <|END_THINKING|>, or without it up to <|START_ACTION|>.',
  words,
  tags: [OPEN, CLOSE, ACTION],
  toggle: 'always',
  split(text, _request, steps) {
    const markup = [];
    const from = text.startsWith(OPEN) ? OPEN.length : 0;
    if (from > 0) {
      steps.marker(OPEN, 'open', 0, from);
      markup.push({ from: 0, to: from });
    }
    const closer = text.indexOf(CLOSE, from);
    const action = closer < 0 ? text.indexOf(ACTION, from) : -1;
    const to = closer >= 0 ? closer : action >= 0 ? action : text.length;
    const end = closer >= 0 ? closer + CLOSE.length : to;
    const found =
      closer >= 0 ? { from: closer, to: end } : action >= 0 ? { from: action, to: action + ACTION.length } : null;
    steps.gate('closes', found !== null, { from, to: text.length }, found, found === null ? [CLOSE, ACTION] : []);
    if (action >= 0 && found !== null) steps.quirk('ended-by-call', found);
    if (from < to) steps.read('reasoning', { from, to });
    if (closer >= 0) {
      steps.marker(CLOSE, 'close', closer, end);
      markup.push({ from: closer, to: end });
    }
    const content = answerOf(Excerpt.part(text, end));
    if (content.text === '' && text.slice(end).trim() !== '')
      steps.quirk('text-dropped', { from: end, to: text.length });
    return { reasoning: from < to ? Excerpt.part(text, from, to) : null, content, markup };
  },
  stream: (request) => new CohereStream(request),
};

/** What is between the tags of a text; without one, all of it where there are calls. */
function answerOf(rest: Excerpt): Excerpt {
  const open = rest.text.indexOf(TEXT);
  if (open < 0) return rest.text.includes(ACTION) ? rest : Excerpt.empty;
  const from = open + TEXT.length;
  const end = rest.text.indexOf(TEXT_END, from);
  return rest.slice(from, end < 0 ? rest.length : end);
}

/** The opening tag stays, unless all of the thinking is sent at the end; after it, only blocks are passed on. */
class CohereStream implements ReasoningStream {
  #state: 'inside' | 'between' | 'text' | 'calls' = 'inside';
  #held = Excerpt.empty;
  readonly #inOnePiece: boolean;

  constructor({ streamReasoning = true }: RequestFacts) {
    this.#inOnePiece = !streamReasoning;
  }

  push(delta: string, current: string): SplitDelta {
    return this.#read(this.#held.plus(Excerpt.end(current, delta)), false);
  }

  finish(): SplitDelta {
    if (this.#state !== 'inside') return this.#read(this.#held, true);
    const held = this.#held;
    return { reasoning: held.text.startsWith(OPEN) ? held.slice(OPEN.length) : held, promoted: 'rest' };
  }

  #read(given: Excerpt, isFinal: boolean): SplitDelta {
    let text = given;
    let [reasoning, content] = [Excerpt.empty, Excerpt.empty];
    this.#held = Excerpt.empty;
    for (;;) {
      if (this.#state === 'calls') return { reasoning, content: content.plus(text) };
      const ends = { inside: [CLOSE, ACTION], between: [ACTION, TEXT], text: [TEXT_END] }[this.#state];
      const found = ends
        .map((marker) => ({ marker, at: text.text.indexOf(marker) }))
        .filter(({ at }) => at >= 0)
        .toSorted((one, other) => one.at - other.at)[0];
      // In the thinking as much waits as may begin a tag, whatever it is.
      const inside = this.#inOnePiece ? text.length : Math.min(text.length, CLOSE.length - 1);
      const most = this.#state === 'inside' ? inside : heldBack(text.text, ends).length;
      const held = found !== undefined || isFinal ? 0 : most;
      const shown = text.slice(0, found?.at ?? text.length - held);
      if (this.#state === 'inside') reasoning = reasoning.plus(shown);
      else if (this.#state === 'text') content = content.plus(shown);
      if (found === undefined) {
        this.#held = text.slice(text.length - held);
        return { reasoning, content };
      }
      text = text.slice(found.marker === ACTION ? found.at : found.at + found.marker.length);
      this.#state = found.marker === ACTION ? 'calls' : found.marker === TEXT ? 'text' : 'between';
    }
  }
}
