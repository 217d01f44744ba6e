import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message } from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { BaseStream } from './kit/base-stream.ts';
import { sameClass, sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { CloserFilter, noteDropped, readTagBlock, tagBlocks, tagWords, type TagsCode } from './kit/tool-call-tags.ts';
import { sentences } from './kit/sentences.ts';
import { allContent, contentBefore } from './kit/content.ts';

const OPEN = '<tool_call>\n';
const CLOSE = '\n</tool_call>';

export const qwen25Words = {
  ...tagWords,
  'no-closer': 'No line that begins with `</tool_call>` follows: the detector drops the block',
  'block-skipped': sentences.blockSkipped,
} as const;

export type Qwen25Code = TagsCode | keyof typeof qwen25Words;

export const qwen25 = sglangRuntime<Qwen25Code>({
  flag: 'qwen25',
  file: 'qwen25_detector.py',
  formats: ['hermes'],
  reads:
    'JSON after a line that ends with <tool_call> and before one that begins with </tool_call>; others are skipped.',
  words: qwen25Words,
  openers: [OPEN],
  detect: detectQwen25,
  stream: (tools) => new Qwen25Stream(tools),
});

export const qwen = sameClass(qwen25, 'qwen');

export function detectQwen25(
  text: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<Qwen25Code | SglangCode>,
): Detected {
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const blocks = [];
  const calls: DetectedCall[] = [];
  const markup = [];
  for (const block of tagBlocks(text, OPEN, CLOSE)) {
    const { span, body } = block;
    if (body.to === span.to) {
      steps.reject('no-closer', span, span.from);
      blocks.push(span);
      break;
    }
    blocks.push(span);
    const found = readTagBlock(text, block, OPEN, positions, steps);
    if (found.raises?.raises === 'JSONDecodeError') steps.quirk('block-skipped', span);
    else if (found.raises !== undefined) return { calls: [], content: [], text, raises: found.raises };
    calls.push(...found.calls);
    markup.push(...found.markup);
  }
  noteDropped(text, blocks, steps);
  return { calls, markup, ...contentBefore(text, first) };
}

/** The base class; what it shows goes through a filter for `</tool_call>`. */
export class Qwen25Stream extends BaseStream {
  readonly #shown = new CloserFilter(CLOSE.trim());

  constructor(tools: readonly ToolDefinition[]) {
    super({ open: OPEN, close: CLOSE, separator: '\n' }, (text) => text.includes(OPEN), tools);
  }

  override push(delta: string, current: string): Message | null {
    return this.shown(Excerpt.end(current, delta));
  }

  protected shown(delta: Excerpt): Message | null {
    const message = this.increment(delta);
    if (message?.content === undefined) return message;
    return { ...message, content: this.#shown.pass(message.content) };
  }
}
