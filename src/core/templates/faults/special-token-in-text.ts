import type { JsonPath } from '../../text/json/index.ts';
import { conversationName, inCode } from './fault-words.ts';
import { stepPlace } from './prompt-places.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, rangeOf, type Rendered, type Subject } from './subject.ts';
import { constantText } from './walk.ts';

/** The longest special token, in UTF-16 units. */
const LONGEST_TOKEN = 40;

/** Text of a user, a tool or a definition holds a token with which the template ends or begins a turn. */
export const specialTokenInText: FaultRule = {
  code: 'special-token-in-text',
  find(subject): readonly Found[] {
    const tokens = tokensOf(subject);
    const seen = new Set<string>();
    return subject.whole.flatMap((rendered) => tokensIn(subject, rendered, tokens, seen));
  },
};

/** @param seen what was found in whose text */
function tokensIn(subject: Subject, rendered: Rendered, tokens: ReadonlySet<string>, seen: Set<string>): Found[] {
  const { conversation, rendering, messages } = rendered;
  const texts: { readonly path: JsonPath; readonly whose: string }[] = messages.flatMap(({ role }, index) =>
    role === 'user' || role === 'tool'
      ? [{ path: ['messages', index, 'content'], whose: role === 'user' ? 'The user' : 'The result of a tool' }]
      : [],
  );
  return [...texts, { path: ['tools'], whose: 'The definition of a tool' }].flatMap(({ path, whose }): Found[] => {
    const area = rangeOf(piecesOf(rendered, path));
    if (area === null) return [];
    const found = tokenIn(rendering.prompt, area.from, area.to, tokens);
    if (found === null || seen.has(`${whose} ${found.token}`)) return [];
    seen.add(`${whose} ${found.token}`);
    return [
      {
        level: 'fault',
        message: `${whose} writes ${inCode(found.token)} in ${conversationName(conversation)}: servers may read it as a special token.`,
        at: stepPlace(subject, rendered, found.at),
        shows: { conversation, range: { from: found.at, to: found.at + found.token.length } },
        remedy: `Remove ${inCode(found.token)} from the text before you send it.`,
        edits: [],
      },
    ];
  });
}

function tokenIn(
  text: string,
  from: number,
  to: number,
  tokens: ReadonlySet<string>,
): { readonly token: string; readonly at: number } | null {
  for (let at = from; at < to; at += 1) {
    const end = endOfToken(text, at, to);
    if (end === null) continue;
    const token = text.slice(at, end);
    if (tokens.has(token)) return { token, at };
  }
  return null;
}

/** Special tokens that the template writes, and those that begin and end a text. */
function tokensOf({ expressions, statements, options }: Subject): ReadonlySet<string> {
  const found = new Set<string>();
  const read = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const end = endOfToken(text, at, text.length);
      if (end !== null && isSpecial(text.slice(at, end))) found.add(text.slice(at, end));
    }
  };
  for (const { statement } of statements) if (statement.kind === 'data') read(statement.text);
  for (const { expression } of expressions) read(constantText(expression) ?? '');
  for (const name of ['bos_token', 'eos_token']) {
    const value = options.variables?.get(name);
    if (typeof value === 'string' && value !== '') found.add(value);
  }
  return found;
}

/** `<|im_end|>`, `<｜User｜>`, `</s>`, `<start_of_turn>`, `[INST]`, but no tag of a document and no word of prose. */
function isSpecial(token: string): boolean {
  const inner = token.slice(1, -1);
  if (token.startsWith('[')) return inner.length > 2 && inner === inner.toUpperCase() && !inner.includes(' ');
  const isBarred = /^[|｜]/.test(inner) && /[|｜]$/.test(inner) && inner.length > 2;
  return isBarred || inner === 's' || inner === '/s' || (inner.includes('_of_') && !inner.includes(' '));
}

/** The end of the text in brackets that begins here; null where no such text begins. */
function endOfToken(text: string, at: number, to: number): number | null {
  const close = text[at] === '<' ? '>' : text[at] === '[' ? ']' : null;
  if (close === null) return null;
  for (let end = at + 1; end < to && end - at < LONGEST_TOKEN; end += 1) {
    const character = text[end];
    if (character === close) return end + 1;
    if (character === '\n' || character === text[at]) return null;
  }
  return null;
}
