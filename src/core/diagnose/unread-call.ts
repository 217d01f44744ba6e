import { outlineJson } from '../json/strict.ts';
import { withPlace } from '../document/place.ts';
import type { Diagnosis } from '../trace/extraction.ts';
import { diagnosis, quoted } from './rule.ts';
import type { Subject } from './subject.ts';

const MOST_NAMES = 100;
const MOST_PLACES = 40;
const MOST_FINDINGS = 3;
/** So far around a name its arguments are looked for, and what is already said. */
const NEAR = 300;
const LONGEST_LINE = 200;

/** A marker of a format, or what is left of one. */
const MARKER =
  /<\/?[|｜]|[|｜]>|<\/?(?:\w+:)?(?:tool|function|invoke|parameter|arg_)|\[\/?[A-Z]{3,}_?[A-Z]*\]|TOOL_CALLS|minimax\[|>>>?\w|✿|^(?:Action|Call):|(?:```|~~~)tool/m;
const BEFORE = 60;
const LONGEST_JSON = 20_000;

/** What comes before a name on its line where the name is in markup: nothing, or a sign of markup. */
const IN_MARKUP = /^\s*$|(?:[<>[\]{}|=("'✿▁｜]|^\s*\S+:\s*|functions\.)\s*$/;

/**
 * Declared names with their arguments after them, which look like calls and are read as none: their markup is damaged
 * beyond what can be made up for. Says so where nothing else is said.
 */
export function unreadCalls(subject: Subject, found: readonly Diagnosis[]): Diagnosis[] {
  const { extraction, document, tools } = subject;
  if (!subject.readsFormats || tools.isEmpty) return [];
  const calls = [...extraction.calls, ...extraction.incomplete].map(({ span }) => span);
  const quiet = extraction.suppressed.map(({ span }) => span);
  const thoughts = extraction.ledger.filter(({ kind }) => kind === 'reasoning');
  const answers = subject.trace.filter((event) => event.kind === 'read' && event.what === 'answer');
  const taken = [...calls, ...quiet, ...thoughts, ...answers];
  const unread: Diagnosis[] = [];
  for (const name of tools.names.slice(0, MOST_NAMES)) {
    for (const at of placesOf(document, name)) {
      if (unread.length >= MOST_FINDINGS) return unread;
      const isSaid = [...found, ...unread].some(({ span }) => span.from < at + NEAR && span.to > at - NEAR);
      if (isSaid || taken.some(({ from, to }) => at >= from && at < to) || !isMeant(subject, name, at)) continue;
      unread.push(
        diagnosis(
          'D06',
          `${withPlace(`This looks like a call to \`${quoted(name)}\`, but its markup is damaged`, document, at)}. No format can parse it.`,
          { from: at, to: at + name.length },
        ),
      );
    }
  }
  return unread;
}

function placesOf(document: string, name: string): number[] {
  const places: number[] = [];
  for (let at = document.indexOf(name); at >= 0 && places.length < MOST_PLACES; at = document.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(document.charAt(at - 1)) && !/[\p{Ll}\p{N}_]/u.test(document.charAt(at + name.length)))
      places.push(at);
  return places;
}

/** Whether a marker is near a name, or the reply is JSON that is broken, and a declared argument comes after the name. */
function isMeant(subject: Subject, name: string, at: number): boolean {
  const { document, tools, textTo } = subject;
  const lineFrom = Math.max(document.lastIndexOf('\n', at - 1) + 1, at - LONGEST_LINE);
  if (!IN_MARKUP.test(document.slice(lineFrom, at)) || isShown(document, at)) return false;
  if (subject.blockAround(at)?.outcome === 'matched') return false;
  const after = document.slice(at + name.length, Math.min(textTo, at + name.length + NEAR));
  const isNearMarker = MARKER.test(document.slice(Math.max(0, at - BEFORE), at) + after);
  if (!isNearMarker && !isBrokenJson(document.slice(0, textTo))) return false;
  const keys = tools.parameters(name);
  // A definition, or what the tool answers.
  if (
    /"(?:description|properties|inputSchema)"/.test(after) ||
    /<\|start\|>(?:functions\.)?$/.test(document.slice(lineFrom, at))
  )
    return false;
  if (keys.length === 0) return /^[^\s\w]*\s*(?:[({<[]|"arguments")/.test(after);
  return keys.some((key) => {
    const place = after.indexOf(key);
    return (
      place >= 0 && /^["'\\]*\s*[=:>]/.test(after.slice(place + key.length)) && !/\n\n/.test(after.slice(0, place))
    );
  });
}

/** In a quote, or in a code block of a text. */
function isShown(document: string, at: number): boolean {
  if (/^ {0,3}>(?!>>\S)/.test(document.slice(document.lastIndexOf('\n', at - 1) + 1))) return true;
  const fences = [...document.slice(0, at).matchAll(/^ {0,3}(?:```|~~~)/gm)];
  const last = fences.at(-1);
  return last !== undefined && fences.length % 2 === 1 && document.slice(0, last.index).trim() !== '';
}

function isBrokenJson(text: string): boolean {
  return text.length < LONGEST_JSON && /^\s*[[{]/.test(text) && !outlineJson(text.trim(), 0).ok;
}
