import { type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import { raisedBy } from './raised.ts';

/** `json.loads`: a value, or the exception that it raises. */
export function loads(text: string): { readonly value: PythonValue } | { readonly raises: string } {
  const reading = readPythonJson(text);
  return reading.ok ? { value: reading.node.value } : { raises: raisedBy(reading.error) };
}

/** Whether `except ValueError` catches it; JSONDecodeError is one. */
export function isValueError(exception: string): boolean {
  return exception === 'ValueError' || exception === 'JSONDecodeError';
}
