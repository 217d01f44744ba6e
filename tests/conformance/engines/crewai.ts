import { crewai } from '../../../src/core/engines/crewai/parser.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { exceptionText, plain, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What CrewAI's agent parser answers, and what the tool would get. */
export const crewaiAnswers: EngineAnswers = {
  engine: 'crewai',
  asked: [],
  streamed: [],
  notes: [],
  answer: answerCrew,
  held: [{ runtime: crewai, file: 'crewai/parser.jsonl', asks: { engine: 'crewai', parser: 'parser' } }],
  runtimeOf: () => crewai,
  // An input may be refused later, and the page shows the call of the parser.
  served: () => null,
};

/** An exception is kept up to here. */
const LONGEST_EXCEPTION = 200;

function answerCrew({ text, tools }: EngineLine): unknown {
  const steps = new Recorder<string>(openDocument({ text }));
  const { calls, raises, text: answer, thought, isFinal, input } = crewai.agent.parse(text, tools, steps);
  if (raises !== undefined)
    return { expected: { raises: exceptionText({ ...raises, message: raises.message.slice(0, LONGEST_EXCEPTION) }) } };
  if (isFinal) return { expected: { calls: [], content: answer, thought, final: true } };
  const made = calls.map(({ name, argumentsText }) => ({
    ...withNull({ name, argumentsText }),
    input: input === null ? null : 'raises' in input ? { raises: exceptionText(input) } : plain(input),
  }));
  return { expected: { calls: made, thought } };
}
