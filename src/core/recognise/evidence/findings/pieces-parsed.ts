import { type Writer, writers } from '../evidence.ts';
import type { Answer } from '../paste/answer.ts';
import type { Reason } from './reason.ts';

/** What readers of JSON say of a text that ends too early. Sources: V8, JavaScriptCore and Firefox, Python's `json`, Go's `encoding/json`, .NET, serde_json */
const TOO_SHORT =
  /\bUnterminated string\b|\bUnexpected end of (?:JSON|input)\b|\bunexpected end of JSON input\b|\bJSON Parse error: |\bJSON\.parse: (?:unterminated|unexpected end)|\bJSONDecodeError\b|\bExpecting (?:value|property name|',' delimiter|':' delimiter)|\bEOF while parsing\b|\bJsonReaderException\b|\b(?:not|invalid) (?:valid )?JSON\b/i;

/** A part of the arguments of a call, in a stream of OpenAI's form and of Anthropic's. */
const PIECE = /["'](?:arguments|partial_json)\\?["']\s?:\s?\\?["'](?!\\?["'])/g;

/** Beside a stream whose joined arguments are sound, somebody shows the error of reading one piece of them as JSON. Null for others. */
export function ofPiecesParsed(around: string, content: string, answer: Answer, writer: Writer | null): Reason | null {
  if (answer.kind !== 'stream' || (writer !== null && writers[writer].kind === 'client')) return null;
  const came = content.slice(answer.span.from, answer.span.to);
  if (!TOO_SHORT.test(around) || (came.match(PIECE)?.length ?? 0) < 2) return null;
  return {
    cause: 'client',
    says: 'By the error in the paste, one piece of the arguments was read as JSON: joined they are sound.',
    fix: 'Join the pieces of each call by their `index`. Read them as JSON when the stream has ended.',
  };
}
