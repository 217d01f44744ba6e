import { jsonCalls } from '../../../../src/core/formats/kit/read/json-calls.ts';
import { callObject, eachCall } from '../../../../src/core/formats/kit/read/write-calls.ts';
import type { ToolFormat } from '../../../../src/core/formats/format.ts';

/** One object between two lanterns; the arguments are under `with`. */
export const lantern: ToolFormat = {
  id: 'lantern',
  lineage: 'Made up',
  models: 'none',
  readers: {},
  tier: 'marked',
  prompt: {
    ask: 'Write each call as JSON between (lit) and (out), with the keys name and with.',
    render: eachCall((call) => `(lit)${callObject(call, ['name', 'with'])}(out)`),
  },
  example: '(lit){"name": "ring_bell", "with": {"times": 2}}(out)',
  openers: [{ text: '(lit)', next: /^\{/ }],
  read: jsonCalls({ close: ['(out)'], keys: { name: ['name'], arguments: ['with'] } }),
  closers: ['(out)'],
};
