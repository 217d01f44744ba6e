/**
 * One spelling of the tokens of a format. Proxies, templates and models replace two things in a token: the bar, which may be
 * doubled, and the gap between two words.
 */
export interface Spelling {
  readonly bar: string;
  readonly gap: string;
}

const BARS = ['|', '｜', '||', '｜｜', '‖'];
/** Bars with blanks around them: `< | DSML | invoke`. */
const BLANK_BARS = [' | ', ' ｜ '];
const GAPS = ['_', '▁', ' ', '\\_'];

/** Placeholders: no token has these characters. */
const BLANK: Spelling = { bar: '\0', gap: '\x01' };

/** A token, or a tag whose name begins with a word between bars. */
const BARRED = /^<\/?[|｜‖]/;
/** A token from its first bar to its last, or as far as it goes. */
const TOKEN = /<\/? ?[|｜‖]+[^<>|｜‖]*(?:[|｜‖]+ ?>?)?|<[^<>|｜‖\s]+[|｜‖]+>/g;

/** An opener in another spelling. */
export interface OtherSpelling {
  readonly spelling: Spelling;
  readonly text: string;
}

/** The other spellings of an opener; none if it has no bars. */
export function spellingsOf(opener: string): readonly OtherSpelling[] {
  if (!BARRED.test(opener)) return [];
  // The opener is taken apart only once: there are many openers, and each keystroke in the tools changes them.
  const blank = respelt(opener, BLANK);
  const spelt = ({ bar, gap }: Spelling): string => blank.replaceAll(BLANK.bar, bar).replaceAll(BLANK.gap, gap);
  const own = spelt(ownSpelling(opener));
  const found = new Map<string, Spelling>();
  const spellings = [
    ...BARS.flatMap((bar) => GAPS.map((gap) => ({ bar, gap }))),
    ...BLANK_BARS.map((bar) => ({ bar, gap: '_' })),
  ];
  for (const spelling of spellings) {
    const text = spelt(spelling);
    if (text !== opener && text !== own && !found.has(text)) found.set(text, spelling);
  }
  return [...found].map(([text, spelling]) => ({ text, spelling }));
}

/** The spelling that a literal has. */
export function ownSpelling(literal: string): Spelling {
  return { bar: literal.includes('｜') ? '｜' : '|', gap: literal.includes('▁') ? '▁' : '_' };
}

/** Rewrites the tokens of a text in a spelling. Only gaps between bars change. */
export function respelt(text: string, { bar, gap }: Spelling): string {
  return text.replace(TOKEN, (token) => {
    const words = token.endsWith('>') ? token.replaceAll(/\\_|[_▁]| (?=[a-z])/g, () => gap) : token;
    return words.replaceAll(/^<\/? /.test(token) ? / ?[|｜‖]+ ?/g : /[|｜‖]+/g, bar);
  });
}

/** Rewrites all literals of a grammar in a spelling. */
function respeltGrammar<T>(grammar: T, spelling: Spelling): T {
  if (typeof grammar === 'string') return (/[|｜‖]/.test(grammar) ? respelt(grammar, spelling) : grammar) as T;
  if (Array.isArray(grammar)) return [...new Set(grammar.map((one: unknown) => respeltGrammar(one, spelling)))] as T;
  if (typeof grammar !== 'object' || grammar === null || grammar instanceof RegExp) return grammar;
  return Object.fromEntries(Object.entries(grammar).map(([key, one]) => [key, respeltGrammar(one, spelling)])) as T;
}

/** Returns the reader for a spelling of a grammar. A reader is made when a block first has its spelling. */
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
