import { phrasesOf, type Phrase } from './phrase.ts';

/**
 * `bind_tools` of LangChain as a whole statement: what it returns is kept nowhere. Before it may be what an editor or a console puts
 * before every line, and no bracket or sign that is still open.
 */
export const DROPPED =
  /(?<![([{,=|\\>][ \t]{0,40}\n)^(?:[ \t]{0,8}(?:L?\d{1,5}[ \t]{0,4}[:.)|│]?[ \t]|>>> |\.\.\. |In ?(?:\[\d{0,4}\]| {2,6}):[ \t]))?[ \t]*(?:await )?[A-Za-z_][\w.]{0,60}\.bind(?:_tools|Tools)\((?:[^()]|\([^\n()]{0,80}\)){0,200}\);?[ \t]*(?:#[^\n]*|\/\/[^\n]*)?$/m;

/** Where code reads the arguments of a call as JSON. */
const PARSES =
  /\b(?:json\.loads|orjson\.loads|JSON\.parse|json_decode|jsonDecode)\(\s{0,8}[\w.$[\]?!]{0,80}(?:\barguments|\bpartial_json)\b/;
/** Where it joins the pieces before. */
const JOINS =
  /\b(?:arguments|args|input|buffer|partial_json)\b["'\]?)]{0,4}\s{0,4}\+=|\+=[^\n]{0,80}\b(?:arguments|partial_json)\b|\b(?:push|append|concat)\([^\n]{0,60}\b(?:arguments|partial_json)\b|\.join\(/;

/** Whether code reads the arguments in each piece of a stream as JSON. */
export function parsesEachPiece(code: string): boolean {
  return /\bdelta\b/.test(code) && PARSES.test(code) && !JOINS.test(code);
}

/** What is wrong in the code of a person, who shows it beside what came back. */
// Source: langchain_core language_models/chat_models.py, whose `bind_tools` gives a new model; langchain#30983 has it as it is meant
export const saidInCode: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'code-bind-tools',
    pattern: DROPPED,
    causes: ['no-tools'],
    did: null,
    isExact: true,
    says: 'The code drops what `bind_tools` returns, and the model that it asks has no tools.',
    fix: 'Keep the result, as in `llm = llm.bind_tools(…)`, and ask that model.',
  },
]);
