import type { ToolDefinition } from '../../../tools/index.ts';
import { firstMarker } from '../auto/auto.ts';
import { FAILED, Reading, type Matcher } from '../peg/reading.ts';
import type { Sampler, Template } from '../templates/template.ts';

/** What the sampler's grammar says of a reply, under `tool_choice: auto`. */
export type Sampled =
  /** `none`: there is no grammar. `free`: nothing in the reply begins it. */
  | { readonly grammar: 'none' | 'free' }
  /** From `from` on the reply is bound to it, and fits. `prefix`: the grammar wants more. */
  | { readonly grammar: 'complete' | 'prefix'; readonly from: number }
  /** The character at `at` could not have been written. */
  | { readonly grammar: 'refused'; readonly from: number; readonly at: number };

interface Sampling {
  readonly prompt: string;
  readonly reply: string;
  readonly tools: readonly ToolDefinition[];
}

/** A parser that was made from a template waits for the first marker of its calls; without one there is no grammar. */
export function samplerOf(parser: Template['parser']): Sampler | null {
  if ('build' in parser) return parser.sampler;
  const { calls, reasoning } = parser;
  const marker = calls === null ? '' : firstMarker(calls);
  if (marker === '' || marker === '{') return null;
  const words = (): readonly string[] => [marker];
  if (reasoning === null) return { words };
  return { words, thinking: { open: reasoning.open.trim(), closes: [reasoning.close.trim()] } };
}

/** @param calls the part of the parser that the sampler is bound to */
export function sample(sampler: Sampler | null, calls: Matcher | null, sampling: Sampling): Sampled {
  if (sampler === null || calls === null) return { grammar: 'none' };
  const from = beginOf(sampler, sampling);
  if (from < 0) return { grammar: 'free' };
  const { reply } = sampling;
  const reading = new Reading(reply, { isSampling: true });
  const to = calls(reading, from);
  if (reading.needsMore) return { grammar: 'prefix', from };
  if (to === reply.length) return { grammar: 'complete', from };
  if (reading.couldGoOn) return { grammar: 'prefix', from };
  return { grammar: 'refused', from, at: Math.max(reading.refusedAt, to === FAILED ? from : to) };
}

/** Where the first word is that counts: none does inside of reasoning, but the one that ends it. */
function beginOf({ words, begins, thinking }: Sampler, { prompt, reply, tools }: Sampling): number {
  if (begins !== undefined) return begins(reply);
  const word = nextOf(reply, words?.(tools) ?? []);
  if (thinking === undefined) return word(0);
  const { open, closes } = thinking;
  const openAt = prompt.lastIndexOf(open);
  let isOpen = openAt >= 0 && nextOf(prompt, closes)(openAt + open.length) < 0;
  const [begin, close] = [nextOf(reply, [open]), nextOf(reply, closes)];
  for (let from = 0; ;) {
    if (isOpen) from = close(from);
    if (from < 0) return -1;
    const next = begin(from);
    if (word(from) < 0 || next < 0 || word(from) < next) return word(from);
    isOpen = true;
    from = next + open.length;
  }
}

/** Where the first of several texts is from an offset on, or -1. Offsets only grow, so nothing is searched twice. */
function nextOf(text: string, wanted: readonly string[]): (from: number) => number {
  const found = wanted.map((one) => text.indexOf(one));
  return (from) => {
    wanted.forEach((one, index) => {
      const at = found[index] ?? -1;
      if (at >= 0 && at < from) found[index] = text.indexOf(one, from);
    });
    const ahead = found.filter((at) => at >= 0);
    return ahead.length === 0 ? -1 : Math.min(...ahead);
  };
}
