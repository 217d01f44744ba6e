import { at } from '../../index.ts';
import { DROPPED } from '../said/own-code.ts';
import { argumentsAt } from './arguments-at.ts';
import { COMMENT } from './code-around.ts';
import { type OtherObject, otherObject } from './other-object.ts';
import type { Scene } from './scene.ts';

/** The calls of libraries that send a conversation to a model. Sources: openai, anthropic, ollama, litellm and ai, their READMEs */
const ASKS =
  /\b(?:chat\.completions\.create|(?:beta\.)?chat\.completions\.(?:parse|stream)|messages\.(?:create|stream)|responses\.create|ollama\.chat|client\.chat|litellm\.a?completion|generateText|streamText)\(/g;

/** What holds a conversation there: other calls of the same name ask for something else. */
const CONVERSATION = /\b(?:messages|input|prompt)\b/;

/** `bind_tools` of LangChain, and an argument or a member: a variable of that name alone is sent nowhere. */
const SENDS =
  /\.(?:bind_tools|bindTools)\(\s{0,40}[^\s)]|[(,]\s{0,4000}tools\s{0,4}=(?!=|\s{0,4}(?:None\b|\[\s{0,4}\]|\()|\s{0,4}\w{1,40}\s{0,4}=>)|["']tools["']\s{0,4}:\s{0,4}(?!(?:None|null|true|false|True|False)\b|\[\s{0,4}\])[[{(\w]/;

/** Arguments that are elsewhere: nobody sees what is among them. */
const SPREAD = /\*\*|\.\.\./;

/** @see https://docs.python.org/3/library/traceback.html: a line of a library, and not of the person, follows such a line */
const OF_TRACEBACK = /File "[^"\n]{1,300}", line \d{1,6}[^\n]{0,120}\n[^\n]{0,120}$/;

/** Whether the code in a paste sends tools with what it asks a model; null where none of it asks one, or where its arguments are elsewhere. */
export function codeSendsTools(scene: Pick<Scene, 'around' | 'frame' | 'values' | 'answers'>): boolean | null {
  if (unaskedObject(scene)?.has === 'tools') return false;
  const code = withRequests(scene).replaceAll(COMMENT, (comment) => ' '.repeat(comment.length));
  const sent = [...code.matchAll(ASKS)].flatMap(({ 0: name, index }) => {
    const from = index + name.length;
    const given = OF_TRACEBACK.test(code.slice(Math.max(0, index - 400), index)) ? null : argumentsAt(code, from);
    return given === null || !CONVERSATION.test(given) ? [] : [given];
  });
  const kept = code.replaceAll(new RegExp(DROPPED, 'gm'), ' ');
  if (SENDS.test(kept) || sent.some((given) => /\b(?:tools|functions)\b/.test(given))) return true;
  if (kept !== code) return false;
  return sent.length === 0 || sent.some((given) => SPREAD.test(given)) ? null : false;
}

/** The beginning of the list that a request sends, of which a person quotes a part. */
const QUOTED = /["'`]tools["'`]\s{0,4}[:=]\s{0,4}\[\s{0,8}\{\s{0,8}["']type["']\s{0,4}:\s{0,4}["']function["']/;

/** Whether a paste without a request shows the tools of one. */
export function quotesTools({ frame, request }: Pick<Scene, 'frame' | 'request'>): boolean {
  return request === null && QUOTED.test(frame.text);
}

/** The object that code makes with tools and does not ask; null for none. */
export function unaskedObject({ frame, answers }: Pick<Scene, 'frame' | 'answers'>): OtherObject | null {
  let code = frame.text;
  for (const { span } of answers)
    code = code.slice(0, span.from) + ' '.repeat(span.to - span.from) + code.slice(span.to);
  return otherObject(code.replaceAll(COMMENT, ' '));
}

/** The words around the values, and the requests whose members are variables: no server was sent those. */
function withRequests({ around, frame, values }: Parameters<typeof codeSendsTools>[0]): string {
  let code = around;
  for (const value of values) {
    const { from, to } = value.span;
    const isAsked =
      at(value, 'model') !== null && ['messages', 'prompt', 'input'].some((key) => at(value, key) !== null);
    if (isAsked || frame.text.charAt(from - 1) === '(')
      code = code.slice(0, from) + frame.text.slice(from, to) + code.slice(to);
  }
  return code;
}
