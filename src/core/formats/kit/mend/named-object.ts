import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import { valueToText } from '../../../text/json/index.ts';
import type { JsonPart } from '../read/json-part.ts';
import { readJsonPayload } from '../read/json-payload.ts';
import type { TextSource } from '../read/source.ts';
import { endsReply } from '../read/words-around.ts';
import type { PassContext } from '../../pass/pass-context.ts';
import { codeAt, endsItsLine, skipSpace, type Resumable } from '../read/resumable.ts';

/** Arguments in a form that no format has, after the name of their tool. */
export interface NamedObject {
  readonly name: string;
  readonly nameSpan: Span;
  readonly root: JsonPart;
  /** The form from the beginning of its line to its last sign. */
  readonly form: Span;
  readonly inserted: string;
}

/** The form is searched this far before its object, in UTF-16 units. */
const LOOK_BACK = 200;
const LONGEST_TAIL = 120;

/** Markup before the name: a tag that is open or closed, or signs between which nobody writes prose. */
const MARKUP =
  /^\s*(?:<[^<>\n]{0,60}>?(?:function\s)?|>{2,4}|(?:assistant ?)?(?:(?:commentary|analysis) ?)?to=(?:functions\.)?|✿[A-Z]+✿:?)\s*["']?$/;
/** The fence of a code block, on the line of the name or with a word for calls before it. */
const IN_FENCE = /^\s*`{3,}(?:(?:tool|function)(?:_?(?:call|use))? )?$/;
const CALLS = /tool|func|call|invok|action|<name|to=|✿|>>/i;
/** The opening tag of a call on the line before, and the key of a name. */
const IN_TAG = /<[\w:|｜]*(?:tool|func|call)[\w:|｜]*>\s*$/i;
/** The recipient of a message of gpt-oss after a sentence. */
const RECIPIENT = /[.!?:\u2026][ \t]{1,3}to=functions\.$/;
/** Such a marker in brackets: nothing need be before the name below it. */
const IN_BRACKETS = /(?:^|\n)[ \t]*\[(?!TOOL_CALLS\])[A-Z_ ]*(?:TOOL|FUNCTION|CALL)[A-Z_ ]*\]\s*$/;
const NAME_KEY = /^\s*(?:(?:tool|function)?[ _]?name|tool|function)\s*[:=]\s*["'`]?$/i;
/** What is between the name and its arguments: signs, tags, and words for arguments. */
const LEADS =
  /^(?:[\s"'`*\])}>:=,;|/(]|<[^<>\n]{0,40}>|✿[A-Z]+✿|\b(?:and|with|the|json|code|action[ _]input|arguments?|args|parameters?|params|inputs?)\b)*$/i;
/** Signs before a name with which the reply begins. */
const SIGNS = /^[\s[(<{@#*`"'_-]{0,6}$/;
const NAMES = /[\w.@:/-]+/g;

/**
 * Reads an object whose tool is named before it: `from` is its bracket. The name is a declared one, its parameters are the
 * keys of the object, markup announces the call, and nothing but signs follows on the line. Words announce a call elsewhere:
 * `announcedCalls`.
 *
 *     <name>ring_bell</name> {"times": 2}
 *           ^ name           ^ from
 */
export function* namedObject(context: PassContext, from: number): Resumable<NamedObject | null> {
  const { source, tools, rec } = context;
  const before = source.slice(Math.max(rec.calls.at(-1)?.span.to ?? 0, from - LOOK_BACK), from);
  const named = [...before.matchAll(NAMES)].findLast(([name]) => tools.has(plain(name)));
  if (named === undefined) return null;
  const name = plain(named[0]);
  const nameTo = from - before.length + named.index + named[0].replace(/:$/, '').length;
  const nameSpan = { from: nameTo - name.length, to: nameTo };
  const lineFrom = Math.max(0, before.lastIndexOf('\n', named.index) + 1);
  const lead = before.slice(lineFrom, before.length - (from - nameSpan.from));
  const gap = before.slice(before.length - (from - nameTo));
  if (!LEADS.test(gap)) return null;
  const above = before.slice(0, before.length - gap.length - name.length - lead.length);
  const isMarkup =
    (MARKUP.test(lead) && CALLS.test(lead)) ||
    IN_FENCE.test(lead) ||
    RECIPIENT.test(lead) ||
    (IN_TAG.test(above) && NAME_KEY.test(lead)) ||
    (IN_BRACKETS.test(above) && lead.trim() === '');
  const isReply = SIGNS.test(lead) && gap.trim() !== '' && context.startsReply(from - before.length + lineFrom);
  if (!isMarkup && !isReply && lead.trim() !== '[' && !areHeaders(lead, gap)) return null;
  if ((!isMarkup || IN_FENCE.test(lead)) && context.isAnnouncedAsExample(from - before.length + lineFrom)) return null;
  const { state, root, guesses, to } = yield* readJsonPayload(source, from, []);
  if (state !== 'whole' || root?.node.kind !== 'object' || guesses.length > 0) return null;
  const keys = root.members().map(({ key }) => key);
  const declared = tools.parameters(name);
  if ((keys.length === 0 && !isMarkup) || !keys.every((key) => declared.includes(key))) return null;
  const tail = yield* tailFrom(source, to);
  const next = yield* skipSpace(source, tail);
  const endsLine = isMarkup && keys.length > 0 && (yield* endsItsLine(source, tail));
  if (!endsLine && !(yield* endsReply(source, next)) && !(lead.trim() !== '' && source.startsWith(lead.trim(), next)))
    return null;
  const form = { from: from - before.length + lineFrom, to: tail };
  return { name, nameSpan, root, form, inserted: `{"name": ${valueToText(name)}, "arguments": ${root.compact()}}` };
}

/** The headers of ReAct, the first of them after a thought on its line. */
function areHeaders(lead: string, gap: string): boolean {
  return /\baction\W*$/i.test(lead) && /action[ _]?input/i.test(gap);
}

function plain(name: string): string {
  return name
    .replace(/^(?:to=)?functions\.|^(?:tool|function|call|tool_call|function_call|invoke):/, '')
    .replace(/:$/, '');
}

/** The offset after the signs and the closing tags that follow on the line. */
function* tailFrom(source: TextSource, from: number): Resumable<number> {
  let at = from;
  let isTag = false;
  for (let index = from; index - from < LONGEST_TAIL; index += 1) {
    const code = yield* codeAt(source, index);
    const sign = code < 0 ? '\n' : String.fromCharCode(code);
    if (isTag ? sign === '\n' : !/[\])}>`*.;"'/<]/.test(sign) && !(isAsciiSpace(code) && sign !== '\n')) return at;
    if (sign === '<') isTag = true;
    else if (sign === '>') isTag = false;
    if (!isTag && !isAsciiSpace(code)) at = index + 1;
  }
  return at;
}
