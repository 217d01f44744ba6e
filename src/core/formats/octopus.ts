import type { Block } from './kit/read/block.ts';
import { bareExpression, makeCall } from './kit/mend/python-item.ts';
import { find, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The number counts the declared tools; without them nobody knows which tool a token means. */
function* read(block: Block): Resumable<number> {
  const { source, tools, rec } = block;
  const nameTo = block.opener.endsWith('>') ? block.at - 1 : yield* find(source, '>', block.at);
  const { calls, to, isCut } = yield* bareExpression(block, nameTo + 1, 'tool');
  const number = source.slice(block.from + '<nexa_'.length, nameTo);
  const declared = tools.names.find((one) => bareToken(one) === `nexa_${number}`);
  const name = declared ?? tools.names[Number(number)] ?? (tools.names.length === 1 ? tools.names[0] : undefined);
  const call = calls?.[0];
  if (call === undefined || calls?.length !== 1) {
    const nameSpan = { from: block.from, to: nameTo + 1 };
    if (isCut)
      block.cut(name === undefined ? null : { name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    else block.malformed('not-a-call-expression', { from: block.from, to });
    return block.end(to);
  }
  if (name === undefined) {
    block.malformed('missing-name', { from: block.from, to }, block.at);
  } else {
    rec.quirk('positional-arguments', call.span);
    makeCall(block, { ...call, nameSpan: { from: block.from, to: nameTo + 1 }, span: { from: block.from, to } }, name);
  }
  const end = yield* skipSpace(source, to);
  return block.end((yield* lookingAt(source, end, '<nexa_end>')) ? block.closer('<nexa_end>', end) : to);
}

function bareToken(name: string): string {
  return name.replaceAll(/[<>]/g, '');
}

/** A token stands for the tool, and the arguments have no names. */
export const octopus: ToolFormat = {
  id: 'octopus',
  lineage: 'NexaAI Octopus',
  models: 'Octopus v2',
  readers: {},
  tier: 'marked',
  notAsked: notAsked.tokens,
  example: "<nexa_0>('north gate', 3)<nexa_end>",
  exampleTools: [
    {
      name: 'guard_gate',
      schema: { type: 'object', properties: { gate: { type: 'string' }, guards: { type: 'integer' } } },
    },
  ],
  openers: ({ names }) => [
    { text: '<nexa_', next: /^\d+>\(/ },
    // A token may be declared as a name.
    ...names
      .filter((name) => /^<?nexa_\d+>?$/.test(name))
      .map((name) => ({ text: `<${bareToken(name)}>`, next: /^\(/ })),
  ],
  read: read,
  closers: ['<nexa_end>'],
};
