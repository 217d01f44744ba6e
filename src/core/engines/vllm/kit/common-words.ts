/** Sentences for the same thing in several parsers, by their codes. */
export const commonWords = {
  'arguments-no-object': 'The arguments are not an object. The parser passes them on as JSON anyway.',
  'arguments-unparsed': 'The arguments, which the parser does not check',
  'name-not-str': 'The name is not a string: creating the call raises ValidationError',
  'no-arguments-key': 'The object has no key `arguments`: Python raises KeyError',
  'no-json': 'The value is a Python literal that JSON cannot represent: `json.dumps` raises TypeError',
  'no-name-key': 'The object has no key `name`: Python raises KeyError',
  'not-true': 'The type is boolean: every text except `true` becomes false.',
  'null-always': 'The text `null` becomes null, whatever type is declared.',
  'text-dropped': 'The parser drops this text.',
  'value-raises': 'Reading this value raises an exception that the parser catches only around the whole reply',
} as const;
