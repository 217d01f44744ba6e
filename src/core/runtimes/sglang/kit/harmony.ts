import type { Span } from '../../../document/span.ts';
import { afterSpace, isPythonSpace, stripPython, strippedSpan } from '../../../languages/python/text.ts';

// `HarmonyParser`, which `gpt-oss` asks what the blocks of a text are. It decides once, at the first marker or keyword,
// whether to go by markers or by keywords.

export interface HarmonyEvent {
  readonly kind: 'normal' | 'reasoning' | 'call';
  readonly text: string;
  /** Of a call: with its markers. */
  readonly raw?: string;
  /** All that the event is made of, and what of it its text is made of, in the offsets of the text that came. */
  readonly span: Span;
  readonly parts: readonly Span[];
  /** The word `commentary` after a call, which is left out. */
  readonly isFiller?: true;
}

const MARKERS = [
  '<|start|>',
  '<|channel|>',
  '<|message|>',
  '<|constrain|>',
  '<|end|>',
  '<|call|>',
  '<|return|>',
] as const;
type Marker = (typeof MARKERS)[number];

interface Token extends Span {
  readonly marker: Marker | null;
}

/** What a strategy makes of its buffer: the rest is `buffer.slice(from, to)`. */
interface Parsed {
  readonly events: readonly HarmonyEvent[];
  readonly rest: string;
  /** Where the rest is in the buffer. */
  readonly restAt: number;
}

/** Markers and what is between them. After an unknown marker what follows up to the next `<|` is one piece with it. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let hasUnknown = false;
  let hasCloser = true;
  let at = 0;
  while (at < text.length) {
    const from = text.indexOf('<|', at);
    if (from < 0) break;
    if (from > at) tokens.push({ marker: null, from: at, to: from });
    const marker = MARKERS.find((one) => text.startsWith(one, from));
    if (marker !== undefined) {
      at = from + marker.length;
      tokens.push({ marker, from, to: at });
      continue;
    }
    const tail = text.slice(from);
    if (MARKERS.some((one) => one.startsWith(tail))) {
      tokens.push({ marker: null, from, to: text.length });
      at = text.length;
      break;
    }
    hasUnknown = true;
    tokens.push({ marker: null, from, to: from + 2 });
    const closer: number = hasCloser ? text.indexOf('|>', from + 2) : -1;
    hasCloser = closer >= 0;
    at = from + 2;
    if (!hasCloser) continue;
    const next = text.indexOf('<|', closer + 2);
    const to = next < 0 ? text.length : next;
    tokens.push({ marker: null, from: at, to });
    at = to;
    if (next < 0) break;
  }
  if (at < text.length) {
    tokens.push({ marker: null, from: at, to: text.length });
  } else if (at === text.length && hasUnknown && MARKERS.some((one) => text.endsWith(one))) {
    tokens.push({ marker: null, from: at, to: at });
  }
  return tokens;
}

/** How much of the end of a text may become one of `words`, the longest. */
function held(text: string, words: readonly string[]): number {
  let most = 0;
  for (const word of words) {
    for (let length = Math.min(word.length - 1, text.length); length > most; length -= 1) {
      if (word.startsWith(text.slice(text.length - length))) {
        most = length;
        break;
      }
    }
  }
  return most;
}

// By markers

/** `CanonicalStrategy`. */
function byMarkers(text: string): Parsed {
  const events: HarmonyEvent[] = [];
  const tokens = tokensOf(text);
  const rest = (from: number, to = text.length): Parsed => ({ events, rest: text.slice(from, to), restAt: from });
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] as Token;
    if (token.marker === '<|start|>' || token.marker === '<|channel|>') {
      const block = blockAt(text, tokens, at);
      if (block !== null) {
        events.push(block.event);
        at = block.next;
        continue;
      }
      const open = openAnalysis(text, tokens, at);
      if (open === null) return rest(token.from);
      events.push(open);
      return rest(token.from, open.parts[0]?.from ?? text.length);
    }
    if (token.marker === null && at === tokens.length - 1) {
      const to = token.to - held(text.slice(token.from, token.to), MARKERS);
      if (to > token.from) events.push(normal(text, { from: token.from, to }));
      return rest(to);
    }
    const isPassed = isFiller(text, tokens, at) || isMarker(stripPython(text.slice(token.from, token.to)));
    if (!isPassed) events.push(normal(text, token));
    at += 1;
  }
  return rest(text.length);
}

function normal(text: string, { from, to }: Span): HarmonyEvent {
  const span = { from, to };
  return { kind: 'normal', text: text.slice(from, to), span, parts: [span] };
}

function isMarker(text: string): boolean {
  return (MARKERS as readonly string[]).includes(text);
}

/** The word `commentary` after a call, or a message marker right after it. */
function isFiller(text: string, tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.marker !== '<|call|>') return false;
  const { marker, from, to } = tokens[at] as Token;
  if (marker === '<|message|>') return true;
  return marker === null && stripPython(text.slice(from, to)).toLowerCase() === 'commentary';
}

/** The first channel and the first message marker after it, from a place on. */
function headOf(tokens: readonly Token[], start: number): { readonly channel: number; readonly message: number } {
  let channel = -1;
  for (let at = tokens[start]?.marker === '<|start|>' ? start + 1 : start; at < tokens.length; at += 1) {
    const marker = tokens[at]?.marker;
    if (marker === '<|channel|>' && channel < 0) channel = at;
    else if (marker === '<|message|>') return { channel, message: at };
  }
  return { channel, message: -1 };
}

function channelType(text: string, tokens: readonly Token[], channel: number, message: number): string | null {
  const from = (tokens[channel + 1] as Token).from;
  const header = stripPython(text.slice(from, (tokens[message] as Token).from)).toLowerCase();
  return ['analysis', 'commentary', 'final'].find((type) => header.startsWith(type)) ?? null;
}

/** A block that is closed, or a final one; null while it is not, or has an unknown channel. */
function blockAt(
  text: string,
  tokens: readonly Token[],
  start: number,
): { readonly event: HarmonyEvent; readonly next: number } | null {
  const { channel, message } = headOf(tokens, start);
  if (message < 0) return null;
  const type = channel < 0 ? 'response' : channelType(text, tokens, channel, message);
  if (type === null) return null;
  const closers: readonly (Marker | null)[] =
    type === 'final'
      ? ['<|return|>']
      : type === 'response'
        ? ['<|end|>', '<|call|>', '<|return|>']
        : ['<|end|>', '<|call|>'];
  let end = message + 1;
  while (end < tokens.length && !closers.includes((tokens[end] as Token).marker)) end += 1;
  const closer = tokens[end];
  const from = (tokens[start] as Token).from;
  const contentFrom = (tokens[message] as Token).to;
  if (closer === undefined) {
    if (type !== 'final') return null;
    const part = { from: contentFrom, to: text.length };
    const event = {
      kind: 'normal',
      text: text.slice(contentFrom),
      span: { from, to: text.length },
      parts: [part],
    } as const;
    return { event, next: end };
  }
  const part = { from: contentFrom, to: closer.from };
  const content = text.slice(part.from, part.to);
  const span = { from, to: closer.to };
  const next = end + 1;
  if (type === 'final') {
    const after = tokens[next];
    if (after === undefined || after.marker !== null) {
      return { event: { kind: 'normal', text: content, span, parts: [part] }, next };
    }
    const { to } = after;
    const parts = [part, { from: after.from, to }];
    return {
      event: { kind: 'normal', text: content + text.slice(after.from, to), span: { from, to }, parts },
      next: next + 1,
    };
  }
  if (type !== 'response' && closer.marker === '<|call|>') {
    const raw = text.slice(from, closer.to);
    return { event: { kind: 'call', text: stripPython(content), raw, span, parts: [part] }, next };
  }
  return { event: { kind: type === 'analysis' ? 'reasoning' : 'normal', text: content, span, parts: [part] }, next };
}

/** What is there of an analysis that is not closed. */
function openAnalysis(text: string, tokens: readonly Token[], start: number): HarmonyEvent | null {
  const { channel, message } = headOf(tokens, start);
  if (channel < 0 || message < 0 || channelType(text, tokens, channel, message) !== 'analysis') return null;
  const part = { from: (tokens[message] as Token).to, to: text.length };
  const span = { from: (tokens[start] as Token).from, to: text.length };
  return { kind: 'reasoning', text: text.slice(part.from), span, parts: [part] };
}

// By keywords: in streams only, as a whole text is looked at where it has a marker

const KEYWORD = /analysis|commentary|assistantfinal/giu;

/** Whether a keyword begins the text or follows space, with or without `assistant` before it. */
function hasKeyword(text: string, withFinal: boolean): boolean {
  for (const match of text.matchAll(KEYWORD)) {
    if (!withFinal && match[0].toLowerCase().startsWith('assistant')) continue;
    if (isAfterSpace(text, match.index)) return true;
    let at = match.index;
    while (at > 0 && isPythonSpace(text.charCodeAt(at - 1))) at -= 1;
    const from = at - 'assistant'.length;
    if (from >= 0 && text.slice(from, at).toLowerCase() === 'assistant' && isAfterSpace(text, from)) return true;
  }
  return false;
}

function isAfterSpace(text: string, at: number): boolean {
  return at === 0 || isPythonSpace(text.charCodeAt(at - 1));
}

/** The channel's name at the beginning of a text. */
function leadingChannel(text: string): Span | null {
  const start = afterSpace(text, 0);
  const isAssistant = /^assistant/iu.test(text.slice(start));
  const from = isAssistant ? afterSpace(text, start + 'assistant'.length) : start;
  const match = /^(?:analysis|commentary)/iu.exec(text.slice(from));
  return match === null ? null : { from, to: from + match[0].length };
}

function finalAfter(text: string, start: number): Span | null {
  const match = /assistantfinal/iu.exec(text.slice(start));
  return match === null ? null : { from: start + match.index, to: start + match.index + match[0].length };
}

/** `TextStrategy`: `analysis…assistantfinal…` without markers. */
function byKeywords(text: string): Parsed {
  const events: HarmonyEvent[] = [];
  const push = (kind: 'normal' | 'reasoning', content: string): void => {
    events.push({ kind, text: content, span: { from: 0, to: 0 }, parts: [] });
  };
  const add = (kind: 'normal' | 'reasoning', content: string): void => {
    if (content !== '') push(kind, content);
  };
  const rest = (left: string): Parsed => ({ events, rest: left, restAt: 0 });
  const channel = leadingChannel(text);
  const isAnalysis = channel !== null && text.slice(channel.from, channel.to).toLowerCase() === 'analysis';
  const final = channel === null ? null : finalAfter(text, channel.to);
  if (channel !== null && final !== null) {
    add(isAnalysis ? 'reasoning' : 'normal', stripPython(text.slice(channel.to, final.from)));
    add('normal', stripPython(text.slice(final.to)));
    return rest('');
  }
  const low = text.toLowerCase();
  if (low.includes('assistantfin') && !low.includes('assistantfinal') && hasKeyword(text, false)) return rest(text);
  const first = finalAfter(text, 0);
  if (first !== null && first.from === afterSpace(text, 0)) {
    add('normal', stripPython(text.slice(first.to)));
    return rest('');
  }
  if (channel === null) {
    const to = text.length - held(text, ['analysis', 'commentary', 'assistantfinal']);
    add('normal', text.slice(0, to));
    return rest(text.slice(to));
  }
  const content = text.slice(channel.to);
  const to = content.length - held(content, ['assistantfinal']);
  const kept = content.slice(to);
  if (to === 0) return rest(text.slice(0, channel.to) + kept);
  // Also where nothing is left of a blank.
  push(isAnalysis ? 'reasoning' : 'normal', isAnalysis || kept !== '' ? content.slice(0, to) : stripPython(content));
  // The channel is kept, so that what comes next belongs to it; a commentary does not keep it without need.
  if (kept !== '') return rest(text.slice(0, channel.to) + kept);
  return rest(isAnalysis ? text.slice(channel.from, channel.to) : '');
}

// Both

export class HarmonyReader {
  #strategy: ((text: string) => Parsed) | null = null;
  #buffer = '';
  /** Where the buffer is in the text that came. */
  #bufferAt = 0;
  #isAfterCall = false;
  /** A beginning of `commentary` that came in pieces. */
  #begun = '';

  /** What is left, of which no event is made yet. */
  get rest(): Span {
    return { from: this.#bufferAt, to: this.#bufferAt + this.#buffer.length };
  }

  parse(chunk: string): readonly HarmonyEvent[] {
    this.#buffer += chunk;
    if (this.#strategy === null) {
      if (this.#buffer.includes('<|channel|>') || this.#buffer.includes('<|start|>')) this.#strategy = byMarkers;
      else if (hasKeyword(this.#buffer, true)) this.#strategy = byKeywords;
      else return [];
    }
    const endsWithCall = strippedEnd(this.#buffer).endsWith('<|call|>');
    const { events, rest, restAt } = this.#strategy(this.#buffer);
    const offset = this.#bufferAt;
    this.#buffer = rest;
    this.#bufferAt += restAt;
    return events.map((event) => placed(this.#filtered(event, endsWithCall), offset));
  }

  /** The word `commentary` is left out after a call, also when it comes in pieces. */
  #filtered(event: HarmonyEvent, endsWithCall: boolean): HarmonyEvent {
    if (event.kind === 'normal') {
      if (this.#isAfterCall || this.#begun !== '') {
        const word = this.#begun + stripPython(event.text).toLowerCase();
        const isWord = word === 'commentary';
        const isBegun = !isWord && 'commentary'.startsWith(word);
        this.#begun = isBegun ? word : '';
        if (!isBegun) this.#isAfterCall = false;
        if (isWord || isBegun) return { ...event, isFiller: true };
      } else {
        this.#begun = '';
      }
    }
    if (event.kind === 'call') {
      this.#isAfterCall = true;
      this.#begun = '';
    } else if (endsWithCall) {
      this.#isAfterCall = true;
    }
    return event;
  }
}

function strippedEnd(text: string): string {
  return text.slice(0, strippedSpan(text).to);
}

function placed(event: HarmonyEvent, offset: number): HarmonyEvent {
  if (offset === 0) return event;
  const move = ({ from, to }: Span): Span => ({ from: from + offset, to: to + offset });
  return { ...event, span: move(event.span), parts: event.parts.map(move) };
}
