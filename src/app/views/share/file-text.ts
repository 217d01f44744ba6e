import { isText } from '../../../core/index.ts';

/** What the bytes of a file say. */
export interface FileText {
  readonly text: string;
  /** The lines, counted from 1, with bytes that are no UTF-8; none where all are. */
  readonly brokenLines: readonly number[];
}

/** How much of a file tells its encoding, in bytes. */
const LOOKED_AT = 4096;

/** The text of a file; null where it is none. PowerShell's `>` writes UTF-16, which begins with a mark; others leave it out. */
export function fileText(bytes: Uint8Array): FileText | null {
  const encoding = utf16Of(bytes);
  if (encoding !== null) return { text: new TextDecoder(encoding).decode(bytes), brokenLines: [] };
  const text = new TextDecoder().decode(bytes);
  const brokenLines = linesWithMore(text, bytes);
  // What is UTF-8 throughout may have a NUL, an ESC, and U+FFFD.
  const isRead = brokenLines.length === 0 ? isMostlyText(text) : isText(text);
  return isRead ? { text, brokenLines } : null;
}

/** The same in the encoding of older Windows, of which Latin-1 is a part. */
export function windowsText(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark, every other byte of what is mostly ASCII is NUL.
  const head = bytes.subarray(0, LOOKED_AT);
  if (bytes.length % 2 !== 0 || head.length < 8) return null;
  const nuls = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  const most = head.length * 0.4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

/** Of a picture or an archive that happens to be UTF-8, many characters are controls. */
function isMostlyText(text: string): boolean {
  const head = text.slice(0, LOOKED_AT);
  // eslint-disable-next-line no-control-regex -- they are what is counted
  return (head.match(/[\0-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0) <= head.length / 4;
}

const REPLACEMENT = '\ufffd';

/** The lines that have U+FFFD more often in the text than in its bytes. No broken sequence takes a line end with it. */
function linesWithMore(text: string, bytes: Uint8Array): number[] {
  if (!text.includes(REPLACEMENT)) return [];
  const written = new Map<number, number>();
  let line = 1;
  bytes.forEach((byte, at) => {
    if (byte === 0x0a) line += 1;
    else if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd)
      written.set(line, (written.get(line) ?? 0) + 1);
  });
  return text
    .split('\n')
    .flatMap((one, index) => (one.split(REPLACEMENT).length - 1 > (written.get(index + 1) ?? 0) ? [index + 1] : []));
}
