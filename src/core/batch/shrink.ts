import { diagnose } from '../diagnose/index.ts';
import { extract, type ExtractOptions, withTools } from '../reader/index.ts';
import { verdictOf } from '../trace/index.ts';
import { normalised } from './normalise.ts';

/** How far shrinking has come. */
export interface ShrunkSoFar {
  /** The smallest text so far that still fails, or succeeds, in the same way. */
  readonly text: string;
  /** How many texts were tried. */
  readonly tried: number;
}

/** So many texts are tried, and so many UTF-16 units are read in all: a bound for hostile replies. */
const MOST_TRIES = 1500;
const MOST_READ = 2_000_000;

/**
 * Reduces a reply to the smallest text found that keeps its outcome and its diagnosis under a runtime: pieces are left out, large
 * ones first, as long as nothing changes (delta debugging). Yields after each text that it tries, so that a caller can stop it.
 */
export function* shrink(reply: string, options: ExtractOptions): Generator<ShrunkSoFar, ShrunkSoFar> {
  // A server that is asked without tools is asked with those that the reply calls: they stay when the call gets shorter.
  const asked = withTools(options, { text: reply });
  const wanted = signatureOf(reply, asked);
  let pieces = piecesOf(reply);
  let tried = 0;
  let read = 0;
  for (let size = pieces.length >> 1; size >= 1; size = size === 1 ? 0 : (size + 1) >> 1) {
    for (let at = 0; at < pieces.length;) {
      const shorter = [...pieces.slice(0, at), ...pieces.slice(at + size)];
      const text = shorter.join('');
      tried += 1;
      read += text.length;
      const isSame = text !== '' && signatureOf(text, asked) === wanted;
      if (isSame) pieces = shorter;
      else at += size;
      if (tried >= MOST_TRIES || read >= MOST_READ) return { text: pieces.join(''), tried };
      yield { text: pieces.join(''), tried };
    }
  }
  return { text: pieces.join(''), tried };
}

/** Words, white space, and every other character alone. A pair of surrogates stays together. */
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_-]+|\s+|[^\p{L}\p{N}_\-\s]/gu) ?? [];
}

/** What has to stay the same: the outcome, the diagnoses in their order, and the sentence of the verdict. */
export function signatureOf(text: string, options: ExtractOptions): string {
  const extraction = extract({ text }, options);
  const diagnoses = diagnose(extraction, options);
  const { headline, tone } = verdictOf({ ...extraction, diagnoses });
  const formats = extraction.calls.map(({ format }) => format);
  const [format = ''] = formats;
  return [extraction.outcome, format, diagnoses[0]?.code ?? '', tone, normalised(headline)].join('\n');
}
