import { partitionPoint, slice, type Span } from '../../text/document/index.ts';
import { jointInBox, unbroken, withWholeTags } from './line-breaks.ts';
import { isLogLine } from '../logs/log-text.ts';
import { HEAD, isLeftOut, recordPrefix } from './record-head.ts';

/** A text that is read, and where its parts are in what was pasted. */
export interface Frame {
  readonly text: string;
  /** What was taken off before a line, once for each kind of it: it may name who wrote the line. */
  readonly heads: string;
  /** Whether a model would not have written what was taken off. A fence, an item of a list and a cell of a table are its own. */
  readonly isForeign: boolean;
  place(span: Span): Span;
}

/** A patch, or the items of a list. */
const PATCH = /^\+ ?(?!\+)|^- (?=[\s{}[\]"])/;
/** docker compose and pm2, or the first column of a table: `vllm-1  | …`, `0|vllm  | …`. */
const COMPOSE = /^(?:\d{1,3}\|)?[\w.-]{1,60} {1,20}\| ?/;
/** concurrently, turbo and their like name the program. A model may have such a mark before its call. */
const PROGRAM = /^(?:\[[a-z][\w-]{1,30}\]|[\w@/-]{1,40}:(?:dev|start|serve)[:|]) /;
/** What only a program names so. */
const CONTAINER = /^(?:\d{1,3}\||[\w.-]{1,60}[-_]\d{1,3} )/;

/** What others put before every line. Bounded: each looks at the head of one line. */
const prefixes: readonly RegExp[] = [
  COMPOSE,
  // `kubectl logs --prefix`, and stern, which has the pod and the container.
  /^\[pod\/[^\]\n]{1,120}\] /,
  /^[\w.-]{1,80} [\w.-]{1,60} [›│❯] /,
  // syslog and journald: `Nov 25 09:14:02 gpu2 vllm[2217]: …`, and the same with `-o short-iso`.
  /^\p{L}{3,4}\.? [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \S{1,80} [^\s:[]{1,60}(?:\[\d{1,9}\])?: ?/u,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d:?\d\d \S{1,80} [^\s:[]{1,60}\[\d{1,9}\]: ?/,
  // The log files of containers (CRI): `2026-11-25T08:00:00.123456789Z stdout F …`, what `docker logs -t` prints (perhaps
  // with the last byte of the header of Docker's stream before it), and the runner
  // of GitLab (docs: "Job logs", timestamps): `2026-11-25T08:00:00.123456Z 01O …`.
  /^(?:[^\d\s[{("'<-](?=\d{4}-))?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6,9}(?:Z|[+-]\d\d:\d\d) (?:(?:stdout|stderr) [FP] |\d\d[OE][ +])?/,
  // `gh run view --log`: the job, the step, the time.
  /^[^\t\n]{1,80}\t[^\t\n]{1,120}\t\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z /,
  // `grep -n` over files.
  /^(?:\.{0,2}\/)?[\w./-]{1,120}\.(?:log|txt|out|jsonl?|ndjson|err|md):\d{1,7}[:-] ?/,
  // The router of llama-server names the port of the server that it runs.
  /^\[\d{4,5}\] /,
  // What a person prints before every piece of a stream.
  /^[\w ]{1,40} ?[:=] ?(?=[A-Z]\w{2,40}Chunk\()/,
  PROGRAM,
  // The left side of a box.
  /^[│┃] ?/,
  // A quotation in a mail, an issue or a chat.
  /^> ?/,
  PATCH,
  // The numbers of an editor, of `cat -n` and of `grep -n`.
  /^ {0,8}\d{1,6}(?: ?[|│→]| ?:(?!\d\d:)|\t) ?/,
];

/** The head of one record of a program's log, with its level: a value may follow. */
const LOGGED =
  /^(?:\[?\d{4}-\d\d-\d\d[T ,]{1,2}\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| UTC|[+-]\d\d:?\d\d)?\]?(?: (?:[-|] )?[[{(]?[\w.:/@-]{1,80}[\])}]?){0,3}? (?:[-|] )?)?\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)\]?(?![\w[])(?::[\w.]{1,80}:| {0,6}(?:[-|] )?[\w.:/@-]{1,80} {0,2}[-|] |:| {0,6}[-|])? {0,8}(?=\S)/;

/** The time alone before the only line, with its day or without. */
const TIMED =
  /^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,6})?\]?:? (?:[-|] )?(?=[<[\]`]|\{"(?:name|function|tool|action)")/;

/** What the message of a record may go on with over many lines: a value, markup, the events of a stream. */
const VALUE = /^(?:data: ?)?(?:[{<]|\[[\s{"[])/;

/** What is before the first line of a record alone. */
const RECORDS: ReadonlySet<RegExp> = new Set([LOGGED, TIMED]);

/** The numbers of lines in a pastebin, with nothing after them but a space: only counting up shows what they are. */
const COUNTED = /^ {0,8}(\d{1,6})(?: |$)/;
/** The same with a gutter of two blanks. */
const COUNTED_WIDE = /^ {0,8}(\d{1,6})(?: {2}| ?$)/;
/** Lines after the last number, such as the command of the server that somebody adds. */
const MOST_UNCOUNTED = 2;
const FEWEST_COUNTED = 3;

/** How many of the lines must have a prefix before it is taken off: others may be among them. */
const SHARE = 0.6;
/** A journal may hold what compose wrote. */
const MOST_LAYERS = 3;

/**
 * The whole paste without the colours of a terminal, and without prefixes that most of its lines share. Places keep counting them.
 *
 * @param ownsFence whether a fence around the whole is left: a model may have written it around its call
 */
export function frameOf(content: string, ownsFence = false): Frame {
  // The columns of psql look like the names of compose.
  if (/^\s{0,8}-\[ RECORD /.test(content.slice(0, 24))) return plainFrame(content);
  const text = withPlainBlanks(content);
  let frame = withoutWrapping(withoutIndent(withoutSigns(plainFrame(text))), ownsFence);
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = withoutPrefix(frame) ?? withoutWords(frame);
    if (inner === null) break;
    frame = withoutBox(inner);
  }
  const parts = unbroken(frame.text) ?? withWholeTags(frame.text);
  return parts === null ? frame : kept(frame, parts);
}

/** A text inside of another, all of it at one place: the body in a HAR file, the JSON in a string. */
export function nested(text: string, span: Span): Frame {
  return { text, heads: '', isForeign: true, place: () => span };
}

function plainFrame(text: string): Frame {
  return { text, heads: '', isForeign: false, place: (span) => span };
}

/**
 * The events of a stream that a program logged, one on each line, with words of its own before each: a time, a level, its name.
 * Null for what is no such log. Whether the events are a stream is left to those who read streams.
 */
export function loggedEvents(text: string): string | null {
  const [first] = filledLines(text.slice(0, FIRST_LINES_IN));
  if (first === undefined || eventIn(first) === null) return null;
  const lines = filledLines(text);
  const found = lines.flatMap((line) => eventIn(line) ?? []);
  if (found.length < 2 || found.length < lines.length * SHARE) return null;
  return found.join('\n\n') + '\n';
}

/** Where the first lines are that must have a prefix: most texts have none, and are long. */
const FIRST_LINES_IN = 16 * 1024;

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** `… - event: data: {…}`: the event at the end of a line that does not begin with it. */
function eventIn(line: string): string | null {
  const at = /^[^\n{]{1,240}?(?=data: (?:\{|\[DONE\]))/.exec(line.slice(0, HEAD + 8))?.[0].length;
  return at === undefined ? null : line.slice(at).trimEnd();
}

/** Some parts of a text, from left to right, as a text. */
function kept(outer: Frame, parts: readonly Span[], { head = '', isForeign = true } = {}): Frame {
  const starts: number[] = [];
  let written = 0;
  for (const { from, to } of parts) {
    starts.push(written);
    written += to - from;
  }
  const outerPlace = (at: number): number => {
    const index = Math.max(0, partitionPoint(starts, (start) => start <= at) - 1);
    return (parts[index]?.from ?? 0) + at - (starts[index] ?? 0);
  };
  return {
    text: parts.map(({ from, to }) => outer.text.slice(from, to)).join(''),
    heads: outer.heads + head,
    isForeign: outer.isForeign || isForeign,
    place: ({ from, to }) =>
      outer.place({ from: outerPlace(from), to: to > from ? outerPlace(to - 1) + 1 : outerPlace(from) }),
  };
}

// eslint-disable-next-line no-control-regex -- the escape character is what is looked for
const SIGNS = /\u001b\[[0-9;]{0,32}[A-Za-z]|\r(?=\n)|^\ufeff/g;
const SIGNS_OR_LOST = new RegExp(`${SIGNS.source}|(?:\\^\\[|[␛←])?\\[\\d{1,3}(?:;\\d{1,3}){0,5}m`, 'g');
/** What ends a colour in a copy without the escape character, or with a sign in its place. */
const LOST_COLOUR = /(?:\^\[|[␛←]|(?<![\\\w]))\[(?:0|[2-5]9|22)m(?!\])/;

/** Without the colours of a terminal, the carriage returns of Windows and its mark of a byte order. */
function withoutSigns(outer: Frame): Frame {
  const isLost = LOST_COLOUR.test(outer.text.slice(0, FIRST_LINES_IN));
  const hasSigns = outer.text.includes('\u001b[') || outer.text.includes('\r\n') || outer.text.startsWith('\ufeff');
  if (!isLost && !hasSigns) return outer;
  const parts: Span[] = [];
  let read = 0;
  const signs = isLost ? SIGNS_OR_LOST : SIGNS;
  for (const { index, 0: colour } of outer.text.matchAll(signs)) {
    if (index > read) parts.push({ from: read, to: index });
    read = index + colour.length;
  }
  if (read < outer.text.length) parts.push({ from: read, to: outer.text.length });
  return kept(outer, parts, { isForeign: isLost || outer.text.includes('\u001b[') });
}

/** Pages and word processors indent with blanks that do not break. They are as long as others, so every place stays what it is. */
function withPlainBlanks(text: string): string {
  return text.includes('\u00a0') ? text.replaceAll(/^[ \u00a0]{1,400}/gm, (blanks) => ' '.repeat(blanks.length)) : text;
}

/** Without the four blanks or the tab before every line with which Markdown, chats and people show code. */
function withoutIndent(outer: Frame): Frame {
  const indent = outer.text.startsWith('\t') ? '\t' : '    ';
  if (!outer.text.startsWith(indent) || !filledLines(outer.text).every((line) => line.startsWith(indent))) return outer;
  return kept(
    outer,
    withoutBegins(outer.text, (line) => (line.startsWith(indent) ? indent.length : 0)),
  );
}

/** The lines of a text, each without so much of its beginning. */
function withoutBegins(text: string, lengthOf: (line: string) => number): Span[] {
  const parts: Span[] = [];
  let read = 0;
  for (const line of text.split('\n')) {
    const [from, to] = [read + lengthOf(line), Math.min(read + line.length + 1, text.length)];
    if (from < to) parts.push({ from, to });
    read += line.length + 1;
  }
  return parts;
}

/** So many fences and backquotes are taken off at most, one in the other: nobody quotes a quotation more often. */
const MOST_WRAPS = 4;

/** A fence or backquotes around the whole, and the box that a terminal draws around it. */
function withoutWrapping(outer: Frame, ownsFence: boolean): Frame {
  let frame = outer;
  let isFolded = false;
  for (let taken = 0; taken < MOST_WRAPS; taken += 1) {
    const part = folded(frame.text);
    const inner = part ?? (ownsFence && !isFolded ? null : wrapped(frame.text, isFolded));
    if (inner === null) break;
    isFolded = part !== null;
    frame = kept(frame, [inner], { isForeign: isFolded });
  }
  return withoutBox(frame);
}

/** What is under the title of a part that an issue shows folded, where that part is the whole; null for any other text. */
function folded(text: string): Span | null {
  const opener = /^\s{0,8}<details(?: open)?>\s{0,8}<summary>[^<\n]{0,200}<\/summary>\s{0,8}/i.exec(text.slice(0, 300));
  const end = text.trimEnd().length - '</details>'.length;
  return opener !== null && end > opener[0].length && text.slice(end).trimEnd().toLowerCase() === '</details>'
    ? { from: opener[0].length, to: end }
    : null;
}

/**
 * What a fence or backquotes are around; null where they are not around the whole, and where the language of the fence is that of
 * a call: it is the marker of a format.
 *
 * @param isSurely whether other fences in it do not show that it is several: it is all that a folded part has
 */
function wrapped(text: string, isSurely: boolean): Span | null {
  const opener = /^\s*(?:(`{3,}|~{3,})(?!tool_|function_call)[^\n`]{0,40}\n|`(?!`))/.exec(text.slice(0, 80));
  const to = opener === null ? -1 : text.trimEnd().length - (opener[1] ?? '`').length;
  if (opener === null || to <= opener[0].length || !text.startsWith(opener[1] ?? '`', to)) return null;
  const from = opener[0].length;
  const inner = text.slice(from, to);
  const isWhole =
    opener[1] === undefined
      ? inner.includes('\n') || !inner.includes('`') || to > 200
      : isSurely || !/^(?:```|~~~)/m.test(inner);
  return isWhole ? { from, to } : null;
}

const SIDES = '│┃║';
const RULES = '╭┌╔┏├╰└╚┗─━═╮┐╗┓┤╯┘╝┛';

/** A line in a box, or one of its borders. Where no box is around it, it is as it was. */
interface Row extends Span {
  readonly isBoxed: boolean;
  /** How many units had room; Infinity for what is not between the sides of a box. */
  readonly width: number;
}

/** Without a box, or one in another: its borders, which may have a title, what is at both ends of its lines, and its breaks. */
function withoutBox(outer: Frame, layer = 1): Frame {
  // A screen that was scrolled has lost the border at the top.
  if (!/^[^\S\n]{0,200}(?:[╭┌╔┏]|[│┃║][^\n│┃║]{10,400}[│┃║]\s*$)/m.test(outer.text.slice(0, FIRST_LINES_IN)))
    return outer;
  let read = 0;
  const rows = outer.text.split('\n').map((line) => {
    const row = rowOf(line, read);
    read += line.length + 1;
    return row;
  });
  if (rows.filter(({ isBoxed }) => isBoxed).length < filledLines(outer.text).length * SHARE) return outer;
  const parts = rows.flatMap((row, index) => [row, ...breakAfter(outer.text, row, rows[index + 1])]);
  const inner = kept(
    outer,
    parts.filter(({ from, to }) => to > from),
  );
  return layer < MOST_LAYERS ? withoutBox(inner, layer + 1) : inner;
}

/** What is between the sides of a line that begins at `read`. */
function rowOf(line: string, read: number): Row {
  const inner = line.trim();
  const isSide = SIDES.includes(inner.charAt(0));
  const signs = isSide ? SIDES : RULES;
  const isBoxed = inner.length > 1 && signs.includes(inner.charAt(0)) && signs.includes(inner.charAt(inner.length - 1));
  if (!isBoxed) return { from: read, to: read + line.length, isBoxed, width: Infinity };
  const isEdge = (at: number): boolean => ` \t\r${signs}`.includes(line.charAt(at));
  // What is indented in a box stays so.
  let from = line.indexOf(inner.charAt(0)) + (isSide ? 1 : 0);
  if (isSide && line.charAt(from) === ' ') from += 1;
  else while (!isSide && from < line.length && isEdge(from)) from += 1;
  let to = line.length;
  while (to > from && isEdge(to - 1)) to -= 1;
  // A blank is before the right side as well.
  return { from: read + from, to: read + to, isBoxed, width: isSide ? line.trimEnd().length - from - 2 : Infinity };
}

/** The break between two rows: itself, or the blank in its place; nothing where a word goes on. */
function breakAfter(text: string, row: Row, next: Row | undefined): Span[] {
  if (next === undefined) return [];
  const end = text.indexOf('\n', row.to);
  const joint = row.width === Infinity ? null : jointInBox(slice(text, row), slice(text, next), row.width);
  if (joint === null) return [{ from: end, to: end + 1 }];
  return joint === '' ? [] : [{ from: row.to, to: row.to + 1 }];
}

function withoutPrefix(outer: Frame): Frame | null {
  const firstLines = filledLines(outer.text.slice(0, FIRST_LINES_IN));
  const likely = prefixes.filter((one) => firstLines.some((line) => one.test(line.slice(0, HEAD))));
  const isNumbered = COUNTED.test(firstLines[0]?.slice(0, HEAD) ?? '');
  const record = recordPrefix(firstLines);
  if (record !== null) likely.push(record);
  else if (firstLines.slice(1).every((line) => !isLogLine(line))) likely.push(LOGGED, TIMED);
  if (likely.length === 0 && !isNumbered) return null;
  const lines = outer.text.split('\n');
  const filled = filledLines(outer.text).length;
  const shared = likely.find((one) => {
    const having = lines.filter((line) => one.test(line.slice(0, HEAD))).length;
    if (having > 1) return having >= filled * SHARE;
    // The message of one record may go on over many lines.
    return filled === 1 ? isBeforeValue(one, outer.text) : RECORDS.has(one) && VALUE.test(afterPrefix(one, outer.text));
  });
  const prefix = shared ?? (isNumbered ? (countOf(lines)?.prefix ?? null) : null);
  if (prefix === null) return null;
  const parts = withoutBegins(outer.text, (line) => prefix.exec(line.slice(0, HEAD))?.[0].length ?? 0);
  const first = lines.find((line) => prefix.test(line.slice(0, HEAD))) ?? '';
  const [head = ''] = prefix.exec(first.slice(0, HEAD)) ?? [];
  const isOwn = prefix === PATCH || prefix === PROGRAM || (prefix === COMPOSE && !CONTAINER.test(head));
  const isForeign =
    RECORDS.has(prefix) ||
    (!isOwn && lines.every((line) => line.trim() === '' || isLeftOut(line) || prefix.test(line.slice(0, HEAD))));
  // The words after it may tell whose line it is; what is in quotes or brackets is a value.
  const [words = ''] = first.slice(head.length, head.length + HEAD).split(/[{"'`<]/, 1);
  return kept(outer, parts, { head: `${head}${words}\n`, isForeign });
}

/** Without the words of a program before the first of lines that begin alike: the events or records of a stream. */
function withoutWords(outer: Frame): Frame | null {
  const [first = '', second = ''] = filledLines(outer.text.slice(0, FIRST_LINES_IN));
  const begins = /^(?:data: \{|\{"\w{1,30}")/.exec(second)?.[0];
  const at = begins === undefined ? -1 : first.slice(0, 2 * HEAD).indexOf(begins);
  if (at <= 0 || !/^[^{}"]*[a-z][^{}"]*[\s:=]$/i.test(first.slice(0, at))) return null;
  return kept(outer, [{ from: outer.text.indexOf(first) + at, to: outer.text.length }], {
    head: first.slice(0, at),
    isForeign: false,
  });
}

/** Whether a value follows the prefix of the only line: a word and a sign may begin any sentence. */
function isBeforeValue(prefix: RegExp, text: string): boolean {
  return /^\s?[%&#]{0,2}[\w.$:]{0,80} ?[\]{[(<"@]/.test(afterPrefix(prefix, text));
}

/** The beginning of what is after the prefix of the first line; '' where it has none. */
function afterPrefix(prefix: RegExp, text: string): string {
  const line = text.trimStart().slice(0, 2 * HEAD);
  const head = prefix.exec(line.slice(0, HEAD))?.[0];
  return head === undefined ? '' : line.slice(head.length).slice(0, HEAD);
}

/** What is before each of the numbered lines, and how many they are; null where they are not numbered. */
function countOf(lines: readonly string[]): { readonly prefix: RegExp; readonly end: number } | null {
  const numbers = lines.map((line) => Number(COUNTED.exec(line.slice(0, HEAD))?.[1]));
  const [first = Number.NaN] = numbers;
  const broken = numbers.findIndex((number, index) => number !== first + index);
  const end = broken < 0 ? lines.length : broken;
  const after = lines.slice(end).filter((line) => line.trim() !== '');
  if (end < FEWEST_COUNTED || after.length > MOST_UNCOUNTED || after.some((line) => COUNTED.test(line))) return null;
  const isWide = lines.slice(0, end).every((line) => COUNTED_WIDE.test(line.slice(0, HEAD)));
  return { prefix: isWide ? COUNTED_WIDE : COUNTED, end };
}

/** The numbered lines of a text without those that somebody added below them; a text without numbers as it is. */
export function numberedLines(text: string): string {
  if (!COUNTED.test(text.slice(0, HEAD))) return text;
  const lines = text.split('\n');
  return lines.slice(0, countOf(lines)?.end).join('\n');
}
