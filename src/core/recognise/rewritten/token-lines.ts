import { sharedStart } from '../../text/document/index.ts';
import { anyNumbers } from '../frame/record-head.ts';
import { hasMarkup } from '../markup.ts';
import { decodedString } from '../printed/index.ts';

/** Fewer are words in a list; longer ones, in UTF-16 units and on average, are no tokens. */
export const FEWEST_TOKENS = 6;
const LONGEST_TOKEN = 12;

/** The text of tokens; null where they are no tokens of a reply with the signs of a call, or with those given. */
export function joinedTokens(listed: readonly (string | null)[], signs?: RegExp): string | null {
  const tokens = listed.filter((token) => token !== null);
  const joined = tokens.join('');
  if (tokens.length < Math.max(FEWEST_TOKENS, listed.length) || joined.length > LONGEST_TOKEN * tokens.length)
    return null;
  // No model has one token for a tag with a name in it: those are the lines of a reply.
  if (tokens.some((token) => /^<\w{1,20}[= ][^<>]{2,}>$/.test(token))) return null;
  const isCall = hasMarkup(joined) || signs?.test(joined) === true;
  return isCall && tokens.some((token) => /^(?:\s?\w+$|_\w)/.test(token)) ? joined : null;
}

/** Longer texts have no line for each token. In UTF-16 units. */
const LONGEST_LOG = 200_000;
const TOKEN = /^([^'"\n]{0,60})(["'])((?:\\.|(?!\2)[^\\])*)\2[^'"\n]{0,80}$/;

/** The token on each line, after what all lines begin with. */
export function tokensOfLines(text: string): readonly (string | null)[] {
  const lines = text.length > LONGEST_LOG ? [] : text.split('\n').flatMap((line) => line.trim() || []);
  const found = lines.map((line) => TOKEN.exec(line));
  const words = new Set(found.map((one) => one?.[1]?.replaceAll(/[\d\s]/g, '')));
  if (words.size > 1 || found.includes(null)) return lines.length < FEWEST_TOKENS ? [] : unquotedTokens(text);
  return found.map((one) => one && decodedString(one[3] ?? '', one[2] ?? ''));
}

/** What is after the words that all lines share, but for numbers: `token: _call`. A line end that is a token leaves a blank line. */
function unquotedTokens(text: string): readonly string[] {
  const lines = text.trimEnd().split(/\r?\n/);
  // The last token may be empty.
  const filled = lines
    .filter((line) => !/(?:^|[:=>|])\s*$/.test(line))
    .map((line) => line.slice(0, 120).replaceAll(/\d+/g, '0'));
  const shared = filled.reduce((head, other) => head.slice(0, sharedStart(head, other)), filled[0] ?? '');
  const words = /^.*[:=>|] ?/.exec(shared)?.[0] ?? '';
  if (words === '') return [];
  const before = new RegExp(`^${anyNumbers(words).replace(/ $/, ' ?')}`);
  return lines.map((line) => (line.trim() === '' ? '\n' : line.replace(before, '')));
}
