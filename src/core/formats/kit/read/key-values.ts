import {
  applyRepairs,
  compactText,
  outlineJson,
  readJson,
  readTolerant,
  valueToText,
} from '../../../text/json/index.ts';

/** A list of keys and values, read as far as it goes. */
interface KeyValues {
  readonly members: ReadonlyMap<string, string>;
  /** The offset after it. */
  readonly to: number;
  /** Whether brackets are around it. */
  readonly isBracketed: boolean;
}

/** What is asked about a key: whether it may be one, and what its value without quotes is as JSON; null if it needs quotes. */
export interface KeyRules {
  readonly isKey: (key: string) => boolean;
  readonly wordsAs: (key: string, words: string) => string | null;
}

/** What may be between two pairs, and the sign of an item in a list. */
const BETWEEN = /(?:[\s,;]|\band\b|(?<=^|\n[ \t]*)[-*•][ \t]+(?!-))*/y;
/** A key with its sign: `key=`, `"key":`, `--key`, `**key**:`, `key =>`. */
const KEY =
  /(?:(["'`]|\*\*)?([\p{L}_][\p{L}\p{N}_.-]{0,60})\1?(?:\*\*)?\s{0,3}(?:=>|[:=](?![=:]))(?:\*\*)?|--([\p{L}_][\w-]{0,60})(?:=|(?![\w-])))[ \t]{0,8}/uy;
/** What may follow a value. */
const AFTER = /[ \t]{0,8}(?:[\n,;)}\]]|$|and\b|--[\p{L}_]|["'`]?[\p{L}_][\w.-]{0,60}["'`]?\s{0,3}(?:=|:\s))/uy;
const LITERAL =
  /(?:-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?|true|false|null|True|False|None)(?![\p{L}\p{N}_.:/-])/uy;
/** Words that describe a value and are none. */
const DESCRIBES =
  /^(?:the|an?|required|optional|string|str|integer|int|number|float|boolean|bool|array|object|list|dict|any)\b|^\S{1,40} \((?:string|str|integer|int|number|boolean|bool|required|optional)/i;
const LITERALS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
/** An object whose keys have bent quotation marks. */
const BENT = /\{\s{0,9}[“”„]/uy;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
const MOST_BRACKETS = 2;

/**
 * Reads keys and values in any dress: JSON whose brackets may be missing, keyword arguments, flags of a shell, a list of
 * Markdown, pairs with arrows. Null where no pair is, or where a bracket is not closed.
 *
 *     {"city": "Oslo", "days": 2}    city="Oslo", days=2    --city "Oslo" --days 2    - **city**: `Oslo`
 */
export function keyValues(text: string, from: number, rules: KeyRules): KeyValues | null {
  const open: string[] = [];
  let at = past(/\s*/y, text, from);
  if (matchAt(BENT, text, at) !== null) return bentObject(text, at, rules);
  while (open.length < MOST_BRACKETS && CLOSING[text.charAt(at)] !== undefined) {
    open.push(CLOSING[text.charAt(at)] as string);
    at = past(/\s*/y, text, at + 1);
  }
  const isBracketed = open.length > 0;
  const members = new Map<string, string>();
  let to = at;
  for (;;) {
    at = past(BETWEEN, text, to);
    const key = matchAt(KEY, text, at);
    const name = key?.[2] ?? key?.[3] ?? '';
    if (key === null || !rules.isKey(name)) break;
    const value = valueAt(text, at + key[0].length, name, rules, key[3] !== undefined);
    if (value === null) return null;
    if (!members.has(name)) members.set(name, value.json);
    to = value.to;
  }
  // What is open must be closed, or the pairs are not all.
  while (open.length > 0) {
    const next = past(/[\s,]*/y, text, to);
    if (text.charAt(next) !== open.pop()) return null;
    to = next + 1;
  }
  return members.size === 0 && !isBracketed ? null : { members, to, isBracketed };
}

function bentObject(text: string, from: number, rules: KeyRules): KeyValues | null {
  const value = valueAt(text, from, '', rules, false);
  const read = value === null ? null : readJson(value.json);
  if (value === null || read?.ok !== true || read.node.kind !== 'object') return null;
  const members = read.node.members.map(
    ({ key, value: { from: at, to } }) => [key.value, value.json.slice(at, to)] as const,
  );
  return members.every(([key]) => rules.isKey(key))
    ? { members: new Map(members), to: value.to, isBracketed: true }
    : null;
}

interface Value {
  readonly json: string;
  readonly to: number;
}

function valueAt(text: string, at: number, key: string, { isKey, wordsAs }: KeyRules, isFlag: boolean): Value | null {
  const sign = text.charAt(at);
  if (sign === '{' || sign === '[') {
    const { node, complete, guesses, repairs } = readTolerant(text, at);
    if (node === null || !complete || guesses.length > 0 || matchAt(AFTER, text, node.to) === null) return null;
    // The brackets after it are those around the list.
    const own = repairs.filter(({ span }) => span.to <= node.to);
    const json = applyRepairs(text, at, node.to, own);
    const strict = outlineJson(json);
    return strict.ok ? { json: compactText(strict.node, json, strict.duplicateKeys.length > 0), to: node.to } : null;
  }
  if (sign === '"' || sign === "'" || sign === '`') return quotedAt(text, at, sign);
  const literal = matchAt(LITERAL, text, at)?.[0];
  if (literal !== undefined && matchAt(AFTER, text, at + literal.length) !== null)
    return { json: wordsAs(key, literal) ?? LITERALS[literal] ?? literal, to: at + literal.length };
  // A flag without a value.
  if (isFlag && (at >= text.length || /^(?:--|[\s)}\]])/.test(text.slice(at, at + 2)))) return { json: 'true', to: at };
  const words = wordsAt(text, at, isKey);
  const json = words === '' || DESCRIBES.test(words) ? null : wordsAs(key, words);
  return json === null ? null : { json, to: at + words.length };
}

/** A value without quotation marks: up to a sign that ends it, the next flag, or the next key. */
function wordsAt(text: string, at: number, isKey: KeyRules['isKey']): string {
  const words = matchAt(/(?:(?! --[\p{L}_])[^\n,;)}\]])*/uy, text, at)?.[0] ?? '';
  for (const { 0: found, 1: key = '', index } of words.matchAll(
    /\s["'`*]{0,3}([\p{L}_][\w.-]{0,60})["'`*]{0,3} {0,3}[:=]/gu,
  ))
    if (found !== '' && isKey(key)) return words.slice(0, index).trimEnd();
  return words.trimEnd();
}

/** A text up to its first quotation mark after which a value may end. */
function quotedAt(text: string, from: number, quote: string): Value | null {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === quote && matchAt(AFTER, text, at + 1) !== null) {
      const inner = text.slice(from + 1, at);
      return { json: quote === '"' ? decoded(inner) : valueToText(inner.replaceAll(`\\${quote}`, quote)), to: at + 1 };
    }
  }
  return null;
}

function decoded(inner: string): string {
  const written = `"${inner}"`;
  return readJson(written).ok ? written : valueToText(inner.replaceAll('\\"', '"').replaceAll('\\n', '\n'));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function past(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
