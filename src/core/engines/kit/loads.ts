import { type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import { raisedBy } from './raised.ts';

/** Python's `json.loads`: a value, or the name of the exception. */
export function loads(text: string): { readonly value: PythonValue } | { readonly raises: string } {
  const reading = readPythonJson(text);
  return reading.ok ? { value: reading.node.value } : { raises: raisedBy(reading.error) };
}

/** Whether `except ValueError` catches it; JSONDecodeError is one. */
export function isValueError(exception: string): boolean {
  return exception === 'ValueError' || exception === 'JSONDecodeError';
}
