import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { fnCallConverter } from '../../../src/core/engines/openhands/fn-call-converter.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { exceptionText, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What OpenHands makes of text. */
export const openhands: EngineAnswers = {
  engine: 'openhands-sdk',
  asked: [],
  streamed: [],
  notes: [],
  answer: answerOpenhands,
  held: [
    {
      runtime: fnCallConverter,
      file: 'openhands/fn_call_converter.jsonl',
      asks: { engine: 'openhands-sdk', parser: 'fn_call_converter' },
    },
  ],
  runtimeOf: () => fnCallConverter,
  served: (line) => (line as OpenhandsLine).expected?.calls ?? [],
};

interface OpenhandsLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly IntendedCall[] };
}

/** The id that the original counts up, of its only call. */
const ID = 'toolu_01';

function answerOpenhands({ text, tools }: EngineLine): unknown {
  const reading = fnCallConverter.agent.parse(text, tools, new Recorder<string>(openDocument({ text })));
  if (reading.raises !== undefined) return { expected: { raises: exceptionText(reading.raises) } };
  const calls = reading.calls.map(({ name, argumentsText }) => withNull({ name, argumentsText, id: ID }));
  return { expected: { calls, content: reading.text } };
}
