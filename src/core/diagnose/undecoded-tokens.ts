import { applyEdit, type Edit, withPlace } from '../text/document/index.ts';
import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { replace, type Change } from './changes.ts';
import { diagnosis, edit } from './rule.ts';
import type { Subject } from './subject.ts';

/** What the edit of such a diagnosis does. */
const DECODE_TOKENS = 'Decode the tokens';

/** More are changed in no edit that a reader could check. */
const MOST_CHANGES = 400;

/** How tokenizers write white space inside of their tokens; markers of DeepSeek and Kimi hold the first sign as well. */
const SIGNS = /<[|｜][^<>\n]{1,40}[|｜]>|[▁ĠĊ]/g;

/**
 * The reply is the tokens as the tokenizer keeps them, and nobody decoded them: `▁` of SentencePiece, `Ġ` and `Ċ` of a tokenizer
 * of bytes are white space. Null where that brings no call.
 */
export function undecodedTokens(subject: Subject): Diagnosis | null {
  const { document, textTo, extraction, runtime } = subject;
  const isNamed = ({ name }: ToolCall): boolean => name.trim() !== '';
  if (extraction.calls.some(isNamed)) return null;
  const changes: Change[] = [];
  for (const { 0: sign, index } of document.slice(0, textTo).matchAll(SIGNS)) {
    if (sign.length > 1) continue;
    if (changes.length === MOST_CHANGES) return null;
    changes.push(replace({ from: index, to: index + 1 }, sign === 'Ċ' ? '\n' : ' '));
  }
  const [first] = changes;
  const change: Edit = edit(DECODE_TOKENS, ...changes);
  if (first === undefined || subject.after(change)?.calls.some(isNamed) !== true) return null;
  // A call of which a value alone holds such a sign is read without this.
  if (subject.everyFormat?.calls.length !== 0) return null;
  const sign = document.charAt(first.span.from);
  const [tokenizer, meant] = [
    sign === '▁' ? 'SentencePiece' : 'a tokenizer of bytes',
    sign === 'Ċ' ? 'line break' : 'space',
  ];
  return diagnosis(
    'D07',
    {
      fact: `${withPlace(`Nobody decoded these tokens: \`${sign}\` is how ${tokenizer} writes a ${meant}`, document, first.span.from)}.`,
      reader: `${runtime.lenient ? 'Callscope' : runtime.label} ${extraction.calls.length > 0 ? 'makes a call without a name of them' : 'finds no call in them'}.`,
    },
    first.span,
    change,
    'Decode the tokens before you read the text: `tokenizer.decode(ids)`, and not `convert_ids_to_tokens(ids)`.',
  );
}

/** The text after the edit of such a diagnosis; null where it is another one. */
export function tokensAsText(text: string, [only]: readonly Diagnosis[]): string | null {
  return only?.edit?.label === DECODE_TOKENS ? applyEdit(text, only.edit) : null;
}
