import {
  excerpt,
  type CallSoFar,
  type Recording,
  type ReplayPosition,
  type Withheld,
  counted,
  numberText,
} from '../../../core/index.ts';
import { deltasText, withdrawnText } from './difference-text.ts';
import { receivedText, type ReceivedAs } from './received-as.ts';

/** Why text is held back, as a sentence; markers are between backquotes. */
export function withheldText({ why, mayBecome }: Withheld, length: number): string {
  const markers = mayBecome.map((marker) => `\`${excerpt(marker, 0, marker.length)}\``).join(' or ');
  const what = `${counted(length, 'character')} ${length === 1 ? 'is' : 'are'} held back`;
  switch (why) {
    case 'may-open':
      return `${what}: the end may still become ${markers}.`;
    case 'needs-line-break':
      return `${what}: it is a fence only if a line break follows, ${markers}.`;
    case 'in-fence':
      return `${what}: a fence is open. Text resumes after the closing fence, ${markers}. The fence itself stays hidden.`;
    case 'undecided':
      return `${what}: it may belong to reasoning or to an unfinished call.`;
    case 'at-end':
      return `${what}: the server waits for the whole reply.`;
  }
}

/**
 * A moment of a stream as one sentence or a few.
 *
 * @param isBeside whether the reply has native calls, which came beside the text
 * @param received as what the paste gave the text to its client
 * @param reader who reads the text here, where the paste says something else; '' elsewhere
 */
export function momentText(
  text: string,
  { cuts, times }: Recording,
  { chunks, offset, withheld, deltas }: Pick<ReplayPosition, 'chunks' | 'offset' | 'withheld' | 'deltas'>,
  calls: readonly CallSoFar[] | null,
  {
    isEngine = false,
    isBeside = false,
    received = null,
  }: { readonly isEngine?: boolean; readonly isBeside?: boolean; readonly received?: ReceivedAs | null } = {},
  reader = '',
): string {
  const total = cuts.length + 1;
  if (chunks === 0)
    return total === 1 ? 'Nothing received yet.' : `Nothing received yet of ${counted(total, 'chunk')}.`;
  const piece = excerpt(text, cuts[chunks - 2] ?? 0, offset);
  const time = times[chunks - 1];
  const when = time === undefined ? '' : ` after ${durationText(time)}`;
  const sentences = [`Chunk ${numberText(chunks)} of ${numberText(total)}${when}: “${piece}”.`];
  if (received !== null) sentences.push(`In the paste, ${receivedText[received]}.`);
  if (reader !== '') sentences.push(reader);
  const withdrawn = withdrawnWith(deltas);
  if (withdrawn !== null) sentences.push(`It withdraws ${withdrawn}: a closing tag shows that they were reasoning.`);
  if (isEngine) sentences.push(deltasText(deltas));
  else if (withheld !== null) sentences.push(withheldText(withheld, offset - withheld.from).replaceAll('`', ''));
  else if (chunks === total) sentences.push('Nothing is held back at the end.');
  if (calls !== null) sentences.push(callsText(calls, isBeside));
  return sentences.join(' ');
}

/** What of text and calls a chunk takes back; null where it takes nothing back. */
export function withdrawnWith(deltas: ReplayPosition['deltas']): string | null {
  const delta = deltas.find(({ kind }) => kind === 'withdrawn');
  return delta?.kind === 'withdrawn' ? withdrawnText(delta) : null;
}

function callsText(calls: readonly CallSoFar[], isBeside: boolean): string {
  if (calls.length === 0)
    return isBeside ? 'No call in the text so far. The native calls came beside it.' : 'No call so far.';
  if (calls.length === 1) return `1 call so far: ${calls[0]?.name ?? ''}.`;
  return `${counted(calls.length, 'call')} so far.`;
}

/** `0.12 s`, `840 ms`. */
export function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? `${String(Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
