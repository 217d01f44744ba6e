import { slice, type Span } from '../../../../text/document/index.ts';
import { strippedSpan } from '../../../../text/languages/index.ts';
import type { Recorder } from '../../../../trace/index.ts';
import type { EngineCall } from '../../../kit/index.ts';
import type { Parsed, VllmCode } from '../../../vllm/parser.ts';
import { commonWords } from '../../../vllm/kit/common-words.ts';

// Blocks between two markers that hold calls in tags: `minimax_m2`, `deepseek_v32` and `deepseek_v4` of 2026-05.

/** @param invoke how a call in a block begins */
export const closedBlockWords = (open: string, close: string, invoke: string) =>
  ({
    'contains-opener': {
      question: `Does the text contain \`${open}\`?`,
      yes: `The parser reads every \`${invoke}\` in a closed block.`,
      no: 'The parser returns the whole reply as content.',
    },
    'block-unclosed': `No \`${close}\` follows: the parser does not read the block`,
    'value-raises': commonWords['value-raises'],
    'no-invoke': 'No closed block contains a call.',
    'text-dropped': commonWords['text-dropped'],
  }) as const;

export type ClosedBlockCode = keyof ReturnType<typeof closedBlockWords>;

/**
 * The calls of all closed blocks, and the text before the first block as content.
 *
 * @param callsIn the calls between the markers of a block; null for what raises an exception
 */
export function parseClosedBlocks(
  text: string,
  open: string,
  close: string,
  steps: Recorder<ClosedBlockCode | VllmCode>,
  callsIn: (body: Span) => readonly EngineCall[] | null,
): Parsed {
  const whole = { from: 0, to: text.length };
  const allContent: Parsed = { called: false, calls: [], content: [whole], text };
  const first = text.indexOf(open);
  if (!steps.gate('contains-opener', first >= 0, whole, first < 0 ? null : { from: first, to: first + open.length })) {
    return allContent;
  }
  const calls: EngineCall[] = [];
  const markup: Span[] = [];
  let end = first;
  for (let from = first; from >= 0; from = text.indexOf(open, end)) {
    const bodyFrom = from + open.length;
    const closer = text.indexOf(close, bodyFrom);
    if (closer < 0) {
      steps.reject('block-unclosed', { from, to: text.length });
      break;
    }
    end = closer + close.length;
    const block = { from, to: end };
    steps.enter('block', open, block);
    steps.marker(open, 'open', from, bodyFrom);
    const inBlock = callsIn({ from: bodyFrom, to: closer });
    if (inBlock === null) {
      steps.leave(block, 'malformed');
      steps.quirk('all-content', whole);
      return allContent;
    }
    for (const call of inBlock) calls.push(call);
    steps.marker(close, 'close', closer, end);
    steps.leave(block, inBlock.length > 0 ? 'matched' : 'empty');
    markup.push({ from, to: bodyFrom }, { from: closer, to: end });
  }
  if (calls.length === 0) {
    steps.quirk('no-invoke', whole);
    return allContent;
  }
  const dropped = strippedSpan(text, end, text.length);
  if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
  const kept = { from: 0, to: first };
  return { called: true, calls, content: [kept], markup, text: first > 0 ? slice(text, kept) : null };
}
