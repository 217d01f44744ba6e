import { type ToolFormat, formatList, type WrittenCall } from '../../formats/index.ts';
import { isObject, type JsonValue, nodeToValue, readJson, valueToText } from '../../text/json/index.ts';
import type { IntendedCall } from '../ask-all/asked-reply.ts';

/** Calls as a model writes them that keeps to its format. */
export interface CorrectForm {
  readonly format: string;
  readonly text: string;
  /** Spellings that fit the reply as well: which one the model uses depends on its generation, and nothing tells that. */
  readonly others: readonly string[];
  /** What it says: a number that JavaScript cannot hold is another one than in the reply. */
  readonly calls: readonly IntendedCall[];
}

/** Deeper arguments are not written. */
const DEEPEST = 40;

/**
 * The calls of a reply as a model writes them that was trained on a format. Where one turn of that format cannot hold all of
 * them, the first. Null for a format that nothing is known to write, and for calls that cannot be written in it.
 *
 * @param like the reply: of several spellings the one is chosen that has most in common with it
 * @param spelling which one it is, from 0, where that is known
 */
export function correctForm(
  format: string,
  calls: readonly IntendedCall[],
  like: string,
  spelling?: number,
): CorrectForm | null {
  const known = formatList.find(({ id }) => id === format);
  const written = calls.map(writtenCall);
  if (known === undefined || written.length === 0 || written.includes(null)) return null;
  const all = written.filter((call) => call !== null);
  for (const some of all.length > 1 ? [all, all.slice(0, 1)] : [all]) {
    const writers = writersOf(known).filter((_write, index) => spelling === undefined || index === spelling);
    const texts = writers.flatMap((write) => write(some) ?? []);
    const most = Math.max(...texts.map((text) => inCommon(like, text)));
    const [text, ...others] = texts.filter((one) => inCommon(like, one) === most);
    if (text !== undefined) return { format, text, others, calls: some.map(intendedCall) };
  }
  return null;
}

/** Whether it is known how a model writes a format that was trained on it. */
export function canBeWritten(format: ToolFormat): boolean {
  return writersOf(format).length > 0;
}

function writersOf({ writes, prompt }: ToolFormat): NonNullable<ToolFormat['writes']> {
  return writes ?? (prompt === undefined ? [] : [prompt.render]);
}

function writtenCall({ name, argumentsText }: IntendedCall): WrittenCall | null {
  const reading = readJson(argumentsText);
  const value = reading.ok ? nodeToValue(reading.node) : null;
  return isObject(value) && isShallow(value, 0) ? { name, arguments: value } : null;
}

function intendedCall({ name, arguments: args }: WrittenCall): IntendedCall {
  return { name, argumentsText: valueToText(args) };
}

function isShallow(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((one) => isShallow(one, depth + 1));
}

/** How many of the first tags and tokens of a form are in a reply. */
function inCommon(reply: string, form: string): number {
  const markers = form.match(/<[^<>\n"=]{1,60}>(?:\s*<)?/g) ?? [];
  return markers.slice(0, 12).filter((marker) => reply.includes(marker)).length;
}
