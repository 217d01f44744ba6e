import { PythonDict, readPythonJson, strippedSpan, stripPython } from '../../text/languages/index.ts';
import { pairTags, readPairs } from './arg-pairs.ts';
import { jsonPlaces } from './json-calls.ts';
import { mlxRuntime } from './reader.ts';
import { parametersOf } from './values.ts';

const tags = pairTags('longcat_');

/** A JSON object, or a name with pairs of a key and a value. Neither of the two ends the request. */
export const longcat = mlxRuntime({
  flag: 'longcat',
  formats: ['longcat'],
  opener: '<longcat_tool_call>',
  closer: '</longcat_tool_call>',
  reads: 'A JSON object in <longcat_tool_call> tags, or a name with <longcat_arg_key> pairs; else the request dies.',
  words: {},
  read(raw, tools) {
    const { from, to } = strippedSpan(raw);
    const text = raw.slice(from, to);
    if (text.startsWith('{')) {
      const reading = readPythonJson(raw, from, to);
      if (reading.ok) return { value: reading.node.value, places: jsonPlaces(reading.node) };
    }
    const nameTo = text.indexOf(tags.key);
    if (nameTo < 0) return { raises: 'AttributeError', message: "'NoneType' object has no attribute 'group'" };
    const name = stripPython(text.slice(0, nameTo));
    const value = new PythonDict([
      ['name', name],
      ['arguments', readPairs(text, tags, parametersOf(tools, name))],
    ]);
    return { value };
  },
});
