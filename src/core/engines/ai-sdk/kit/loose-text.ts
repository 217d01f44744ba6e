const NAME = /^\s*([A-Za-z0-9_:-]+)/;

/** Whether text is outside of all elements of a fragment; false where its tags are wrong before that. */
export function hasLooseText(fragment: string): boolean {
  const open: string[] = [];
  let at = 0;
  while (at < fragment.length) {
    const from = fragment.indexOf('<', at);
    if (open.length === 0 && fragment.slice(at, from < 0 ? fragment.length : from).trim() !== '') return true;
    if (from < 0) return false;
    const special = specialEnd(fragment, from);
    if (special < 0) return false;
    if (special > 0) {
      at = special;
      continue;
    }
    const end = fragment.indexOf('>', from + 1);
    const tag = fragment.slice(from + 1, end).trim();
    const isClosing = tag.startsWith('/');
    const name = NAME.exec(isClosing ? tag.slice(1) : tag)?.[1];
    if (end < 0 || name === undefined || (isClosing && open.pop() !== name)) return false;
    if (!isClosing && !tag.endsWith('/')) open.push(name);
    at = end + 1;
  }
  return false;
}

const SPECIAL: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** Past a comment or its like; 0 where none begins, -1 where it has no end. */
function specialEnd(fragment: string, from: number): number {
  const special = SPECIAL.find(([opener]) => fragment.startsWith(opener, from));
  if (special === undefined) return 0;
  const [opener, closer] = special;
  const end = fragment.indexOf(closer, from + opener.length);
  return end < 0 ? -1 : end + closer.length;
}
