/** A piece of a TypeScript source; white space is none. */
export interface Token {
  readonly kind: 'word' | 'string' | 'comment' | 'mark';
  readonly from: number;
  readonly to: number;
}

const WORD = /[\w$\u00a1-\uffff]/;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const from = at;
    const character = text[at] as string;
    if (character === '/' && text[at + 1] === '/') {
      at = endOr(text.indexOf('\n', at), text);
      tokens.push({ kind: 'comment', from, to: at });
    } else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      at = end === -1 ? text.length : end + 2;
      tokens.push({ kind: 'comment', from, to: at });
    } else if (character === '"' || character === "'" || character === '`') {
      at = stringEnd(text, at);
      tokens.push({ kind: 'string', from, to: at });
    } else if (WORD.test(character)) {
      while (at < text.length && WORD.test(text[at] as string)) at += 1;
      tokens.push({ kind: 'word', from, to: at });
    } else {
      at += 1;
      if (character.trim() !== '') tokens.push({ kind: 'mark', from, to: at });
    }
  }
  return tokens;
}

function endOr(found: number, text: string): number {
  return found === -1 ? text.length : found;
}

function stringEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || (text[at] === '\n' && quote !== '`')) return at + 1;
  }
  return text.length;
}
