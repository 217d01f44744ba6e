import type { Span } from '../../text/document/index.ts';
import { readText, type TextReading } from './text-reading.ts';

/** A reply that a person quotes, and what it is. */
export interface Reported {
  readonly text: string;
  /** Where it is in what was pasted. */
  readonly span: Span;
  readonly reading: TextReading;
}

/** Longer texts are no questions. In UTF-16 units. */
const LONGEST = 40_000;

/** Who is spoken of, what was done, and that it is not what was wanted: a person's report has all three. */
const SIGNS: readonly RegExp[] = [
  /\b(?:I|my|we|our|LLMs?|models?|agent|assistant|integration|tool[_ ]?calls?|provider)\b/i,
  /\b(?:print(?:s|ed)?|outputs?|return(?:s|ed)?|respon(?:ds?|ded|se|ses)|repl(?:y|ies|ied)|emit(?:s|ted)?|generate[sd]?|writes|wrote|receive[sd]?|shows|shown|get back|getting|gives|rendered)\b/i,
  /\b(?:instead|rather than|not|never|nothing|fail(?:s|ed)?|stuck|broken|wrong|issue|bug|problem|actual|struggles?|as (?:plain |raw )?text|only|still)\b|n['’]t\b/i,
];

/**
 * The reply that somebody who reports a failure quotes among words of their own: in a fence of any language, in a code span, or after
 * the bullet of a console. The last one that holds a call; null for a text without one, and for a reply of a model that shows a call.
 * Linear.
 */
export function reportedReply(content: string): Reported | null {
  if (content.length > LONGEST || !/[`●⏺•✦]/.test(content)) return null;
  const blocks = blocksIn(content);
  const words = outside(content, blocks);
  const isReport = SIGNS.every((sign) => sign.test(words));
  for (const span of blocks.toReversed()) {
    const text = content.slice(span.from, span.to);
    // The bullet of a console is a sign of its own.
    if (!isReport && !/[●⏺✦] $/.test(content.slice(Math.max(0, span.from - 2), span.from))) continue;
    const reading = readText(unelided(text), null);
    const isCall =
      reading.state !== 'none' &&
      reading.state !== 'quoted' &&
      (reading.state === 'drafted' || reading.names.some((name) => name !== ''));
    if (isCall) return { text, span, reading };
  }
  return null;
}

/** `{...}`: people leave out what is long. Every place stays what it is. */
function unelided(text: string): string {
  return text.replaceAll(/\{ ?(?:\.\.\.|…) ?\}/g, (found) => `{${' '.repeat(found.length - 2)}}`);
}

/** What is quoted: each looks for its own end. The first group is the text. */
const FENCE = /^[ \t]{0,8}(?:```|~~~)[^\n`]{0,40}\n([\s\S]*?)\n[ \t]{0,8}(?:```|~~~)[ \t]*$/gm;
const CODE_SPAN = /(?<!`)`([^`\n]{8,4000})`(?!`)/g;
const BULLET = /^[ \t]{0,4}[●⏺•✦] ([^\n]{0,2000}(?:\n(?: {2,}[^\n]{0,2000}|[ \t]*$(?!\n\S)))*)/gm;

/** Sorted, without overlap. */
function blocksIn(content: string): readonly Span[] {
  const found: Span[] = [];
  for (const pattern of [FENCE, CODE_SPAN, BULLET])
    for (const match of content.matchAll(pattern)) {
      const text = match[1] ?? '';
      const from = match.index + match[0].indexOf(text, match[0].search(/[`~●⏺•✦]/) + 1);
      const span = { from, to: from + text.length };
      if (/[{<[(]/.test(text) && !found.some((one) => one.from < span.to && span.from < one.to)) found.push(span);
    }
  return found.toSorted((a, b) => a.from - b.from);
}

function outside(content: string, blocks: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of blocks) {
    pieces.push(content.slice(at, from));
    at = to;
  }
  pieces.push(content.slice(at));
  return pieces.join(' ');
}
