/** What stands for a quotation, a place or a number where sentences are compared. */
const ANY = '…';

/**
 * The sentence of a verdict without what differs from reply to reply: names and quotations, numbers, and how many there are of a
 * thing. Two replies with one sentence failed for one reason. Linear.
 */
export function normalised(sentence: string): string {
  return (
    sentence
      .replace(/^(\d[\d,]{0,12} calls?): .{1,2000}?\.(?= |$)/u, `$1: ${ANY}.`)
      .replace(/\u2068[^\u2069]{0,2000}\u2069/g, ANY)
      .replace(/`[^`]{0,2000}`|“[^”]{0,2000}”|"[^"]{0,2000}"/g, ANY)
      .replace(/\b\d[\d,]{0,12}(?:\.\d{1,12})? (call|character|warning|bracket|line|time|repair)s?\b/g, `${ANY} $1s`)
      .replace(/(?<![A-Za-z])\d[\d,]{0,12}(?:\.\d{1,12})?(?:st|nd|rd|th)?\b/g, ANY)
      .replace(/\bthe client never receives (?:it|them)\b/g, 'the client never receives them')
      .replace(/\b(?:is|are) lost\b/g, 'are lost')
      .replace(/\breturns (?:it|them)\b/g, 'returns them')
      .replace(/,? ?\((?:the (?:end|start), )?line …(?:, column …)?\)/g, '')
      .replace(/^… calls: …\. ?/, '')
      // An ellipsis ends a sentence as well as a full stop does.
      .replace(/…\.(?= |$)/g, ANY)
  );
}

/** So much of a reply is its outline, in UTF-16 units. */
const OUTLINE = 96;

/** How a reply is built: its markers and keys, with the values left out. Replies with one outline look alike. */
export function outlineOf(text: string, at: number): string {
  const from = Math.max(0, at - OUTLINE / 2);
  return text
    .slice(from, from + 4 * OUTLINE)
    .replace(/("(?:[^"\\\n]|\\.){0,400}")(\s{0,4}:)?/g, (_, quoted: string, colon?: string) =>
      colon === undefined ? `"${ANY}"` : `${quoted}:`,
    )
    .replace(/-?\d[\d.]{0,40}/g, '0')
    .replace(/\s+/g, ' ')
    .slice(0, OUTLINE)
    .trim();
}
