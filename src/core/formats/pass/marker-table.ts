import type { ToolFormat } from '../format.ts';
import { MarkerTrie } from '../kit/marker-trie.ts';
import { reasoningMarkers } from '../kit/reasoning-markers.ts';
import type { ToolIndex } from '../kit/tool-index.ts';
import { turnEnds } from '../kit/turn-end.ts';

/** Between these a tool answers: a model that writes them makes the answer up. */
const resultMarkers: readonly (readonly [open: string, close: string])[] = [
  ['<tool_response>', '</tool_response>'],
  ['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'],
];

/** These may close reasoning that began in the prompt. */
const LONE_CLOSERS = [
  ...['</think>', '[/THINK]', '</thinking>', '</seed:think>', '</mm:think>', '<|think:end|>', '<|END_THINKING|>'],
  ...['</ifm|think>', '</ifm|think_fast>', '</ifm|think_faster>', '<|close|>think<|sep|>'],
];

/** Tokens that are never text for a reader and open nothing. */
const CONTROLS = [
  ...turnEnds,
  ...['<|im_start|>assistant', '<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|START_TEXT|>', '<|END_TEXT|>'],
  ...['<|end_of_msg|>', '<|message_sep|>', '<bot_end>'],
  ...['<|open|>response<|sep|>', '<|close|>response<|sep|>', '<|close|>message<|sep|>'],
];

export interface Marker {
  /** The formats with this opener, in the order of the list. */
  readonly candidates: { readonly format: ToolFormat; readonly next: RegExp | null }[];
  readonly literal: string;
  /** How much of the head they need. */
  units: number;
  /** What begins here in which nothing is a call, and its closer. */
  aside: { readonly kind: 'reasoning' | 'result'; readonly close: string } | null;
  /** It is not a text for a reader, even on its own. */
  isMarkup: boolean;
  /** It may close reasoning that began in the prompt. */
  closesReasoning: boolean;
  /** It means something to Markdown, too. */
  isMarkdown: boolean;
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

/** The table for some formats, whose openers may depend on the declared tools by their names. */
export function markerTable(formats: readonly ToolFormat[], tools: ToolIndex): MarkerTable {
  const anywhere = new MarkerTrie<Marker>();
  const atLineStart = new MarkerTrie<Marker>();
  for (const [open, close] of reasoningMarkers) {
    marker(anywhere, open).aside = { kind: 'reasoning', close };
    marker(anywhere, close).isMarkup = true;
  }
  for (const [open, close] of resultMarkers) {
    marker(anywhere, open).aside = { kind: 'result', close };
    marker(anywhere, close).isMarkup = true;
  }
  for (const close of LONE_CLOSERS) marker(anywhere, close).closesReasoning = true;
  for (const control of CONTROLS) marker(anywhere, control).isMarkup = true;
  for (const { closers = [], around = [] } of formats)
    for (const lone of [...closers, ...around]) marker(anywhere, lone).isMarkup = true;
  for (const anyCase of [false, true])
    for (const format of formats) {
      const openers = typeof format.openers === 'function' ? format.openers(tools) : format.openers;
      for (const { text, next, ignoreCase = false, atLineStart: isLine, units = 3, isMarkdown } of openers) {
        if (ignoreCase !== anyCase) continue;
        const trie = isLine === true ? atLineStart : anywhere;
        for (const one of anyCase ? trie.ensureAnyCase(text, () => newMarker(text)) : [marker(trie, text)]) {
          one.candidates.push({ format, next: next ?? null });
          one.units = Math.max(one.units, units);
          one.isMarkdown ||= isMarkdown === true;
        }
      }
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
  return trie.ensure(literal, () => newMarker(literal));
}

function newMarker(literal: string): Marker {
  return {
    literal,
    candidates: [],
    units: 3,
    aside: null,
    isMarkup: false,
    closesReasoning: false,
    isMarkdown: false,
  };
}
