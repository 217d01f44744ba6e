import { excerpt, withPlace } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { rawTexts, type Value } from '../../index.ts';
import { stringsOf } from '../paste/answer.ts';
import type { Quoted, Said } from '../evidence.ts';
import { severalObjects } from './call-faults.ts';
import type { Reason } from '../findings/reason.ts';
import { ownFixes } from '../said/fixes.ts';

/** What the words of an error quote of a reply; null for nothing. */
export function quotedBy({ text, span }: Said): Quoted | null {
  const raw = rawTexts(text, { isMessage: true }).at(-1);
  return raw === undefined ? null : { text: raw.text, span, ...(raw.part === undefined ? {} : { part: raw.part }) };
}

/** The likeliest reason with what is wrong with the arguments that are quoted, where they are to blame: it says more than that something is. */
export function withQuotedFault(reasons: readonly Reason[], quoted: Quoted | null): readonly Reason[] {
  const [first, ...others] = reasons;
  const isToBlame = first?.cause === 'damaged' || first?.cause === 'arguments';
  const says = quoted?.part === 'arguments' && isToBlame ? argumentsFault(quoted.text) : null;
  // No model writes two objects for one call: who collects the pieces of a stream makes one of two.
  const objects = says === null ? 0 : severalObjects((quoted?.text ?? '').trim());
  if (objects > 1)
    return [
      {
        cause: 'stream',
        says: `The arguments are ${String(objects)} objects in a row: calls were joined.`,
        fix: ownFixes.joined,
      },
      ...reasons,
    ];
  return first === undefined || says === null ? reasons : [{ ...first, says, span: quoted?.span ?? null }, ...others];
}

/** Why the arguments of a call are no JSON, as a sentence; null where they are. */
export function argumentsFault(text: string): string | null {
  const reading = readJson(text);
  if (reading.ok) return null;
  const at = text.search(/[{[]/);
  const head = at < 0 ? text : text.slice(0, at);
  if (head.trim() !== '' && (at < 0 || readJson(text.slice(at)).ok)) {
    const words = excerpt(head.trim().replace(/[.:!?]+$/, ''), 0, head.length).replaceAll('`', "'");
    return at < 0
      ? `The arguments of the call are words and no JSON: \`${words}\`.`
      : `Words are before the JSON of the arguments: \`${words}\`.`;
  }
  const { code, expected, at: place } = reading.error;
  if (code === 'unexpected-end') return 'The arguments of the call are no JSON: they end too early.';
  if (expected === 'end') return `${withPlace('Text follows the JSON of the arguments', text, place)}.`;
  return `${withPlace('The arguments of the call are no JSON', text, place)}.`;
}

/** The member of the request that the error names as `param`, as OpenAI and those who copy it do. */
export function blamed(value: Value | null): readonly Reason[] {
  const param = value === null ? '' : (stringsOf(value).find(({ key }) => key === 'param')?.text ?? '');
  if (/^(?:tools|functions)\b/.test(param))
    return [{ cause: 'schema', says: `The error names \`${param}\`.`, fix: ownFixes.definition }];
  if (!/^(?:messages|input)\b/.test(param)) return [];
  // What Python says of a null where it goes through a list, which Cerebras and others pass on.
  const isNull =
    value !== null && stringsOf(value).some(({ text }) => /'NoneType' object is not (?:iter|subscript)able/.test(text));
  return isNull
    ? [{ cause: 'client', says: 'A message has `null` where the server takes a list or a text.', fix: ownFixes.noNull }]
    : [{ cause: 'client', says: `The error names \`${param}\`.`, fix: ownFixes.message }];
}
