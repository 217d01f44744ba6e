/**
 * How the tokens of a format are written where proxies, templates and models replaced their characters: the bar, once or
 * twice, and what is between two words.
 */
export interface Spelling {
  readonly bar: string;
  readonly gap: string;
}

const BARS = ['|', '｜', '||', '｜｜'];
const GAPS = ['_', '▁', ' ', '\\_'];

/** A token, or a tag whose name begins with a word between bars. */
const BARRED = /^<\/?[|｜]/;
/** A token from its first bar to its last, or as far as it goes. */
const TOKEN = /<\/?[|｜]+[^<>|｜]*(?:[|｜]+>?)?|<[^<>|｜\s]+[|｜]+>/g;

/** The other spellings of an opener, with the texts they give it; none where it has no bars. */
export function spellingsOf(opener: string): readonly { readonly spelling: Spelling; readonly text: string }[] {
  if (!BARRED.test(opener)) return [];
  const own = respelt(opener, ownSpelling(opener));
  const found = new Map<string, Spelling>();
  for (const bar of BARS)
    for (const gap of GAPS) {
      const spelling = { bar, gap };
      const text = respelt(opener, spelling);
      if (text !== opener && text !== own && !found.has(text)) found.set(text, spelling);
    }
  return [...found].map(([text, spelling]) => ({ text, spelling }));
}

/** How a literal is written itself. */
export function ownSpelling(literal: string): Spelling {
  return { bar: literal.includes('｜') ? '｜' : '|', gap: literal.includes('▁') ? '▁' : '_' };
}

/** The tokens of a text in a spelling. Gaps are those between the bars. */
export function respelt(text: string, { bar, gap }: Spelling): string {
  return text.replace(TOKEN, (token) => {
    const words = token.endsWith('>') ? token.replaceAll(/\\_|[_▁]| (?=[a-z])/g, () => gap) : token;
    return words.replaceAll(/[|｜]+/g, bar);
  });
}

/** A grammar whose literals are in a spelling. */
function respeltGrammar<T>(grammar: T, spelling: Spelling): T {
  if (typeof grammar === 'string') return (/[|｜]/.test(grammar) ? respelt(grammar, spelling) : grammar) as T;
  if (Array.isArray(grammar)) return [...new Set(grammar.map((one: unknown) => respeltGrammar(one, spelling)))] as T;
  if (typeof grammar !== 'object' || grammar === null || grammar instanceof RegExp) return grammar;
  return Object.fromEntries(Object.entries(grammar).map(([key, one]) => [key, respeltGrammar(one, spelling)])) as T;
}

/** A reader for each spelling of a grammar, made when a block is first written in it. */
export function inEachSpelling<Grammar, Reader>(
  grammar: Grammar,
  make: (grammar: Grammar) => Reader,
): (spelling: Spelling | null) => Reader {
  const own = make(grammar);
  const others = new Map<string, Reader>();
  return (spelling) => {
    if (spelling === null) return own;
    const id = `${spelling.bar} ${spelling.gap}`;
    const known = others.get(id);
    if (known !== undefined) return known;
    const made = make(respeltGrammar(grammar, spelling));
    others.set(id, made);
    return made;
  };
}
