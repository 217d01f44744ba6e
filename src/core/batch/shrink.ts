import { diagnose } from '../diagnose/index.ts';
import { extract, type ExtractOptions, withTools } from '../reader/index.ts';
import { isObject, type JsonValue } from '../text/json/index.ts';
import { type Extraction, verdictOf } from '../trace/index.ts';
import { differenceFrom } from './expected.ts';
import { normalised } from './normalise.ts';
import type { LoggedReply } from './reply.ts';

/** How far shrinking has come. */
interface ShrunkSoFar {
  /** The smallest text so far that still fails, or succeeds, in the same way. */
  readonly text: string;
  /** How many texts were tried. */
  readonly tried: number;
}

/**
 * What all texts that are tried may cost, in UTF-16 units that are read once: a bound for long and for hostile replies. Asking why
 * costs so many times as much as reading.
 */
const MOST_COST = 6_000_000;
const COST_OF_WHY = 9;

/**
 * Reduces a reply to the smallest text found that keeps its outcome and its diagnosis under a runtime: pieces are left out, large
 * ones first, as long as nothing changes (delta debugging). Yields after each text that it tries, so that a caller can stop it.
 */
function* shrink(reply: string, options: ExtractOptions): Generator<ShrunkSoFar, ShrunkSoFar> {
  // A server that is asked without tools is asked with those that the reply calls: they stay when the call gets shorter.
  const asked = withTools(options, { text: reply });
  const wantedHead = headOf(reply, asked);
  const isSame = sameAs(reply, asked);
  let tried = 0;
  let cost = 0;
  let start = reply;
  for (const text of windowsOf(reply, asked)) {
    if (text.length >= start.length) continue;
    tried += 1;
    cost += (1 + COST_OF_WHY) * text.length;
    if (isSame(text)) start = text;
    yield { text: start, tried };
  }
  let pieces = piecesOf(start);
  for (let size = pieces.length >> 1; size >= 1; size = size === 1 ? 0 : (size + 1) >> 1) {
    for (let at = 0; at < pieces.length;) {
      const shorter = [...pieces.slice(0, at), ...pieces.slice(at + size)];
      const text = shorter.join('');
      tried += 1;
      cost += text.length;
      // Most texts fail in another way, which is soon told.
      const isLike = text !== '' && headOf(text, asked) === wantedHead;
      if (isLike) cost += COST_OF_WHY * text.length;
      if (isLike && isSame(text)) pieces = shorter;
      else at += size;
      if (cost >= MOST_COST) return { text: pieces.join(''), tried };
      yield { text: pieces.join(''), tried };
    }
  }
  return { text: pieces.join(''), tried };
}

/** The smallest text at once: it takes a second at most. */
export function shrunkReply(reply: string, options: ExtractOptions): string {
  const search = shrink(reply, options);
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value.text;
}

/** Whether a smaller text is still held to what its reply is: to no call, or to calls that are all in it, whoever reads it. */
export function isStillExpected(text: string, { expected, tools }: Pick<LoggedReply, 'expected' | 'tools'>): boolean {
  if (expected === undefined || expected.length === 0) return true;
  const { calls } = extract({ text }, { runtime: 'auto', ...(tools === null ? {} : { tools }) });
  return differenceFrom(calls, expected) === null;
}

/** The cause lies near the place of the diagnosis: the text around it, wide and narrow, and with all that is before or after. */
function windowsOf(text: string, options: ExtractOptions): string[] {
  const extraction = extract({ text }, options);
  const place = diagnose(extraction, options)[0]?.span ?? extraction.calls[0]?.span;
  if (place === undefined) return [];
  return MARGINS.flatMap((margin) => {
    const [from, to] = [Math.max(0, place.from - margin), place.to + margin];
    return [text.slice(from, to), text.slice(0, to), text.slice(from)];
  });
}

const MARGINS = [1000, 300, 100, 30, 0];

/** Tags, words, white space, and every other character alone: a closing tag is never made an opening one. A pair of surrogates stays together. */
function piecesOf(text: string): string[] {
  return text.match(/<[^<>\s]{1,80}>|[\p{L}\p{N}_-]+|\s+|[^\p{L}\p{N}_\-\s]/gu) ?? [];
}

/** Whether a text fails in the same way as a reply, and in no other: it has no fault and no name that the reply lacks. */
function sameAs(reply: string, options: ExtractOptions): (text: string) => boolean {
  const wanted = natureOf(reply, options);
  const names = namesIn(reply, options);
  return (text) => {
    const { signature, faults } = natureOf(text, options);
    const isLike = signature === wanted.signature && [...faults].every((code) => wanted.faults.has(code));
    return isLike && [...namesIn(text, options)].every((name) => names.has(name));
  };
}

/** The tools and the arguments of the calls that a text means, whoever reads it. */
function namesIn(text: string, options: ExtractOptions): ReadonlySet<string> {
  const { calls } = extract({ text }, { ...options, runtime: 'auto' });
  const keysOf = (given: JsonValue): readonly string[] => (isObject(given) ? Object.keys(given) : []);
  return new Set(
    calls.flatMap(({ name, arguments: given }) => [name, ...keysOf(given).map((key) => `${name} ${key}`)]),
  );
}

interface Nature {
  readonly signature: string;
  /** The codes of all its diagnoses. */
  readonly faults: ReadonlySet<string>;
}

function natureOf(text: string, options: ExtractOptions): Nature {
  const extraction = extract({ text }, options);
  const diagnoses = diagnose(extraction, options);
  const { headline, reason, tone } = verdictOf({ ...extraction, diagnoses });
  const [best] = diagnoses;
  const fault = best === undefined ? '' : `${best.code} ${best.edit?.label ?? ''} ${normalised(best.message).why}`;
  const signature = [headOfExtraction(extraction), fault, tone, normalised(`${headline} ${reason}`).why].join('\n');
  return { signature, faults: new Set(diagnoses.map(({ code }) => code)) };
}

/**
 * What has to stay the same: the outcome, the first diagnosis with its words and its edit, and the sentence of the verdict.
 *
 * @internal Tests compare a reply with what became of it.
 */
export function signatureOf(text: string, options: ExtractOptions): string {
  return natureOf(text, options).signature;
}

/** The part of it that needs no diagnosis. */
function headOf(text: string, options: ExtractOptions): string {
  return headOfExtraction(extract({ text }, options));
}

function headOfExtraction({ outcome, calls, error }: Extraction): string {
  return `${outcome} ${calls[0]?.format ?? ''} ${error?.code ?? ''}`;
}
