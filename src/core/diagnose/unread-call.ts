import { withPlace } from '../text/document/index.ts';
import { isAboutTag, isInBrokenJson, isShown } from '../formats/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { bareValue } from './bare-value.ts';
import { keyInMarkup } from './keys-in-markup.ts';
import { diagnosis, quoted } from './rule.ts';
import { deadCloser, unnamedArguments } from './unnamed-call.ts';
import type { Subject } from './subject.ts';

const MOST_NAMES = 100;
const MOST_PLACES = 40;
const MOST_FINDINGS = 3;
/** Arguments, and earlier diagnoses, count as near a name within this distance, in UTF-16 units. */
const NEAR = 300;
const LONGEST_LINE = 200;
const LONGEST_PROGRAM = 2000;

/** A marker of a format, or a remnant of one. */
const MARKER =
  /<\/?[|｜]|[|｜]>|<\/?(?:\w+[:_])?(?:tool|function|invoke|param|arg_)|\[\/?[A-Z]{3,}_?[A-Z]*\]|TOOL_?CALLS?|\[tool\b|minimax\[|functools\W?\[|>>>?\w|✿|^(?:Action(?: Input)?|Call|TOOL_NAME|BEGIN_ARG)[:=]|<bot_end>|\*\*Tool Call:\*\*|(?:```|~~~)tool/m;
const MARKER_AT_START = /^(?:<[^<>\n]{2,40}>|\[\/?[A-Za-z_]{3,20}\]|>>>|✿\w+✿:?|(?:Action|Call):)/;
const BEFORE = 60;

/** What precedes a name on its line if the name is in markup. */
const IN_MARKUP = [
  // Nothing, or a sign of markup: `[`, `=`, `✿`.
  /^\s*\)?$|<\/$|[<>[\]{}|=("'✿▁｜]\s*$/,
  // A tag that lost a sign: `[TOOL_CALLS`, `<invoke `.
  /\[[A-Z_]{4,}\W?$|\[tool\W{0,3}$|[<[]\w+\s*$|[|｜]>\w{1,4}$/,
  // A header, or a word of one: `Action: `, `TOOL_NAME=`.
  /^\s*\S+:\s*@?\s*$|(?:^|[\s>])(?:Action(?: Input)?|Call|call)(?::\s*|=\s+| )$|(?:^|[\s>]|```tool)TOOL_NAME(?::\s*|=\s+| )$/,
  /(?:^|[\s>])call=$|(?:functions|default_api)\.\s*$/,
  // A key of JSON, or the end of a call: `"name": `, `f(a=1); `.
  /["']\s*:\s*$|\)\s*[;,]\s*$/,
];

/** What precedes the name of a call that is written as an expression. */
const BEFORE_EXPRESSION =
  /\)\s*[;,]\s*$|^[\s([{}\])]*(?:(?:print\()?(?:default_api\.|functions\.))?$|[>\]]\s*$|: ?@$|[<[]\w+$/;

/** What precedes a call that is the first text of a list: `["`. */
const IN_QUOTED_LIST = /^\s*\[\s*"$/;

/** A tag that lost its last sign: `<invoke`. */
const AFTER_TAG = /[<[][A-Za-z_]{3,}$/;

/** The parameters of a signature: a key and its type. */
const SIGNATURE = /^\(\s*\w+\??\s*:\s*(?:str|string|int|integer|float|number|bool|boolean|list|dict|any|object)\b/i;

/** What precedes a name that is a value in a settings file or in a table. */
const IN_DATA = /^\s*(?!(?:Action|Call|TOOL_NAME)=\s|function=)[\w.-]+\s*=\s*$|^\s*\|[^|<>]*\|(?!>)/;

/** What follows a name that heads a section of a settings file, after its opening bracket. */
const IS_SECTION = /^\][ \t]*\n[ \t]*[\w.-]+[ \t]*=[ \t]*[^\s=]/;

/** What precedes a name in a record of a log: the time, or a level, and words. */
const IN_RECORD = /^\s*\[?(?:\d{4}-\d\d-\d\d[T ]|(?:INFO|DEBUG|WARN|WARNING|ERROR)\b)[^<>{}|]*$/;

/**
 * A declared name is followed by its arguments and looks like a call, but no format can read it: too much of the markup is
 * damaged. Reported only where no other diagnosis is near.
 */
export function unreadCalls(subject: Subject, found: readonly Diagnosis[]): Diagnosis[] {
  const { extraction, document, tools } = subject;
  if (!subject.readsFormats) return [];
  const calls = [...extraction.calls, ...extraction.incomplete].map(({ span }) => span);
  // Malformed blocks are not quiet: another rule reports them, or `unreadBlocks` does.
  const quiet = extraction.suppressed
    .filter(({ reason, name }) => reason !== 'malformed' && !(reason === 'undeclared' && /["<>{}]/.test(name ?? '')))
    .map(({ span }) => span);
  const thoughts = extraction.ledger.filter(({ kind }) => kind === 'reasoning');
  // A diagnosis inside reasoning does not explain the call after it.
  const said = found.filter(({ span }) => !liesIn(thoughts, span.from));
  const taken = [...calls, ...quiet, ...thoughts];
  const unread: Diagnosis[] = [];
  for (const name of tools.names.slice(0, MOST_NAMES)) {
    for (const at of placesOf(document, name, tools.parameters(name))) {
      if (unread.length >= MOST_FINDINGS) return unread;
      // A header and the call after it may both have the name.
      if (extraction.calls.some((call) => call.name === name && call.span.from >= at && call.span.from < at + NEAR))
        continue;
      if (
        isSaid([...said, ...unread], at) ||
        taken.some(({ from, to }) => at >= from && at < to) ||
        isElement(document, name, at) ||
        !isMeant(subject, name, at)
      )
        continue;
      unread.push(
        bareValue(document, name, at) ??
          diagnosis(
            'D06',
            `${withPlace(`This looks like a call to \`${quoted(name)}\`, but its markup is damaged`, document, at)}. No format can parse it.`,
            { from: at, to: at + name.length },
          ),
      );
    }
  }
  unread.push(...unreadBlocks(subject, [...said, ...unread]));
  if (unread.length > 0 || said.length > 0) return unread;
  const isFree = (at: number): boolean =>
    isUnread(subject, at) && !isShown(subject.extraction, at) && !liesIn(subject.quotations, at);
  return (
    [deadMarker, unnamedArguments, deadCloser].map((look) => look(subject, isFree)).find((one) => one.length > 0) ?? []
  );
}

/** An element of a page in the element of a name: it has attributes, and is no parameter. */
const OF_PAGE = /^>\s{0,20}<(?!param|arg|invoke|function|tool)[a-z][\w-]{0,40} [a-z-]{1,40}="/;

/** Whether a name is that of an element of a page, as `search` is one. */
function isElement(document: string, name: string, at: number): boolean {
  const to = at + name.length;
  return document.charAt(at - 1) === '<' && OF_PAGE.test(document.slice(to, to + 120));
}

/** Whether a place belongs to a block that was read as a call, and not to markup that the block skips. */
function isPartOfCall(subject: Subject, at: number): boolean {
  const { extraction } = subject;
  if (subject.blockAround(at)?.outcome !== 'matched') return false;
  if (extraction.calls.some(({ nameSpan }) => nameSpan.from <= at && at < nameSpan.to)) return true;
  return extraction.ledger.find(({ to }) => to > at)?.kind !== 'markup';
}

/** Whether a place is in no call, and in no block that was read or refused as one. */
function isUnread({ extraction, enclosing }: Subject, at: number): boolean {
  const kind = extraction.ledger.find(({ to }) => to > at)?.kind;
  return (kind === 'content' || kind === 'markup') && !enclosing.some(({ from, to }) => from <= at && at < to);
}

function isSaid(found: readonly Diagnosis[], at: number): boolean {
  return found.some(({ span }) => span.from < at + NEAR && span.to > at - NEAR);
}

/** What precedes a block that is not part of a sentence or of code. */
const BEFORE_BLOCK = /^\s*$|>\s*\[?\s*$/;

/** Blocks that a format began to read and refused as malformed. */
function unreadBlocks(subject: Subject, said: readonly Diagnosis[]): Diagnosis[] {
  const { extraction, document } = subject;
  const refused = extraction.suppressed.filter(({ reason }) => reason === 'malformed').slice(0, MOST_PLACES);
  const unsaid = refused.find(({ span: { from, to } }) => {
    if (said.some(({ code, span }) => code === 'D14' && span.from >= from && span.to <= to)) return false;
    return BEFORE_BLOCK.test(lineBefore(document, from)) && !isSaid(said, from) && !isShown(subject.extraction, from);
  });
  if (unsaid === undefined) return [];
  const { span } = unsaid;
  const place = withPlace('This looks like a call, but its markup is damaged', document, span.from);
  return [diagnosis('D06', `${place}. No format can parse it.`, span)];
}

/** The codes with which a format refuses what follows its marker. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['opener-without-body', 'markup-not-followed', 'not-a-call-expression', 'missing-name', 'not-a-name'],
  ...['arguments-not-json', 'not-an-object', 'name-not-text', 'undeclared-bare-name'],
]);
/** A marker that is a word as well, and what follows it where it is one: JSON, or the header of the arguments. */
const WORD = /^(?:Action|Call):$/;
const AFTER_WORD = /^\s*(?:```\w*\s*)?[{[]|\bAction[ _]?Input\b/i;
/** Three words after a marker: the text is about the marker. */
const PROSE = /^[\s"'`]*(?:\p{L}+[\s,]+){3}/u;

/** The reply begins with a marker, and markup follows, but no call. */
function deadMarker({ extraction, trace, document, textTo, tools }: Subject): Diagnosis[] {
  if (extraction.calls.length > 0 || extraction.incomplete.length > 0) return [];
  const refused = trace.find((event) => event.kind === 'reject' && REFUSED.has(event.code));
  if (refused === undefined) return [];
  const { from } = refused;
  const marker = MARKER_AT_START.exec(document.slice(from, Math.min(textTo, from + BEFORE)))?.[0];
  if (marker === undefined || !IN_MARKUP.some((pattern) => pattern.test(lineBefore(document, from)))) return [];
  const introTo = extraction.ledger.findLast(({ kind, to }) => kind === 'reasoning' && to <= from)?.to ?? 0;
  const after = document.slice(from + marker.length, Math.min(textTo, from + marker.length + NEAR));
  if (document.slice(introTo, from).trim() !== '' || PROSE.test(after) || !/[[{(<"=]/.test(after)) return [];
  const isNamed = tools.has(tools.resolve(/[\w.-]+/.exec(after)?.[0] ?? ''));
  if (WORD.test(marker) && !isNamed && !AFTER_WORD.test(after)) return [];
  return [
    diagnosis(
      'D06',
      `${withPlace(`\`${quoted(marker)}\` opens a call, but what follows is damaged`, document, from)}. No format can parse it.`,
      { from, to: from + marker.length },
    ),
  ];
}

/** The places where a name is a word of its own. A sign may be lost before it, or between it and its first argument. */
function placesOf(document: string, name: string, keys: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = document.indexOf(name); at >= 0 && places.length < MOST_PLACES; at = document.indexOf(name, at + 1)) {
    const to = at + name.length;
    const begins =
      !/[\p{L}\p{N}_]/u.test(document.charAt(at - 1)) ||
      AFTER_TAG.test(document.slice(Math.max(0, at - BEFORE), at)) ||
      /^<[|｜]/.test(document.slice(to, to + 2));
    if (begins && (!/[\p{Ll}\p{N}_]/u.test(document.charAt(to)) || keyAt(document, to, keys))) places.push(at);
  }
  return places;
}

/** Whether a key and its `=` or `:` are at this offset. */
function keyAt(text: string, at: number, keys: readonly string[]): boolean {
  return keys.some((key) => text.startsWith(key, at) && /[=:]/.test(text.charAt(at + key.length)));
}

/** Whether a name is meant as a call: a marker is near or the JSON is broken, and a declared argument follows the name. */
function isMeant(subject: Subject, name: string, at: number): boolean {
  const { document, tools, textTo } = subject;
  const before = lineBefore(document, at);
  if (!IN_MARKUP.some((pattern) => pattern.test(before)) || IN_DATA.test(before) || IN_RECORD.test(before))
    return false;
  if (isShown(subject.extraction, at)) return false;
  if (isPartOfCall(subject, at) || isDefined(document, name, at)) return false;
  const after = document.slice(at + name.length, Math.min(textTo, at + name.length + NEAR));
  if (before.endsWith('<') && after.startsWith('>') && isAboutTag(after.slice(1))) return false;
  if (/^\s*\[$/.test(before) && IS_SECTION.test(after)) return false;
  if (SIGNATURE.test(after) || (/^\s*\|\s*$/.test(before) && /^\s*\|(?!>)/.test(after))) return false;
  const keys = tools.parameters(name);
  const isNearMarker = MARKER.test(document.slice(Math.max(0, at - BEFORE), at) + after);
  const isExpression = BEFORE_EXPRESSION.test(before) && (/^\s{0,2}[([{)\]}"]/.test(after) || keyAt(after, 0, keys));
  const isInList = IN_QUOTED_LIST.test(before) && after.startsWith('(');
  const isTag = /<\/?\s*$/.test(before) && (after.startsWith('>') || after.includes(`</${name}>`));
  if (
    !isNearMarker &&
    !isExpression &&
    !isInList &&
    !isTag &&
    !isInBrokenJson(document, partFrom(subject, at, before), textTo)
  )
    return false;
  // This is the definition of a tool, or the answer of one.
  if (/"(?:description|properties|inputSchema)"/.test(after) || /<\|start\|>(?:functions\.)?$/.test(before))
    return false;
  if (keys.length === 0) return /^[^\s\w]*\s*(?:[({<[]|"arguments")/.test(after);
  return keys.some((key) => {
    const written = keyInMarkup(after, key);
    if (written >= 0 && !/\n\n/.test(after.slice(0, written))) return true;
    const place = after.indexOf(key);
    return (
      place >= 0 &&
      (/^["'\\]*\s*[=:<>]/.test(after.slice(place + key.length)) || /BEGIN_ARG\W*$/.test(after.slice(0, place))) &&
      !/\n\n/.test(after.slice(0, place))
    );
  });
}

/** Whether the text is a program that defines a function of this name, here or above. */
function isDefined(document: string, name: string, at: number): boolean {
  const before = document.slice(Math.max(0, at - LONGEST_PROGRAM), at + name.length);
  return ['def', 'function', 'func', 'fn'].some((word) => before.includes(`${word} ${name}`));
}

/** The start of the text on this line that no earlier call has read, after the separators. */
function partFrom({ extraction, document }: Subject, at: number, before: string): number {
  const last = extraction.calls.findLast(({ span }) => span.to <= at)?.span.to ?? 0;
  const from = Math.max(last, at - before.length);
  return from + (/^[;,\s]*/.exec(document.slice(from, at))?.[0].length ?? 0);
}

/** The text before a place on its line. */
function lineBefore(document: string, at: number): string {
  return document.slice(Math.max(document.lastIndexOf('\n', at - 1) + 1, at - LONGEST_LINE), at);
}
