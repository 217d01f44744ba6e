import { withoutStack } from './status.ts';

const FENCE = /^[ \t]{0,8}(?:```|~~~)/;
/** What only a program has: statements, and a member of a call on a line of its own. */
const STATEMENT =
  /^[ \t]{0,24}(?:(?:const |let |var |val |final )?[\w.]{1,40}(?:: ?[\w[\]]{1,40})? ?:?= ?(?:await |new )?[\w.]{1,60}\(|(?:from \S{1,80} )?import [\w{*"']|(?:using|package|use) [\w.:]{2,80};?$|(?:for|if|while) .{1,80}[:{]$|(?:async )?(?:def|func|fn|function) \w|\w{1,40} ?= ?(?:["'][^\n"']{0,200}["']|[\w.]{1,60}),?\)?$)/;
/** What a person says of themselves is no line of an error. */
const PERSONS = /\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b/;

/**
 * What an error may go on with around its line: without its stack, the code and the words of a person. The names in these (`api_key`)
 * are of other things.
 */
export function wordsOfError(text: string): string {
  const kept: string[] = [];
  let block: string[] = [];
  let isFenced = false;
  const close = (): void => {
    // Who shows code in a fence shows the error in another one.
    if (!isFenced || !block.some((line) => STATEMENT.test(line))) kept.push(...block);
    block = [];
  };
  for (const line of withoutStack(text).split('\n')) {
    if (FENCE.test(line)) {
      close();
      isFenced = !isFenced;
    } else if (isFenced || !(STATEMENT.test(line) || PERSONS.test(line))) block.push(line);
  }
  close();
  return kept.join('\n');
}
