/**
 * How the tokens of a format are written where proxies, templates and models replaced their characters: the bar, once or
 * twice, and what is between two words.
 */
export interface Spelling {
  readonly bar: string;
  readonly gap: string;
}

const BARS = ['|', '｜', '||', '｜｜', '‖'];
const GAPS = ['_', '▁', ' ', '\\_'];

/** Characters that no token has. */
const BLANK: Spelling = { bar: '\0', gap: '\x01' };

/** A token, or a tag whose name begins with a word between bars. */
const BARRED = /^<\/?[|｜‖]/;
/** A token from its first bar to its last, or as far as it goes. */
const TOKEN = /<\/?[|｜‖]+[^<>|｜‖]*(?:[|｜‖]+>?)?|<[^<>|｜‖\s]+[|｜‖]+>/g;

/** An opener in another spelling than its own. */
export interface OtherSpelling {
  readonly spelling: Spelling;
  readonly text: string;
}

/** The other spellings of an opener; none where it has no bars. */
export function spellingsOf(opener: string): readonly OtherSpelling[] {
  if (!BARRED.test(opener)) return [];
  // Taken apart once: there are many openers, and the tools change with every key in their editor.
  const blank = respelt(opener, BLANK);
  const spelt = ({ bar, gap }: Spelling): string => blank.replaceAll(BLANK.bar, bar).replaceAll(BLANK.gap, gap);
  const own = spelt(ownSpelling(opener));
  const found = new Map<string, Spelling>();
  for (const bar of BARS)
    for (const gap of GAPS) {
      const spelling = { bar, gap };
      const text = spelt(spelling);
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
    return words.replaceAll(/[|｜‖]+/g, bar);
  });
}

/** A grammar whose literals are in a spelling. */
function respeltGrammar<T>(grammar: T, spelling: Spelling): T {
  if (typeof grammar === 'string') return (/[|｜‖]/.test(grammar) ? respelt(grammar, spelling) : grammar) as T;
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
