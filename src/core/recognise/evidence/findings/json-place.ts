import type { Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { jsonErrorText } from '../../../trace/index.ts';
import type { EvidenceRow } from '../evidence.ts';

/** Where Python's `json` stopped: `Expecting ',' delimiter: line 1 column 71 (char 70)`. */
const STOPPED =
  /\b(?:Expecting [^\n:]{3,60}|Extra data|Invalid [^\n:]{3,40}|Illegal trailing comma[^\n:]{0,40}): line \d{1,6} column \d{1,6} \(char (\d{1,6})\)/;

/**
 * The rows of causes with the place in the reply at which a client of Python could not read it, where its error names that place: the
 * text as a whole, or from its first `{` to its last `}`, as Open WebUI cuts it.
 */
export function withJsonPlace(
  rows: readonly EvidenceRow[],
  error: string,
  reply: string | null,
  content: string,
): readonly EvidenceRow[] {
  const first = rows.findIndex(({ wantsPlace }) => wantsPlace === true);
  const at = STOPPED.exec(error)?.[1];
  const found = first < 0 || at === undefined || reply === null ? null : brokenAt(reply, Number(at));
  if (found === null) return rows;
  const count = found.isCut ? ' The error counts from the first `{` of the reply.' : '';
  const says = `The JSON of the reply is invalid: ${found.fault}.${count}`;
  const span = placeOf(content, found.shown) ?? rows[first]?.span ?? null;
  return rows.map((row, index) => (index === first ? { ...row, says, span } : row));
}

interface Broken {
  /** With its line and its column. */
  readonly fault: string;
  /** What ends there. */
  readonly shown: string;
  /** Whether words before the object are left out. */
  readonly isCut: boolean;
}

function brokenAt(reply: string, at: number): Broken | null {
  const from = reply.indexOf('{');
  for (const text of [reply.slice(Math.max(0, from), reply.lastIndexOf('}') + 1), reply]) {
    const read = /^\s*[{[]/.test(text) ? readJson(text) : null;
    if (read === null || read.ok) continue;
    const { error } = read;
    // Since 3.13 Python names the comma, and not what is after it.
    const comma = /,\s{0,20}$/.exec(text.slice(0, error.at))?.index;
    if (error.at !== at && comma !== at) continue;
    const told = jsonErrorText(text, error.at, error);
    const isTrailing = comma !== undefined && /[}\]]/.test(text.charAt(error.at));
    const fault = isTrailing
      ? told.replace(/^.* (?=\(line )/, `a comma is before \`${text.charAt(error.at)}\` `)
      : told;
    return { fault, shown: text.slice(Math.max(0, error.at - 16), error.at + 1), isCut: text !== reply && from > 0 };
  }
  return null;
}

/** Where something is in what was pasted, if once; where its quotes are escaped there, what is after them. What is short says nothing. */
function placeOf(content: string, shown: string): Span | null {
  for (const part of [shown, shown.slice(shown.lastIndexOf('"') + 1)]) {
    const from = part.length < 4 ? -1 : content.indexOf(part);
    if (from >= 0 && !content.includes(part, from + 1)) return { from, to: from + part.length };
  }
  return null;
}
