import { slice, type Span } from '../../../text/document/index.ts';
import { afterSpace, isPythonSpace, strippedSpan } from '../../../text/languages/index.ts';
import { held, type HarmonyEvent, type Parsed } from './harmony-events.ts';

// By keywords: in streams only, as a whole text is looked at where it has a marker.

const KEYWORD = /analysis|commentary|assistantfinal/giu;

/** Whether a keyword begins the text or follows space, with or without `assistant` before it. */
export function hasKeyword(text: string, withFinal: boolean): boolean {
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
export function byKeywords(text: string): Parsed {
  const events: HarmonyEvent[] = [];
  const push = (kind: 'normal' | 'reasoning', part: Span): void => {
    events.push({ kind, text: slice(text, part), span: part, parts: [part] });
  };
  const add = (kind: 'normal' | 'reasoning', part: Span): void => {
    if (part.from < part.to) push(kind, part);
  };
  const all = { from: 0, to: text.length };
  const rest = (...parts: readonly Span[]): Parsed => ({ events, rest: parts });
  const channel = leadingChannel(text);
  const isAnalysis = channel !== null && text.slice(channel.from, channel.to).toLowerCase() === 'analysis';
  const final = channel === null ? null : finalAfter(text, channel.to);
  if (channel !== null && final !== null) {
    add(isAnalysis ? 'reasoning' : 'normal', strippedSpan(text, channel.to, final.from));
    add('normal', strippedSpan(text, final.to));
    return rest();
  }
  const low = text.toLowerCase();
  if (low.includes('assistantfin') && !low.includes('assistantfinal') && hasKeyword(text, false)) return rest(all);
  const first = finalAfter(text, 0);
  if (first !== null && first.from === afterSpace(text, 0)) {
    add('normal', strippedSpan(text, first.to));
    return rest();
  }
  if (channel === null) {
    const to = text.length - held(text, ['analysis', 'commentary', 'assistantfinal']);
    add('normal', { from: 0, to });
    return rest({ from: to, to: text.length });
  }
  const content = text.slice(channel.to);
  const to = content.length - held(content, ['assistantfinal']);
  const kept = { from: channel.to + to, to: text.length };
  const isKept = kept.from < kept.to;
  if (to === 0) return rest(all);
  // Also where nothing is left of a blank.
  const shown = isAnalysis || isKept ? { from: channel.to, to: kept.from } : strippedSpan(text, channel.to);
  push(isAnalysis ? 'reasoning' : 'normal', shown);
  // The channel is kept, so that what comes next belongs to it; a commentary does not keep it without need.
  if (isKept) return rest({ from: 0, to: channel.to }, kept);
  return isAnalysis ? rest(channel) : rest();
}
