import { type JsonObject, own } from '../../../text/json/index.ts';
import { partitionPoint } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputSchema } from './call-input.ts';
import { unescapeXml } from './entities.ts';
import { propertiesOf } from './loose-values.ts';
import { afterSpace, ClosingTags, endsName, nameAttribute, nameAt, TagEnds, valueOf } from './qwen-tags.ts';
import type { QwenRules } from './release.ts';
import type { Schema } from './schema.ts';
import { emptyRecord, put } from './values.ts';

export const PARAMETER_TAGS: ReadonlySet<string> = new Set(['parameter', 'param', 'argument', 'arg']);
const OPEN_CALLS: ReadonlySet<string> = new Set(['function', 'call', 'tool', 'invoke']);
const CALL_TAGS: ReadonlySet<string> = new Set([...OPEN_CALLS, 'tool_call']);

/** A parameter, or the beginning of one. */
type Found =
  | {
      readonly isWhole: true;
      readonly from: number;
      readonly to: number;
      readonly name: string;
      readonly value: string;
    }
  /** `openTo` is past its opening tag; -1 where that has no end. */
  | { readonly isWhole: false; readonly openTo: number };

/** What differs between releases, and between the tools of a call. */
interface ParameterRules {
  readonly rules: QwenRules;
  /** By their names in small letters: declared properties whose elements are parameters. */
  readonly members: ReadonlyMap<string, string>;
}

const NO_MEMBERS: ReadonlyMap<string, string> = new Map();
const RESERVED: ReadonlySet<string> = new Set([...PARAMETER_TAGS, ...CALL_TAGS, 'name', 'tool_name']);

export function parameterRules(
  name: string | null,
  tools: readonly ToolDefinition[],
  rules: QwenRules,
): ParameterRules {
  return { rules, members: name === null ? NO_MEMBERS : rules.membersOf(inputSchema(tools, name)) };
}

/** All declared properties, but for those that are named like a tag of calls. */
export function declaredMembers(schema: Schema): ReadonlyMap<string, string> {
  const keys = Object.keys(propertiesOf(schema));
  return new Map(keys.map((key) => [key.toLowerCase(), key] as const).filter(([lower]) => !RESERVED.has(lower)));
}

/** The length of the longest name of a tag that is looked for. */
const LONGEST_TAG = Math.max(...Array.from([...PARAMETER_TAGS, ...CALL_TAGS], (tag) => tag.length));

/** A whole tag of a parameter, of a call, or of a member. `longest`: no name of a tag that is looked for is longer. */
export function endsValue(lower: string, at: number, members: ReadonlyMap<string, string>, longest: number): boolean {
  const tag = afterSpace(lower, at + 1) === at + 1 ? nameAt(lower, at, longest) : '';
  return PARAMETER_TAGS.has(tag) || OPEN_CALLS.has(tag) || members.has(tag);
}

/** Reads the parameters in one text. A tag without a name and without content is found with an empty name. */
export class QwenParameters {
  readonly #text: string;
  readonly #lower: string;
  readonly #closingTags: ClosingTags;
  readonly #tagEnds: TagEnds;
  readonly #callTag: string;
  readonly #rules: QwenRules;
  readonly #members: ReadonlyMap<string, string>;
  readonly #longest: number;
  /** Where values without a closing tag end at the latest, from left to right. */
  #bounds: readonly number[] | null = null;
  readonly #isComplete: boolean;

  /**
   * @param callTag the name of the tag around the parameters
   * @param isComplete whether the text ends here; else a value without an end is still coming in
   */
  constructor(text: string, callTag: string, isComplete: boolean, { rules, members }: ParameterRules) {
    this.#rules = rules;
    this.#members = members;
    this.#longest = [...members.keys()].reduce((most, { length }) => Math.max(most, length), LONGEST_TAG);
    this.#text = text;
    this.#tagEnds = new TagEnds(text);
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
    const tag = lower.charAt(start) === '/' ? '' : nameAt(lower, from, this.#longest);
    const member = PARAMETER_TAGS.has(tag) ? undefined : this.#members.get(tag);
    if (!PARAMETER_TAGS.has(tag) && member === undefined) return null;
    const end = this.#tagEnds.find(from);
    if (end < 0) return { isWhole: false, openTo: -1 };
    const openTag = text.slice(from, end + 1);
    const rules = this.#rules;
    const name = member ?? (parameterName(openTag, tag, rules) ?? '').trim();
    const openTo = end + 1;
    const isSelfClosing = openTag.endsWith('/>');
    if (name === '' && !rules.takesNameless) return null;
    if (name === '' && !isSelfClosing) return this.#nameless(from, openTo, tag);
    if (isSelfClosing) return { isWhole: true, from, to: openTo, name, value: '' };
    const closer = this.#closingTags.find(openTo, tag);
    if (closer !== undefined) {
      const value = valueOf(text.slice(openTo, closer.from), rules);
      return { isWhole: true, from, to: closer.to, name, value };
    }
    const to = this.#valueEnd(openTo);
    if (to < 0) return { isWhole: false, openTo };
    return { isWhole: true, from, to, name, value: valueOf(text.slice(openTo, to), rules) };
  }

  /** `<parameter>NAME</parameter>` with the value after it, perhaps with a second closing tag. */
  #nameless(from: number, openTo: number, tag: string): Found | null {
    const [text, rules, members] = [this.#text, this.#rules, this.#members];
    const closer = this.#closingTags.find(openTo, tag);
    if (closer === undefined) return this.#isComplete ? null : { isWhole: false, openTo };
    const name = valueOf(text.slice(openTo, closer.from), rules);
    if (!/^[A-Za-z_][\w.-]{0,255}$/.test(name)) return null;
    const to = this.#valueEnd(closer.to);
    if (to < 0) return { isWhole: false, openTo };
    const raw = text.slice(closer.to, to);
    const value = members.has(name.toLowerCase()) ? withoutLastCloser(raw, tag) : raw;
    return { isWhole: true, from, to, name, value: valueOf(value, rules) };
  }

  /** Where a value without a closing tag ends; -1 where that is not known yet. */
  #valueEnd(from: number): number {
    const bound = this.#boundAfter(from);
    return bound < 0 && this.#isComplete ? this.#text.length : bound;
  }

  /** The next parameter, function, or end of the call; -1 where there is none. */
  #boundAfter(from: number): number {
    this.#bounds ??= [...this.#boundsOf()];
    return this.#bounds[partitionPoint(this.#bounds, (bound) => bound < from)] ?? -1;
  }

  *#boundsOf(): Generator<number> {
    const lower = this.#lower;
    for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
      if (this.#rules.endsValue(lower, at, this.#members, this.#longest)) yield at;
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

function parameterName(openTag: string, tag: string, rules: QwenRules): string | null {
  const short = afterEquals(openTag, tag);
  return short === null ? nameAttribute(openTag, rules) : unescapeXml(short);
}

/** Text without a closing tag at its end. */
function withoutLastCloser(text: string, tag: string): string {
  const open = text.lastIndexOf('<');
  return open >= 0 && new RegExp(`^<\\s*/\\s*${tag}\\s*>\\s*$`, 'i').test(text.slice(open))
    ? text.slice(0, open)
    : text;
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
  if (name === '') return;
  const inherited = Object.hasOwn(Object.prototype, name) ? null : undefined;
  const before = Object.hasOwn(args, name) ? own(args, name) : inherited;
  if (before === undefined) put(args, name, value);
  else if (Array.isArray(before)) before.push(value);
  else put(args, name, [before, value]);
}

export function parametersIn(text: string, callTag: string, rules: ParameterRules): JsonObject {
  const args = emptyRecord();
  for (const { name, value } of new QwenParameters(text, callTag, true, rules).all()) addParameter(args, name, value);
  return args;
}
