import type { JsonError, JsonNode } from '../../../../text/json/index.ts';
import { type OpenPart, readNlohmann, type WrittenString } from '../../../../text/languages/index.ts';
import type { GrowingText } from './growing-text.ts';
import { OpenJson } from './open-json.ts';
import { Raise } from './raise.ts';

/** What `common_json_parse` makes of JSON at the beginning of a text. */
export interface PartialJson {
  /** The places of its nodes are in the text; what was added lies after its end. */
  readonly node: JsonNode;
  /** After what was read. */
  readonly to: number;
  /** Null where the JSON was whole. */
  readonly healing: Healing | null;
}

/** JSON that was completed with a marker, where it ends. */
export interface Healing {
  readonly marker: string;
  /** The marker, with what was put in before it, as it will be found in the JSON written again. */
  readonly dumped: string;
  /** The string with the marker, where it is known how it is written. */
  readonly string: WrittenString | null;
  /** Why the JSON is not whole. */
  readonly error: JsonError;
}

const FEWEST = 8;
const DIGITS = '6'.repeat(FEWEST);

/** Digits that the text does not contain, also where a part of them follows it. The original draws them at random. */
export function healingMarker(text: string): string {
  if (!text.includes(DIGITS)) return '5' + DIGITS;
  let longest = FEWEST;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    length = text.charAt(at) === '6' ? length + 1 : 0;
    if (length >= longest) longest = length + 1;
  }
  return '5' + '6'.repeat(longest);
}

/**
 * JSON from `from` on, up to where it stops being JSON; completed where it has begun and is not whole there.
 *
 * @returns null where no JSON begins, with the error
 * @throws Raise where the completion fails
 */
export function readPartialJson(
  reply: GrowingText,
  from: number,
  marker: string,
): PartialJson | { readonly error: JsonError } {
  const { text } = reply;
  const known = reply.knownOf(OpenJson, (): Known => ({ from: -1, json: null, refused: new Map() }));
  const refused = known.refused.get(from);
  if (refused !== undefined) return { error: refused };
  if (known.from === from && known.json?.goOn(text) === true) return completed(known.json, text, marker);
  const reading = readNlohmann(text, from);
  if (reading.ok) return { node: reading.node, to: text.length, healing: null };
  const { stop, open, error, unclosed } = reading;
  // What follows would come to the same, but reads the text three more times.
  if (unclosed !== null) {
    known.from = from;
    known.json = new OpenJson(text, unclosed);
    return completed(known.json, text, marker);
  }
  const front = stop < text.length ? readNlohmann(text, from, stop) : reading;
  if (front.ok) return { node: front.node, to: stop, healing: null };
  reply.openContainers = open.length;
  const healed = open.length === 0 ? healTop(text, from, stop) : heal(text, from, stop, open, isInString(error));
  if (healed === null) {
    // The character after the one that was refused has come, so a number before it is whole.
    if (stop + 1 < text.length) known.refused.set(from, error);
    return { error };
  }
  const { cut, before, after } = healed;
  const whole = readNlohmann([text.slice(0, cut), before, marker, after].join(''), from);
  if (!whole.ok) throw new Raise('parse_error', '[json.exception.parse_error.101]', stop);
  return { node: whole.node, to: stop, healing: { marker, dumped: before + marker, error, string: null } };
}

/** What is known of JSON in a text that grows. */
interface Known {
  /** The last JSON that ended inside of a string, and where it begins. */
  from: number;
  json: OpenJson | null;
  /** By place: that no JSON begins there, whatever comes, and why. */
  readonly refused: Map<number, JsonError>;
}

function completed(json: OpenJson, { length }: string, marker: string): PartialJson {
  const { node, before, string } = json.completed(marker);
  const error: JsonError = { code: 'unexpected-end', at: length, span: { from: length, to: length }, expected: null };
  return { node, to: length, healing: { marker, dumped: before + marker, error, string } };
}

interface Healed {
  /** Here the text is cut off. */
  readonly cut: number;
  readonly before: string;
  readonly after: string;
}

/** A way to complete JSON: where `probe` makes it JSON, `before` and the marker are put in, and `key` says that they are a key. */
interface Completion {
  readonly probe: string;
  readonly before: string;
  readonly isKey?: true;
}

/** Whether the text ended inside of a string: everywhere else something is expected. */
function isInString({ code, expected }: JsonError): boolean {
  return code === 'unexpected-end' && expected === null;
}

function heal(text: string, from: number, to: number, open: readonly OpenPart[], inString: boolean): Healed {
  let closing = '';
  for (const part of open.toReversed()) closing += part === 'object' ? '}' : part === 'array' ? ']' : '';
  const innermost = open.at(-1) as OpenPart;
  const found = completionsOf(text, from, to, innermost).find(
    // Without a quote a string does not end.
    ({ probe }) => (!inString || probe.includes('"')) && isJson(text, from, to, probe + closing),
  );
  if (found !== undefined) {
    const { before, isKey } = found;
    return { cut: to, before, after: (isKey ? '": 1' : '"') + closing };
  }
  const cut = lastOf(text, from, to, innermost === 'array' ? '[,' : ':') + 1;
  if (cut === from) {
    const what = { key: 'that', array: 'array', object: 'object' }[innermost];
    throw new Raise('runtime_error', `Cannot heal a truncated JSON ${what} stopped in an unknown location`, to);
  }
  return { cut, before: '"', after: '"' + closing };
}

/** The ways that are tried, in order. */
function completionsOf(text: string, from: number, to: number, innermost: OpenPart): readonly Completion[] {
  let end = to;
  while (end > from && ' \n\r\t'.includes(text.charAt(end - 1))) end -= 1;
  const last = text.charAt(end - 1);
  const mayBeNumber = end === to && /[\d.eE-]/.test(last);
  const quote = innermost === 'object' ? '": 1' : '"';
  const isKey = innermost === 'object' ? ({ isKey: true } as const) : {};
  const inString: Completion[] = [{ probe: quote, before: '', ...isKey }];
  if (text.charAt(to - 1) === '\\') inString.push({ probe: '\\' + quote, before: '\\', ...isKey });
  const padding = unicodePadding(text.slice(Math.max(from, to - 12), to));
  inString.push({ probe: padding + quote, before: padding, ...isKey });
  switch (innermost) {
    case 'key':
      return [
        ...(last === ':' ? [{ probe: '1', before: '"' }] : []),
        { probe: ': 1', before: ':"' },
        ...(last === '{' ? [{ probe: '', before: '"', isKey: true } as const] : []),
        ...inString,
      ];
    case 'array':
      return [
        ...(last === ',' || last === '[' ? [{ probe: '1', before: '"' }] : []),
        ...inString,
        ...(mayBeNumber ? [] : [{ probe: ', 1', before: ',"' }]),
      ];
    case 'object':
      return [
        ...(last === '{' ? [{ probe: '', before: '"', isKey: true } as const] : []),
        ...(last === ',' ? [{ probe: '"": 1', before: '"', isKey: true } as const] : []),
        ...(mayBeNumber ? [] : [{ probe: ',"": 1', before: ',"', isKey: true } as const]),
        ...inString,
      ];
  }
}

/** A text alone, without an object or a list around it. */
function healTop(text: string, from: number, to: number): Healed | null {
  if (to <= from) return null;
  if (isJson(text, from, to, '"')) return { cut: to, before: '', after: '"' };
  if (text.charAt(to - 1) === '\\' && isJson(text, from, to, '\\"')) return { cut: to, before: '\\', after: '"' };
  return null;
}

function isJson(text: string, from: number, to: number, added: string): boolean {
  return readNlohmann(text.slice(from, to) + added).ok;
}

function lastOf(text: string, from: number, to: number, characters: string): number {
  let at = to - 1;
  while (at >= from && !characters.includes(text.charAt(at))) at -= 1;
  return at;
}

const UNFINISHED_ESCAPE = /\\u[\da-fA-F]{0,4}$/;
const HIGH_SURROGATE = /^\\u[dD][89abAB]/;

/** What completes a `\u` escape at the end, and half a surrogate pair. */
function unicodePadding(tail: string): string {
  const escape = UNFINISHED_ESCAPE.exec(tail);
  if (escape === null) return 'udc00';
  const [written] = escape;
  const zeros = '0'.repeat(6 - written.length);
  if (HIGH_SURROGATE.test(written)) return `${zeros}\\udc00`;
  const before = UNFINISHED_ESCAPE.exec(tail.slice(0, escape.index));
  const isLow = before !== null && HIGH_SURROGATE.test(before[0]);
  if (isLow && written.length === 2) return 'dc00';
  return isLow && written.length === 3 ? 'c00' : zeros;
}
