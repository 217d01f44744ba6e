import type { ToolFormat } from '../formats/index.ts';
import { MarkerTrie } from '../scan/marker-trie.ts';
import type { ToolIndex } from '../scan/tool-index.ts';

/** How models mark what they think. */
export const reasoningMarkers: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['<ifm|think>', '</ifm|think>'],
  ['<ifm|think_fast>', '</ifm|think_fast>'],
  ['<ifm|think_faster>', '</ifm|think_faster>'],
  ['[THINK]', '[/THINK]'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|think:start|>', '<|think:end|>'],
  ['<|think|>', '<|end|>'],
  ['<|channel>thought', '<channel|>'],
  ['<|thought_start|>', '<|thought_end|>'],
  ['[unused16]', '[unused17]'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
];

/** These may close reasoning that began in the prompt. */
const LONE_CLOSERS = ['</think>', '[/THINK]', '</thinking>', '</seed:think>', '</mm:think>'];

/** Tokens that are never text for a reader and open nothing. */
const CONTROLS = [
  ...['<|im_end|>', '<|im_start|>assistant', '<|eot_id|>', '<|eom_id|>', '<|end_of_text|>', '<|endoftext|>', '</s>'],
  ...['<｜end▁of▁sentence｜>', '<|END_OF_TURN_TOKEN|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|START_TEXT|>'],
  ...['<|END_TEXT|>', '<end_of_turn>', '<|end_of_msg|>', '<|eot|>', '<|eom|>', '<turn|>', '<|message_sep|>'],
  ...[
    '<|open|>response<|sep|>',
    '<|close|>response<|sep|>',
    '<|close|>message<|sep|>',
    '<bot_end>',
    '<end_of_utterance>',
  ],
];

export interface Marker {
  /** The formats with this opener, in the order of the list. */
  readonly candidates: { readonly format: ToolFormat; readonly next: RegExp | null }[];
  readonly literal: string;
  /** How much of the head they need. */
  units: number;
  /** The closer of the reasoning that begins here. */
  reasoningClose: string | null;
  /** It may close reasoning that began in the prompt. */
  closesReasoning: boolean;
}

/** All literals that mean something to a pass. */
export interface MarkerTable {
  readonly anywhere: MarkerTrie<Marker>;
  readonly atLineStart: MarkerTrie<Marker>;
  /** The units with which anything begins, and what finds the next of them. */
  readonly triggers: ReadonlySet<number>;
  readonly trigger: RegExp;
  /** The units with which literals begin that count at the beginning of a line only. */
  readonly lineCodes: ReadonlySet<number>;
}

/** Line breaks, backticks and the brackets of JSON. */
const OWN_TRIGGERS = [0x0a, 0x60, 0x7b, 0x5b];

const known = new WeakMap<readonly ToolFormat[], { readonly key: string; readonly table: MarkerTable }>();

/** The table for some formats; the last one is kept, because a stream of short replies asks for it again and again. */
export function markerTable(formats: readonly ToolFormat[], tools: ToolIndex): MarkerTable {
  const key = JSON.stringify(tools.names);
  const before = known.get(formats);
  if (before?.key === key) return before.table;
  const table = buildTable(formats, tools);
  known.set(formats, { key, table });
  return table;
}

function buildTable(formats: readonly ToolFormat[], tools: ToolIndex): MarkerTable {
  const anywhere = new MarkerTrie<Marker>();
  const atLineStart = new MarkerTrie<Marker>();
  for (const [open, close] of reasoningMarkers) {
    marker(anywhere, open).reasoningClose = close;
    marker(anywhere, close);
  }
  for (const close of LONE_CLOSERS) marker(anywhere, close).closesReasoning = true;
  for (const control of CONTROLS) marker(anywhere, control);
  for (const format of formats) {
    const openers = typeof format.openers === 'function' ? format.openers(tools) : format.openers;
    for (const { text, next, atLineStart: isLine, units = 3 } of openers) {
      const one = marker(isLine === true ? atLineStart : anywhere, text);
      one.candidates.push({ format, next: next ?? null });
      one.units = Math.max(one.units, units);
    }
    for (const closer of format.closers ?? []) marker(anywhere, closer);
  }
  const triggers = new Set([...OWN_TRIGGERS, ...anywhere.firstCodes()]);
  return {
    anywhere,
    atLineStart,
    triggers,
    trigger: anywhere.trigger(OWN_TRIGGERS),
    lineCodes: new Set(atLineStart.firstCodes()),
  };
}

function marker(trie: MarkerTrie<Marker>, literal: string): Marker {
  return trie.ensure(literal, () => ({
    literal,
    candidates: [],
    units: 3,
    reasoningClose: null,
    closesReasoning: false,
  }));
}
