import type { Finding } from './finding.ts';
import type { Reason } from './reason.ts';

/** How parsers of JSON say that a text ends inside of a string, with the place of its end where they tell it. */
// Source: serde_json src/error.rs, V8 messages, JavaScriptCore, CPython json/decoder.py, Jackson, System.Text.Json
const ENDED =
  /\bEOF while parsing a string at line \d{1,6} column (\d{1,9})|\bUnterminated string in JSON at position (\d{1,9})|\bUnterminated string starting at\b|\bJSON Parse error: Unterminated string\b|\bUnexpected end-of-input in VALUE_STRING\b|\bExpected end of string, but instead reached end of data\b/;

/** Nobody sets a limit below which the arguments end here. In characters. */
const SHORTEST = 200;

/** The settings of clients that limit what a model writes. Source: goose docs/guides/environment-variables, claude-code#25569 */
const LIMIT = /\b(?:GOOSE_MAX_TOKENS|CLAUDE_CODE_MAX_OUTPUT_TOKENS)\b/;

/**
 * The reasons for arguments that a client could not read, where its parser says that they end inside of a string: most often a limit
 * of the output cut them off. Null for others.
 *
 * @param words what is around the values of the paste
 */
export function endedInString(
  { did }: Pick<Finding, 'did'>,
  reasons: readonly Reason[],
  words: string,
): readonly Reason[] | null {
  const ended = did === 'calls' && reasons[0]?.cause === 'arguments' ? ENDED.exec(words) : null;
  if (ended === null) return null;
  const at = ended[1] ?? ended[2];
  if (at !== undefined && Number(at) < SHORTEST) return null;
  const limit = LIMIT.exec(words)?.[0];
  const says = 'The arguments of the call end inside a string: a limit of the output may have cut them off.';
  const raise =
    limit === undefined ? 'Raise the token limit of the request (`max_tokens`)' : `Raise or remove \`${limit}\``;
  return [
    {
      cause: 'cut',
      says,
      headline: says,
      fix: `${raise}, and look at the limit of the server. Or ask for the text in smaller pieces. Do not run the call.`,
    },
    ...reasons.filter(({ cause }) => cause !== 'cut'),
  ];
}
