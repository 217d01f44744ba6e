import { jsonCalls } from '../../../../src/core/formats/kit/read/json-calls.ts';
import type { ToolFormat } from '../../../../src/core/formats/format.ts';

/** One object between two lanterns; the arguments are under `with`. */
export const lantern: ToolFormat = {
  id: 'lantern',
  lineage: 'Made up',
  models: 'none',
  readers: {},
  tier: 'marked',
  example: '(lit){"name": "ring_bell", "with": {"times": 2}}(out)',
  openers: [{ text: '(lit)', next: /^\{/ }],
  read: jsonCalls({ close: ['(out)'], keys: { name: ['name'], arguments: ['with'] } }),
  closers: ['(out)'],
};
