import { ARROW_CALL, arrowCalls } from './kit/mend/arrow-calls.ts';
import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { INVOKE_WITHOUT_BRACKET, lostBracket, lostBracketsAlone, lostBracketsIn } from './kit/mend/lost-brackets.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { textHolds } from './kit/read/found-calls.ts';
import { invokePrompt, writtenInvokes } from './kit/read/invoke-prompt.ts';
import type { ToolFormat } from './format.ts';

const open = '<minimax:tool_call>';
const close = '</minimax:tool_call>';
const tagged = taggedValues({
  close: [close],
  call: { open: ['<invoke'], close: ['</invoke>'] },
  value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
});
/** Other markers around calls with arrows. */
const AROUND_ARROWS: ReadonlyMap<string, string> = new Map([
  ['<tool_call>', '</tool_call>'],
  ['<tool_code>', '</tool_code>'],
  ['[TOOL_CALL]', '[/TOOL_CALL]'],
]);
const ARROWS = ['{tool =>', '{ tool =>'];
const withoutBrackets = lostBracketsIn(close);
const withoutAll = lostBracketsAlone([`${open}\n`, `\n${close}`]);

function* read(block: Block): Resumable<number> {
  if (block.opener === lostBracket.text) return yield* withoutAll(block);
  const around = AROUND_ARROWS.get(block.opener);
  if (around !== undefined) return yield* arrowCalls(block, [around]);
  if (ARROWS.includes(block.opener)) return yield* arrowCalls(block.bodyAt(block.from), []);
  const head = yield* headAt(block.source, block.at);
  if (ARROW_CALL.test(head)) return yield* arrowCalls(block, [close]);
  return yield* INVOKE_WITHOUT_BRACKET.test(head) ? withoutBrackets(block) : tagged(block);
}

/** Invoke tags in a wrapper with a namespace. */
export const minimaxM2: ToolFormat = {
  id: 'minimax-m2',
  lineage: 'MiniMax M2',
  models: 'MiniMax-M2, M2.1, M2.5',
  dialects: ['without-quotes', 'in-reasoning', 'arrows'],
  readers: { vllm: ['minimax_m2'], sglang: ['minimax-m2'], smg: ['minimax_m2'], llamacpp: ['MiniMax-M2'] },
  failures: [
    {
      engines: ['smg'],
      text: 'Decodes entities such as `&lt;`. vLLM does not.',
      when: textHolds('&lt;', '&gt;', '&amp;'),
    },
  ],
  tier: 'marked',
  prompt: invokePrompt(open, close),
  writes: [writtenInvokes(open, close)],
  example:
    '<minimax:tool_call>\n<invoke name="brew_tea">\n<parameter name="minutes">4</parameter>\n</invoke>\n</minimax:tool_call>',
  openers: [
    { text: open },
    lostBracket,
    ...Array.from(AROUND_ARROWS.keys(), (text) => ({ text, next: ARROW_CALL })),
    ...ARROWS.map((text) => ({ text, atLineStart: true as const })),
  ],
  read,
  closers: [close, '[/TOOL_CALL]'],
};
