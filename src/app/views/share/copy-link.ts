import { toClipboard } from '../../kit/clipboard.ts';
import { isLinkable } from '../../export/kind.ts';
import { leavesRuns, linkedFields } from '../../export/linked-fields.ts';
import { permalinkOf } from '../../export/permalink-of.ts';
import { privateFindings } from '../../export/private-findings.ts';
import { Sharing } from '../../export/sharing.svelte.ts';
import { activeFields } from '../../page/active-tools.ts';
import { linkHolds } from '../../page/fields.ts';
import { sharedAddress } from '../learn/lessons/lesson-address.ts';
import { Lessons } from '../learn/lessons/lessons.svelte.ts';
import type { Page } from '../../context.ts';

/**
 * Copies the link of the page. `show` opens the dialog instead where there is something to decide first: the case holds what
 * looks private, its link is too long or leaves out what was pasted, or the browser refuses.
 *
 * @param address that of the page without its fragment
 */
export async function copyLink(page: Page, address: string, show: () => void): Promise<void> {
  const { session } = page;
  const { view, layout } = session.fields;
  if (layout.learn.lesson !== '' && view !== 'formats') {
    const lesson = sharedAddress(page.of(Lessons), false);
    if (lesson !== null && (await toClipboard(lesson)))
      session.say({ kind: 'link', tone: 'info', text: 'Link copied. It opens the lesson.' });
    else show();
    return;
  }
  const kept = linkedFields(activeFields(session.kept));
  const link = permalinkOf(kept, address);
  const undecided = page.of(Sharing).undecided(privateFindings(session.fields));
  if (undecided.length > 0 || !isLinkable(link) || linkHolds(kept) !== 'all') {
    show();
    return;
  }
  if (await toClipboard(link))
    session.say({
      kind: 'link',
      tone: 'info',
      text: `Link copied. It holds the ${leavesRuns(kept) ? 'experiment without its runs' : 'whole case'}.`,
    });
  else show();
}
