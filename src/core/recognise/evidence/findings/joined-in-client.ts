import type { Answer } from '../paste/answer.ts';
import type { Turn } from '../evidence.ts';
import type { Reason } from './reason.ts';

/** Where a reader of JSON found something after its end: Python, JavaScript, Rust. */
const AFTER_END =
  /\bExtra data: line 1 column \d{1,9} \(char (\d{1,9})\)|\bafter JSON at position (\d{1,9})\b|\btrailing characters at line 1 column (\d{1,9})\b/;

/** Calls that came sound, and whose arguments somebody after them read as one text; null where the place does not show it. */
export function joinedLater(around: string, { calls }: Turn): Reason | null {
  const [, python, javascript, rust] = AFTER_END.exec(around) ?? [];
  const at = rust === undefined ? Number(python ?? javascript) : Number(rust) - 1;
  if (!calls.slice(0, -1).some(({ argumentsText }) => argumentsText.length === at)) return null;
  return {
    cause: 'client',
    says: 'The calls came sound, and a client joined their arguments: it failed where those of the first end.',
    fix: 'Let the client open a new call for every new id or `index`, or update it. Until then, send `parallel_tool_calls: false`.',
  };
}

/** Code that joins the name of every piece: `call["name"] += delta.name`. */
const JOINS_NAMES = /\bname\b["'\])}]{0,3} ?\+=/;

/** The code of the person joins names that this server repeats; null for others. */
export function joinedNames(around: string, { faults }: Answer): Reason | null {
  const repeated = faults.find(({ code }) => code === 'name-repeated');
  if (repeated === undefined || !JOINS_NAMES.test(around)) return null;
  return {
    cause: 'client',
    says: 'The code in the paste joins the name of every piece (`+=`), and this server repeats the name.',
    fix: NAME_ONCE,
    span: repeated.span,
  };
}

export const NAME_ONCE = 'Set the name once (`=`), and join only the arguments.';
