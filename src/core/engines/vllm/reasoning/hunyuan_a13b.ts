import {
  Excerpt,
  type Raised,
  type ReasoningParser,
  type ReasoningStream,
  type Split,
  type SplitDelta,
} from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { Recorder } from '../../../trace/index.ts';

const OPEN = '<think>\n';
const CLOSE = '\n</think>\n<answer>\n';
const END = '\n</answer>';

const words = {
  'has-frame': {
    question: 'Does the reply have `<think>` and then `</think>`, `<answer>`, each on a line of its own?',
    missing: 'the reply does not have all lines of the frame',
    yes: 'The text between them is thinking, and what follows is the answer.',
    no: 'The reasoning parser returns the whole reply as content.',
  },
  'dropped-before-opener': 'The reasoning parser drops the text before the line that opens the thinking.',
} as const;

type Code = keyof typeof words;

export const hunyuanA13b: ReasoningParser<Code> = {
  flag: 'hunyuan_a13b',
  file: 'vllm/reasoning/hunyuan_a13b_reasoning_parser.py',
  reads: '<think>, </think> and <answer>, each on a line of its own. It knows them by the ids of its own vocabulary.',
  words,
  tags: [],
  split: (text, _request, steps) => split(text, steps),
  stream: (request) => new HunyuanStream(request),
  hasEnded: () => false,
};

function split(text: string, steps: Recorder<Code>): Split {
  const all = { from: 0, to: text.length };
  const opener = text.indexOf(OPEN);
  const from = opener + OPEN.length;
  const closer = opener < 0 ? -1 : text.indexOf(CLOSE, from);
  if (closer < 0) {
    steps.gate('has-frame', false, all, null, [opener < 0 ? OPEN : CLOSE]);
    return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
  }
  steps.gate('has-frame', true, all, { from: opener, to: from });
  if (opener > 0) steps.quirk('dropped-before-opener', { from: 0, to: opener });
  const contentFrom = closer + CLOSE.length;
  steps.marker(OPEN, 'open', opener, from);
  if (from < closer) steps.read('reasoning', { from, to: closer });
  steps.marker(CLOSE, 'close', closer, contentFrom);
  const markup = [
    { from: opener, to: from },
    { from: closer, to: contentFrom },
  ];
  const end = text.indexOf(END, contentFrom);
  const to = end < 0 ? text.length : end;
  if (end >= 0) markup.push({ from: end, to: end + END.length });
  return {
    reasoning: from < closer ? Excerpt.part(text, from, closer) : null,
    content: contentFrom < to ? Excerpt.part(text, contentFrom, to) : null,
    markup,
  };
}

/** Its tokens as texts: the one of a line break after the tag may have swallowed the next line break. */
const sequences = {
  idle: [
    ['<th', 'ink', '>\n'],
    ['<th', 'ink', '>\n\n'],
  ],
  think: [
    ['\n', '</', 'think', '>\n', '<', 'answer', '>\n'],
    ['</', 'think', '>\n', '<', 'answer', '>\n'],
  ],
  response: [['\n', '</', 'answer', '>'], []],
} as const;

const nextState = { idle: 'think', think: 'response', response: 'idle' } as const;

/** Goes from token to token; what does not fit is sent with what was held. A delta of several tokens fails an assertion. */
class HunyuanStream implements ReasoningStream {
  #state: keyof typeof sequences = 'idle';
  #at = 0;
  #heldFrom = -1;
  readonly #severalTokens: boolean;

  constructor({ severalTokens = false }: RequestFacts) {
    this.#severalTokens = severalTokens;
  }

  push(delta: string, current: string): SplitDelta | Raised {
    if (this.#severalTokens) return { raises: 'AssertionError' };
    let shown: SplitDelta = {};
    let from = current.length - delta.length;
    // A tag that comes in one delta is its tokens: they follow one another without anything between them.
    for (const token of tokensOf(delta)) {
      const to = from + token.length;
      shown = joined(shown, this.#token(token, from, current.slice(0, to)));
      from = to;
    }
    return { ...shown, ended: this.#state === 'response' };
  }

  #token(token: string, from: number, current: string): SplitDelta {
    const [main, side] = sequences[this.#state];
    const fits = (sequence: readonly string[]): boolean => sequence[this.#at] === token;
    if (!fits(main) && !fits(side)) {
      const text = Excerpt.part(current, this.#heldFrom < 0 ? from : this.#heldFrom);
      this.#at = 0;
      this.#heldFrom = -1;
      return this.#state === 'think' ? { reasoning: text } : { content: text };
    }
    if (this.#heldFrom < 0) this.#heldFrom = from;
    this.#at += 1;
    if (this.#at === (side[this.#at - 1] === token ? side : main).length) {
      this.#state = nextState[this.#state];
      this.#at = 0;
      this.#heldFrom = -1;
    }
    return {};
  }
}

function joined(one: SplitDelta, other: SplitDelta): SplitDelta {
  return {
    reasoning: (one.reasoning ?? Excerpt.empty).plus(other.reasoning ?? Excerpt.empty),
    content: (one.content ?? Excerpt.empty).plus(other.content ?? Excerpt.empty),
  };
}

/** A delta is one token, except where it holds a tag: the page gives a tag whole. */
function tokensOf(delta: string): readonly string[] {
  const tag = /^<think>|<\/think>|<answer>|<\/answer>/.exec(delta);
  if (tag === null) return [delta];
  return (
    delta.match(
      /<th(?=ink>)|(?<=<th)ink|<\/(?=think>|answer>)|(?<=<\/)think|<(?=answer>)|(?<=<\/?)answer|>\n\n?|>|\n|[^<>\n]+|</g,
    ) ?? [delta]
  );
}
