import type { Span } from '../../../text/document/index.ts';
import { stripPython } from '../../../text/languages/index.ts';
import { held, type HarmonyEvent, type Parsed } from './harmony-events.ts';

// `CanonicalStrategy`: the blocks of a text by its markers.

export const MARKERS = [
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

/** `CanonicalStrategy`. */
export function byMarkers(text: string): Parsed {
  const events: HarmonyEvent[] = [];
  const tokens = tokensOf(text);
  const rest = (from: number, to = text.length): Parsed => ({ events, rest: [{ from, to }] });
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
