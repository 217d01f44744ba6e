import { sharedStart } from '../../text/document/index.ts';

/** How much of a line is looked at. */
export const HEAD = 240;

/** How the head of a record begins: with a word, or in brackets. A value and markup begin otherwise. */
const RECORD = /^(?:\w|\[\w[^\]\n]{0,80}\])/;
/** What no program begins a record with: the end of one, the inside of a value, a stack, a step of a model. */
const INNER =
  /^(?:$| {2,200}\S|Traceback \(|[{}[\]<│┃]|```|"\w[^"\n]{0,80}" ?:|(?:Thought|Action|Action Input): |(?:[-*] )?\*\*\w[\w ]{0,30}(?::\*\*|\*\*:) )/;
const SHORTEST_RECORD = 8;

/** Whether a line says that lines were left out. */
export function isLeftOut(line: string): boolean {
  return /^\s{0,8}\[?(?:\.{3}|…)\]?\s*$/.test(line);
}

/**
 * What a program of one's own logs before every line, whatever it is: the head that all lines share, but for numbers. Null where
 * the lines may be records of their own.
 *
 *     2026-11-20 10:11:12,123 - agent - INFO - {
 *     2026-11-20 10:11:12,124 - agent - INFO -   "id": "chatcmpl-1"
 */
export function recordPrefix(all: readonly string[]): RegExp | null {
  const lines = all.filter((line) => !isLeftOut(line));
  if (lines.length < 2 || !RECORD.test(lines[0] ?? '')) return null;
  // An empty record may have lost the blank after its head.
  const heads = lines.map((line) => `${line} `.slice(0, HEAD).replaceAll(/\d+/g, '0'));
  const shared = heads.reduce((head, other) => head.slice(0, sharedStart(head, other)));
  // Values, bold words and the fields of a stream are no part of the head, however alike they begin.
  const [before = ''] = shared.split(
    /(?:data|event|id): |\{(?!\w{1,60}\.py:0\})|["'<]|(?<=[\]:>|-] )(?=(?:[-*] )?\*\*)/,
    1,
  );
  const [head = ''] = /^.*[\]:>|Z0-] +/.exec(before) ?? [];
  if (head.length < SHORTEST_RECORD || !/0|[A-Z]{4}/.test(head)) return null;
  const pattern = new RegExp(`^${anyNumbers(head.trimEnd())}(?:${head.slice(head.trimEnd().length)}|\\s*$)`);
  const inner = lines.filter((line) => INNER.test(line.replace(pattern, ''))).length;
  return inner > 0 && (lines.length > 2 || inner === lines.length) ? pattern : null;
}

/** The source of a pattern for a text in which numbers may be others. */
export function anyNumbers(text: string): string {
  return text.replaceAll(/[^\w\s]/g, '\\$&').replaceAll(/\d+/g, '\\d+');
}
