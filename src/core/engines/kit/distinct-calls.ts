import { hash } from '../../text/document/index.ts';
import type { ToolCall } from '../../trace/index.ts';
import { canonicalText } from './canonical.ts';

type NamedArguments = Pick<ToolCall, 'name' | 'argumentsText'>;

/**
 * Finds calls with equal name and arguments. Arguments are equal if their canonical texts are. Writing that text costs as much
 * as reading the call, and most calls differ, so it is written only for calls with the same fingerprint.
 */
export class DistinctCalls {
  /** For each fingerprint: the one call that has it, or the canonical texts of all calls that have it. */
  readonly #byFingerprint = new Map<number, NamedArguments | Set<string>>();

  /** Adds a call. False if an equal call was added before. */
  add(call: NamedArguments): boolean {
    const print = fingerprint(call);
    const known = this.#byFingerprint.get(print);
    if (known === undefined) {
      this.#byFingerprint.set(print, call);
      return true;
    }
    const texts = known instanceof Set ? known : new Set([exactText(known)]);
    this.#byFingerprint.set(print, texts);
    const { size } = texts;
    return texts.add(exactText(call)).size > size;
  }
}

function exactText({ name, argumentsText }: NamedArguments): string {
  return JSON.stringify(name) + canonicalText(argumentsText);
}

/** JSON with several spellings of one value: characters as `\u…` or `\/`, floats, and zero. */
const MANY_SPELLINGS = /\\[u/]|\d\.\d|\d[eE][-+\d]|-0/;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * A number that is the same for equal calls. Members may be in any order, so the pieces between commas and brackets are hashed
 * one by one, and their hashes are added.
 */
function fingerprint({ name, argumentsText }: NamedArguments): number {
  const text = MANY_SPELLINGS.test(argumentsText) ? canonicalText(argumentsText) : argumentsText;
  let sum = hash(name, 0, name.length, 0);
  let pieceFrom = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : COMMA;
    const asBrace = code | 0x20; // [ and ] are the braces without this bit
    if (code !== COMMA && asBrace !== OPEN_BRACE && asBrace !== CLOSE_BRACE) continue;
    if (pieceFrom < at) sum = (sum + hash(text, pieceFrom, at, 0)) | 0;
    pieceFrom = at + 1;
  }
  return sum;
}
