import { Excerpt, pythonJsonWords } from '../../../../src/core/engines/kit/index.ts';
import { vllmRuntime } from '../../../../src/core/engines/vllm/parser.ts';
import { isDict, pythonDumps, readPythonJson } from '../../../../src/core/text/languages/index.ts';

const MARKER = '@beacon ';

/** Made up: what follows the marker is one JSON object, and nothing may come after it. */
export const beacon = vllmRuntime({
  flag: 'beacon',
  file: 'vllm/tool_parsers/beacon_tool_parser.py',
  formats: [],
  reads: 'One JSON object after @beacon, at the end of the reply.',
  words: {
    ...pythonJsonWords,
    'contains-beacon': {
      question: 'Does the text contain `@beacon `?',
      yes: 'The parser reads all that follows as JSON.',
      no: 'The parser returns the whole reply as content.',
    },
    'no-name': 'The object has no name',
  },

  parse(text, _tools, steps) {
    const whole = { from: 0, to: text.length };
    const at = text.indexOf(MARKER);
    const body = { from: at + MARKER.length, to: text.length };
    const nothing = { called: false, calls: [], content: [whole], text };
    if (!steps.gate('contains-beacon', at >= 0, whole, at < 0 ? null : { from: at, to: body.from })) return nothing;
    const reading = readPythonJson(text, body.from, body.to);
    if (!reading.ok) {
      steps.reject('json-syntax', body, reading.error.at, reading.error);
      return nothing;
    }
    const name = reading.node.members?.get('name')?.node;
    if (name === undefined || typeof name.value !== 'string' || !isDict(reading.node.value)) {
      steps.reject('no-name', body);
      return nothing;
    }
    steps.read('name', name);
    steps.read('arguments', reading.node);
    const call = {
      span: { from: at, to: text.length },
      name: name.value,
      nameSpan: { from: name.from, to: name.to },
      argumentsText: pythonDumps(reading.node.value) ?? '',
      argumentsSpan: { from: reading.node.from, to: reading.node.to },
    };
    return { called: true, calls: [call], content: [{ from: 0, to: at }], text: at === 0 ? null : text.slice(0, at) };
  },

  /** The stream sends all that comes as content: it never learned to look for the marker. */
  stream: () => ({
    previous: [],
    streamed: [],
    isLinear: true,
    push: (delta, current) => (delta === '' ? null : { content: Excerpt.end(current, delta) }),
  }),
});
