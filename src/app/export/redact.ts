import type { Span } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';
import type { DiagnosedExtraction } from '../worker/protocol.ts';
import { withTexts } from './case-texts.ts';
import { stringsIn, type FoundString } from './json-strings.ts';
import { mask } from './mask.ts';
import { privateValues } from './private-values.ts';

/** What is to be replaced. */
export interface RedactionChoice {
  readonly emails: boolean;
  readonly tokens: boolean;
  readonly paths: boolean;
  /** Addresses of machines: by number, and the names in addresses of the web. */
  readonly hosts: boolean;
  /** Every value between quotation marks. */
  readonly quoted: boolean;
}

/** Texts that must stay: the runtime decides by them. */
export interface KeptWords {
  /** Names of calls and tools. */
  readonly names: ReadonlySet<string>;
  /** Ids of native calls: two that become equal would change what comes out. */
  readonly ids: ReadonlySet<string>;
}

export function keptWords(
  extraction: DiagnosedExtraction | null,
  tools: readonly { readonly name: string }[],
): KeptWords {
  const calls = extraction === null ? [] : [...extraction.calls, ...extraction.incomplete];
  const suppressed = extraction?.suppressed.flatMap(({ name }) => (name === null ? [] : [name])) ?? [];
  return {
    // A runtime may give a call another name than the text does, such as one without its `@`.
    names: new Set([...calls, ...tools].flatMap(({ name }) => [name, `@${name}`]).concat(suppressed)),
    ids: new Set(calls.filter(({ idGenerated }) => !idGenerated).map(({ id }) => id)),
  };
}

/** Every text of a case with the chosen values replaced. Of the tool list only e-mails, tokens and paths. */
export function redactFields<Fields extends LinkState>(
  fields: Fields,
  choice: RedactionChoice,
  kept: KeptWords,
): Fields {
  return withTexts(fields, (text, { part }) => {
    if (part === 'tools') return redact(text, { ...choice, quoted: false }, kept);
    return redact(text, choice, kept, part);
  });
}

/**
 * Keeps lengths, line breaks, punctuation, keys, markers and names. In native calls their own names and ids stay as well.
 */
export function redact(
  text: string,
  choice: RedactionChoice,
  kept: KeptWords,
  part: 'text' | 'native' = 'text',
): string {
  const strings = stringsIn(text);
  const spans = [
    ...(choice.quoted ? strings.flatMap((one) => quotedSpans(text, one, kept, part)) : []),
    ...privateSpans(text, choice, kept),
    ...(choice.hosts ? hostSpans(text) : []),
    ...wordSpans(text, choice, kept),
  ];
  return masked(text, spans, [...keptSpans(text, strings, kept, part), ...markerSpans(text)]);
}

/** Which characters differ, as spans of both texts: they are equally long. */
export function changedSpans(before: string, after: string): Span[] {
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] === after[at]) continue;
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + 1;
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

/** What an answer says, as far as a redaction must not change it. Empty when it is the same. */
export function outcomeDifferences(before: DiagnosedExtraction, after: DiagnosedExtraction): string[] {
  const names = ({ calls }: DiagnosedExtraction): string => calls.map(({ name }) => name).join(', ') || 'no call';
  const codes = ({ diagnoses }: DiagnosedExtraction): string => diagnoses.map(({ code }) => code).join(', ') || 'none';
  return [
    ...(before.outcome === after.outcome ? [] : [`The outcome was “${before.outcome}” and is “${after.outcome}”.`]),
    ...(before.error?.code === after.error?.code ? [] : ['The error is another one.']),
    ...(names(before) === names(after) ? [] : [`The calls were ${names(before)} and are ${names(after)}.`]),
    ...(codes(before) === codes(after) ? [] : [`The diagnoses were ${codes(before)} and are ${codes(after)}.`]),
  ];
}

/** Values by which runtimes tell the shapes of their payloads apart. */
const SHAPE_WORDS: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  'function',
  'tool_use',
  'tool_call',
  'tool_calls',
]);
/** Keys whose value may be JSON in a string, whether it can be read or not. */
const ARGUMENT_KEYS: ReadonlySet<string> = new Set(['arguments', 'input', 'parameters', 'args', 'tool_args']);

function quotedSpans(text: string, one: FoundString, kept: KeptWords, part: 'text' | 'native'): Span[] {
  if (one.isKey || isKept(text, one, kept, part)) return [];
  if (one.level < 3 && holdsJson(text, one)) {
    return stringsIn(text, one.from, one.to, one.level + 1).flatMap((inner) => quotedSpans(text, inner, kept, part));
  }
  return [one];
}

/** Whether the string is a text of JSON, or is where one is expected and looks like it. */
function holdsJson(text: string, { from, to, level, key }: FoundString): boolean {
  const decoded = decode(text.slice(from, to), level + 1)?.trim() ?? '';
  if (!/^[{[]/.test(decoded)) return false;
  if (key !== null && ARGUMENT_KEYS.has(key)) return true;
  try {
    JSON.parse(decoded);
    return true;
  } catch {
    return false;
  }
}

function isKept(text: string, one: FoundString, kept: KeptWords, part: 'text' | 'native'): boolean {
  const raw = text.slice(one.from, one.to);
  const value = raw.includes('\\') ? (decode(raw, one.level + 1) ?? raw) : raw;
  if (kept.names.has(value) || kept.ids.has(value) || SHAPE_WORDS.has(value)) return true;
  if (one.key === 'id') return part === 'native' && one.level === 0;
  return one.key === 'name' && isNameOfCall(text, one.to);
}

/** Whether the name that ends here has arguments beside it. */
function isNameOfCall(text: string, to: number): boolean {
  return /^\\*"\s*,\s*\\*"(?:arguments|input|parameters|args|tool_args)\\*"/.test(text.slice(to, to + 120));
}

function decode(raw: string, rounds: number): string | null {
  let value = raw;
  for (let round = 0; round < rounds; round += 1) {
    try {
      value = JSON.parse(`"${value}"`) as string;
    } catch {
      return null;
    }
  }
  return value;
}

/** Spans of the strings that stay whatever else they look like: keys and what the runtime decides by. */
function keptSpans(text: string, strings: readonly FoundString[], kept: KeptWords, part: 'text' | 'native'): Span[] {
  return strings.flatMap((one): Span[] => {
    if (one.isKey || isKept(text, one, kept, part)) return [one];
    if (one.level >= 3 || !holdsJson(text, one)) return [];
    return keptSpans(text, stringsIn(text, one.from, one.to, one.level + 1), kept, part);
  });
}

function markerSpans(text: string): Span[] {
  const markers = /~{3,}[a-z_]*|`{3,}[a-z_]*|<[/|]?[A-Za-z_|]{1,30}(?=[>\s=:|])|\[\/?[A-Z_]{3,30}\]/g;
  return Array.from(text.matchAll(markers), (match) => ({ from: match.index, to: match.index + match[0].length }));
}

/** What is named before a case is shared. */
function privateSpans(text: string, { emails, tokens, paths }: RedactionChoice, { names }: KeptWords): Span[] {
  if (!emails && !tokens && !paths) return [];
  return privateValues(text).filter(
    ({ kind, from, to }) =>
      (kind === 'email' ? emails : kind === 'home' ? paths : tokens) && !names.has(text.slice(from, to)),
  );
}

/** A time of day has two colons as well, so an address of version 6 is whole, or has its gap and a digit. */
const HOSTS = [
  /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g,
  /(?<![\w:.])(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?=[\da-f:]{0,40}\d)(?:[\da-f]{1,4}:){1,6}:(?:[\da-f]{1,4}:){0,5}[\da-f]{0,4})(?![\w:])/gi,
  /:\\{0,4}\/\\{0,4}\/(?:[^\s/@"'<>\\]{0,100}@)?(?<host>[\w.-]{1,253})/g,
  // With a port, but for a file and its line; by the names of networks that nobody else is in; as an option or a header.
  /(?<![\w.@/-])(?:[a-z\d][a-z\d-]{0,62}\.){1,8}(?!(?:c|cc|cjs|cpp|cs|css|cu|exs?|go|h|hpp|html|java|jinja|jsx?|json|kt|log|lua|md|mjs|php|py|pyx|rb|rs|sh|svelte|swift|toml|tsx?|txt|ya?ml):)[a-z][a-z\d-]{1,62}(?=:\d{2,5}(?![\d:]))/gi,
  /(?<![\w.@/-])(?=[a-z-]{0,62}\d)[a-z][a-z\d-]{0,62}(?=:\d{4,5}(?![\d:]))/gi,
  /(?<![\w.@/-])(?:[a-z\d][a-z\d-]{0,62}\.){1,8}(?:corp|home\.arpa|internal|intra|intranet|lan|local|localdomain|private)(?![\w(-])/gi,
  /(?:--?host(?:name)?[ =]["']?|^host: )(?<host>[\w.-]{1,253})/gim,
];

function hostSpans(text: string): Span[] {
  return HOSTS.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found, groups }) => {
      const to = index + found.length;
      return { from: to - (groups?.host ?? found).length, to };
    }),
  );
}

/** Runs of characters without white space, quotes or brackets, judged one by one. */
function wordSpans(text: string, choice: RedactionChoice, { names }: KeptWords): Span[] {
  if (!choice.tokens && !choice.paths) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(/(?:[^\s"'`<>(){}[\],;|=:]|=(?=[=\s"]|$)|:(?=[/\\]))+/g)) {
    // What follows a port is an address: no token because its parts are long together.
    const isAddress =
      /[\w\]]:$/.test(text.slice(Math.max(0, match.index - 2), match.index)) && /^\d{1,5}\//.test(match[0]);
    const escapes = /^(?:\\+[bfnrt])+/.exec(match[0])?.[0].length ?? 0;
    const word = match[0].slice(escapes).replace(/[.!?…\\]+$/u, '');
    if (word === '' || names.has(word) || isNumber(word)) continue;
    const isChosen = (choice.paths && isPath(word)) || (choice.tokens && !isAddress && isLongToken(word));
    if (isChosen) spans.push({ from: match.index + escapes, to: match.index + escapes + word.length });
  }
  return spans;
}

function isNumber(word: string): boolean {
  return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word);
}

function isPath(word: string): boolean {
  if (/^[A-Za-z][\w+.-]*:\/\//.test(word)) return word.startsWith('file:');
  if (/^(?:[A-Za-z]:[\\/]|~\\*\/|\.{1,2}\\*\/)./.test(word) || /^\\{2,}[^\\/]+\\./.test(word)) return true;
  const parts = word.split(/[\\/]*\/[\\/]*/);
  if (word.startsWith('/') || word.startsWith('\\/')) return parts.filter((part) => part !== '').length >= 2;
  return parts.length >= 2 && /\.[A-Za-z]\w{0,7}$/.test(parts.at(-1) ?? '');
}

/** Ids and hashes as well: they are no secrets, but may lead to one. */
function isLongToken(word: string): boolean {
  return word.length >= 20 && /^[\w+/=.~-]+$/.test(word) && /[A-Za-z]/.test(word) && /\d.*\d/.test(word);
}

/** The text with the spans masked, but for what the kept ones cover. Linear in the text. */
function masked(text: string, spans: readonly Span[], keptOnes: readonly Span[]): string {
  if (spans.length === 0) return text;
  const covered = new Uint8Array(text.length);
  for (const { from, to } of spans) covered.fill(1, from, to);
  for (const { from, to } of keptOnes) covered.fill(0, from, to);
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const isCovered = covered[at] === 1;
    let to = at + 1;
    while (to < text.length && (covered[to] === 1) === isCovered) to += 1;
    pieces.push(isCovered ? maskedWithin(text, at, to) : text.slice(at, to));
    at = to;
  }
  return pieces.join('');
}

/** Masks a span that may begin in the middle of an escape. */
function maskedWithin(text: string, from: number, to: number): string {
  let start = from;
  while (start > 0 && text[start - 1] === '\\') start -= 1;
  return mask(text.slice(start, to)).slice(from - start);
}
