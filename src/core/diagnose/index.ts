import type { Diagnosis, Extraction } from '../extraction.ts';
import { brokenPayload, indentedCloser, mentionClaimsText, missingCloser, oneLineFence } from './fence.ts';
import {
  draftedCall,
  emptyArguments,
  ignoredKey,
  nameWithoutAt,
  proseAroundJson,
  refusedKey,
  unrecognisedShape,
} from './payload.ts';
import { triggerOf, type Rule } from './rule.ts';

/** THE list of rules, the likeliest cause first: the page offers the edit of the first diagnosis beside the answer. */
const rules: readonly Rule[] = [
  indentedCloser,
  brokenPayload,
  oneLineFence,
  missingCloser,
  mentionClaimsText,
  proseAroundJson,
  unrecognisedShape,
  refusedKey,
  ignoredKey,
  emptyArguments,
  draftedCall,
  nameWithoutAt,
];

/** As many as a reader can use; a reply with a thousand faults has the same fault a thousand times. */
const LIMIT = 12;
/** How often one rule is asked. A rule may read the text behind its step, so this keeps all of it linear. */
const TRIES = 4;

/** Why something was not extracted, or not as it was meant. Looks at the steps, and into the text only where they point. */
export function diagnose(extraction: Extraction): Diagnosis[] {
  const tries = rules.map((rule) => ({ rule, left: TRIES, found: [] as Diagnosis[] }));
  for (const event of extraction.trace) {
    const trigger = triggerOf(event);
    if (trigger === null) continue;
    for (const one of tries) {
      if (one.rule.on !== trigger || one.left === 0) continue;
      one.left -= 1;
      const diagnosis = one.rule.find(event, extraction);
      if (diagnosis !== null) one.found.push(diagnosis);
    }
  }
  return tries.flatMap(({ found }) => found).slice(0, LIMIT);
}
