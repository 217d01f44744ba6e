import { own, type JsonObject } from '../../../json/node.ts';
import { firstFrom } from './closers.ts';
import { unescapeXml } from './entities.ts';
import { afterSpace, ClosingTags, endsName, nameAttribute, nameAt, tagEnd, valueOf } from './qwen-tags.ts';
import { emptyRecord, put } from './values.ts';

const PARAMETER_TAGS: ReadonlySet<string> = new Set(['parameter', 'param', 'argument', 'arg']);
const CALL_TAGS: ReadonlySet<string> = new Set(['function', 'call', 'tool', 'invoke', 'tool_call']);

/** A parameter, or the beginning of one. */
type Found =
  | {
      readonly isWhole: true;
      readonly from: number;
      readonly to: number;
      readonly name: string;
      readonly value: string;
      /** What ends the value where no closing tag does. */
      readonly isUnclosed: boolean;
    }
  /** `openTo` is past its opening tag; -1 where that has no end. */
  | { readonly isWhole: false; readonly openTo: number };

/** Reads the parameters in one text. */
export class QwenParameters {
  readonly #text: string;
  readonly #lower: string;
  readonly #closingTags: ClosingTags;
  readonly #callTag: string;
  /** Where values without a closing tag end at the latest, from left to right. */
  #bounds: readonly { readonly from: number }[] | null = null;
  readonly #isComplete: boolean;

  /**
   * @param callTag the name of the tag around the parameters
   * @param isComplete whether the text ends here; else a value without an end is still coming in
   */
  constructor(text: string, callTag: string, isComplete: boolean) {
    this.#text = text;
    this.#lower = text.toLowerCase();
    this.#closingTags = new ClosingTags(this.#lower);
    this.#callTag = CALL_TAGS.has(callTag) ? callTag : 'function';
    this.#isComplete = isComplete;
  }

  /** The parameters in order, until one that is not whole. What is not whole is passed over in a complete text. */
  *all(goesOn = true): Generator<Extract<Found, { isWhole: true }>> {
    let at = this.#lower.indexOf('<');
    while (at >= 0) {
      const found = this.#at(at);
      let next = at + 1;
      if (found?.isWhole === true) {
        yield found;
        next = found.to;
      } else if (found !== null) {
        if (!goesOn) return;
        next = found.openTo < 0 ? at + 1 : found.openTo;
      }
      at = this.#lower.indexOf('<', next);
    }
  }

  #at(from: number): Found | null {
    const [text, lower] = [this.#text, this.#lower];
    const start = afterSpace(lower, from + 1);
    if (start >= lower.length) return { isWhole: false, openTo: -1 };
    const tag = lower.charAt(start) === '/' ? '' : nameAt(lower, from);
    if (!PARAMETER_TAGS.has(tag)) return null;
    const end = tagEnd(text, from);
    if (end < 0) return { isWhole: false, openTo: -1 };
    const openTag = text.slice(from, end + 1);
    const name = (parameterName(openTag, tag) ?? '').trim();
    if (name === '') return null;
    const openTo = end + 1;
    if (openTag.endsWith('/>')) return { isWhole: true, from, to: openTo, name, value: '', isUnclosed: false };
    const closer = this.#closingTags.find(openTo, tag);
    if (closer !== undefined) {
      const value = valueOf(text.slice(openTo, closer.from));
      return { isWhole: true, from, to: closer.to, name, value, isUnclosed: false };
    }
    const bound = this.#boundAfter(openTo);
    if (bound < 0 && !this.#isComplete) return { isWhole: false, openTo };
    const to = bound < 0 ? text.length : bound;
    return { isWhole: true, from, to, name, value: valueOf(text.slice(openTo, to)), isUnclosed: true };
  }

  /** The next parameter, function, or end of the call; -1 where there is none. */
  #boundAfter(from: number): number {
    this.#bounds ??= Array.from(this.#boundsOf(), (at) => ({ from: at }));
    return this.#bounds[firstFrom(this.#bounds, from)]?.from ?? -1;
  }

  *#boundsOf(): Generator<number> {
    const lower = this.#lower;
    for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
      if (/^<(?:param|arg|function)/.test(lower.slice(at, at + 9))) yield at;
      else if (lower.charAt(at + 1) === '/' && this.#endsCall(at + 2)) yield at;
    }
  }

  #endsCall(from: number): boolean {
    return [this.#callTag, 'tool_call'].some((tag) => {
      const next = this.#lower.charAt(from + tag.length);
      return this.#lower.startsWith(tag, from) && endsName(next) && (next !== '' || this.#isComplete);
    });
  }
}

function parameterName(openTag: string, tag: string): string | null {
  const short = afterEquals(openTag, tag);
  return short === null ? nameAttribute(openTag) : unescapeXml(short);
}

/** The name in `<parameter=name>`; in quotes it may be empty. */
function afterEquals(openTag: string, tag: string): string | null {
  let at = afterSpace(openTag, afterSpace(openTag, 1) + tag.length);
  if (openTag.charAt(at) !== '=') return null;
  at = afterSpace(openTag, at + 1);
  const quote = openTag.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = openTag.indexOf(quote, at + 1);
    return end < 0 ? null : openTag.slice(at + 1, end);
  }
  const from = at;
  while (!endsName(openTag.charAt(at))) at += 1;
  return at > from ? openTag.slice(from, at) : null;
}

/** Adds a value; a repeated name makes a list. Names that every JavaScript object has count as given once. */
export function addParameter(args: JsonObject, name: string, value: string): void {
  const inherited = Object.hasOwn(Object.prototype, name) ? null : undefined;
  const before = Object.hasOwn(args, name) ? own(args, name) : inherited;
  if (before === undefined) put(args, name, value);
  else if (Array.isArray(before)) before.push(value);
  else put(args, name, [before, value]);
}

export function parametersIn(text: string, callTag: string): JsonObject {
  const args = emptyRecord();
  for (const { name, value } of new QwenParameters(text, callTag, true).all()) addParameter(args, name, value);
  return args;
}
