import type { Block } from '../scan/block.ts';
import { readJsonPayload } from '../scan/json-payload.ts';
import { codeAt, skipSpace, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { source, from } = block;
  const name = block.opener.trim();
  const nameSpan = { from, to: from + name.length };
  if (!block.startsText) return block.refuse('inside-a-line', block.at);
  const at = yield* skipSpace(source, block.at);
  const payload = yield* readJsonPayload(source, at, []);
  if (payload.state === 'cut') {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return block.end(source.length);
  }
  const end = yield* skipSpace(source, payload.to);
  const isAll = (yield* codeAt(source, end)) < 0 || source.code(end) === 0x3c;
  if (payload.state === 'broken' || !isAll) return block.refuse('inside-a-line', block.at);
  block.rec.read('name', nameSpan);
  block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, { from, to: payload.to });
  return block.end(payload.to);
}

/** The name on a line, then JSON, and nothing else. */
export const glm4Legacy: ToolFormat = {
  id: 'glm-4-legacy',
  lineage: 'Zhipu GLM-4, ChatGLM3',
  models: 'GLM-4-9B, ChatGLM3',
  readers: { others: ['BFCL'] },
  tier: 'raw',
  notAsked: notAsked.trained,
  example: 'book_pitch\n{"hour": 18}',
  exampleTools: [{ name: 'book_pitch', schema: { type: 'object', properties: { hour: { type: 'integer' } } } }],
  openers: (tools) => tools.names.map((name) => ({ text: `${name}\n`, atLineStart: true, next: /^\{/ })),
  read: read,
};
