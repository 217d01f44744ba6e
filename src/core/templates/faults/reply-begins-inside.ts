import { inCode } from './fault-words.ts';
import { openerLeftOpen } from './open-reasoning.ts';
import { stepPlace } from './prompt-places.ts';
import type { FaultRule, Found } from './rule.ts';
import type { Rendered } from './subject.ts';

/** What the end of a prompt opens, after the last text of a message; null where it opens nothing. */
export function openedAtEnd({
  rendering,
}: Pick<Rendered, 'rendering'>): { readonly open: string; readonly close: string; readonly from: number } | null {
  const { prompt, pieces } = rendering;
  const last = pieces.findLast(
    ({ origin }) => origin.kind === 'value' && origin.path[0] === 'messages' && origin.path.at(-1) === 'content',
  );
  const from = last?.to ?? 0;
  const opened = openerLeftOpen(prompt.slice(from));
  return opened === null ? null : { open: opened.open, close: opened.close, from: from + opened.at };
}

/** The prompt holds the opener, so the reply has only the closer. A reader that waits for the opener finds no reasoning. */
export const replyBeginsInside: FaultRule = {
  code: 'reply-begins-inside',
  find(subject): readonly Found[] {
    for (const rendered of subject.whole) {
      const opened = openedAtEnd(rendered);
      if (opened === null) continue;
      const { conversation, rendering } = rendered;
      const range = { from: opened.from, to: rendering.prompt.length };
      return [
        {
          level: 'caution',
          message: `The prompt ends inside ${inCode(opened.open)}, so a reply does not contain that marker.`,
          at: stepPlace(subject, rendered, opened.from),
          shows: { conversation, range },
          remedy: `Choose a parser that expects replies to begin inside ${inCode(opened.open)}.`,
          edits: [],
        },
      ];
    }
    return [];
  },
};
