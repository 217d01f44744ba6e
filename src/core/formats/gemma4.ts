import { gemmaCallText } from './kit/read/write-gemma.ts';
import type { Block } from './kit/read/block.ts';
import { codeAt, endOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { withoutOpener } from './kit/mend/lost-openers.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { gemmaCall } from './kit/read/gemma-object.ts';
import { strippedGemmaCall } from './kit/read/stripped-gemma-call.ts';
import { notAsked, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const grammar = { quote: '<|"|>', close: ['<tool_call|>', '<|tool_call|>', '<turn|>'] };
const json = jsonCalls({ close: grammar.close });
const marked = gemmaCall(grammar);

/** What is left where the opening token is lost. */
const NAMED = 'call:';

/** Some models write JSON between the tokens. */
function* read(block: Block): Resumable<number> {
  if (block.opener === NAMED) return yield* marked(withoutOpener(block, '<|tool_call>'));
  if (!block.opener.startsWith('<')) return yield* strippedGemmaCall(block, grammar);
  const at = yield* skipSpace(block.source, block.at);
  return yield* (yield* codeAt(block.source, at)) === 0x7b ? endOf(json(block)) : marked(block);
}

/** A call with bare keys; a token stands for the quotes of a string. */
export const gemma4: ToolFormat = {
  id: 'gemma4',
  lineage: 'Google Gemma 4',
  models: 'Gemma 4',
  dialects: ['turn-as-closer', 'single-quotes', 'stripped'],
  readers: { vllm: ['gemma4'], sglang: ['gemma4'], llamacpp: ['peg-gemma4'], ollama: ['gemma4'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(gemmaCallText('<|tool_call>', '<|"|>', '<tool_call|>'), { between: '' })],
  example: '<|tool_call>call:plant_oak{where:<|"|>ridge "A"<|"|>,n:3}<tool_call|>',
  openers: (tools) => [
    { text: '<|tool_call>' },
    { text: '<|tool_call|>', next: /^call ?:/ },
    // Where special tokens were stripped, strings have lost their quotes, and only the declared keys part the values.
    ...(tools.isEmpty
      ? [{ text: NAMED, atLineStart: true as const, units: 8, next: /^[\w.-]+\{[\w.-]+ ?: ?<\|"\|>/ }]
      : []),
    ...tools.names.map((name) => ({ text: `call:${name}{`, atLineStart: true as const })),
  ],
  read: read,
  closers: ['<tool_call|>', '<|tool_response>'],
};
