import type { ToolFormat } from '../format.ts';
import { MarkerTrie } from '../kit/read/marker-trie.ts';
import { foldedName } from '../kit/mend/misspelt-closer.ts';
import type { Opener } from '../kit/read/opener.ts';
import { reasoningMarkers } from '../kit/read/reasoning-markers.ts';
import type { ToolIndex } from '../kit/read/tool-index.ts';
import { ownSpelling, respelt, spellingsOf, type OtherSpelling, type Spelling } from '../kit/mend/spelling.ts';
import { messageEnds, turnEnds } from '../kit/read/turn-end.ts';

/** The markers around the answer of a tool. If a model writes them, it made the answer up. */
const resultMarkers: readonly (readonly [open: string, close: string])[] = [
  ['<tool_response>', '</tool_response>'],
  ['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'],
];

/** The opening marker of an answer to the user, and the markers that end it besides the end of the turn. */
const answerMarkers: readonly (readonly [open: string, ends: readonly string[]])[] = [
  ['<|open|>response<|sep|>', ['<|close|>response<|sep|>', '<|open|>tools<|sep|>', '<|close|>message<|sep|>']],
  ['<|START_RESPONSE|>', ['<|END_RESPONSE|>', '<|START_ACTION|>', '<|START_THINKING|>']],
  ['<|content_text|>', ['<|end_message|>', '<|message_model|>', '<|content_model_end_sampling|>']],
];

/** Closing markers of reasoning that may have begun in the prompt. */
const LONE_CLOSERS = [
  ...['</think>', '[/THINK]', '</thinking>', '</seed:think>', '</mm:think>', '<|think:end|>', '<|END_THINKING|>'],
  ...['</ifm|think>', '</ifm|think_fast>', '</ifm|think_faster>', '<|close|>think<|sep|>'],
];

/** Tokens that are never text for the user and open nothing. */
const CONTROLS = [...turnEnds, ...messageEnds, ...['<|im_start|>assistant', '<|START_TEXT|>']];

/** A format whose blocks a marker may open. */
export interface Candidate {
  readonly format: ToolFormat;
  readonly next: RegExp | null;
  /** The spelling in which the marker is written, and the opener of the format; null if the marker is that opener. */
  readonly respelt: { readonly spelling: Spelling; readonly opener: string } | null;
}

export interface Marker {
  /** The formats with this opener, in the order of the list. */
  readonly candidates: Candidate[];
  readonly literal: string;
  /** How many units of the head the candidates need. */
  units: number;
  /** What the marker opens if it opens a range that can hold no call, and what closes that range. */
  aside:
    | { readonly kind: 'reasoning' | 'result'; readonly close: string }
    | { readonly kind: 'answer'; readonly ends: readonly string[] }
    | null;
  /** The marker is never text for the user, even on its own. */
  isMarkup: boolean;
  /** The marker may close reasoning that began in the prompt. */
  closesReasoning: boolean;
  /** The marker is also markup of Markdown. */
  isMarkdown: boolean;
  /** The opening tag that this marker damages: it lacks the `<`, or has a slash too many. Null for other markers. */
  tag: Marker | null;
}

/** An opener that is a tag. */
interface OpeningTag {
  readonly marker: Marker;
  readonly folded: string;
  /** The sign after its name. */
  readonly tail: string;
}

/** All literals that a pass looks for. */
export interface MarkerTable {
  readonly anywhere: MarkerTrie<Marker>;
  readonly atLineStart: MarkerTrie<Marker>;
  /** The first units of all literals, and the pattern that finds the next of them. */
  readonly triggers: ReadonlySet<number>;
  readonly trigger: RegExp;
  /** The first units of the literals that count only at the beginning of a line. */
  readonly lineCodes: ReadonlySet<number>;
  /** The openers that are recognised even if they are misspelt. */
  readonly tags: readonly OpeningTag[];
}

/** The first format that accepts the text after the marker. */
export function candidateFor({ candidates }: Marker, head: string): Candidate | null {
  return (
    candidates.find(
      ({ next, respelt: other }) =>
        next === null || next.test(other === null ? head : respelt(head, ownSpelling(other.opener))),
    ) ?? null
  );
}

/** Whether the text after the literal must decide which format reads the block. */
export function needsHead({ candidates }: Marker): boolean {
  return candidates.length > 1 || candidates[0]?.next !== null;
}

/** Line breaks, backticks and the brackets of JSON. */
const OWN_TRIGGERS = [0x0a, 0x60, 0x7b, 0x5b];

/** An opener of a format with its other spellings. */
export interface SpeltOpener extends Opener {
  readonly format: ToolFormat;
  readonly others: readonly OtherSpelling[];
}

export function speltOpeners(format: ToolFormat, openers: readonly Opener[]): readonly SpeltOpener[] {
  return openers.map((opener) => ({
    ...opener,
    format,
    others: opener.atLineStart === true ? [] : spellingsOf(opener.text),
  }));
}

/** The table for some formats and their openers, in the same order. */
export function markerTable(
  formats: readonly ToolFormat[],
  openers: readonly SpeltOpener[],
  tools: ToolIndex,
): MarkerTable {
  const closers = new Set(formats.flatMap((format) => format.closers ?? []));
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
  for (const [open, ends] of answerMarkers)
    marker(anywhere, open).aside = { kind: 'answer', ends: [...ends, ...turnEnds] };
  for (const close of LONE_CLOSERS) marker(anywhere, close).closesReasoning = true;
  for (const control of CONTROLS) marker(anywhere, control).isMarkup = true;
  for (const lone of closers) marker(anywhere, lone).isMarkup = true;
  for (const { around = [] } of formats) for (const lone of around) marker(anywhere, lone).isMarkup = true;
  for (const anyCase of [false, true])
    for (const { format, text, next, ignoreCase = false, atLineStart: isLine, units = 3, isMarkdown } of openers) {
      if (ignoreCase !== anyCase) continue;
      const trie = isLine === true ? atLineStart : anywhere;
      for (const one of anyCase ? trie.ensureAnyCase(text, () => newMarker(text)) : [marker(trie, text)]) {
        one.candidates.push({ format, next: next ?? null, respelt: null });
        one.units = Math.max(one.units, units);
        one.isMarkdown ||= isMarkdown === true;
      }
    }
  const tags = new Map<string, OpeningTag>();
  for (const { text, atLineStart: isLine } of openers) {
    const [, name = '', tail = ''] = isLine === true ? [] : (TAG.exec(text) ?? []);
    const folded = foldedName(name);
    if (folded.length < SHORTEST_TAG || tools.has(name) || tags.has(text)) continue;
    const tag = marker(anywhere, text);
    tags.set(text, { marker: tag, folded, tail });
    if (tail !== '>') continue;
    marker(atLineStart, text.slice(1)).tag = tag;
    const closer = `</${text.slice(1)}`;
    if (closers.has(closer)) marker(anywhere, closer).tag = tag;
  }
  // Other spellings come last: a format has precedence under its own spelling.
  for (const { format, text: opener, next = null, units = 3, others } of openers) {
    for (const { text, spelling } of others) {
      const one = marker(anywhere, text);
      if (one.candidates.some((known) => known.format === format && known.respelt === null)) continue;
      one.candidates.push({ format, next, respelt: { spelling, opener } });
      one.units = Math.max(one.units, units);
    }
  }
  const triggers = new Set([...OWN_TRIGGERS, ...anywhere.firstCodes()]);
  return {
    anywhere,
    atLineStart,
    triggers,
    trigger: anywhere.trigger(OWN_TRIGGERS),
    lineCodes: new Set(atLineStart.firstCodes()),
    tags: [...tags.values()],
  };
}

/** Tags with names that are long enough to be told from other words. */
const TAG = /^<([a-zA-Z][\w.-]*(?::[\w.-]+)*)([>= ]?)$/;
const SHORTEST_TAG = 6;

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
    tag: null,
  };
}
