import type { Span } from '../../../text/document/index.ts';
import { afterSpace, isPythonSpace, stripPython } from '../../../text/languages/index.ts';
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
