/** Tabs and lists of bookmarks show no more. In UTF-16 units. */
const LONGEST = 90;

/** The title of the tab: the answer in a few words before the name of the page, so that one of several links is found again. */
export function tabTitle(headline: string): string {
  const text = headline.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  if (text === '') return 'Callscope';
  return `${text.length <= LONGEST ? text : shortened(text.slice(0, LONGEST))} - Callscope`;
}

/** Up to the end of a sentence, where one has enough words. */
function shortened(text: string): string {
  return /^(.{20,})\. /.exec(text)?.[1] ?? `${text.replace(/\s\S*$/, '')}…`;
}
