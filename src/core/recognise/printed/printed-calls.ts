import type { Span } from '../../text/document/index.ts';
import { printedJson } from './printed-value.ts';
import { nothingWritten, type RecognisedReply } from '../recognised.ts';

/** The calls at the end of a turn, as LangChain prints it; those that it could not read have a heading of their own. */
const CALLS = /(?:^|\n)Tool Calls:\n(?= {2}\S)/;
const CALL = /^ {2}(\S.*) \((\S+)\)$/;
/** A name of Python, or a key that somebody made up. */
const ARGUMENT = /^ {4}([^\s:][^:]{0,80}): ?(.*)$/;
const OF_CALL = /^ Call ID: |^ {2}Args:$|^ {2}Error: /;

/**
 * The structured calls in a turn that `pretty_print` of LangChain shows, as JSON beside the text of the turn. It prints the
 * values of strings without quotes: what is no other value of Python is one. Null for a turn without calls.
 *
 *     Tool Calls:
 *       multiply (call_1)
 *      Call ID: call_1
 *       Args:
 *         a: 3
 */
// Source: langchain_core messages/ai.py, pretty_repr
export function withPrintedCalls(reply: RecognisedReply): RecognisedReply {
  const all = reply.text ?? '';
  const found = CALLS.exec(all);
  if (found === null) return reply;
  const calls: { name: string; id: string; args: [string, string][] }[] = [];
  for (const line of all.slice(found.index + found[0].length).split('\n')) {
    const call = CALL.exec(line);
    const argument = ARGUMENT.exec(line);
    const open = calls.at(-1);
    if (call !== null) calls.push({ name: call[1] ?? '', id: call[2] ?? '', args: [] });
    else if (open === undefined) return reply;
    else if (OF_CALL.test(line)) continue;
    else if (argument !== null) open.args.push([argument[1] ?? '', argument[2] ?? '']);
    else {
      // A string goes on in the next line.
      const last = open.args.at(-1);
      if (last === undefined) return reply;
      last[1] += `\n${line}`;
    }
  }
  const native = calls.map(({ name, id, args }) => ({
    id,
    type: 'function',
    function: {
      name,
      arguments: `{${args.map(([key, value]) => `${JSON.stringify(key)}: ${valueOf(value)}`).join(', ')}}`,
    },
  }));
  const text = all.slice(0, found.index).trimEnd();
  const span = reply.span === null ? null : { from: reply.span.from, to: reply.span.from + text.length };
  return {
    ...nothingWritten,
    text: text === '' ? null : text,
    span: text === '' ? null : span,
    native: JSON.stringify(native),
  };
}

const TURN = /^={8,} ?(Human|Ai|System|Tool) Message ={8,}$/gm;
/** What every message of LangChain has, though it is not printed: it tells whose talk it is. */
const ofLibrary = { additional_kwargs: {} };
const ROLES: Readonly<Record<string, string>> = { Human: 'user', Ai: 'assistant', System: 'system', Tool: 'tool' };

/** Where the talk is that LangChain prints, from its first heading on; null for none. A fence around it ends it. */
export function talkIn(text: string): Span | null {
  const from = text.search(TURN);
  if (from < 0) return null;
  const isFenced = /^[ \t]{0,4}```\w{0,12}\s*$/m.test(text.slice(Math.max(0, from - 24), from));
  const close = isFenced ? text.indexOf('\n```', from) : -1;
  return { from, to: close < 0 ? text.length : close };
}

/**
 * A text with a talk that LangChain prints in it (`get_msg_title_repr` of langchain_core messages/base.py), and that talk as the
 * messages of a request; null for any other text. What is around the talk stays.
 */
export function printedTalk(text: string): string | null {
  const talk = talkIn(text);
  if (talk === null) return null;
  const { from, to } = talk;
  const heads = [...text.slice(0, to).matchAll(TURN)];
  // Results are printed without the id of their call: they come in its order.
  const waiting: string[] = [];
  const messages = heads.map(({ index, 0: head, 1: name = '' }, at) => {
    const body = text.slice(index + head.length, heads[at + 1]?.index ?? to).trim();
    const role = ROLES[name] ?? 'user';
    if (role === 'tool')
      return { role, tool_call_id: waiting.shift() ?? '', content: body.replace(/^Name: [^\n]*\n+/, '') };
    const { text: said, native } = withPrintedCalls({ ...nothingWritten, text: body });
    if (role !== 'assistant' || native === null) return { ...ofLibrary, role, content: body };
    const calls = JSON.parse(native) as { readonly id: string }[];
    waiting.push(...calls.map(({ id }) => id));
    return { ...ofLibrary, role, content: said ?? '', tool_calls: calls };
  });
  if (!messages.some(({ role }) => role === 'assistant')) return null;
  return `${text.slice(0, from)}${JSON.stringify(messages)}${text.slice(to)}`;
}

/** The JSON of a value as `str` of Python shows it. */
function valueOf(text: string): string {
  const isOther = /^(?:-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|True|False|None|[[{].*)$/s.test(text);
  return (isOther ? printedJson(text) : null) ?? JSON.stringify(text);
}
