import {
  codeAgent,
  codeTags,
  type CodeTags,
  markdownTags,
  readCode,
} from '../../../src/core/engines/smolagents/code-agent.ts';
import { toolCallingAgent } from '../../../src/core/engines/smolagents/tool-calling-agent.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { exceptionText, plain, same, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What the agents of smolagents read. */
export const smolagents: EngineAnswers = {
  engine: 'smolagents',
  asked: [],
  streamed: [],
  notes: [],
  answer: answerSmolagents,
  held: [toolCallingAgent, codeAgent].map((runtime) => {
    const parser = runtime.agent.name;
    return { runtime, file: `smolagents/${parser}.jsonl`, asks: { engine: 'smolagents', parser } };
  }),
  runtimeOf: ({ parser }): Runtime | undefined =>
    [toolCallingAgent, codeAgent].find(({ agent }) => agent.name === parser),
  // Its calls have values, or code, and no text of arguments.
  served: () => null,
};

/** An exception is kept up to here. */
const LONGEST_EXCEPTION = 200;

function answerSmolagents(line: EngineLine): unknown {
  const { parser, text, tools } = line;
  if (parser === 'CodeAgent') {
    const expected = codeAnswer(text, codeTags);
    const markdown = codeAnswer(text, markdownTags);
    return { expected, ...(same(markdown, expected) ? {} : { markdown }) };
  }
  const steps = new Recorder<string>(openDocument({ text }));
  const { raises, given } = toolCallingAgent.agent.parse(text, tools, steps);
  if (raises !== undefined) return { expected: raised(raises) };
  const value = given?.arguments ?? null;
  const written = typeof value === 'string' ? withNull({ name: null, argumentsText: value }) : null;
  const call = {
    name: plain(given?.name ?? null),
    ...(written === null
      ? { arguments: plain(value) }
      : { argumentsText: written.argumentsText, arguments: written.arguments }),
  };
  return { expected: { calls: [call] } };
}

function raised(raises: { readonly raises: string; readonly message: string }): unknown {
  return {
    raises: exceptionText({ ...raises, message: Array.from(raises.message).slice(0, LONGEST_EXCEPTION).join('') }),
  };
}

function codeAnswer(text: string, tags: CodeTags): unknown {
  const { raises, calls } = readCode(text, tags, new Recorder<string>(openDocument({ text })));
  if (raises !== undefined) return raised(raises);
  return { calls: calls.map(({ name, argumentsText }) => withNull({ name, argumentsText })) };
}
