import type { Span } from '../../text/document/index.ts';
import { isLogLine } from '../logs/log-text.ts';

/** A terminal this narrow wraps everything; one this wide is no terminal. In UTF-16 units. */
const NARROWEST = 60;
const WIDEST = 400;
/** A line that is nearly full was broken between words: then whoever broke it kept words whole. */
const NEARLY = 12;

/**
 * The first key of what servers answer and clients print, on the first line: what they lay out over many lines begins with a
 * bracket alone.
 */
const SERIALISED =
  /^\s*(?:data: |[\w ]{1,30}[:=] ?)?(?:\[?\{["'](?:id|object|choices|error|candidates|usage|model|message|messages|role|created|created_at)["'] ?: ?\S|\[?[A-Z]\w{2,40}\([a-z_]\w{0,40}=\S|(?:content|model|source)=["'[])/;
const HEAD = 200;

/** Inside of a word, or with the blank that whoever breaks between words would not keep. */
const BREAK = /^(?:\w\n\w| \n|.\n \S)/;

/** How the next row goes on with this one: '' inside of a word, ' ' between two words; null where it is a line of its own. */
export type Joint = '' | ' ' | null;

/**
 * How a row of a box goes on in the next one. Consoles keep words whole: a row ends where the next word has no room.
 *
 *     │ Failed to parse the arguments of the  │
 *     │ call: unexpected token                │
 *       ^ 35 units and 5 of `call:` are more than the width
 */
export function jointInBox(row: string, next: string, width: number): Joint {
  const [first = ''] = /^\S*/.exec(next) ?? [];
  if (row === '' || first === '' || isLogLine(next) || row.length + 1 + first.length <= width) return null;
  // A word that is longer than the box is cut where the box ends.
  return row.length >= width && !row.trimStart().includes(' ') ? '' : ' ';
}

/**
 * The lines of a text that a terminal broke where it ends, without these breaks. Null for any other text: most of its long
 * lines have different lengths, or end between words.
 *
 *     {"error": {"message": "Failed to pa
 *     rse tool call arguments"}}
 */
export function unbroken(text: string): Span[] | null {
  const lines = text.split('\n');
  const width = lines.reduce((longest, line) => Math.max(longest, line.length), 0);
  if (width < NARROWEST || width > WIDEST) return null;
  const isBroken = (line: string, index: number): boolean => {
    const next = lines[index + 1] ?? '';
    // After the end of a value a line may be one of its own, and a break there does no harm.
    const isEnd = /[}\])]$/.test(line) || next === '';
    return line.length === width && !isEnd && next.slice(0, 6) !== line.slice(0, 6) && !isLogLine(next);
  };
  const broken = new Set(lines.flatMap((line, index) => (isBroken(line, index) ? [index] : [])));
  const isInWord = [...broken].some((at) => BREAK.test(`${lines[at]?.slice(-1) ?? ''}\n${lines[at + 1] ?? ''}`));
  const nearly = lines.filter((line) => line.length < width && line.length > width - NEARLY).length;
  // What a server serialises has no break in a string, and a model's string may have one.
  const isSure = SERIALISED.test(text.slice(0, HEAD))
    ? broken.size > 0
    : broken.size > 1 && isInWord && nearly < broken.size;
  if (!isSure) return null;
  const parts: Span[] = [];
  let read = 0;
  for (const [index, line] of lines.entries()) {
    const to = read + line.length;
    parts.push({ from: read, to: broken.has(index) || index === lines.length - 1 ? to : to + 1 });
    read = to + 1;
  }
  return parts;
}

/** A break in the name of a tag, with the indentation that a console puts before the row that goes on. */
const IN_TAG = /<\/?([A-Za-z][\w:.-]{0,40})(\n[ \t]{0,8})([\w:.-]{1,40})(?=[\s>=])/g;
/** So many names are looked for in the text. */
const MOST_NAMES = 20;

/**
 * The text without the breaks in the names of its tags. Null where there is none: between a name and its attributes a break may be, so
 * the whole name has to be in the text as well.
 *
 *     <arg_key>path</arg_key><arg_
 *       value>notes.md</arg_value>
 */
export function withWholeTags(text: string): Span[] | null {
  const parts: Span[] = [];
  const known = new Map<string, boolean>();
  let read = 0;
  for (const { index, 0: tag, 1: begin = '', 2: gap = '', 3: rest = '' } of text.matchAll(IN_TAG)) {
    const name = begin + rest;
    const isTag =
      known.get(name) ?? (known.size < MOST_NAMES && (text.includes(`<${name}`) || text.includes(`</${name}`)));
    known.set(name, isTag);
    if (!isTag) continue;
    const to = index + tag.length - rest.length - gap.length;
    parts.push({ from: read, to });
    read = to + gap.length;
  }
  return read === 0 ? null : [...parts, { from: read, to: text.length }];
}
