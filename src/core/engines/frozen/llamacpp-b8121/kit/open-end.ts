import type { MessageParser } from './message.ts';
import { begunAt, firstCode, isSpaceCode, type Pattern } from './pattern.ts';

/**
 * What a message ends in while a reply comes in. A piece in which no marker can begin makes it longer and changes nothing
 * else, so the text before it need not be read again.
 */
export interface OpenEnd {
  readonly kind: 'content' | 'reasoning' | 'arguments' | 'nothing';
  /** Whether the text has the arguments as JSON. */
  readonly isJson: boolean;
  /** The text up to here is in the message; only white space follows. Grows with the text. */
  to: number;
  /** Whether the text has to be read, because of what came at `from`. */
  readonly stopsAt: (text: string, from: number) => boolean;
}

/** Null where the message ends in something else, or where the end of the text may belong to a marker. */
export function openEndOf(parser: MessageParser): OpenEnd | null {
  const { openArguments: open, content, reasoning, calls, hasFound, isWaiting, text } = parser;
  if (isWaiting) return openEnd(parser, 'nothing', text.length);
  if (open !== null) {
    const isLast = calls.at(-1)?.argumentsText === open.text;
    return isLast ? openEnd(parser, 'arguments', open.to, open.isJson) : null;
  }
  const [piece, other] = [...content, ...reasoning];
  if (hasFound || piece === undefined || other !== undefined || calls.length > 0) return null;
  return openEnd(parser, content.length > 0 ? 'content' : 'reasoning', piece.span.to);
}

function openEnd(parser: MessageParser, kind: OpenEnd['kind'], to: number, isJson = false): OpenEnd | null {
  const { text, missed } = parser;
  const isCertain = parser.afterSpaces(to) === text.length && parser.afterSpaces(0) < text.length;
  if (!isCertain || parser.hasOpenMarker) return null;
  const mayEndInSpace = (isJson || kind === 'nothing') && !missed.some(beginsWithSpace);
  const stops = stoppedBy(missed, mayEndInSpace);
  return { kind, to, isJson, stopsAt: isJson ? (now, from) => !isPlainJson(now, from) || stops(now, from) : stops };
}

/**
 * What has to be read: a text in which a marker begins that was looked for in vain, and one that ends in white space, where
 * that counts.
 */
function stoppedBy(missed: readonly (string | Pattern)[], mayEndInSpace: boolean): OpenEnd['stopsAt'] {
  const literals = missed.filter((marker) => typeof marker === 'string');
  const firsts = literals.map(firstCode);
  const patterns = missed.filter((marker) => typeof marker !== 'string');
  const begins = (literal: string, text: string, from: number): boolean =>
    text.indexOf(literal, from) >= 0 || begunAt(text, literal, from) >= 0;
  return (text, from) => {
    let mayBegin = false;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 0x7e) return true;
      if (!isSpaceCode(code)) {
        mayBegin ||= firsts.includes(code);
        if (patterns.some((one) => one.mayBeginWith(code))) return true;
      } else if (at === text.length - 1 && !mayEndInSpace) {
        return true;
      }
    }
    return mayBegin && literals.some((literal) => begins(literal, text, from));
  };
}

/** Of an expression this is not known. */
function beginsWithSpace(marker: string | Pattern): boolean {
  return typeof marker !== 'string' || isSpaceCode(marker.charCodeAt(0));
}

/**
 * Whether a string of JSON goes on, and is written as it is in the text: a slash after a backslash is not. Two digits may
 * belong to those that complete JSON.
 */
function isPlainJson(text: string, from: number): boolean {
  let isEscaped = false;
  for (let at = from - 1; text.charAt(at) === '\\'; at -= 1) isEscaped = !isEscaped;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isEscaped ? !'"\\bfnrt'.includes(character) : character < ' ' || '"56'.includes(character)) return false;
    isEscaped = !isEscaped && character === '\\';
  }
  return true;
}
