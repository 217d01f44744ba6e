import { excerpt, readJson, type ClientHas, type Delta, type StreamDifference, counted } from '../../../core/index.ts';

/** So much of a text is in a sentence. */
const SHORT = 60;

/** Whole against streamed, in a few sentences; texts are not marked as code, so that a status can speak them. */
export function differenceText({ whole, streamed, first }: StreamDifference): string {
  if (first === null) return 'Whole and streamed, the client receives the same.';
  const { kind, call, at } = first;
  const number = `call ${String(call + 1)}`;
  const both = `whole ${around(first.whole, at)}, streamed ${around(first.streamed, at)}`;
  switch (kind) {
    case 'error':
    case 'count':
      return `Whole: ${hasText(whole)}. Streamed: the client has ${hasText(streamed)}.`;
    case 'name':
      return `Whole and streamed, the name of ${number} differs: ${both}.`;
    case 'arguments':
      return `Whole and streamed, the arguments of ${number} differ from character ${String(at + 1)} on: ${both}.`;
    case 'spelling':
      return `Whole and streamed, the client receives the same calls and text. The argument text of ${number} is written differently: ${both}.`;
    case 'content':
      return `Whole and streamed, the client receives the same calls. The text differs from character ${String(at + 1)} on: ${both}.`;
    case 'white-space':
      return 'Whole and streamed, the client receives the same calls. The text differs only in white space.';
  }
}

/** The same for the line above the text, which has the details beside it. */
export function shortDifference(difference: StreamDifference): string {
  if (difference.first === null) return 'Read as a whole, the result is the same.';
  return matters(difference)
    ? 'Read as a whole, the result is another one.'
    : 'Read as a whole, the calls are the same.';
}

/** Whether it is more than white space and another spelling of the same arguments. */
export function matters({ first }: StreamDifference): boolean {
  return first !== null && first.kind !== 'spelling' && first.kind !== 'white-space';
}

/** `1 call`, `no call and this text: “…”`, `1 call, then the stream breaks off`. */
function hasText({ calls, content, error }: ClientHas): string {
  const count = calls.length === 0 ? 'no call' : counted(calls.length, 'call');
  const shown = content.trim();
  const text = shown === '' ? 'no text' : `this text: “${excerpt(shown, 0, shown.length, SHORT)}”`;
  const invalid = calls.filter(({ argumentsText }) => !isJson(argumentsText)).length;
  const faults =
    invalid === 0 ? '' : calls.length === 1 ? ' with invalid JSON' : `, ${String(invalid)} of them with invalid JSON,`;
  return `${count}${faults} and ${text}${error === null ? '' : `, and ${errorText(error)}`}`;
}

/** Whether a client can parse arguments. */
export function isJson(text: string): boolean {
  return readJson(text).ok;
}

export function errorText(error: NonNullable<ClientHas['error']>): string {
  switch (error) {
    case 'broken-stream':
      return 'the stream breaks off';
    case 'http-error':
      return 'the request fails';
    case 'crash':
      return 'the client crashes';
    case 'error':
      return 'an error value';
  }
}

function around(text: string, at: number): string {
  const from = Math.max(0, at - 12);
  const piece = excerpt(text, from, Math.min(text.length, at + 28));
  return text === '' ? 'nothing' : `“${from > 0 ? '…' : ''}${piece}${at + 28 < text.length ? '…' : ''}”`;
}

/** What a client receives, as one sentence. */
export function deltasText(deltas: readonly Delta[]): string {
  if (deltas.length === 0) return 'The client receives nothing.';
  const parts = deltas.slice(0, 4).map(deltaText);
  const more = deltas.length > parts.length ? ` and ${String(deltas.length - parts.length)} more` : '';
  return `The client receives ${parts.join(', ')}${more}.`;
}

function deltaText(delta: Delta): string {
  switch (delta.kind) {
    case 'content':
      return `text “${excerpt(delta.text, 0, delta.text.length, SHORT)}”`;
    case 'reasoning':
      return `reasoning “${excerpt(delta.text, 0, delta.text.length, SHORT)}”`;
    case 'call':
      return `the name of call ${String(delta.index + 1)}, ${delta.name}`;
    case 'arguments':
      return `arguments of call ${String(delta.index + 1)} “${excerpt(delta.text, 0, delta.text.length, SHORT)}”`;
    case 'withdrawn':
      return `a withdrawal of ${withdrawnText(delta)}`;
  }
}

/** `24 characters of text and 1 call`. */
export function withdrawnText({ characters, calls }: Extract<Delta, { kind: 'withdrawn' }>): string {
  const text = `${counted(characters, 'character')} of text`;
  const found = counted(calls, 'call');
  return calls === 0 ? text : characters === 0 ? found : `${text} and ${found}`;
}
