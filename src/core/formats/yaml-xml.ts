import type { Block } from '../scan/block.ts';
import { yamlMapping } from '../scan/yaml-mapping.ts';
import { find, type Wait } from '../scan/waiting.ts';
import { eachCall, escapedJson } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { source, tools } = block;
  const name = block.opener.slice(1, -1);
  const nameSpan = { from: block.from + 1, to: block.at - 1 };
  const close = `</${name}>`;
  const end = yield* find(source, close, block.at);
  if (end < 0) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const argumentsText = yamlMapping(source.slice(block.at, end), (key) => tools.parameter(name, key));
  if (argumentsText === null) return block.refuse('markup-not-followed', end + close.length);
  block.rec.read('name', nameSpan);
  block.call(
    { name, nameSpan, argumentsText, argumentsSpan: { from: block.at, to: end } },
    { from: block.from, to: end + close.length },
  );
  return block.end(block.closer(close, end));
}

/** A YAML mapping in a tag named after the tool. */
export const yamlXml: ToolFormat = {
  id: 'yaml-xml',
  lineage: 'ai-sdk',
  models: 'any, by prompt',
  readers: { others: ['ai-sdk yaml-xml'] },
  tier: 'raw',
  prompt: {
    ask: 'Write each call as a tag with the name of the tool, and in it its arguments as YAML.',
    render: eachCall(({ name, arguments: args }) => {
      const lines = Object.entries(args).map(([key, value]) => `${key}: ${escapedJson(value, '<>')}\n`);
      return lines.length === 0 ? null : `<${name}>\n${lines.join('')}</${name}>`;
    }),
  },
  example: '<tie_knot>\nkind: bowline\nturns: 2\n</tie_knot>',
  exampleTools: [
    {
      name: 'tie_knot',
      schema: { type: 'object', properties: { kind: { type: 'string' }, turns: { type: 'integer' } } },
    },
  ],
  openers: (tools) => tools.names.map((name) => ({ text: `<${name}>`, next: /^[^\s<:]+: ?/ })),
  read: read,
};
