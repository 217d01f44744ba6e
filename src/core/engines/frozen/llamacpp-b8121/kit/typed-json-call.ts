import { readLooseJson } from './loose-json.ts';
import type { MessageCall, MessageParser } from './message.ts';
import { unfinished } from './raise.ts';
import { trimmedEnd } from './xml-content.ts';

/** The arguments of a call, of which the rest is known; false where they are not JSON. They are taken as they are written. */
export function takesArguments(
  parser: MessageParser,
  call: Pick<MessageCall, 'name' | 'nameSpan' | 'id' | 'idSpan'>,
  from: number,
): boolean {
  const start = parser.at;
  const json = readLooseJson(parser.text, start, parser.isPartial);
  if (json.kind === 'none') {
    parser.steps.reject('not-loose-json', { from: start, to: parser.text.length }, json.to);
    return false;
  }
  parser.at = json.to;
  const argumentsSpan = trimmedEnd(parser.text, { from: start, to: json.to });
  const argumentsText = parser.slice(argumentsSpan);
  parser.addCall({ ...call, span: { from, to: argumentsSpan.to }, argumentsText, argumentsSpan });
  if (json.kind === 'open') throw unfinished;
  return true;
}
