import { openDocument, Recorder, type TraceEvent } from '../../trace/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { Excerpt, type Message, replaySteps } from '../kit/index.ts';
import { DeletedTags } from './kit/deleted-tags.ts';
import { firstOpener, sglangRuntime, type Detected, type SglangCode } from './detector.ts';
import { detectQwen25, qwen25, Qwen25Stream, qwen25Words, type Qwen25Code } from './qwen25.ts';

const TAGS = ['<think>', '</think>'];

const words = {
  ...qwen25Words,
  'think-tag-deleted':
    'The detector first deletes every `<think>` and `</think>`. The text between them stays, so a draft becomes a call',
} as const;

type Code = Qwen25Code | keyof typeof words;

export const trinity = sglangRuntime({
  flag: 'trinity',
  file: 'trinity_detector.py',
  formats: ['hermes'],
  reads: 'The qwen25 format, after removing every <think> and </think>: a draft inside thinking becomes a call.',
  words,
  openers: qwen25.detector.openers ?? [],
  gate(text) {
    const tags = new DeletedTags(text, TAGS);
    const found = firstOpener(tags.text, qwen25.detector.openers ?? []);
    return found === null ? null : tags.place(found);
  },
  detect,
  stream: (tools) => new TrinityStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected {
  const tags = new DeletedTags(text, TAGS);
  for (const { from, to } of tags.deleted) steps.rejectOneOfMany('think-tag-deleted', from, to);
  const inner = new Recorder<Qwen25Code | SglangCode>(openDocument({ text: tags.text }));
  const trace: TraceEvent[] = [];
  inner.divert(trace);
  const detected = detectQwen25(tags.text, tools, inner);
  replaySteps(trace, steps, (span) => tags.place(span));
  return {
    ...detected,
    calls: detected.calls.map((call) => ({
      ...call,
      span: tags.place(call.span),
      nameSpan: tags.place(call.nameSpan),
      argumentsSpan: call.argumentsSpan && tags.place(call.argumentsSpan),
    })),
    content: detected.content.flatMap((span) => tags.pieces(span)),
    markup: (detected.markup ?? []).flatMap((span) => tags.pieces(span)),
    ...(detected.raises === undefined
      ? {}
      : { raises: { ...detected.raises, at: tags.place({ from: detected.raises.at, to: detected.raises.at }).from } }),
  };
}

/** Each piece loses its tags alone, so a tag that comes in two pieces stays. */
class TrinityStream extends Qwen25Stream {
  override push(delta: string, current: string): Message | null {
    return this.shown(TAGS.reduce((text, tag) => text.without(tag), Excerpt.end(current, delta)));
  }
}
