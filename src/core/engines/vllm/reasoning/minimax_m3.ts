import { Excerpt, type ReasoningParser, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { Recorder } from '../../../trace/index.ts';

const OPEN = '<mm:think>';
const CLOSE = '</mm:think>';

const words = {
  'has-opener': {
    question: 'Does the reply open its thinking, or does the request turn thinking on?',
    missing: 'the reply does not open its thinking',
    yes: 'What follows is thinking, up to the closing tag.',
    no: 'The reasoning parser returns the reply as content.',
  },
  'tag-removed': 'A closing tag at the very start is dropped.',
} as const;

type Code = keyof typeof words;

export const minimaxM3: ReasoningParser<Code> = {
  flag: 'minimax_m3',
  file: 'vllm/reasoning/minimax_m3_reasoning_parser.py',
  reads: 'Thinking between <mm:think> and </mm:think>; from the first character only where the request turns it on.',
  words,
  tags: [OPEN, CLOSE],
  seesTokens: true,
  split: (text, request, steps) => split(text, request, steps),
  stream: (request) => new MinimaxM3Stream(request),
  hasEnded: ({ prompt = '' }) => prompt.lastIndexOf(CLOSE) > prompt.lastIndexOf(OPEN),
};

function isForced({ templateOptions = {} }: RequestFacts): boolean {
  return templateOptions['thinking_mode'] === 'enabled';
}

function split(text: string, request: RequestFacts, steps: Recorder<Code>): Split {
  const all = { from: 0, to: text.length };
  const markup = [];
  const forced = isForced(request);
  const isClosed = !forced && text.startsWith(CLOSE);
  const opener = isClosed ? -1 : text.indexOf(OPEN);
  if (!forced && opener < 0) {
    steps.gate('has-opener', false, all, null, [OPEN]);
    if (isClosed) {
      steps.quirk('tag-removed', { from: 0, to: CLOSE.length });
      markup.push({ from: 0, to: CLOSE.length });
    }
    const content = Excerpt.part(text, isClosed ? CLOSE.length : 0);
    return { reasoning: null, content: content.text === '' ? null : content, markup };
  }
  const from = opener < 0 ? 0 : opener + OPEN.length;
  steps.gate('has-opener', true, all, opener < 0 ? null : { from: opener, to: from });
  if (opener >= 0) {
    steps.marker(OPEN, 'open', opener, from);
    markup.push({ from: opener, to: from });
  }
  const closer = text.indexOf(CLOSE, from);
  const to = closer < 0 ? text.length : closer;
  const end = closer < 0 ? text.length : closer + CLOSE.length;
  if (from < to) steps.read('reasoning', { from, to });
  if (closer >= 0) {
    steps.marker(CLOSE, 'close', closer, end);
    markup.push({ from: closer, to: end });
  }
  const content = Excerpt.part(text, 0, Math.max(0, opener)).plus(Excerpt.part(text, end));
  return {
    reasoning: from < to || forced ? Excerpt.part(text, from, to) : null,
    content: content.text === '' ? null : content,
    markup,
  };
}

class MinimaxM3Stream implements ReasoningStream {
  #isInside: boolean;
  #isFirst = true;
  #hasOpened = false;

  constructor(request: RequestFacts) {
    this.#isInside =
      isForced(request) || (request.prompt ?? '').lastIndexOf(OPEN) > (request.prompt ?? '').lastIndexOf(CLOSE);
  }

  push(delta: string, current: string): SplitDelta {
    const all = Excerpt.end(current, delta);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst && !this.#isInside && delta.startsWith(CLOSE)) return { content: all.slice(CLOSE.length), ended: true };
    let before = Excerpt.empty;
    let rest = all;
    const opener = this.#hasOpened ? -1 : delta.indexOf(OPEN);
    let [isLate, said] = [false, ''];
    if (opener >= 0) {
      this.#hasOpened = true;
      const sent = current.slice(0, current.length - delta.length);
      // Thinking that opens only now makes content of all before it, also of what went out as thinking, and is over with that.
      isLate = this.#isInside && sent.length + opener > 0;
      if (isLate) said = sent;
      before = this.#isInside ? Excerpt.part(current, 0, sent.length + opener) : all.slice(0, opener);
      rest = all.slice(opener + OPEN.length);
      this.#isInside = true;
    }
    if (!this.#isInside) return { content: all };
    const closer = rest.text.indexOf(CLOSE);
    const thought = closer < 0 ? rest : rest.slice(0, closer);
    const reasoning = said !== '' && thought.text.startsWith(said) ? thought.slice(said.length) : thought;
    if (closer < 0) return { content: before, reasoning, ended: isLate };
    return { reasoning, content: before.plus(rest.slice(closer + CLOSE.length)), ended: true };
  }
}
