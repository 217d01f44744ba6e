import { describe, expect, it } from 'vitest';
import { openStream, runtimesFor, sweepCuts } from '../../../../src/core/index.ts';
import type { ExtractionStream } from '../../../../src/core/reader/stream/extraction-stream.ts';
import { fixtures } from '../../../fixtures.ts';
import { contentOf } from '../../../readings.ts';
import { careless } from './careless.ts';
import { finish } from './finish.ts';

const reply =
  'Gauge:\r\n~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil 🔧"}}\n~~~\nDone ~~~tool_caller.';

/** The first call of every format, by the id of the format. */
const formatReplies = fixtures
  .filter(({ name }) => name === 'one-call')
  .map(({ format, text }) => [format, text] as const);

/** The same question, asked in the plainest way. */
function byHand(text: string, open: () => ExtractionStream): string[] {
  const answer = (chunks: readonly string[]): { visible: string; calls: string } => {
    const stream = open();
    let visible = '';
    for (const chunk of chunks) visible += contentOf(stream.push(chunk));
    const end = stream.end();
    return {
      visible: visible + contentOf(end.deltas),
      calls: JSON.stringify(end.extraction.calls.map((call) => [call.name, call.arguments])),
    };
  };
  const whole = answer([text]);
  const outcomes: string[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const cut = answer([text.slice(0, at), text.slice(at)]);
    outcomes.push(
      cut.calls !== whole.calls ? 'calls-differ' : cut.visible !== whole.visible ? 'visible-differs' : 'same',
    );
  }
  return outcomes;
}

describe('every two-way cut', () => {
  it('is the same for the streaming path of the runtime', () => {
    const { cuts, possible, isSampled } = finish(sweepCuts(reply));
    expect(cuts.map(({ at }) => at)).toEqual(Array.from({ length: reply.length - 1 }, (_, index) => index + 1));
    expect(cuts.every(({ outcome, difference }) => outcome === 'same' && difference === null)).toBe(true);
    expect([possible, isSampled]).toEqual([reply.length - 1, false]);
  });

  it('is compared with the stream in one piece, of which is said whether it differs from the whole reply', async () => {
    const runtimes = await runtimesFor('vllm:hermes');
    const call = (id: string): string =>
      `<tool_call>\n{"name": "ring", "arguments": {"bell": "oak"}${id}}\n</tool_call>`;
    const swept = (text: string): unknown => {
      const { cuts, differsUncut } = finish(
        sweepCuts(text, { runtime: 'vllm:hermes', runtimes, tools: [{ name: 'ring' }] }),
      );
      return [cuts.every(({ outcome }) => outcome === 'same'), differsUncut];
    };
    expect(swept(call(''))).toEqual([true, false]);
    expect(swept(call(', "id": 7'))).toEqual([true, true]);
  });

  it('is what brute force says, also where a client is at fault', () => {
    const outcomes = finish(sweepCuts(reply, {}, careless)).cuts.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(byHand(reply, careless));
    expect(new Set(outcomes)).toEqual(new Set(['same', 'visible-differs', 'calls-differ']));
  });

  it('is what brute force says for the streaming path of a format', () => {
    expect(formatReplies.length).toBeGreaterThan(60);
    // One in six: all of them read on the same path, and brute force takes its time.
    for (const [id, text] of formatReplies.filter((_, index) => index % 6 === 0)) {
      const options = { runtime: `format:${id}` };
      const outcomes = finish(sweepCuts(text, options)).cuts.map(({ outcome }) => outcome);
      expect([id, outcomes]).toEqual([id, byHand(text, () => openStream(options))]);
    }
  });

  it('is what brute force says for a reply of 2 KB', () => {
    const long = `${reply}\n${'The gauge stands in the pump house, beside the boiler. '.repeat(35)}`;
    expect(long.length).toBeGreaterThan(2000);
    const { cuts, isSampled } = finish(sweepCuts(long, {}, careless));
    expect(isSampled).toBe(false);
    expect(cuts.map(({ outcome }) => outcome)).toEqual(byHand(long, careless));
  });

  it('says what differs, around the first difference', () => {
    const { cuts } = finish(sweepCuts(reply, {}, careless));
    const opener = reply.indexOf('~~~');
    expect(cuts[opener + 2]).toMatchObject({
      at: opener + 3,
      outcome: 'visible-differs',
      difference: { cut: expect.stringContaining('~~~tool_call') as string },
    });
    expect(cuts.find(({ outcome }) => outcome === 'calls-differ')?.difference).toMatchObject({
      whole: expect.stringContaining('read_gauge') as string,
      cut: '',
    });
  });

  it.each(['', 'x'])('%j has none', (text) => {
    expect(finish(sweepCuts(text))).toEqual({ cuts: [], possible: 0, isSampled: false, differsUncut: false });
  });
});

describe('a long text', () => {
  const long = 'ab '.repeat(200_000);

  it('is cut at evenly spread places within the budget', () => {
    const { cuts, isSampled } = finish(sweepCuts(long));
    const gaps = cuts.slice(1).map(({ at }, index) => at - (cuts[index]?.at ?? 0));
    expect(isSampled).toBe(true);
    expect(cuts.length * long.length).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(cuts.length).toBe(13);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
  });

  it('reports on the way', () => {
    const reports: number[] = [];
    const steps = sweepCuts(long);
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      expect(step.value.total).toBe(13);
      reports.push(step.value.done);
    }
    expect(reports).toEqual(Array.from({ length: 13 }, (_, index) => index));
  });
});
