import type { Block } from '../scan/block.ts';
import { bareExpression, incompleteName, makeCall, pythonCalls } from '../scan/python-calls.ts';
import { codeAt, skipSpace, type Wait } from '../scan/waiting.ts';
import { dottedName, negativeNumber, textAround } from '../scan/found-calls.ts';
import { eachCall, pythonCall } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const wrapped = pythonCalls({ close: ['<|python_end|>'] });

/** Without markers the names must be declared, unless the list is the whole output. */
function* read(block: Block): Wait<number> {
  if (block.opener !== '[') return yield* wrapped(block);
  const { source, tools, from } = block;
  if (!block.startsLine) return block.refuse('inside-a-line', block.at);
  const { calls, to, isCut } = yield* bareExpression(block, from);
  if (calls === null) {
    const begun = isCut ? incompleteName(block, from) : null;
    if (begun === null || !(block.startsText || tools.has(tools.resolve(begun.name))))
      return block.refuse('not-a-call-expression', block.at);
    block.cut(begun, from);
    return block.end(source.length);
  }
  const undeclared = calls.find(({ name }) => !tools.has(tools.resolve(name)));
  if (undeclared !== undefined) {
    const end = yield* skipSpace(source, to);
    const isWhole = block.startsText && (yield* codeAt(source, end)) < 0;
    if (!isWhole) return block.refuse('undeclared-bare-name', to, undeclared.name);
  }
  for (const call of calls) makeCall(block, call);
  return block.end(to);
}

/** Call expressions in a list, with nothing around it. */
export const pythonic: ToolFormat = {
  id: 'pythonic',
  lineage: 'Llama 4, ToolACE, BFCL',
  models: 'Llama 3.2, Llama 4, ToolACE, BFCL prompts',
  readers: { vllm: ['pythonic', 'llama4_pythonic'], sglang: ['pythonic'], smg: ['pythonic'] },
  generic: ['llamacpp'],
  failures: [
    {
      engines: ['vllm'],
      text: 'A negative number is no constant there: everything becomes text.',
      when: negativeNumber,
    },
    {
      engines: ['vllm', 'smg'],
      text: 'A name with a dot is refused.',
      when: dottedName,
    },
    {
      engines: ['vllm'],
      text: 'Text before or behind the list makes everything text.',
      when: textAround,
    },
    {
      engines: ['vllm'],
      text: 'A name that begins with `_` is refused.',
      when: ({ calls }) => calls.some(({ name }) => name.startsWith('_')),
    },
  ],
  tier: 'raw',
  prompt: {
    ask: 'Answer with a list of function calls and nothing else, as in Python: [f(a=1, b="x"), g()].',
    render: eachCall(pythonCall, { before: '[', between: ', ', behind: ']' }),
  },
  example: '[chart_course(to="Visby", knots=6.5), log_time()]',
  openers: [{ text: '<|python_start|>' }, { text: '[', next: /^[^\s[\]{}<>()"'`]+\($|^[^\s[\]{}<>()"'`]+\(./ }],
  read: read,
  closers: ['<|python_end|>'],
};
