import type { Span } from '../text/document/index.ts';

/** A call that is written down in a text. */
export interface WrittenCall extends Span {
  readonly name: string;
}

const NAME = String.raw`([\w.-]{1,64})`;
/** What some formats put before the names of their tags. */
const PREFIX = String.raw`(?:[|｜]\w{2,8}[|｜] ?|\w{1,20}:)?`;
/** What follows the name of a call: its arguments, or what ends it. A sentence about calls has neither. */
const BODY = String.raw`\s{0,8}(?:\{|<${PREFIX}(?:parameter|param|arg_key|arg)\b|<\/)`;

/**
 * How calls look, whatever their format: a marker, a name, arguments. This room knows no format, and says no more than that a
 * call is written here. Bounded, and without repetition inside of repetition: reasoning may be long.
 */
const shapes: readonly RegExp[] = [
  // Tags: `<function=NAME>`, `<invoke name="NAME">` under any prefix, and a name alone in `<tool_call>`.
  new RegExp(String.raw`<function=${NAME}>${BODY}`),
  new RegExp(String.raw`<${PREFIX}(?:invoke|function|function_call|tool) name="${NAME}">${BODY}`),
  new RegExp(
    String.raw`tool_call>\s{0,4}${NAME}(?:<tool_sep>)?\s{0,4}<(?:(?:\w{2,5}\|)?arg_key>|\/(?:\w{2,5}\|)?tool_call>)`,
  ),
  // Tokens: Kimi K2, DeepSeek, Solar, Gemma, Llama and LFM.
  new RegExp(
    String.raw`<[|｜]tool[_▁]call[_▁]begin[|｜]>(?:function<[|｜]tool[_▁]sep[|｜]>|functions[._])?${NAME}(?::\d{1,6})?\s{0,4}(?:<[|｜][\w▁]{3,40}[|｜]>|\n\x60{3}json)\s{0,4}\{`,
  ),
  new RegExp(String.raw`<\|tool_call:name\|>${NAME}<\|tool_call:args\|>`),
  new RegExp(String.raw`<(?:\|tool_call|start_function_call)>call:${NAME}\{`),
  new RegExp(String.raw`(?:<\|python_tag\|>|<\|tool_call_start\|>)\[?${NAME}\(`),
  new RegExp(String.raw`\[TOOL_CALLS\]\s{0,2}${NAME}(?:\[CALL_ID\]\w{1,40})?(?:\[ARGS\])?\s{0,2}\{`),
  // harmony.
  new RegExp(String.raw`to=functions\.${NAME}[^\n{]{0,80}<\|message\|>\s{0,4}\{`),
  // JSON, in a tag, after a token, or alone.
  new RegExp(
    String.raw`\{\s{0,8}"(?:name|function|tool|tool_name)"\s{0,4}:\s{0,4}"${NAME}"\s{0,4},\s{0,8}"(?:arguments|parameters|args|input)"\s{0,4}:\s{0,4}[{"]`,
  ),
];

/** What a call ends with. A draft or an example has words after it. */
const ENDS = /[}\]>)|]\s{0,200}$/;

/** The call that a text ends with, up to its end; null where it ends with words, or where the call is quoted. */
export function writtenCall(text: string): WrittenCall | null {
  if (!ENDS.test(text.slice(-240))) return null;
  let first: WrittenCall | null = null;
  for (const shape of shapes) {
    const found = shape.exec(text);
    const name = found?.[1];
    if (found === null || name === undefined || (first !== null && found.index >= first.from)) continue;
    first = { name, from: found.index, to: text.length };
  }
  return first === null || isQuoted(text, first.from) ? null : first;
}

/** Whether what is right before the place, on its line or before its block, makes a quotation or code of what follows. */
function isQuoted(text: string, at: number): boolean {
  const line =
    text
      .slice(Math.max(0, at - 200), at)
      .split('\n')
      .at(-1) ?? '';
  if (/^\s{0,3}>|[`'"(]$|(?:=|\breturn) ?$/.test(line)) return true;
  let fences = 0;
  for (let found = text.indexOf('```'); found >= 0 && found < at; found = text.indexOf('```', found + 3)) fences += 1;
  return fences % 2 === 1;
}
