import { example, type WrittenExample } from './example.ts';
import { fence } from './pump-house.ts';

export const argumentsAndSchemas: readonly WrittenExample[] = [
  example(
    'empty-arguments',
    'Arguments and schemas',
    'An empty string for arguments',
    'Common for tools without parameters. It counts as {}, and the schema then misses what it requires.',
    {
      native: `[\n  { "id": "call_1", "type": "function", "function": { "name": "read_gauge", "arguments": "" } }\n]`,
    },
    { tone: 'flawed', calls: ['read_gauge'], codes: ['empty-arguments-text'] },
  ),
  example(
    'parameters-key',
    'Arguments and schemas',
    'parameters instead of arguments',
    'The call is made, with {}: the key the model chose is not read, and nobody says so.',
    { text: fence('{"name": "read_gauge", "parameters": {"dial": "oil"}}') },
    { tone: 'flawed', calls: ['read_gauge'], codes: ['other-key-ignored'] },
  ),
  example(
    'duplicate-keys',
    'Arguments and schemas',
    'The same key twice',
    'Jason, the parser here, takes the first value. JSON.parse and most others take the last: the same reply reads another gauge elsewhere.',
    { text: fence('{"name": "read_gauge", "arguments": {"dial": "oil", "dial": "steam"}}') },
    { tone: 'good', calls: ['read_gauge'], codes: ['duplicate-key'] },
  ),
  example(
    'big-integer',
    'Arguments and schemas',
    'A number too big for JavaScript',
    'Elixir keeps every digit; a JavaScript client would round it. The card shows every digit.',
    { text: fence('{"name": "read_gauge", "arguments": {"dial": "oil", "samples": 12345678901234567890}}') },
    { tone: 'good', calls: ['read_gauge'], codes: [] },
  ),
  example(
    'schema-problems',
    'Arguments and schemas',
    'Extracted, but against the schema',
    'Extraction does not look at schemas. The call comes out, and its card lists what the schema says: a text for a number, a key nobody declared.',
    { text: fence('{"name": "open_valve", "arguments": {"valve": "B2", "percent": "40", "slowly": true}}') },
    { tone: 'flawed', calls: ['open_valve'], codes: [] },
  ),
];
