import { toClipboard } from '../../kit/clipboard.ts';
import { isLinkable } from '../../export/kind.ts';
import { permalinkOf } from '../../export/permalink-of.ts';
import { privateFindings } from '../../export/private-findings.ts';
import { Sharing } from '../../export/sharing.svelte.ts';
import { linkHolds } from '../../page/fields.ts';
import type { Page } from '../../context.ts';

/**
 * Copies the link of the page. `show` opens the dialog instead where there is something to decide first: the case holds what
 * looks private, its link is too long or leaves out what was pasted, or the browser refuses.
 *
 * @param address that of the page without its fragment
 */
export async function copyLink(page: Page, address: string, show: () => void): Promise<void> {
  const { session } = page;
  const link = permalinkOf(session.kept, address);
  const undecided = page.of(Sharing).undecided(privateFindings(session.fields));
  if (undecided.length > 0 || !isLinkable(link) || linkHolds(session.kept) !== 'all') {
    show();
    return;
  }
  if (await toClipboard(link))
    session.say({ kind: 'link', tone: 'info', text: 'Link copied. It holds the whole case.' });
  else show();
}
