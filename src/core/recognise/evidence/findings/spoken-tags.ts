import type { Finding } from './finding.ts';
import type { Reason } from './reason.ts';

/** Reasoning that names the tags of calls as words: in code spans, in pairs with a word between them, or with dots for a name. */
const SPOKEN =
  /<think>(?:(?!<\/think>)[^]){0,6000}?(?:`<\/?\|?(?:tool|function|parameter)[^`\n]{0,60}>`|<\|?(?:tool_call|function)\w{0,10}\|?>`? (?:and|or|to|tags?|blocks?)\b|<function=\.{2,3}>)/;

const TAKEN: Reason = {
  cause: 'in-reasoning',
  says: 'The reasoning speaks of the tags of calls, and the reader may have taken that for a call.',
  fix: 'Turn thinking off for this conversation or keep such tags out of it, and update the server.',
};

/** Of a call that could not be read, and of which nothing is there but reasoning about calls: nobody wrote one. Source: lmstudio-bug-tracker#1592 */
export function withSpokenTags(
  { did, call }: Pick<Finding, 'did' | 'call'>,
  reasons: readonly Reason[],
  text: string,
): readonly Reason[] | null {
  const [first] = reasons;
  const isUnread = did === 'error' && call === null && (first?.cause === 'damaged' || first?.cause === 'cut');
  return isUnread && SPOKEN.test(text) ? [TAKEN, ...reasons] : null;
}
