import {
  Excerpt,
  heldBack,
  KimiK3Calls,
  type KimiK3Delta,
  KimiK3Markers,
  kimiK3Words,
  readKimiK3,
  wholeCalls,
} from '../kit/index.ts';
import { sglangRuntime } from './detector.ts';

const markers = new KimiK3Markers({ allowsSpace: false });
const TOOLS = '<|open|>tools<|sep|>';
const RESPONSE = '<|open|>response<|sep|>';
const RESPONSE_END = '<|close|>response<|sep|>';
const MESSAGE_END = '<|close|>message<|sep|>';
/** Markers without their separator, which are cut off at the very end of text. */
const begun = ['<|open|>', '<|close|>', '<|open|>response', '<|open|>tools'].concat(
  ['think', 'response', 'tools', 'message'].map((channel) => `<|close|>${channel}`),
);

export const kimi_k3 = sglangRuntime({
  flag: 'kimi_k3',
  file: 'kimi_k3_detector.py',
  formats: ['kimi-k3'],
  reads: 'Closed calls in the first section of tools. A value is JSON, unless its type is a string.',
  words: kimiK3Words,
  openers: [TOOLS],
  detect(text, _tools, steps) {
    const section = readKimiK3(text, markers, steps);
    const content = unframed(Excerpt.part(text, 0, section?.from ?? text.length));
    if (section !== null && section.to < text.length)
      steps.quirk('section-over', { from: section.to, to: text.length });
    return {
      calls: (section?.calls ?? []).map((call, toolIndex) => ({ ...call, toolIndex })),
      content: content.spans,
      text: content.text,
      markup: section === null ? [] : [{ from: section.from, to: section.to }],
    };
  },
  stream: () => ({ ...wholeCalls(new KimiK3Stream()), isLinear: true }),
});

/** What is in a response, else all of it without the ends of frames. */
function unframed(part: Excerpt): Excerpt {
  const open = part.text.indexOf(RESPONSE);
  const start = open + RESPONSE.length;
  const close = part.text.indexOf(RESPONSE_END, start);
  const inner = open < 0 ? part.without(RESPONSE_END) : part.slice(start, close < 0 ? part.length : close);
  return withoutBegun(inner.without(MESSAGE_END));
}

function withoutBegun(part: Excerpt): Excerpt {
  const marker = begun.find((one) => part.text.endsWith(one));
  return marker === undefined ? part : part.slice(0, part.length - marker.length);
}

/** Text goes out without its frames up to the section; then each call goes out whole once it is closed. */
class KimiK3Stream {
  readonly #calls = new KimiK3Calls(markers);
  #current = '';
  #sentTo = 0;

  push(delta: string, current: string): KimiK3Delta {
    this.#current = current;
    const calls = this.#calls.push(delta, current);
    const isOver = this.#calls.from >= 0;
    const held = isOver ? '' : heldBack(current.slice(this.#sentTo), [TOOLS, RESPONSE, RESPONSE_END, MESSAGE_END]);
    return { content: this.#text(isOver ? this.#calls.from : current.length - held.length), calls };
  }

  /** What is held back at the end, without a marker that is cut off. */
  rest(): Excerpt {
    return this.#calls.from >= 0 ? Excerpt.empty : withoutBegun(this.#text(this.#current.length));
  }

  #text(to: number): Excerpt {
    if (to <= this.#sentTo) return Excerpt.empty;
    const part = Excerpt.part(this.#current, this.#sentTo, to);
    this.#sentTo = to;
    return [RESPONSE, RESPONSE_END, MESSAGE_END].reduce((rest, frame) => rest.without(frame), part);
  }
}
