import { formatList, reasoningMarkers, type WrittenCall } from '../../formats/index.ts';
import { valueToText } from '../../text/json/index.ts';
import type { IntendedCall } from '../ask-all/asked-reply.ts';
import { exactCalls, type Writer, writersOf } from './exact-calls.ts';

/** Calls as a model writes them that keeps to its format. */
export interface CorrectForm {
  readonly format: string;
  readonly text: string;
  /**
   * Others that fit the reply as well: spellings, of which the generation of the model decides, and the reasoning of the reply
   * before them, which the prompt of some models opens.
   */
  readonly others: readonly string[];
  /** What it says. */
  readonly calls: readonly IntendedCall[];
}

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
  const writers = known === undefined ? [] : writersOf(known);
  const own = writers.filter((_write, index) => spelling === undefined || index === spelling);
  return formOf(format, own, calls, like);
}

/** The same as a prompt asks for it; null for a format that nobody asks for. */
export function promptedForm(format: string, calls: readonly IntendedCall[]): CorrectForm | null {
  const render = formatList.find(({ id }) => id === format)?.prompt?.render;
  return render === undefined ? null : formOf(format, [render], calls, '');
}

function formOf(
  format: string,
  writers: readonly Writer[],
  calls: readonly IntendedCall[],
  like: string,
): CorrectForm | null {
  const given = exactCalls(calls);
  if (given === null || calls.length === 0) return null;
  const { calls: written, exact } = given;
  for (const some of written.length > 1 ? [written, written.slice(0, 1)] : [written]) {
    const texts = writers.flatMap((write) => write(some) ?? []).map(exact);
    const most = Math.max(...texts.map((text) => inCommon(like, text)));
    const [text, ...others] = texts.filter((one) => inCommon(like, one) === most);
    if (text === undefined) continue;
    const thoughts = thoughtsBefore(like, some);
    const withThoughts = thoughts === '' ? [] : [text, ...others].map((one) => thoughts + one);
    return {
      format,
      text,
      others: [...others, ...withThoughts],
      calls: some.map(({ name, arguments: args }) => ({ name, argumentsText: exact(valueToText(args)) })),
    };
  }
  return null;
}

/** Longer reasoning is not repeated. In UTF-16 units. */
const LONGEST_THOUGHTS = 4000;

/** The reasoning that ends before the calls, with the white space after it; '' where there is none. */
function thoughtsBefore(reply: string, calls: readonly WrittenCall[]): string {
  const ends = reasoningMarkers.flatMap(([, close]) => {
    const at = reply.indexOf(close);
    return at < 0 ? [] : [at + close.length];
  });
  const end = Math.min(...ends);
  const thoughts = end <= LONGEST_THOUGHTS ? reply.slice(0, end) : '';
  const gap = thoughts === '' ? '' : (/^\s{0,8}/.exec(reply.slice(end, end + 8))?.[0] ?? '');
  return calls.some(({ name }) => thoughts.includes(name)) ? '' : thoughts + gap;
}

/** How many of the first tags and tokens of a form are in a reply. */
function inCommon(reply: string, form: string): number {
  const markers = form.match(/<[^<>\n"=]{1,60}>(?:\s*<)?/g) ?? [];
  return markers.slice(0, 12).filter((marker) => reply.includes(marker)).length;
}
