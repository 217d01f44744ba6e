import { parsedJson } from '../../text/json/index.ts';
import { likeliestSeparator, separatorOf } from '../../text/document/index.ts';
import { callOf } from '../shapes/calls.ts';
import { isKnown } from '../shapes/index.ts';
import { type Fields, fieldsOf } from '../values.ts';
import { Cutter } from './cutter.ts';
import { areOfContainers, isComment, recordBehind, recordIn, SEQUENCE } from './records.ts';

/** How the records of a text are arranged. */
export type Framing =
  | { readonly kind: 'lines' }
  /** Lines of a program's log, of which many have a record at their end. */
  | { readonly kind: 'logged' }
  | { readonly kind: 'list' }
  | { readonly kind: 'document' }
  /** One below the other, each over many lines: what `jq` makes of JSON lines. */
  | { readonly kind: 'documents' }
  | { readonly kind: 'table'; readonly separator: string }
  | { readonly kind: 'text' };

/** So much is looked at, in UTF-16 units, before a text without line ends counts as one document. */
const FIRST_LINE = 1 << 26;
const FIRST_LIST = 1 << 20;
const FIRST_LINES = 1 << 18;
const MOST_LINES = 20;

/** How a text is framed, from its beginning; null where more of it must be seen. */
export function framingOf(text: string, name: string | null, isWhole: boolean): Framing | null {
  const head = text
    .slice(0, FIRST_LINES)
    .replaceAll(SEQUENCE, '')
    .replace(/^[\ufeff\s]+/, '');
  if (head === '') return isWhole ? { kind: 'text' } : null;
  const isJson = head.startsWith('{') || head.startsWith('[');
  if (!isJson && /\.(?:csv|tsv)$/i.test(name ?? ''))
    return isWhole || head.includes('\n') ? { kind: 'table', separator: likeliestSeparator(head) } : null;
  return isJson ? jsonFraming(text, isWhole) : otherFraming(head, text.length, isWhole);
}

function jsonFraming(text: string, isWhole: boolean): Framing | null {
  const start = text.search(/[{[]/);
  const isList = text.startsWith('[', start);
  const one: Framing = isList ? { kind: 'list' } : { kind: 'document' };
  const end = text.indexOf('\n', start);
  if (end < 0) return isWhole || text.length - start > (isList ? FIRST_LIST : FIRST_LINE) ? one : null;
  const lines = text.slice(start, start + FIRST_LINES + end).split('\n');
  if (text.slice(end).trim() === '') return isWhole ? one : null;
  if (recordIn(text.slice(start, end)) !== undefined) return { kind: 'lines' };
  // A first line that is broken: others tell, where they begin at the left and are whole.
  const whole = isWhole ? lines.slice(1) : lines.slice(1, -1);
  if (!isList && whole.slice(0, MOST_LINES).some(isRecord)) return { kind: 'lines' };
  if (isList) return one;
  const cutter = new Cutter(true);
  const ended = cutter.push(text.slice(start, start + FIRST_LINES)).length;
  if (ended > 1 || (ended === 1 && cutter.isOpen)) return { kind: 'documents' };
  return isWhole || text.length > FIRST_LINES ? one : null;
}

function otherFraming(head: string, length: number, isWhole: boolean): Framing | null {
  const lines = head.split('\n');
  if (!isWhole && lines.length <= MOST_LINES && length < FIRST_LINES) return null;
  const whole = lines.filter((line) => line.trim() !== '' && !isComment(line)).slice(0, MOST_LINES);
  const records = whole.filter(isRecord).length;
  if ((records > 0 && 2 * records >= whole.length) || 2 * whole.filter(isText).length > Math.max(2, whole.length))
    return { kind: 'lines' };
  const logged = whole.map(recordBehind).filter((record) => record !== null);
  if (whole.length > 1 && 2 * logged.length > whole.length && logged.some(isNoCall)) return { kind: 'logged' };
  const separator = areOfContainers(whole) ? null : separatorOf(head);
  return separator === null ? { kind: 'text' } : { kind: 'table', separator };
}

/** A line that is a string of JSON: a reply, or a record that was written twice. */
function isText(line: string): boolean {
  return line.startsWith('"') && typeof parsedJson(line) === 'string';
}

/** A line that is an object and nothing else. */
function isRecord(line: string): boolean {
  const record = line.startsWith('{') ? fieldsOf(parsedJson(line)) : null;
  return record !== null && isNoCall(record);
}

/** A call is in a line of what a model wrote: a span has a name as well. */
function isNoCall(record: Fields): boolean {
  return callOf(record) === null || isKnown(record);
}
