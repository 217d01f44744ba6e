import { diagnose, type DiagnoseOptions } from '../diagnose/index.ts';
import type { Diagnosis, Extraction } from '../trace/index.ts';

/**
 * What broke a call, in words that do not depend on where a parser noticed it: one cause is one group, however many messages a parser
 * has for it. Null where the parser's own message says more.
 */
export function causeOf({ code, message }: Pick<Diagnosis, 'code' | 'message'>): string | null {
  if (code === 'D27') return 'The text is cut off inside of a call.';
  const repairs = /^The JSON is invalid: .{1,2000}\. Callscope can repair it \(([A-Za-z,; -]{1,400})\)\.$/.exec(
    message,
  )?.[1];
  return repairs === undefined ? null : `The JSON is invalid: ${repairs}.`;
}

/**
 * What is wrong with a reply, first that it is cut off: where the text ends after a whole value, a parser sees only that brackets are
 * missing, and closing them would give a call that lacks the rest.
 *
 * @param meant what our own readers make of it
 */
export function cutFirst(
  diagnoses: readonly Diagnosis[],
  meant: Extraction,
  { tools, isStopped = false }: Pick<DiagnoseOptions, 'tools' | 'isStopped'>,
): readonly Diagnosis[] {
  const [first, ...others] = diagnoses;
  if (isStopped || first?.code !== 'D09' || meant.incomplete.length === 0) return diagnoses;
  if (meant.document.slice(first.span.to).trim() !== '') return diagnoses;
  const cut = diagnose(meant, { runtime: 'auto', ...(tools === undefined ? {} : { tools }) }).find(
    ({ code }) => code === 'D27',
  );
  return cut === undefined ? diagnoses : [cut, ...others];
}

/** What a verdict says of characters that nobody gets. */
export function lostPart(reason: string): string {
  return /\d[\d,]{0,12} characters? (?:is|are) lost: .*$/.exec(reason)?.[0] ?? '';
}
