import { endOfLine, type Span } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import { frameOf } from '../frame/frame.ts';
import { hasCallSigns } from '../markup.ts';
import { fieldsJson } from '../printed/index.ts';
import { kernelIn } from './kernel-print.ts';
import { type Printed, sdkIn } from './sdk-print.ts';
import { FEWEST_TOKENS, joinedTokens, tokensOfLines } from './token-lines.ts';

/** Longer texts have no such prints. In UTF-16 units. */
const LONGEST = 100_000;

/** Without any of these there is no such print. */
const SIGNS =
  /(?:delta|chunk|piece|content|stream|part|token)s?\b|tool_calls|tool-call|Finished chain|FunctionCallContent/i;

/**
 * A text in which what a person's script printed of replies is written as others would show it, with the words around it as they
 * are: the pieces of a stream after a label, the console of a chain, the fields of several messages, the parts of the AI SDK, the messages of
 * Semantic Kernel. Null where there is none.
 * Linear.
 */
export function withOwnPrint(pasted: string): string | null {
  if (pasted.length > LONGEST || !SIGNS.test(pasted)) return null;
  // What others put before every line is before each piece as well.
  const { text } = frameOf(pasted);
  const [first, ...others] =
    [piecesIn(text), chainIn(text), messagesIn(text), sdkIn(text), kernelIn(text)].find(({ length }) => length > 0) ??
    [];
  if (first === undefined) return null;
  let [whole, at] = ['', 0];
  for (const one of [first, ...others]) {
    whole += `${text.slice(at, one.from)}${one.text}`;
    at = one.to;
  }
  return whole + text.slice(at);
}

/** The label of a line, up to the first sign after it; numbers count. */
const LABEL = /^[^\n'"{}<]{0,60}?[:=>|](?: |$|(?=["']))/;
/** By the label, a client prints what it was given of a reply. */
const OF_REPLY = /(?:delta|chunk|piece|content|stream|part|token)s?\b/i;

/** The beginning of a list of Python calls. */
const LIST = /\[[A-Za-z_][\w.]{0,60}\(/;

/** The most lines after one label that are the pieces of a reply, where the label says so. */
function piecesIn(text: string): readonly Printed[] {
  let best: Span | null = null;
  let [label, from, count, most] = ['', 0, 0, FEWEST_TOKENS - 1];
  for (let at = 0; at < text.length;) {
    const to = endOfLine(text, at);
    const line = text.slice(at, Math.min(to, at + 80));
    const found = (LABEL.exec(line)?.[0] ?? '').replaceAll(/\d+/g, '0').trimEnd();
    // A line end that is a piece leaves a blank line.
    const goesOn = found === label || (line.trim() === '' && label !== '');
    if (!goesOn) [label, from, count] = [found, at, 0];
    if (found === label && label !== '') count += 1;
    if (found === label && label !== '' && count > most) [best, most] = [{ from, to }, count];
    at = to + 1;
  }
  if (best === null) return [];
  const lines = text.slice(best.from, best.to);
  const [head = ''] = LABEL.exec(lines) ?? [];
  const joined = OF_REPLY.test(head) ? joinedTokens(tokensOfLines(lines), LIST) : null;
  if (joined === null) return [];
  const message = `{"role":"assistant","content":${valueToText(joined)}}`;
  return [{ ...best, text: `{"choices":[{"index":0,"message":${message}}]}` }];
}

/** What LangChain tells of a chain, and the value that `invoke` gave back below it. */
const CHAIN =
  /^> Entering new (?!Crew)\w{3,40} chain\.{3}\n([^]{0,8000}?)\n> Finished chain\.(?:\s{1,4}\{'input': [^\n]{0,8000}\})?$/gm;
/** The steps that it tells of: a call that ran, and those of ReAct. */
const STEPS = /^[\s>]{0,4}(?:Invoking: `|Action ?:|Thought ?:|Invalid Format|Observation ?:|Final Answer ?:)/m;

/** The last answer of a chain whose model wrote a call as its answer. */
function chainIn(text: string): readonly Printed[] {
  const found = text.includes('> Finished chain.') ? [...text.matchAll(CHAIN)].at(-1) : undefined;
  const said = found?.[1]?.trim() ?? '';
  if (found === undefined || STEPS.test(said) || !hasCallSigns(said)) return [];
  const { 0: whole, index } = found;
  return [{ from: index, to: index + whole.length, text: `AIMessage(content=${valueToText(said)})` }];
}

/** Two fields of a message, each on its line, in any order. The text may have more lines. */
const FIELDS =
  /^[ \t]{0,4}(?:tool_calls ?[:=] [^\n]*\n[ \t]{0,4}content ?[:=](?: [^\n]*)?|content ?[:=](?: [^\n]*)?(?:\n(?!\s*(?:```|#|$)|[ \t]{0,4}tool_calls\b)[^\n]*){0,40}\n[ \t]{0,4}tool_calls ?[:=] [^\n]*)(?:\n(?!\s*(?:```|#|---|=>|$)|[\w.:/ -]{1,60}:\s*$)[^\n]*){0,40}/gm;

/** The fields of several messages, of which those around it have nothing. */
function messagesIn(text: string): readonly Printed[] {
  const found = text.includes('tool_calls') ? [...text.matchAll(FIELDS)] : [];
  const messages = found.flatMap(({ 0: fields, index }) => {
    const json = fieldsJson(fields);
    return json === null ? [] : [{ from: index, to: index + fields.length, text: json.replaceAll('\n', ' ') }];
  });
  return messages.length < 2 ? [] : messages;
}
