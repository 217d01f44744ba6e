import { capture, end, literal, nothing, optional, sequence, space, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import type { Request } from '../request.ts';
import type { Description, Markers } from './description.ts';
import { jsonCalls } from './json-calls.ts';
import { taggedJsonCalls } from './tagged-json.ts';
import { taggedValueCalls } from './tagged-values.ts';

/** The parser that llama.cpp makes for a template that it has no parser for: reasoning, content, calls, the end. */
export function autoParser(request: Request, { reasoning, content, calls }: Description): Matcher {
  const thoughts = reasoning === null ? nothing : reasoningBlock(reasoning);
  const hasCalls = request.tools.length > 0 && calls !== null;
  const marker = reasoning?.open.trim() ?? '';
  const markerAt = marker === '' ? -1 : request.prompt.indexOf(marker);
  const prompt = literal(markerAt < 0 ? request.prompt : request.prompt.slice(0, markerAt));
  if (!hasCalls) {
    const words =
      content === undefined ? [thoughts, capture('content', until())] : wrapped(thoughts, content, reasoning);
    return sequence(prompt, reasoning === null ? nothing : space, ...words, end);
  }
  const before =
    content !== undefined && calls.shape === 'json'
      ? optional(content.open, capture('content', until(content.close)), content.close)
      : optional(capture('content', until(firstMarker(calls))));
  return sequence(prompt, space, thoughts, before, callsOf(request, calls), end);
}

type Calls = NonNullable<Description['calls']>;

function callsOf(request: Request, calls: Calls): Matcher {
  if (calls.shape === 'json') return jsonCalls(request, calls);
  const tagged = calls.shape === 'tagged-json' ? taggedJsonCalls(request, calls) : taggedValueCalls(request, calls);
  return optional(request.rules.asCalls(tagged));
}

/** Where content ends: the first marker of the calls, or the first brace where they have none. */
export function firstMarker(calls: Calls): string {
  if (calls.shape === 'json') return calls.markers.open === '' ? '{' : calls.markers.open;
  return calls.section?.open ?? calls.call?.open ?? '';
}

function wrapped(thoughts: Matcher, { open, close }: Markers, reasoning: Markers | null): (Matcher | string)[] {
  const before = reasoning === null ? capture('content', until(open)) : thoughts;
  return [before, open, capture('content', until(close)), close];
}

/** At the very start. White space of the markers may be missing. */
function reasoningBlock({ open, close }: Markers): Matcher {
  return optional(withSpace(open), capture('reasoning', until(close.trim())), withSpace(close));
}

function withSpace(marker: string): Matcher {
  const core = marker.trim();
  const before = marker.slice(0, marker.indexOf(core));
  const after = marker.slice(before.length + core.length);
  const each = (text: string): Matcher[] => Array.from(text, (character) => optional(character));
  return sequence(...each(before), core, ...each(after));
}
