import type { PythonJsonError } from '../../../json/dialects/python.ts';
import type { Raised } from '../../kit/engine-stream.ts';

/**
 * What `json.loads` raises: JSONDecodeError, but RecursionError for nesting and a plain ValueError for an integer of more
 * than 4,300 digits, which a parser that expects a JSONDecodeError lets out.
 */
export function raisedBy({ message }: PythonJsonError): Raised['raises'] {
  if (message.startsWith('maximum recursion depth')) return 'RecursionError';
  return message.startsWith('Exceeds the limit') ? 'ValueError' : 'JSONDecodeError';
}
