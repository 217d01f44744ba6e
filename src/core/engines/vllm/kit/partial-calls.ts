import { isDict, type PythonDict, pythonDumps, type PythonValue, truthy } from '../../../text/languages/index.ts';
import { commonPrefixLength, extractIntermediateDiff, type Message } from '../../kit/index.ts';
import type { ParserStream } from '../parser.ts';

// Streams that read the JSON of all text so far with every delta, unfinished as it is: first a name goes out, then what has
// become more of the arguments, written again by `json.dumps`.

/** A call as it has been read so far. */
export interface CallSoFar {
  /** Null where it is not a dict: asking it for a key raises AttributeError, and the delta sends nothing. */
  readonly dict: PythonDict | null;
  readonly arguments?: PythonValue;
  /** Whether the JSON around it is whole. */
  readonly isComplete: boolean;
}

/** What of the arguments goes out. `exception`: the delta sends nothing, and the parser forgets what it has just read. */
type Part = { readonly text: string } | 'nothing' | 'exception';

export interface Comparison {
  /** Another call has begun: what is missing of the one before it. */
  missing(all: string, sent: string): string;
  /** More has come of a call whose arguments are `all`, and were `earlier`; null where there were none, or empty ones. */
  part(all: string, earlier: string | null, sent: string, isComplete: boolean, delta: string): Part;
}

/** Arguments are compared from their beginning: what two readings have in common is taken for final. */
export const byPrefix: Comparison = {
  missing: afterSent,
  part(all, earlier, sent, isComplete) {
    if (isComplete) return { text: afterSent(all, sent) };
    if (earlier === null || earlier === all) return 'nothing';
    return { text: afterSent(all.slice(0, commonPrefixLength(earlier, all)), sent) };
  },
};

/** What is new is looked for in the middle, between the beginning and the end that two readings have in common. */
export const byMiddle: Comparison = {
  missing: (all, sent) => all.replaceAll(sent, () => ''),
  part(all, earlier, _sent, isComplete, delta) {
    if (earlier !== null) return { text: extractIntermediateDiff(all, earlier) };
    const at = all.indexOf(delta);
    if (at >= 0) return { text: all.slice(0, at + delta.length) };
    return isComplete ? { text: all } : 'exception';
  },
};

/** Which call is the current one when several have come since: the last of them, or the next once the name of this one is out. */
export type Advance = 'to-last' | 'one-by-one';

/** What a parser keeps of the calls of a stream. */
class PartialCalls {
  previous: readonly CallSoFar[] = [];
  readonly streamed: string[] = [];
  readonly #comparison: Comparison;
  readonly #advance: Advance;
  /** What was written last: the next delta asks for it again. */
  #written: { readonly value: PythonValue; readonly text: string } | null = null;
  #index = -1;
  #isNamed = false;

  constructor(comparison: Comparison, advance: Advance) {
    this.#comparison = comparison;
    this.#advance = advance;
  }

  /** `Allow.STR`: an unfinished string may be read once the name is out. */
  get strings(): boolean {
    return this.#isNamed;
  }

  /** What a delta sends, after which `calls` have been read. */
  take(calls: readonly CallSoFar[], delta: string): Message | null {
    // Python's -1 is the last one.
    const call = calls.at(this.#index);
    if (call === undefined) return null;
    if (calls.length > this.#index + 1) {
      if (this.#advance === 'to-last') return this.#next(call, calls.length - 1);
      if (this.#index < 0 || this.#isNamed) return this.#next(call, this.#index + 1);
    }
    if (call.dict === null) return null;
    const message = this.#isNamed ? this.#arguments(call, delta) : this.#name(call.dict);
    if (message === 'exception') return null;
    this.previous = calls;
    return message === 'nothing' ? null : message;
  }

  /** There are more calls than before: this delta only finishes the current one. */
  #next(call: CallSoFar, index: number): Message | null {
    let message: Message | null = null;
    if (this.#index >= 0) {
      if (call.dict === null) return null;
      if (isGiven(call.arguments)) {
        const sent = this.streamed[this.#index];
        if (sent === undefined) return null;
        message = this.#send(this.#comparison.missing(this.#dumped(call.arguments), sent));
      }
    }
    this.#index = index;
    this.#isNamed = false;
    this.streamed.push('');
    return message;
  }

  #name(dict: PythonDict): Message | 'nothing' | 'exception' {
    const name = dict.get('name');
    if (!isGiven(name)) return 'nothing';
    if (typeof name !== 'string') return 'exception';
    this.#isNamed = true;
    return { calls: [{ index: this.#index, name }] };
  }

  #arguments(call: CallSoFar, delta: string): Message | 'nothing' | 'exception' {
    if (!isGiven(call.arguments)) return 'nothing';
    const sent = this.streamed[this.#index];
    if (sent === undefined) return 'exception';
    const before = this.previous[this.#index]?.arguments;
    const earlier = isGiven(before) ? this.#dumped(before) : null;
    const part = this.#comparison.part(this.#dumped(call.arguments), earlier, sent, call.isComplete, delta);
    return typeof part === 'string' ? part : this.#send(part.text);
  }

  #dumped(value: PythonValue): string {
    if (this.#written?.value !== value) this.#written = { value, text: pythonDumps(value) ?? '' };
    return this.#written.text;
  }

  #send(argumentsText: string): Message {
    this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
    return { calls: [{ index: this.#index, argumentsText }] };
  }
}

/** A dict with the arguments that it has under `key`. */
export function callSoFar(value: PythonValue, key: string, isComplete: boolean): CallSoFar {
  const dict = isDict(value) ? value : null;
  const given = dict?.get(key);
  return { dict, ...(given === undefined ? {} : { arguments: given }), isComplete };
}

/** `s[n:]`, where n characters have been sent. */
function afterSent(all: string, sent: string): string {
  if (all.startsWith(sent)) return all.slice(sent.length);
  return all.slice(afterCharacters(all, 0, Array.from(sent).length));
}

/** The place `count` characters after `from`, as Python counts them. */
export function afterCharacters(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < text.length; left -= 1) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return at;
}

function isGiven(value: PythonValue | undefined): value is PythonValue {
  return value !== undefined && truthy(value);
}

/** A stream that keeps nothing but its calls. */
export abstract class PartialCallsStream implements ParserStream {
  protected readonly calls: PartialCalls;

  constructor(comparison: Comparison, advance: Advance = 'to-last') {
    this.calls = new PartialCalls(comparison, advance);
  }

  get previous(): PartialCalls['previous'] {
    return this.calls.previous;
  }

  get streamed(): readonly string[] {
    return this.calls.streamed;
  }

  abstract push(delta: string, current: string): Message | null;
}
