import type { SourceFile } from '../../parser-file/protocol.ts';
import { tokenizerMarkers } from '../../parser-file/tokenizer-markers.ts';

/** Larger files are refused before anything reads them, in bytes. */
const LARGEST = 8 * 1024 * 1024;

export interface Sources {
  /** None where only a tokenizer was chosen. */
  readonly files: readonly SourceFile[];
  /** Special tokens of the tokenizers among them; null where there is none. */
  readonly markers: readonly string[] | null;
}

/** The Python files among chosen ones, in zips too, and what their tokenizers name; a sentence where they cannot be used. */
export async function readSources(given: readonly File[]): Promise<Sources | string> {
  const chosen = await unpacked(given);
  if (chosen === null) return 'The zip could not be read. Unpack it, and open the folder.';
  const own = chosen.filter(({ name }) => isPython(name));
  const tokenizers = chosen.filter(({ name }) => isTokenizer(name));
  if (own.length === 0 && tokenizers.length === 0)
    return 'None of these files is Python, and only Python runs here. Choose files that end in .py.';
  const large = own.find(({ size }) => size > LARGEST);
  if (large !== undefined) return `${large.name} is larger than 8 MB. Choose the parser alone.`;
  const read = await Promise.all(tokenizers.map((file) => file.text()));
  return {
    files: await Promise.all(
      own.map(async (file) => ({ path: file.webkitRelativePath || file.name, text: await file.text() })),
    ),
    markers: read.length === 0 ? null : read.flatMap(tokenizerMarkers),
  };
}

/** What only Python begins a line with. */
const PYTHON = /^\s{0,40}(?:def \w+\(|class \w+[^{]{0,200}:\s*$|from [\w.]+ import |import [\w.]+(?: as \w+)?\s*$)/m;

/** What a line of another language begins with. */
const OTHERS: readonly (readonly [name: string, begins: RegExp])[] = [
  ['Go', /^(?:package \w+\s*$|func (?:\([^()]{0,80}\) )?\w+\()/m],
  [
    'Rust',
    /^\s{0,40}(?:pub(?:\(\w+\))? )?(?:(?:async )?fn \w+\s?[<(]|use \w+::|impl\b|struct \w+\s?[{<(;]|enum \w+\s?\{)/m,
  ],
  [
    'TypeScript or JavaScript',
    /^\s{0,40}(?:export |import [^\n]{0,200} from ['"]|(?:async )?function\b|(?:const|let|var) [\w{[]|interface \w|type \w+ =|module\.exports\b)/m,
  ],
];

/** The language of a text that is no Python; null where it may be Python. */
export function otherLanguage(text: string): string | null {
  if (PYTHON.test(text)) return null;
  return OTHERS.find(([, begins]) => begins.test(text))?.[0] ?? null;
}

function isPython(name: string): boolean {
  return /\.py$/i.test(name);
}

function isTokenizer(name: string): boolean {
  return /(?:^|\/)tokenizer(?:_config)?\.json$/i.test(name);
}

/** The files with those of each zip in its place; null where a zip cannot be read. */
async function unpacked(chosen: readonly File[]): Promise<readonly File[] | null> {
  const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);
  if (!chosen.some(isZip)) return chosen;
  const { filesOfZip } = await import('../../parser-file/zip.ts');
  const isWanted = (name: string): boolean => isPython(name) || isTokenizer(name);
  const parts = await Promise.all(
    chosen.map(async (file) => (isZip(file) ? filesOfZip(new Uint8Array(await file.arrayBuffer()), isWanted) : [file])),
  );
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
