import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { nous, readNous } from '../../../src/core/engines/qwen-agent/nous.ts';
import { qwen, readQwen } from '../../../src/core/engines/qwen-agent/qwen.ts';
import { react } from '../../../src/core/engines/qwen-agent/react.ts';
import type { QwenReading } from '../../../src/core/engines/qwen-agent/reading.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { vllmPieces } from '../chunkers.ts';
import { exceptionText, same, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

const runtimes: Readonly<Record<string, Runtime>> = { nous, 'nous-steps': nous, qwen, react };

/** What Qwen-Agent's readers answer. */
export const qwenAgent: EngineAnswers = {
  engine: 'qwen-agent',
  asked: [],
  streamed: ['steps'],
  notes: [],
  answer: answerQwenAgent,
  held: [nous, qwen, react].map((runtime) => {
    const parser = runtime.agent.name;
    return { runtime, file: `qwen-agent/${parser}.jsonl`, asks: { engine: 'qwen-agent', parser } };
  }),
  runtimeOf: ({ parser }): Runtime | undefined => runtimes[parser],
  served: (line) => (line as QwenAgentLine).expected?.calls ?? [],
};

interface QwenAgentLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly IntendedCall[] };
}

function answerQwenAgent({ parser, text, tools }: EngineLine): unknown {
  const steps = new Recorder<string>(openDocument({ text }));
  if (parser === 'react') {
    const { calls, text: content } = react.agent.parse(text, tools, steps);
    return { expected: { calls: calls.map(withoutId), content } };
  }
  if (parser === 'qwen') {
    const expected = answered(readQwen(text, steps));
    const serial = answered(readQwen(text, steps, false));
    return { expected, ...(same(serial, expected) ? {} : { serial }) };
  }
  const expected = answered(readNous(text, steps));
  if (parser === 'nous-steps') return { expected, steps: stepsOf(text) };
  const thoughtInContent = answered(readNous(text, steps, true));
  return { expected, ...(same(thoughtInContent, expected) ? {} : { thoughtInContent }) };
}

function withoutId({ name, argumentsText }: { name: string; argumentsText: string }): unknown {
  return withNull({ name, argumentsText });
}

/** An exception is kept up to here. */
const LONGEST_EXCEPTION = 200;

function answered({ calls, text, order, raises }: QwenReading): unknown {
  if (raises !== undefined)
    return { raises: exceptionText({ ...raises, message: raises.message.slice(0, LONGEST_EXCEPTION) }) };
  const made = calls.map(({ name, argumentsText, id }) =>
    withNull({ name, argumentsText, ...(id === undefined ? {} : { id }) }),
  );
  return { calls: made, content: text, order };
}

/** The answer after each piece that changed it. */
function stepsOf(text: string): unknown {
  const changes: { after: number; answer: unknown }[] = [];
  let current = '';
  for (const piece of vllmPieces(text, undefined, true)) {
    current += piece;
    const answer = answered(readNous(current, new Recorder<string>(openDocument({ text: current }))));
    if (!same(answer, changes.at(-1)?.answer)) changes.push({ after: Array.from(current).length, answer });
  }
  return changes;
}
