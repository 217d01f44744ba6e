import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message } from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { BaseStream, partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { CloserFilter, noteDropped, readTagBlock, tagBlocks, tagWords, type TagsCode } from './kit/tool-call-tags.ts';
import { sentences } from './kit/sentences.ts';
import { allContent, contentBefore } from './kit/content.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

const words = {
  ...tagWords,
  'all-content': sentences.givesUp,
  'empty-block': 'The block is empty: the detector skips it.',
  'no-closer': 'No `</tool_call>` follows: the block continues to the end of the reply.',
} as const;

type Code = TagsCode | keyof typeof words;

export const hermes = sglangRuntime({
  flag: 'hermes',
  file: 'hermes_detector.py',
  formats: ['hermes'],
  reads: 'JSON between <tool_call> and </tool_call>; one block that cannot be read makes the whole reply content.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new HermesStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const blocks = [...tagBlocks(text, OPEN, CLOSE)];
  const calls: DetectedCall[] = [];
  const markup = [];
  for (const block of blocks) {
    if (block.body.from === block.body.to) {
      steps.quirk('empty-block', block.span);
      continue;
    }
    const found = readTagBlock(text, block, OPEN, positions, steps);
    if (found.raises !== undefined) {
      steps.quirk('all-content', whole);
      return allContent(text);
    }
    calls.push(...found.calls);
    markup.push(...found.markup);
  }
  noteDropped(
    text,
    blocks.map(({ span }) => span),
    steps,
  );
  return { calls, markup, ...contentBefore(text, first) };
}

/** Text before a marker goes out as it is, then the base class reads. */
class HermesStream extends BaseStream {
  readonly #shown = new CloserFilter(CLOSE);

  constructor(tools: readonly ToolDefinition[]) {
    super({ open: OPEN, close: CLOSE, separator: ', ' }, (text) => text.includes(OPEN), tools);
  }

  override push(delta: string, current: string): Message | null {
    this.kept = this.kept.plus(Excerpt.end(current, delta));
    const { kept } = this;
    const text = this.buffer;
    const opener = text.indexOf(OPEN);
    if (opener < 0) {
      const to = text.length - partialEnd(text, OPEN);
      this.kept = kept.slice(to);
      return { content: this.#shown.pass(kept.slice(0, to)) };
    }
    if (opener > 0) {
      this.kept = kept.slice(opener);
      return { content: kept.slice(0, opener) };
    }
    const message = this.increment(Excerpt.empty);
    if (message?.content === undefined) return message;
    return { ...message, content: this.#shown.pass(message.content) };
  }
}
