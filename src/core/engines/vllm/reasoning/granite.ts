import { Excerpt, type ReasoningParser, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';

const thinkStarts = ["Here's my thought process:", 'Here is my thought process:'];
const responseStarts = ["Here's my response:", 'Here is my response:'];
const START = 'Here';

const words = {
  'has-both': {
    question: 'Does the reply have the line that begins the thinking, and after it the line that begins the response?',
    missing: 'the reply does not have both lines',
    yes: 'The text between them is thinking. The text before them is dropped.',
    no: 'The reasoning parser returns the whole reply as content.',
  },
  'dropped-before-opener': 'The reasoning parser drops the text before the line that opens the thinking.',
} as const;

type Code = keyof typeof words;

export const granite: ReasoningParser<Code> = {
  flag: 'granite',
  file: 'vllm/reasoning/granite_reasoning_parser.py',
  reads: '“Here is my thought process:” and “Here is my response:”, both. A stream never gets to the tool parser.',
  words,
  tags: [],
  split: (text, _request, steps) => split(text, steps),
  stream: () => new GraniteStream(),
};

function split(text: string, steps: Recorder<Code>): Split {
  const all = { from: 0, to: text.length };
  const opener = /(?:Here's|Here is) my thought process:/.exec(text);
  const from = opener === null ? 0 : opener.index + opener[0].length;
  const response = /(?:Here's|Here is) my response:/g;
  response.lastIndex = from;
  const closer = opener === null ? null : response.exec(text);
  if (opener === null || closer === null) {
    steps.gate('has-both', false, all, null, [opener === null ? (thinkStarts[1] ?? '') : (responseStarts[1] ?? '')]);
    return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
  }
  const [open, close] = [
    { from: opener.index, to: from },
    { from: closer.index, to: response.lastIndex },
  ];
  steps.gate('has-both', true, all, open);
  if (open.from > 0) steps.quirk('dropped-before-opener', { from: 0, to: open.from });
  steps.marker(opener[0], 'open', open.from, open.to);
  if (open.to < close.from) steps.read('reasoning', { from: open.to, to: close.from });
  steps.marker(closer[0], 'close', close.from, close.to);
  return {
    reasoning: Excerpt.part(text, open.to, close.from),
    content: close.to < text.length ? Excerpt.part(text, close.to) : null,
    markup: [open, close],
  };
}

/** It compares the whole text with its lines at every delta, and never says that the thinking has ended. */
class GraniteStream implements ReasoningStream {
  /** Where the reasoning begins; -1 while the line that opens it has not come. */
  #from = -1;
  /** Up to here colons were looked at. */
  #searched = 0;
  #chunkFrom = 0;
  /** Where the line of the response is, once it has come. */
  #response: { readonly from: number; readonly to: number } | null = null;

  push(delta: string, current: string): SplitDelta {
    this.#look(current);
    const begin = current.length - delta.length;
    // An empty reasoning is to it as one that has not begun. Before a response it counts one character less than there is.
    const isEmpty =
      this.#from < 0 || this.#from >= (this.#response === null ? current.length : this.#response.from - 1);
    if (isEmpty) return { content: this.#unopened(current, begin) };
    if (this.#response === null || this.#response.to >= current.length) {
      return { reasoning: this.#inside(current, begin) };
    }
    const { from, to } = this.#response;
    const content = Excerpt.part(current, Math.max(begin, to));
    // Reasoning that comes in the same delta as the response, with what comes of the line before it.
    const skipped = Math.max(0, delta.length - this.#from - 2);
    const reasoning = from > begin + skipped ? Excerpt.part(current, begin + skipped, from) : Excerpt.empty;
    return { reasoning, content };
  }

  /** The lines end with a colon: only there one can be complete. */
  #look(current: string): void {
    for (let at = current.indexOf(':', this.#searched); at >= 0; at = current.indexOf(':', this.#searched)) {
      this.#searched = at + 1;
      const chunk = current.slice(this.#chunkFrom, at + 1);
      if (this.#from < 0) {
        if (thinkStarts.includes(chunk)) {
          this.#from = at + 1;
          this.#chunkFrom = at + 1;
        }
      } else if (this.#response === null) {
        const line = responseStarts.find((start) => chunk.endsWith(start));
        if (line !== undefined) this.#response = { from: at + 1 - line.length, to: at + 1 };
      }
    }
  }

  #unopened(current: string, begin: number): Excerpt {
    const may = (text: string): boolean => thinkStarts.some((start) => start.startsWith(text));
    if (may(current)) return Excerpt.empty;
    return may(current.slice(0, begin)) ? Excerpt.part(current, 0) : Excerpt.part(current, begin);
  }

  /** A delta goes out whole, even with the end of the line that opens the reasoning. */
  #inside(current: string, begin: number): Excerpt {
    if (responseStarts.some((start) => current.endsWith(start))) return Excerpt.empty;
    const may = (text: string): boolean => responseStarts.some((start) => start.startsWith(text));
    const earlier = current.slice(this.#from, begin).lastIndexOf(START);
    const held = earlier < 0 ? -1 : this.#from + earlier;
    if (held >= 0 && may(current.slice(held))) return Excerpt.empty;
    const started = current.slice(begin).lastIndexOf(START);
    const begun = started >= 0 && may(current.slice(begin + started)) ? begin + started : current.length;
    const wasHeld = held >= 0 && may(current.slice(held, begin));
    return Excerpt.part(current, wasHeld ? held : begin, begun);
  }
}
