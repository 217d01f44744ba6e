import type { PythonNode } from './value.ts';
import { type CompletionFault, completionOf, nextMark, type PartialAllowance } from './partial-completion.ts';
import { isBlank } from './partial-ending.ts';
import { type PythonJsonError, type PythonReading, rawDecode, readPythonJson } from './json.ts';

/** Unfinished JSON as vLLM and SGLang read it: `partial_json_parser.loads`, version 0.2.1.1.post7, on Python 3.11. */

export type PartialPythonReading =
  | {
      readonly ok: true;
      /** What is still open in the text ends with the range. */
      readonly node: PythonNode;
      /** How far the original has read: to the end of the range, unless one whole value is taken from the front of it. */
      readonly end: number;
      /** Whether the text was JSON as it came: nothing was added, and nothing but space was cut off. */
      readonly complete: boolean;
    }
  | {
      readonly ok: false;
      readonly why: PartialFault;
      readonly at: number;
      /** What `json.loads` says, where it is what refuses. */
      readonly message?: string;
    };

/**
 * What the original raises. `malformed` and `partial` are its own `MalformedJSON` and `PartialJSON`; `assertion` is an
 * `AssertionError`, `pop-from-empty-list` an `IndexError`. The others come from `json.loads` on the completed text:
 * `extra-data` and `invalid` are a `JSONDecodeError`, `too-many-digits` a `ValueError`, `too-deep` a `RecursionError`.
 */
export type PartialFault = CompletionFault['why'] | 'extra-data' | 'invalid' | 'too-many-digits' | 'too-deep';

/** `partial_json_parser.loads` of a range, with `Allow.ALL`, or with `Allow.ALL & ~Allow.STR` when strings are not allowed. */
export function readPartialJson(text: string, from: number, to: number, allow: PartialAllowance): PartialPythonReading {
  const completion = completionOf(text, from, to, allow);
  if (!completion.ok) return { ok: false, why: completion.why, at: completion.at };
  const { cut, tail } = completion;
  // Joined, not added: what `+` makes is slow to read character by character.
  const whole = tail === '' ? text : [text.slice(0, cut), tail].join('');
  const reading = readPythonJson(whole, from, cut + tail.length);
  if (!reading.ok) return faultOf(reading.error, to);
  return { ok: true, node: stretched(reading.node, cut, to), end: to, complete: tail === '' && isBlank(text, cut, to) };
}

/**
 * vLLM's `partial_json_loads`: the same, and where something follows a whole value, that value alone. It has to begin right
 * at `from` then.
 */
export function readPartialJsonVllm(
  text: string,
  from: number,
  to: number,
  allow: PartialAllowance,
): PartialPythonReading {
  const reading = readPartialJson(text, from, to, allow);
  return !reading.ok && reading.why === 'extra-data' ? firstValue(rawDecode(text, from, to), to) : reading;
}

/**
 * `readPartialJsonVllm` for many values of one text, from left to right. The original goes through all of the rest for each: whether
 * its brackets match, which is known of the rest after the first value, as long as no bracket and no quote is between two values.
 */
export class PartialValues {
  readonly #text: string;
  readonly #to: number;
  readonly #allow: PartialAllowance;
  /** Where the last value ended, if it was whole and the brackets of all that follows match; else null. */
  #end: number | null = null;

  constructor(text: string, to: number, allow: PartialAllowance) {
    this.#text = text;
    this.#to = to;
    this.#allow = allow;
  }

  read(at: number): PartialPythonReading {
    const [text, to] = [this.#text, this.#to];
    const isContainer = '{['.includes(text.charAt(at));
    if (this.#end !== null && isContainer && nextMark(text, this.#end, at) >= at) {
      const value = rawDecode(text, at, to);
      if (value.ok && !isBlank(text, value.end, to)) {
        this.#end = value.end;
        return firstValue(value, to);
      }
    }
    const reading = readPartialJsonVllm(text, at, to, this.#allow);
    // Only one whole value that is followed by something ends before the text does.
    this.#end = isContainer && reading.ok && reading.end < to ? reading.end : null;
    return reading;
  }
}

/**
 * SGLang's `_partial_json_loads`: the same, and one whole value where something follows it, a closer without an opener
 * included. Later versions of SGLang turn `assertion` into a `JSONDecodeError`.
 */
export function readPartialJsonSglang(
  text: string,
  from: number,
  to: number,
  allow: PartialAllowance,
): PartialPythonReading {
  const reading = readPartialJson(text, from, to, allow);
  if (reading.ok || (reading.why !== 'extra-data' && reading.why !== 'pop-from-empty-list')) return reading;
  let start = from;
  while (start < to && ' \t\n\r'.includes(text.charAt(start))) start += 1;
  return firstValue(rawDecode(text, start, to), to);
}

function firstValue(reading: PythonReading, to: number): PartialPythonReading {
  if (!reading.ok) return faultOf(reading.error, to);
  return { ok: true, node: reading.node, end: reading.end, complete: true };
}

function faultOf({ message, at }: PythonJsonError, to: number): PartialPythonReading {
  return { ok: false, why: whyOf(message), at: Math.min(at, to), message };
}

function whyOf(message: string): PartialFault {
  if (message === 'Extra data') return 'extra-data';
  if (message.startsWith('maximum recursion depth')) return 'too-deep';
  return message.startsWith('Exceeds the limit') ? 'too-many-digits' : 'invalid';
}

/** The tree of a completed text as one of the text that came: whatever ends beyond `cut` ends at `to`. */
function stretched(root: PythonNode, cut: number, to: number): PythonNode {
  const open: PythonNode[] = [];
  for (let node: PythonNode | undefined = root; node !== undefined && node.to > cut; node = openPartOf(node, cut)) {
    open.push(node);
  }
  let inner: PythonNode | null = null;
  for (const node of open.reverse()) {
    inner = { ...node, to, ...(inner !== null && withPart(node, cut, inner)) };
  }
  return inner ?? root;
}

function openPartOf(node: PythonNode, cut: number): PythonNode | undefined {
  const last = node.items?.at(-1);
  if (last !== undefined) return last;
  for (const member of node.members?.values() ?? []) if (member.node.to > cut) return member.node;
  return undefined;
}

function withPart(node: PythonNode, cut: number, part: PythonNode): Pick<PythonNode, 'items' | 'members'> {
  if (node.items !== undefined) return { items: [...node.items.slice(0, -1), part] };
  const members = new Map(node.members);
  for (const [key, member] of members) if (member.node.to > cut) members.set(key, { ...member, node: part });
  return { members };
}
