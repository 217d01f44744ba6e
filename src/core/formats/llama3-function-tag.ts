import { namedJson } from './kit/read/named-json.ts';
import { eachCall } from './kit/read/write-calls.ts';
import { valueToText } from '../text/json/index.ts';
import type { ToolFormat } from './format.ts';

/** The name in the tag, JSON in its body. */
export const llama3FunctionTag: ToolFormat = {
  id: 'llama3-function-tag',
  lineage: 'Meta Llama 3.1, custom tools',
  models: 'Llama 3.1, Functionary v3.1',
  dialects: ['name-attribute'],
  readers: { llamacpp: ['Functionary v3.1 Llama 3.1', 'Hermes 2 Pro'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call as a tag with the name of the tool, and its arguments as JSON inside: <function=NAME>{…}</function>.',
    render: eachCall(({ name, arguments: args }) => `<function=${name}>${valueToText(args)}</function>`),
  },
  example: '<function=plant_bulb>{"depth_cm": 8}</function>',
  openers: [
    { text: '<function=', next: /^\S+ ?> ?\n?\{/ },
    { text: '<function name=', units: 6, next: />[ \n]?\{/ },
  ],
  read: namedJson({
    nameEnd: ['>'],
    afterJson: ['</function>'],
    nameOf: (written) => ({ name: written.replaceAll(/^["']|["']$/g, ''), id: null }),
  }),
};
