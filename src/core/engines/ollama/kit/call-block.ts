import type { Span } from '../../../text/document/index.ts';
import { Failure, type FoundCall, type Steps } from '../reader.ts';
import { decodeCall, type CallStruct, type DecodedCall, type DecodeError } from './call-json.ts';

/** A block of text with its tags. */
export interface Block extends Span {
  readonly open: string;
  /** Empty where the block ends without one. */
  readonly close: string;
}

/** Says where a block begins and ends, with what `read` says in between. */
export function inBlock<Result>(steps: Steps, { open, close, from, to }: Block, read: () => Result): Result {
  const span = { from, to };
  steps?.enter('block', open, span);
  steps?.marker(open, 'open', from, from + open.length);
  const result = read();
  if (close !== '') steps?.marker(close, 'close', to - close.length, to);
  const isNone = result === null || result instanceof Failure || (Array.isArray(result) && result.length === 0);
  steps?.leave(span, isNone ? 'malformed' : 'matched');
  return result;
}

/** A step for a text that does not decode. `from` is where the text begins. */
export function noteDecodeError(steps: Steps, error: DecodeError, span: Span): void {
  const { json = null } = error;
  const at = Math.min(span.from + error.at, span.to);
  steps?.reject(decodeCode(error), span, at, json);
}

function decodeCode(error: DecodeError): string {
  if (isSyntax(error)) return 'json-error';
  if (error.message.startsWith('Value looks')) return 'arguments-not-an-object';
  return error.message.includes('into Go value of type') ? 'not-an-object' : 'decode-error';
}

function isSyntax({ message }: DecodeError): boolean {
  return /^(?:invalid character|unexpected end|exceeded)/.test(message);
}

/** The error of a text that does not decode, as a step and as the answer. */
export function decodeFailure(steps: Steps, error: DecodeError, span: Span, prefix: string): Failure {
  noteDecodeError(steps, error, span);
  const code = isSyntax(error) ? 'json' : 'decode';
  return new Failure(prefix + error.message, code, span, { at: Math.min(span.from + error.at, span.to) });
}

/** A call that a part of the text decodes to, or an error. */
export function readCallJson(
  steps: Steps,
  text: string,
  body: Span,
  struct: CallStruct,
): (DecodedCall & { readonly ok: true }) | DecodeError {
  const decoded = decodeCall(text.slice(body.from, body.to), struct);
  return decoded.ok ? moved(decoded, body.from, steps) : decoded;
}

/** With places in the text in which the part begins at `by`. */
export function moved<Call extends DecodedCall>(call: Call, by: number, steps: Steps): Call {
  const shifted = (span: Span | null): Span | null => span && { from: span.from + by, to: span.to + by };
  const nameSpan = shifted(call.nameSpan);
  const argumentsSpan = shifted(call.argumentsSpan);
  const ignored = call.ignored.map((span) => shifted(span) as Span);
  if (nameSpan !== null) steps?.read('name', nameSpan);
  for (const span of ignored) steps?.quirk('key-ignored', span);
  if (argumentsSpan === null && nameSpan !== null) steps?.read('no-arguments', nameSpan);
  else if (argumentsSpan !== null) steps?.read('arguments', argumentsSpan);
  return { ...call, nameSpan, argumentsSpan, ignored };
}

/** The call as the client gets it. Where the text gives no name, the whole of it stands for that. */
export function callIn(
  span: Span,
  { name, nameSpan, argumentsText, argumentsSpan, otherText }: DecodedCall,
): FoundCall {
  const call = { span, name, nameSpan: nameSpan ?? { from: span.from, to: span.from }, argumentsText, argumentsSpan };
  return otherText === '' ? call : { ...call, toolCallId: otherText };
}
