const HEAD = /^\*\*(User|Assistant):\*\*[ \t]*$/gm;

/** A conversation is longer than this many turns nowhere. */
const MOST_TURNS = 20_000;

/**
 * A task that Cline, Roo Code or one of their forks has exported, as the messages of a request after the words before it; null for
 * any other text. Linear.
 */
// Source: cline src/integrations/misc/export-markdown.ts, which puts `---` between the turns
export function exportedTask(text: string): string | null {
  const heads = text.includes('**Assistant:**') ? [...text.matchAll(HEAD)].slice(0, MOST_TURNS) : [];
  const [first] = heads;
  if (first === undefined || !['User', 'Assistant'].every((role) => heads.some(({ 1: said }) => said === role)))
    return null;
  const turns = heads.map(({ 0: head, 1: role, index }, at) => ({
    role: role === 'User' ? 'user' : 'assistant',
    content: text
      .slice(index + head.length, heads[at + 1]?.index)
      .trim()
      .replace(/\n+---$/, ''),
  }));
  const before = text.slice(0, first.index).trim();
  return `${before === '' ? '' : `${before}\n\n`}${JSON.stringify(turns)}\n`;
}
