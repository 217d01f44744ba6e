import { rawTexts } from '../../recognise/index.ts';
import { isAnswering, isTelling } from '../shapes/generic.ts';
import { type Fields, fieldsOf, firstAt, has, textOf, unpacked } from '../values.ts';
import { recordWithin } from './records.ts';

/** Where programs that log JSON have what they say. */
const MESSAGES = ['message', 'msg', 'log', 'MESSAGE', 'textPayload', 'line', 'event'];
/** What else a line of a log has. */
const OF_LOGS = [
  ...['level', 'levelname', 'lvl', 'severity', 'logger', 'stream', 'timestamp', '@timestamp', 'time', 'ts'],
  ...['__REALTIME_TIMESTAMP', 'PRIORITY'],
];
/** A collector keeps the lines of another program's log. */
const MOST_LEVELS = 3;
/** LiteLLM puts the members of what it quotes beside its message, of a request as well. */
const REQUEST = /^\s{0,9}(?:[A-Z]{3,6} )?request\b[^{:]{0,40}:/i;

/**
 * A line of a program's log in JSON as what it quotes in its message of what a model answered, `RAW RESPONSE:` and JSON, say. A line that
 * quotes a request holds nothing; any other one is as it is.
 */
// Source: BerriAI/litellm litellm/_logging.py, JsonFormatter: `message`, `level`, `timestamp`, and the members of a quoted object.
export function loggedRecord(line: Fields, levels = MOST_LEVELS): Fields {
  const message = messageOf(line);
  if (message === null || levels === 0) return line;
  if (REQUEST.test(message)) return {};
  const body = fieldsOf(unpacked(message)) ?? recordWithin(message);
  if (body !== null && messageOf(body) !== null) return loggedRecord(body, levels - 1);
  const quoted = body === null ? rawIn(message) : isAnswering(body) ? body : null;
  return quoted === null || isTelling(line) ? line : quoted;
}

/** What a line of a log says; null for a record that is none. */
function messageOf(line: Fields): string | null {
  if (!OF_LOGS.some((key) => has(line, key))) return null;
  return textOf(firstAt(line, MESSAGES))?.trim() ?? null;
}

function rawIn(message: string): Fields | null {
  const [raw] = rawTexts(message, { isMessage: true });
  return raw === undefined || raw.part !== undefined ? null : { output: raw.text };
}
