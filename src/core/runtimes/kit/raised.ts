/** Exceptions of Python that an engine lets out, as codes of an error: `raises-KeyError`. */
export const raisedWords = {
  'raises-AssertionError': 'The parser raises AssertionError and does not catch it.',
  'raises-AttributeError': 'The parser raises AttributeError: it takes a value for an object that is none.',
  'raises-IndexError': 'The parser raises IndexError: it asks for an item that is not there.',
  'raises-JSONDecodeError': 'The parser raises JSONDecodeError and does not catch it.',
  'raises-KeyError': 'The parser raises KeyError: it asks for a key that is not there.',
  'raises-MemoryError': 'The parser does not come to an end: it works until the memory is full.',
  'raises-NotImplementedError': 'The parser raises NotImplementedError: it does not read whole replies.',
  'raises-OverflowError': 'The parser raises OverflowError: a number is infinite.',
  'raises-PartialJSON': 'The parser raises PartialJSON: there is no value yet.',
  'raises-RecursionError': 'The parser raises RecursionError: the text is nested too deeply.',
  'raises-TypeError': 'The parser raises TypeError: a value has a type that it does not expect.',
  'raises-ValidationError': 'The parser raises ValidationError: a name or its arguments are no text.',
  'raises-ValueError': 'The parser raises ValueError and does not catch it.',
} as const;
