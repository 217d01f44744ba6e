import type { Span } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import type { ToolFormat } from '../format.ts';
import { patchCall } from '../kit/mend/patch-call.ts';
import { argumentsAfter, MOST_LISTS_IN_VAIN } from '../kit/mend/named-list.ts';
import { known, type Resumable } from '../kit/read/resumable.ts';
import type { TextSource } from '../kit/read/source.ts';
import type { ToolIndex } from '../kit/read/tool-index.ts';
import { turnEndIn } from '../kit/read/turn-end.ts';
import { lengthBeforeWords } from '../kit/read/words-around.ts';
import type { ShownText } from '../shown/index.ts';
import type { PassContext } from './pass-context.ts';

/** Signs before the word that announces a call. */
const SIGNS = new Set(Array.from('[({*#-| ', (sign) => sign.charCodeAt(0)));
const MOST_SIGNS = 8;
/** The words that announce a call. */
const WORDS = new Set([
  ...[
    'tool',
    'tool_call',
    'tool_calls',
    'toolcall',
    'tool_name',
    'tool_use',
    'tool_code',
    'call',
    'calling',
    'invoke',
    'invoking',
  ],
  ...['function', 'function_call', 'functioncall', 'function_name', 'action', 'using', 'executing', 'running'],
  ...['assistant', 'ai', 'agent', 'minimax'],
]);
const LONGEST_WORD = Math.max(...Array.from(WORDS, ({ length }) => length));
/** Their first two letters as one number: most lines of prose begin with other ones. */
const FIRST = new Set(Array.from([...WORDS, 'apply_patch'], (word) => word.charCodeAt(0) * 256 + word.charCodeAt(1)));
/** What is before the name: a word that announces a call, and signs. */
const LEAD =
  /[[({*#\-| ]{0,8}(?:minimax:)?(?:(?:assistant|ai|agent)\s{0,3}(?:[:>]|to=)?\s{0,3})?(?:(?:calling|call|invoking|invoke|using|executing|running)[ \t]+)?(?:the[ \t]+)?(?:tool|functions?|action)?[ _.]?(?:calls?|name|use|code)?(?:\](?=[ \t]?(?:name|tool|function)[ \t]?[:=]))?\*{0,2}[ \t]{0,3}(?:[:=]|=>|->|(?<!tool_calls)\])?[\s"'`*-]{0,6}(?:(?:name|tool|function)[ \t]{0,3}[:=][ \t]{0,3}["'`*]{0,3})?/
    .source;
const HEAD = new RegExp(`^${LEAD}(?<![\\p{L}\\p{N}_.])([\\p{L}_][\\w.:/@-]{0,100})`, 'iu');
const ALONE = new RegExp(`^${LEAD}$`, 'i');
/** Without declared tools, what must be before the name, and what it must look like: one word may be any word. */
const SAID =
  /(?:tool|func)[^:]*:|(?:tool|func\w*)[ _]?calls?\W{1,3}name ?=|(?:calling|call|invok\w*|using|executing) (?:the )?(?:tool|func)|\w_?call\s*:/i;
const NAME_OF_CODE = /[a-z\d]_[a-z]|[a-z][A-Z]|\w\.\w/;
/** A bullet or a number before a verb is a step of a plan. */
const STEP = /^\W*[-*]\s+(?!.*\b(?:tool|function)\b.*:)/i;
/** The signs of a heading, and an object below it; or a bracket, and pairs after the name. */
const HEADING = /^(?:#{1,6} |\*\*|\[{1,2})[`*]{0,3}$/;
const OBJECT_BELOW = /^["'`*\]]{0,4}:?["'`*]{0,4}\s{1,9}(?:```\w{0,10}\s{1,9})?\{\s{0,9}"/;
const PAIRS_IN_BRACKET = /^(?: [\w.-]{1,60}=(?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)){1,8}\]{1,2}(?:\s*$|[ \t]*\n|<)/;
const LONGEST_HEAD = 200;
/** The id of a call after its name. */
const ID = /^ (?:tool_call_|call_)?id ?[=:] ?["']?[\w.:-]{1,80}["']?(?= )/;
/** What may be between a name and its arguments on their line. */
const SIGN = /["'`*\])]{0,4}[ \t]{0,3}(?:->|=>|[:,;|])?[ \t]{0,3}/.source;
/** Arguments in brackets, or below a word for them. */
const CLEAR = new RegExp(
  `^${SIGN}(?:(?:(?:with|and|the) )*["'\`*]{0,3}[{(]|(?:with |and |the )*\\s{0,9}["'\`*]{0,3}(?:arguments?|args|param(?:eter)?s?|inputs?|action[ _]input)\\b)`,
  'i',
);
/** Flags, pairs on the line of the name, or a list of Markdown below it. Keys below it are rather those of a configuration. */
const PAIRS = new RegExp(
  `^${SIGN}(?:\\s{0,9}(?:--\\w|[-*•][ \\t])|\\s{1,9}\`\`\`|(?:with |and )?["'\`*]{0,3}[\\p{L}_][\\w.-]{0,60}["'\`*]{0,3} {0,3}[:=])`,
  'iu',
);
const ON_LINE = new RegExp(
  `^${SIGN}(?:with |and )?["'\`*]{0,3}[\\p{L}_][\\w.-]{0,60}["'\`*]{0,3} {0,3}[:=] {0,3}\\S`,
  'u',
);
/** Arguments without brackets on the lines below, perhaps below a word for them. */
const BELOW =
  /^[^\n{([]*\n\s*(?![{([`\s]|(?:["'*]{0,3})(?:arg\w*|param\w*|inputs?)\b[^\n]*[{([]|[^\n]*\n?\s*```|(?:["'*]{0,3})(?:arg\w*|param\w*|inputs?|action input)["'*]{0,3}[:=]["'*]{0,3}[ \t]*\S)/i;
const BULLETS = /\n\s*[-*•][ \t]/;
const ARGUMENTS = /^[^\n]*\n?\s*(?:[-*•][ \t]+)?["'*]{0,3}(?:arg(?:ument)?s?|inputs?)\b/i;
/** What closes a call in brackets. */
const LABEL_AT_END = /\[\/(?:tool|function)[_ ]?calls?\]\s{0,9}$/i;
/** A value that is a placeholder for one. */
const PLACEHOLDER = /:"<[\w -]{1,40}>"/;
const LONGEST_LIST_HEAD = 100;
/** Longer text is not waited for. */
const LONGEST = 6000;
/** The arguments as lines of YAML below their key. */
const BELOW_KEY = /^["'`*]{0,3}\s{0,9}(?:arguments?|args|parameters?|params|inputs?):[ \t]*\n[ \t]+/i;

/** What is above a patch: nothing on the line before it, or the end of a sentence. In one, somebody writes about it. */
const ENDS_SENTENCE = /(?:^|\n[ \t]*\n|[.:!?…。：！？][*_]{0,2}[ \t]*\n)\s*$/;
const LONGEST_ABOVE = 80;

interface Head {
  readonly name: string;
  /** What is before it. */
  readonly lead: string;
  readonly to: number;
  /** The offset after the id that may follow. */
  readonly idTo: number;
}

interface Form {
  readonly name: string;
  readonly nameSpan: Span;
  readonly json: string;
  readonly span: Span;
}

/** Whether a line may announce a call, to judge by its first two units; the second may not be known yet. */
export function mayAnnounce(code: number, next: number): boolean {
  return SIGNS.has(code) || (code > 0x40 && (next < 0 || FIRST.has((code | 0x20) * 256 + (next | 0x20))));
}

/** Whether words at a place may announce a call: without declared tools, only those with which the reply begins. */
export function mayAnnounceAt(context: PassContext, at: number): boolean {
  return !context.tools.isEmpty || context.startsReply(at);
}

/**
 * Reads calls that words announce at the beginning of a line: the name of a tool, then a list of keys and values in any dress.
 * `shown` knows the code block around it all. In the place of such words, the name may be the heading of an object with which the reply begins.
 * Nothing but further such calls, and words in which the model waits, may follow in the reply: a transcript goes on with what
 * came of them. Null if there is none.
 *
 *     Tool call: ring_bell
 *     - times: 2
 *     ^ from    ^ the name
 */
export function* announcedCalls(
  context: PassContext,
  from: number,
  shown: Pick<ShownText, 'codeCloser' | 'isReply'>,
): Resumable<number | null> {
  const { source, tools } = context;
  if (context.openReasoning >= 0 || !mayAnnounceAt(context, from)) return null;
  const format = context.formats.find(({ takesAnnounced }) => takesAnnounced);
  if (format === undefined || (shown.codeCloser !== null && !context.startsReply(from))) return null;
  const patch = yield* patchAt(context, format, from, shown);
  if (patch !== null) return patch;
  const isAnnounced = yield* announces(context, from);
  if (!isAnnounced && (tools.isEmpty || !isMark(source.code(from)) || !context.startsReply(from))) return null;
  yield* known(source, from, from + LONGEST_HEAD);
  const head = headOf(tools, source.slice(from, Math.min(source.length, from + LONGEST_HEAD)));
  if (head === null || source.listsInVain >= MOST_LISTS_IN_VAIN || context.isAnnouncedAsExample(from)) return null;
  yield* known(source, from, from + head.idTo + LONGEST_LIST_HEAD);
  const after = source.slice(from + head.idTo, Math.min(source.length, from + head.idTo + LONGEST_LIST_HEAD));
  // Without declared tools, pairs may be anything.
  if (!isAnnounced && !(isBracket(source.code(from)) ? PAIRS_IN_BRACKET : OBJECT_BELOW).test(after)) return null;
  if (isAnnounced && !CLEAR.test(after) && (tools.isEmpty || !(PAIRS.test(after) || OBJECT_BELOW.test(after))))
    return null;
  if (!(yield* shown.isReply())) return null;
  const fence = shown.codeCloser;
  yield* known(source, from, from + LONGEST);
  const text = source.slice(from, Math.min(source.length, from + LONGEST));
  const end = turnEndIn(text);
  const reply = end < 0 ? text : text.slice(0, end);
  const isWhole = end >= 0 || source.length <= from + LONGEST;
  const words = lengthBeforeWords(reply.trimEnd());
  const length = fence === null ? words : withoutFence(reply.slice(0, words), fence);
  // After words that say so, a list is no documentation.
  const isSaid = !context.startsText(from) && context.startsReply(from);
  const forms = isWhole ? formsIn(tools, reply.slice(0, length), isSaid) : null;
  if (forms === null) {
    source.listsInVain += 1;
    return null;
  }
  return makeForms(context, format, forms, from);
}

/** Reads a patch that is written as text; null if none begins on this line, or if it is only shown. */
function* patchAt(
  context: PassContext,
  format: ToolFormat,
  from: number,
  shown: Pick<ShownText, 'codeCloser' | 'isReply'>,
): Resumable<number | null> {
  const { source, tools } = context;
  const call = yield* patchCall(source, tools, from);
  if (call === null || context.isAnnouncedAsExample(from) || !(yield* shown.isReply())) return null;
  const last = context.rec.calls.at(-1)?.span.to ?? 0;
  if (!ENDS_SENTENCE.test(source.slice(Math.max(last, from - LONGEST_ABOVE), from))) return null;
  const { name, key, patch, to, isCut } = call;
  const block = context.openBare(format, from);
  const nameSpan = { from, to: patch.from === from ? from : from + name.length };
  const json = `{${valueToText(key)}:${valueToText(source.slice(patch.from, patch.to))}}`;
  if (isCut) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
  else {
    block.rec.repair('invented-form', { from, to }, `{"name": ${valueToText(name)}, "arguments": ${json}}`);
    block.rec.read('name', nameSpan);
    block.call({ name, nameSpan, argumentsText: json, argumentsSpan: patch }, { from, to });
  }
  return block.end(to);
}

/** Whether the text before a name on its line says that a call follows. */
export function announcesCall(text: string): boolean {
  return ALONE.test(text) && /tool|function|action|call|invok|using|execut|running/i.test(text);
}

/** The length of a text without the line at its end that closes its code block. */
function withoutFence(text: string, fence: string): number {
  const end = text.trimEnd();
  return end.endsWith(`\n${fence}`) ? end.length - fence.length : text.length;
}

/** A sign with which a heading begins. */
function isMark(code: number): boolean {
  return code === 0x23 || code === 0x2a || isBracket(code);
}

function isBracket(code: number): boolean {
  return code === 0x5b;
}

/** Whether a word that announces a call follows, to judge by that word alone. */
function* announces({ source }: PassContext, from: number): Resumable<boolean> {
  let is = wordAnnounces(source, from);
  while (is === null) {
    source.keep = from;
    yield;
    is = wordAnnounces(source, from);
  }
  return is;
}

/** The same without waiting; null if the known text ends before the word does. */
function wordAnnounces(source: TextSource, from: number): boolean | null {
  const next = (at: number): number | null => (at < source.length || source.ended ? source.code(at) : null);
  let at = from;
  let code = next(at);
  while (code !== null && at - from < MOST_SIGNS && SIGNS.has(code)) code = next((at += 1));
  const second = next(at + 1);
  if (code === null || second === null) return null;
  if (!mayAnnounce(code, second)) return false;
  let word = '';
  while (word.length <= LONGEST_WORD) {
    if (code === null) return null;
    const sign = String.fromCharCode(Math.max(0, code));
    if (!/[a-z_]/i.test(sign)) break;
    word += sign.toLowerCase();
    code = next((at += 1));
  }
  return WORDS.has(word);
}

/** The name at the head of a form; null if no tool has it. */
function headOf(tools: ToolIndex, text: string): Head | null {
  const head = HEAD.exec(text);
  const written = head?.[1] ?? '';
  const name = written.replace(/[:.]+$/, '');
  const lead = head?.[0].slice(0, -written.length) ?? '';
  if ((!/[a-z]/i.test(lead) && !HEADING.test(lead)) || STEP.test(lead)) return null;
  const isName = tools.isEmpty
    ? SAID.test(lead) && (NAME_OF_CODE.test(name) || /\w_call|name ?=/i.test(lead)) && !WORDS.has(name.toLowerCase())
    : tools.has(tools.resolve(name));
  const to = lead.length + name.length;
  const id = tools.parameters(tools.resolve(name)).includes('id') ? '' : (ID.exec(text.slice(to))?.[0] ?? '');
  return isName ? { name, lead, to, idTo: to + id.length } : null;
}

/** The forms that fill a text; null if anything else is in it. */
function formsIn(tools: ToolIndex, text: string, isSaid: boolean): readonly Form[] | null {
  const starts = [0];
  for (let line = text.indexOf('\n'); line >= 0; line = text.indexOf('\n', line + 1))
    if (text.charCodeAt(line + 1) === text.charCodeAt(0) && beginsForm(tools, text, line + 1)) starts.push(line + 1);
  const forms: Form[] = [];
  for (const [index, start] of starts.entries()) {
    const part = text.slice(start, starts[index + 1]);
    const head = headOf(tools, part);
    const json = head === null ? null : argumentsOf(tools, head, part.slice(head.idTo), isSaid);
    if (head === null || json === null) return null;
    const to = start + part.trimEnd().length;
    const nameSpan = { from: start + head.to - head.name.length, to: start + head.to };
    forms.push({ name: head.name, nameSpan, json, span: { from: start, to } });
  }
  return forms;
}

/** Whether a line begins as the first form does. */
function beginsForm(tools: ToolIndex, text: string, at: number): boolean {
  const first = /^\W*\w+/.exec(text)?.[0] ?? '';
  return text.startsWith(first, at) && headOf(tools, text.slice(at, at + LONGEST_HEAD)) !== null;
}

function argumentsOf(tools: ToolIndex, { name, lead }: Head, written: string, isSaid: boolean): string | null {
  const text = written.replace(LABEL_AT_END, '');
  // Without declared tools a list on lines of its own may be that of anything.
  const isBelow = BELOW.test(text);
  if (tools.isEmpty && isBelow && !(BELOW_KEY.test(text) && (isSaid || /call/i.test(lead)))) return null;
  // Parameters are also what the documentation of a tool lists.
  if (!isSaid && isBelow && BULLETS.test(text) && !/call/i.test(lead) && !ARGUMENTS.test(text)) return null;
  // On the line of the name only a value with quotation marks is told from prose.
  const isOnLine = ON_LINE.test(text);
  // After a verb alone, a sentence may have such words.
  if (isOnLine && !/tool|func|action/i.test(lead) && !/["'`\d{[]/.test(text)) return null;
  const dress = { mayBeLines: !isOnLine && isBelow, mayBeWords: !isOnLine };
  const given = argumentsAfter(tools, tools.resolve(name), text, dress);
  // Without declared tools a name without arguments is a word.
  return given === null || (tools.isEmpty && given.members.length === 0) || PLACEHOLDER.test(given.json)
    ? null
    : given.json;
}

function makeForms(context: PassContext, format: ToolFormat, forms: readonly Form[], from: number): number {
  const block = context.openBare(format, from);
  let to = from;
  for (const { name, nameSpan, json, span } of forms) {
    const form = { from: from + span.from, to: from + span.to };
    const named = { from: from + nameSpan.from, to: from + nameSpan.to };
    block.rec.repair('invented-form', form, `{"name": ${valueToText(name)}, "arguments": ${json}}`);
    block.rec.read('name', named);
    block.call({ name, nameSpan: named, argumentsText: json, argumentsSpan: form }, form);
    to = form.to;
  }
  return block.end(to);
}
