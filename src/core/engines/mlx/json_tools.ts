import { readPythonJson, strippedSpan } from '../../text/languages/index.ts';
import { jsonPlaces, lostJson } from './json-calls.ts';
import { mlxRuntime } from './reader.ts';

/** JSON between `<tool_call>` and `</tool_call>`: an object, or a list of them. */
export const json_tools = mlxRuntime({
  flag: 'json_tools',
  formats: ['hermes'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'JSON in <tool_call> tags, an object or a list of them; a call with broken JSON is lost.',
  thinks: true,
  words: {},
  read(text) {
    const { from, to } = strippedSpan(text);
    const reading = readPythonJson(text, from, to);
    return reading.ok ? { value: reading.node.value, places: jsonPlaces(reading.node) } : lostJson(reading.error);
  },
});
