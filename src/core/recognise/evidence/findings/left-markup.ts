import type { Phrase } from '../said/phrase.ts';

/**
 * What only the markup of calls looks like: the special tokens of models and their tags.
 *
 * Source: the openers of src/core/formats; a DSML opener that a gateway left in the text: stdapi.ai#182
 */
const LEFT =
  /<\/?[|｜](?:DSML|tool|python_|channel|constrain|message|call)[^\s<>]{0,40}>?|<\/?(?:\w{2,12}:)?(?:tool_calls?|function_calls?|invoke|arg_key|arg_value)(?![\w-])[^<>\n]{0,60}>?|\[\/?TOOL_CALLS?\]/;

/** A piece of markup that the server left in the text beside the calls that it read; undefined for none. */
export function leftMarkup(text: string): Pick<Phrase, 'id' | 'says'> | undefined {
  const [piece] = LEFT.exec(text.replaceAll(/```[^]*?(?:```|$)|`[^`\n]{0,200}`/g, '')) ?? [];
  if (piece === undefined) return undefined;
  return { id: 'left-markup', says: `A piece of markup is left in the text beside it: \`${piece.trim()}\`.` };
}
