export interface Element {
  readonly key: string;
  readonly text: string;
  /** Where the text begins. */
  readonly at: number;
  /** Whether its opening tag is missing. */
  readonly isUnopened?: true;
}

/** A tag that is missing: where it belongs, and the length of another tag that is there. */
export interface MissingTag {
  readonly at: number;
  readonly tag: string;
  readonly other: number;
}

/** The elements of a text, one level deep. */
export interface Elements {
  readonly children: readonly Element[];
  /** Whether the text has something that is not a complete element. */
  readonly isMixed: boolean;
  /** The start of the element that the text leaves open; null if there is none. */
  readonly open: number | null;
  /** Closing tags that are missing: the next declared key ends the value. And opening ones: the closing tag has the key. */
  readonly missing: readonly MissingTag[];
  /** Opening tags that are written twice. */
  readonly doubled: readonly DoubledOpener[];
}

/** An opening tag that follows the same tag: where the second one is. */
export interface DoubledOpener {
  readonly at: number;
  readonly open: string;
}

/** `<K>`, `<K/>`, and `<parameter name="K">` or `<parameter=K>` as in the formats whose tags do not say the key. */
const OPENER =
  /<(?:(parameter|param|argument|arg)(?:\s+(?:name|key)=|=)["']?([^"'<>\s]+)["']?|([\p{L}\p{N}_-][\p{L}\p{N}_.:-]*))\s*(\/?)>/gu;

/**
 * Reads the elements of a text. An element ends with the closing tag that remains after every tag of its name inside it has
 * got its own. After an element that is never closed, no other is read, unless its key and the next key are among `keys`.
 */
export function elementsIn(text: string, keys: readonly string[] = []): Elements {
  const children: Element[] = [];
  const missing: MissingTag[] = [];
  const doubled: DoubledOpener[] = [];
  const known = new Set(keys);
  let to = 0;
  let isMixed = false;
  let open: number | null = null;
  /** Reads what is between elements. */
  const between = (from: number, end: number): void => {
    if (isMixed || isBlank(text, from, end)) return;
    const unopened = unopenedIn(text, from, end, known);
    isMixed = unopened === null;
    if (unopened === null) return;
    known.delete(unopened.key);
    children.push(unopened);
    missing.push({ at: unopened.at, tag: `<${unopened.key}>`, other: 0 });
  };
  OPENER.lastIndex = 0;
  for (let found = OPENER.exec(text); found !== null; found = OPENER.exec(text)) {
    const [opener, word, named, alone = '', slash] = found;
    const tag = word ?? alone;
    const close = `</${tag}>`;
    const key = named ?? tag;
    const from = found.index + opener.length;
    const end = slash === '/' ? from : pastQuoted(text, endOf(text, from, tag, close), `<${tag}`, close);
    if (end < 0 && known.delete(key)) {
      const next = nextOf(text, from, keys, key);
      const valueTo = next < 0 ? text.length : next;
      const value = text.slice(from, valueTo).trimEnd();
      const other = closerOfPart(value, key);
      const valueEnd = from + value.length - other;
      if (/<[\p{L}_/]/u.test(text.slice(from, valueEnd))) {
        open = found.index;
        break;
      }
      between(to, found.index);
      children.push({ key, text: text.slice(from, valueEnd), at: from });
      missing.push({ at: valueEnd, tag: close, other });
      to = valueTo;
      OPENER.lastIndex = to;
      continue;
    }
    if (end < 0) {
      open = found.index;
      break;
    }
    between(to, found.index);
    const isTwice = text.startsWith(opener, from) && text.indexOf(close, from) === end;
    if (isTwice) doubled.push({ at: from, open: opener });
    const valueFrom = isTwice ? from + opener.length : from;
    children.push({ key, text: text.slice(valueFrom, end), at: valueFrom });
    to = slash === '/' ? from : end + close.length;
    OPENER.lastIndex = to;
  }
  between(to, text.length);
  return { children, isMixed, open, missing, doubled };
}

const UNOPENED = /^([^<]+)<\/([\p{L}\p{N}_-][\p{L}\p{N}_.:-]*)>$/u;

/** The value between two offsets that has the closing tag of one of `keys`, which nothing opens; null if there is none. */
function unopenedIn(text: string, from: number, to: number, keys: ReadonlySet<string>): Element | null {
  const [, value = '', key = ''] = UNOPENED.exec(text.slice(from, to).trim()) ?? [];
  if (!keys.has(key) || text.includes(`<${key}>`)) return null;
  return { key, text: value, at: text.indexOf(value, from), isUnopened: true };
}

/** The length of the closing tag at the end of a text that names only a part of the key; 0 if there is none. */
function closerOfPart(text: string, key: string): number {
  const [tag = '', name = ''] = /<\/([\p{L}\p{N}]{1,60})>$/u.exec(text.slice(-65)) ?? [];
  return key.split(/[_.:-]/).includes(name) ? tag.length : 0;
}

/** Finds the closer that remains after every opener of the same tag has got its own; the first one if none remains. */
function endOf(text: string, from: number, tag: string, close: string): number {
  const first = text.indexOf(close, from);
  const open = `<${tag}`;
  let depth = 0;
  for (let end = first, at = from; end >= 0; end = text.indexOf(close, end + close.length)) {
    const part = text.slice(at, end);
    for (let inner = part.indexOf(open); inner >= 0; inner = part.indexOf(open, inner + 1))
      if (/[\s>=]/.test(part.charAt(inner + open.length))) depth += 1;
    at = end + close.length;
    if (depth === 0) return end;
    depth -= 1;
  }
  return first;
}

/** Most closers of an element that are looked at. */
const MOST_CLOSERS = 20;

/**
 * The closer that really ends an element: where text follows the one at `end`, and no other element begins before the next
 * closer, the value only quotes it. `end` if nothing follows, or no later closer fits.
 *
 *     <content># </content> is fine\n</content>
 *                ^ end                ^ returned
 */
function pastQuoted(text: string, end: number, open: string, close: string): number {
  if (end < 0) return end;
  for (let at = end, tried = 0; at >= 0 && tried < MOST_CLOSERS; tried += 1) {
    const to = at + close.length;
    const tag = text.indexOf('<', to);
    if (isBlank(text, to, tag < 0 ? text.length : tag)) return at;
    const next = text.indexOf(close, to);
    const again = text.indexOf(open, to);
    if (again >= 0 && again < next) return end;
    at = next;
  }
  return end;
}

/** The next place where one of the keys, except `key` itself, opens an element; -1 if there is none. */
function nextOf(text: string, from: number, keys: readonly string[], key: string): number {
  const places = keys.filter((one) => one !== key).map((one) => text.indexOf(`<${one}>`, from));
  return places.reduce((first, at) => (at >= 0 && (first < 0 || at < first) ? at : first), -1);
}

function isBlank(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === '';
}

/** Whether the elements of a body are those of a page, with attributes, and none is a declared parameter. */
export function isPage(body: string, parameters: readonly string[]): boolean {
  return (
    /<[a-z][\w-]{0,40} [a-z-]{1,40}="[^"\n]{0,400}"/.test(body) && !parameters.some((key) => body.includes(`<${key}>`))
  );
}
