/** What the page shows beside a reply, in the order in which it is missed. It comes after the first load. */
export const replyParts = [
  () => import('./calls/CallsPane.svelte'),
  () => import('./trace/Ladder.svelte'),
  () => import('./glance/RuntimeStrip.svelte'),
  () => import('./calls/LedgerBar.svelte'),
  () => import('./Drawers.svelte'),
  () => import('./WhyPane.svelte'),
  () => import('./ways-out/WaysOutList.svelte'),
] as const;
