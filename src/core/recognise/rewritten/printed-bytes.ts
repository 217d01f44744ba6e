import { decodeUtf8 } from '../../text/document/index.ts';
import { isWords } from '../bodies/lines.ts';
import { decodedString } from '../printed/index.ts';

/**
 * What was in the bytes that Python printed, a literal on each line, as `print(line)` and `print(response.content)` do; null for
 * any other text. Lines of words around them are what the program says besides. Linear.
 */
export function printedBytes(text: string): string | null {
  if (!/^\s{0,20}b["']/m.test(text)) return null;
  const lines = text.split('\n').flatMap((line) => (line.trim() !== '' && isWords(line) ? [] : [bytesOf(line.trim())]));
  return lines.includes(null) ? null : lines.join('\n');
}

function bytesOf(line: string): string | null {
  if (line === '') return '';
  const quote = line.charAt(1);
  const isLiteral = line.length > 2 && /^b["']/.test(line) && line.endsWith(quote);
  const decoded = isLiteral ? decodedString(line.slice(2, -1), quote) : null;
  // No character of bytes is above U+00FF: what is, was printed by something else.
  return decoded === null || /[^\0-\u00ff]/.test(decoded)
    ? decoded
    : decodeUtf8(Uint8Array.from(decoded, (one) => one.charCodeAt(0)));
}
