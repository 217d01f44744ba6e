import { saidInstead } from '../../../trace/index.ts';
import type { Did } from '../evidence.ts';
import type { Answer } from '../paste/answer.ts';
import { ranByServer } from './ran-by-server.ts';
import type { Phrase } from '../said/phrase.ts';

type Topic = Pick<Phrase, 'id' | 'says'>;

/**
 * What only the markup of calls looks like: the special tokens of models and their tags.
 *
 * Source: the openers of src/core/formats; a DSML opener that a gateway left in the text: stdapi.ai#182
 */
const LEFT =
  /<\/?[|｜](?:DSML|tool|python_|channel|constrain|message|call)[^\s<>]{0,40}>?|<\/?(?:\w{2,12}:)?(?:tool_calls?|function_calls?|invoke|arg_key|arg_value)(?![\w-])[^<>\n]{0,60}>?|\[\/?TOOL_CALLS?\]/;

/** A piece of markup that the server left in the text beside the calls that it read; undefined for none. */
function leftMarkup(text: string): Topic | undefined {
  const [piece] = LEFT.exec(text.replaceAll(/```[^]*?(?:```|$)|`[^`\n]{0,200}`/g, '')) ?? [];
  if (piece === undefined) return undefined;
  return { id: 'left-markup', says: `A piece of markup is left in the text beside it: \`${piece.trim()}\`.` };
}

/** What is in a turn where nothing is wrong with a call that is known. */
export function aboutTurn(answer: Answer, did: Did): Topic | undefined {
  const { text, reasoning } = answer.turn;
  const ran = ranByServer(answer);
  if (ran !== undefined) return ran;
  if (did === 'nothing' && reasoning !== null)
    return { id: 'reasoning-only', says: 'The whole reply is in the reasoning, and its text is empty.' };
  if (did === 'calls') return leftMarkup(text?.text ?? '');
  const said = did === 'answer' ? saidInstead(text?.text ?? '') : null;
  return said === null ? undefined : { id: 'said-instead', says: `${said.fact}. ${said.help}` };
}
