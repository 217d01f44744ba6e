import type { Span } from '../../../text/document/index.ts';
import { argTagsWords, CLOSE, KEY, OPEN, parseArgTags, type ArgTags, type Head } from '../../vllm/kit/arg-tags.ts';
import { GlmStream } from './kit/glm-stream.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { afterRegexSpace, isRegexModuleSpace } from '../../../text/languages/index.ts';

const tags: ArgTags = { strips: false, headOf, skipped: 'no-name-pattern' };

export const glm47 = vllmRuntime({
  flag: 'glm47',
  release: '2026-05',
  file: 'vllm/tool_parsers/glm47_moe_tool_parser.py',
  formats: ['glm-4.5'],
  reads: 'Blocks with a name and arguments, without a newline too; the parser guesses types other than string.',
  words: argTagsWords,
  parse: (text, tools, steps) => parseArgTags(text, tools, tags, steps),
  stream: (tools) => new GlmStream(tools),
});

/** `<tool_call>\s*(\S+?)\s*(<arg_key>.*)?</tool_call>`, from the first opener in the block that it fits. */
function headOf(text: string, { from, to }: Span): Head | null {
  const end = to - CLOSE.length;
  const held = text.slice(0, end);
  /** The end of the run of characters that are no space, and what comes after it. */
  let runTo = -1;
  let rest = -1;
  let key = held.indexOf(KEY, from);
  for (let at = from; at >= 0; at = held.indexOf(OPEN, at + 1)) {
    const nameFrom = afterRegexSpace(held, at + OPEN.length);
    if (nameFrom >= end) continue;
    if (nameFrom >= runTo) {
      runTo = nameFrom;
      while (runTo < end && !isRegexModuleSpace(held.charCodeAt(runTo))) runTo += 1;
      rest = afterRegexSpace(held, runTo);
    }
    if (key >= 0 && key <= nameFrom) key = held.indexOf(KEY, nameFrom + 1);
    if (key >= 0 && key < runTo) return { name: { from: nameFrom, to: key }, rest: { from: key, to: end } };
    if (rest === end || held.startsWith(KEY, rest))
      return { name: { from: nameFrom, to: runTo }, rest: { from: rest, to: end } };
  }
  return null;
}
