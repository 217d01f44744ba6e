import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  openReplay,
  runtimesFor,
  streamDifference,
  sweepCuts,
  tokenRecording,
  type ExtractOptions,
  type Recording,
  type StreamDifference,
} from '../../../../src/core/index.ts';

const body = '{"name": "ring_bell", "arguments": {"times": 3}}';
const call = `<tool_call>\n${body}\n</tool_call>`;

async function under(runtime: string): Promise<ExtractOptions> {
  return { runtime, runtimes: await runtimesFor(runtime), tools: [{ name: 'ring_bell' }] };
}

function endOf(text: string, recording: Recording, options: ExtractOptions): StreamDifference {
  const { visible, calls, error } = openReplay(text, recording, options).positionAt(Infinity);
  return streamDifference(text, { content: visible, calls, error: error?.served ?? null }, options);
}

describe('the chunks of a tokenizer', () => {
  it('are special tokens whole, and words', () => {
    const text = `Ring it.${call}`;
    const chunks = chunksOf(text, tokenRecording(text)).map((chunk) => chunk.text);
    expect(chunks.slice(0, 5)).toEqual(['Ring', ' it', '.', '<tool_call>', '\n']);
    expect(chunks.join('')).toBe(text);
  });

  it('are no more than a link carries', () => {
    expect(tokenRecording('a '.repeat(200_000)).cuts.length).toBeLessThan(100_000);
    expect(tokenRecording('')).toEqual({ cuts: [], times: [] });
  });
});

describe('a moment of an engine’s stream', () => {
  it('has what the client was sent, not what a whole reading of the text so far gives', async () => {
    const options = await under('vllm:hermes');
    const text = `Now.\n${call}`;
    const recording = tokenRecording(text);
    const replay = openReplay(text, recording, options);
    const moments = Array.from({ length: recording.cuts.length + 2 }, (_, come) => replay.positionAt(come));
    const named = moments.findIndex(({ deltas }) => deltas.some(({ kind }) => kind === 'call'));
    expect(moments[named - 1]?.calls).toEqual([]);
    expect(moments[named]?.calls[0]?.name).toBe('ring_bell');
    // The name is there long before the call is whole.
    expect(text.slice(0, moments[named]?.offset)).not.toContain('times');
    expect(moments.at(-1)?.calls).toEqual([{ name: 'ring_bell', argumentsText: '{"times": 3}' }]);
    expect(moments.at(-1)?.visible.trim()).toBe('Now.');
    // Backwards it is the same.
    expect(replay.positionAt(named).calls).toEqual(moments[named]?.calls);
  });

  it('says at the end how it differs from the whole reply', async () => {
    const options = await under('vllm:hermes');
    expect(endOf(call, tokenRecording(call), options).first?.kind ?? 'spelling').toBe('spelling');
    const broken = call.replace('3}}', '3,}}');
    const { whole, streamed, first } = endOf(broken, tokenRecording(broken), options);
    expect(whole).toMatchObject({ calls: [], content: broken });
    expect(streamed.calls.map(({ name }) => name)).toEqual(['ring_bell']);
    expect(first?.kind).toBe('count');
  });
});

it('every cut compares what the client joins', async () => {
  const options = await under('sglang:qwen25');
  const steps = sweepCuts(call, options);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const { cuts } = step.value;
  expect(cuts).toHaveLength(call.length - 1);
  for (const { at, outcome } of cuts) {
    const two = endOf(call, { cuts: [at], times: [] }, options).streamed;
    const one = endOf(call, { cuts: [], times: [] }, options).streamed;
    const differs = JSON.stringify(two.calls) !== JSON.stringify(one.calls);
    expect(outcome === 'calls-differ', `cut at ${String(at)}`).toBe(differs);
  }
});
