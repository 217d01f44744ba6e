import { describe, it } from 'vitest';
import { openStream } from '../../src/core/index.ts';
import { runtimesFor } from '../../src/core/reader/runtimes.ts';
import { openDocument } from '../../src/core/trace/response.ts';
import { contentDelta } from '../../src/core/engines/kit/deltas.ts';
import { divide } from '../../src/core/engines/kit/engine-calls.ts';
import { RunningStream } from '../../src/core/engines/kit/running-stream.ts';
import { Recorder } from '../../src/core/trace/recorder.ts';
import { expectLinear } from './expect-linear.ts';

describe('divide', () => {
  it('goes once over calls and content that take turns', () => {
    expectLinear(
      2000,
      (size) => 'cx'.repeat(size / 2),
      (text) => {
        const spans = Array.from(text, (character, from) => ({ character, from, to: from + 1 }));
        const calls = spans
          .filter(({ character }) => character === 'c')
          .map(({ from, to }) => ({
            span: { from, to },
            name: 'f',
            nameSpan: { from, to },
            argumentsText: '{}',
            argumentsSpan: null,
          }));
        const content = spans.filter(({ character }) => character === 'x');
        const steps = new Recorder<string>(openDocument({ text }));
        divide(steps, 'made-up', 'made-up', { calls, content });
      },
    );
  });
});

describe('RunningStream', () => {
  it('takes text that is not in the reply', () => {
    expectLinear(
      8000,
      (size) => 'ab'.repeat(size / 2),
      (text) => {
        const steps = new Recorder<string>(openDocument({ text }));
        const stream = new RunningStream(
          { isLinear: true, push: () => contentDelta('c', null) },
          { steps, tier: 'made-up', format: 'made-up', readWhole: () => ({ content: null }) },
        );
        for (let at = 0; at < text.length; at += 40) stream.push(text.slice(at, at + 40));
        stream.end();
      },
    );
  });
});

describe('the stream of minimax-m2', () => {
  it('does not read all calls of a chunk again for each of them', async () => {
    const options = { runtime: 'sglang:minimax-m2', runtimes: await runtimesFor('sglang:'), tools: [{ name: 'f' }] };
    const call = '<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>\n';
    expectLinear(
      8000,
      (size) => `<minimax:tool_call>\n${call.repeat(size / call.length)}</minimax:tool_call>`,
      (text) => {
        const stream = openStream(options);
        stream.push(text);
        stream.end();
      },
    );
  });
});
