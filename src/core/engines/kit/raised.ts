import type { PythonJsonError } from '../../text/languages/index.ts';
import type { Exception } from './reading.ts';

/** Python exceptions that an engine does not catch, as codes of errors: `raises-KeyError`. */
export const raisedWords = {
  'raises-AssertionError': 'The parser raises AssertionError and does not catch it.',
  'raises-AttributeError': 'The parser raises AttributeError: it treats a value as an object, but it is not one.',
  'raises-IndexError': 'The parser raises IndexError: it asks for an item that does not exist.',
  'raises-JSONDecodeError': 'The parser raises JSONDecodeError and does not catch it.',
  'raises-KeyError': 'The parser raises KeyError: it asks for a key that does not exist.',
  'raises-MemoryError': 'The parser never ends: it runs until the memory is full.',
  'raises-NotImplementedError': 'The parser raises NotImplementedError: it cannot parse whole replies.',
  'raises-OverflowError': 'The parser raises OverflowError: a number is infinite.',
  'raises-PartialJSON': 'The parser raises PartialJSON: the JSON has no value yet.',
  'raises-RecursionError': 'The parser raises RecursionError: the text is nested too deeply.',
  'raises-TypeError': 'The parser raises TypeError: a value has an unexpected type.',
  'raises-ValidationError': 'The parser raises ValidationError: the name or the arguments of a call are not a string.',
  'raises-ValueError': 'The parser raises ValueError and does not catch it.',
} as const;

/** The words for refusals of Python's `json.loads`, for engines that are written in Python. */
export const pythonJsonWords = {
  'json-syntax': '`json.loads` rejects this',
} as const;

/**
 * The exception of `json.loads`. Usually it is a JSONDecodeError. Nesting raises a RecursionError, and an integer of more than
 * 4,300 digits a plain ValueError; a parser that expects a JSONDecodeError catches neither.
 */
export function raisedBy({ code, expected }: PythonJsonError): 'JSONDecodeError' | 'RecursionError' | 'ValueError' {
  if (code === 'number-out-of-range') return 'ValueError';
  return code === 'unexpected-character' && expected === null ? 'RecursionError' : 'JSONDecodeError';
}

/** What `json.loads` raises where only a JSONDecodeError is caught; null for that. */
export function uncaught(error: PythonJsonError): Exception | null {
  const raises = raisedBy(error);
  return raises === 'JSONDecodeError' ? null : { raises, message: error.message };
}
