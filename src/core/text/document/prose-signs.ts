import { endOfLine } from './line-end.ts';
import type { Span } from './span.ts';

/** Punctuation of a sentence that looks like that of ASCII: quotation marks, hyphens, and the signs and the space of Chinese and Japanese. */
const PUNCTUATION =
  /^[\u00ab\u00bb\u2010\u2011\u2018-\u201f\u2032\u2033\u2039\u203a\u2212\u3000\uff01\uff08\uff09\uff0c-\uff0f\uff1a\uff1b\uff1f\uff5e]$/u;

/** The signs of a call in a line: brackets, quotes and tags, a name in smart quotes before a colon, or a name or a label before a wide sign. */
const OF_CALL =
  /[{}[\]<>"=\\|\uff02\uff1c-\uff1e\uff3b\uff3d\uff5b-\uff5d]|[\u2018-\u201f']\s{0,4}[:\uff1a]|\w[(:\uff08\uff1a]/u;

/** Asks of spans in the order of a text whether each is punctuation of a line of words, where no call is. Linear. */
export function proseSigns(text: string): (span: Span) => boolean {
  let lineTo = -1;
  let isOfCall = false;
  return ({ from, to }) => {
    if (!PUNCTUATION.test(text.slice(from, to))) return false;
    if (from >= lineTo) {
      lineTo = endOfLine(text, from);
      isOfCall = OF_CALL.test(text.slice(text.lastIndexOf('\n', from - 1) + 1, lineTo));
    }
    return !isOfCall;
  };
}
