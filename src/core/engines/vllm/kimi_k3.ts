import {
  Excerpt,
  firstMatch,
  heldBack,
  KimiK3Calls,
  type KimiK3Delta,
  KimiK3Markers,
  kimiK3Words,
  readKimiK3,
  wholeCalls,
} from '../kit/index.ts';
import { vllmRuntime } from './parser.ts';

const markers = new KimiK3Markers({ allowsSpace: true });
const [RESPONSE, RESPONSE_END, MESSAGE_END] = [
  markers.open('response'),
  markers.close('response'),
  markers.close('message'),
];
const TOOLS = markers.open('tools');

export const kimiK3 = vllmRuntime({
  flag: 'kimi_k3',
  file: 'vllm/tool_parsers/kimi_k3_tool_parser.py',
  ownsContent: true,
  formats: ['kimi-k3'],
  reads: 'Closed calls in the first section of tools. A value is JSON, unless its type is a string.',
  words: kimiK3Words,
  parse(text, _tools, steps) {
    const whole = { from: 0, to: text.length };
    const section = readKimiK3(text, markers, steps);
    steps.gate('has-section', section !== null, whole, section && { from: section.from, to: section.from + 1 });
    const content = responseIn(text, true) ?? unframed(text.slice(0, section?.from ?? text.length));
    if (section !== null && section.to < text.length)
      steps.quirk('section-over', { from: section.to, to: text.length });
    const calls = section?.calls ?? [];
    return {
      called: calls.length > 0,
      calls,
      content: content.spans,
      text: content.text === '' ? null : content.text,
      markup: section === null ? [] : [{ from: section.from, to: section.to }],
    };
  },
  stream: () => ({ ...wholeCalls(new KimiK3Stream()), isLinear: true }),
});

/** The first response; null where there is none, or none that is closed where it must be. */
function responseIn(text: string, isClosed: boolean): Excerpt | null {
  const open = firstMatch(RESPONSE, text, 0);
  if (open === null) return null;
  const close = firstMatch(RESPONSE_END, text, open.to);
  return isClosed && close === null ? null : Excerpt.part(text, open.to, close?.from ?? text.length);
}

/** What is in a response, else all of it without the ends of frames. */
function unframed(text: string): Excerpt {
  const inner = responseIn(text, false) ?? without(RESPONSE_END, Excerpt.part(text, 0, text.length));
  return without(MESSAGE_END, inner);
}

function without(pattern: RegExp, part: Excerpt): Excerpt {
  const cut = Array.from(part.text.matchAll(pattern), ({ index, 0: all }) => ({
    from: index,
    to: index + all.length,
    text: '',
  }));
  return cut.length === 0 ? part : part.replacing(cut);
}

/** Markers without white space in them, whose beginnings are held back. */
const held = ['<|open|>response<|sep|>', '<|close|>response<|sep|>', '<|open|>tools<|sep|>'];
/** No marker with white space in it is longer than this where it comes in pieces. */
const LONGEST_MARKER = 80;

/** Text goes out from the beginning of a response to its end or to the section; each call goes out whole once it is closed. */
class KimiK3Stream {
  readonly #calls = new KimiK3Calls(markers);
  #sentTo = 0;
  #bodyFrom = 0;
  /** Where the text ends; -1 while it goes on. */
  #end = -1;

  push(delta: string, current: string): KimiK3Delta {
    const calls = this.#calls.push(delta, current);
    const recent = Math.max(0, current.length - delta.length - LONGEST_MARKER);
    const open = this.#bodyFrom > 0 ? null : firstMatch(RESPONSE, current, recent);
    if (open !== null) {
      this.#bodyFrom = open.to;
      this.#end = -1;
    }
    if (this.#end < 0) {
      const from = Math.max(this.#bodyFrom, recent);
      const ends = [TOOLS, RESPONSE_END].map((pattern) => firstMatch(pattern, current, from)?.from ?? -1);
      const found = ends.filter((one) => one >= 0);
      this.#end = found.length === 0 ? -1 : Math.min(...found);
    }
    const to = this.#end < 0 ? current.length - heldBack(current.slice(-LONGEST_MARKER), held).length : this.#end;
    const from = Math.max(this.#sentTo, this.#bodyFrom);
    if (to <= this.#bodyFrom || to <= from) return { content: Excerpt.empty, calls };
    this.#sentTo = to;
    return { content: Excerpt.part(current, from, to), calls };
  }
}
