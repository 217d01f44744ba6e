export interface Element {
  readonly key: string;
  readonly text: string;
}

/** The elements of a text, one level deep. */
export interface Elements {
  readonly children: readonly Element[];
  /** They hold something that is not an element, or not a whole one. */
  readonly isMixed: boolean;
  /** Where the element begins that the text leaves open, or null. */
  readonly open: number | null;
}

/** `<K>`, `<K/>`, and `<parameter name="K">` as in the formats whose tags do not say the key. */
const OPENER = /<(?:parameter\s+name=["']?([^"'<>\s]+)["']?|([\p{L}\p{N}_-][\p{L}\p{N}_.:-]*))\s*(\/?)>/gu;

/** No element is read after one that is never closed. */
export function elementsIn(text: string): Elements {
  const children: Element[] = [];
  let to = 0;
  let isMixed = false;
  let open: number | null = null;
  OPENER.lastIndex = 0;
  for (let found = OPENER.exec(text); found !== null; found = OPENER.exec(text)) {
    const [opener, named, tag = 'parameter', slash] = found;
    const close = `</${tag}>`;
    const from = found.index + opener.length;
    const end = slash === '/' ? from : text.indexOf(close, from);
    if (end < 0) {
      open = found.index;
      break;
    }
    isMixed ||= !isBlank(text, to, found.index);
    children.push({ key: named ?? tag, text: text.slice(from, end) });
    to = slash === '/' ? from : end + close.length;
    OPENER.lastIndex = to;
  }
  return { children, isMixed: isMixed || !isBlank(text, to, text.length), open };
}

function isBlank(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === '';
}
