/** What a careless reader of JSON reads again from each of its characters, when it repeats. */
export const hostilePieces: readonly string[] = [
  ...['{', '[', '}', ',', ':', '"', "'", '`', '\\', '/', '#', '/*', '-', ' ', '\u00a0', '“', '{{', '{}', '""', '\\u'],
  ...['{"a":', '[{', '{[', '[}', '[1}', '{"a":[}', '"a" "a" ', '"a" ', '{"a" ', '" ', 'a ', '{a ', '{a=', '1 ', '1 a '],
  ...['true ', '{a 1 ', '["\\ud83d', '0x', '{"a":"{"b', '{"a": "b, "', '["x"]', '//', '#\n', '1e', '+', "it's", '"""'],
  ...['\\"', '{\\"a\\":', '\\"a\\" ', '[{\\"'],
];
