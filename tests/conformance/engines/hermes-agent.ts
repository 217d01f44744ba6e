import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { hermesAgentParsers, hermesAgentRuntimes } from '../../../src/core/engines/hermes-agent/index.ts';
import { repairArguments, repairedArguments } from '../../../src/core/engines/hermes-agent/repair-arguments.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

const REPAIR = 'repair-arguments';

/** What hermes-agent's parsers answer, and its repair of arguments. */
export const hermesAgent: EngineAnswers = {
  engine: 'hermes-agent',
  asked: [],
  streamed: [],
  notes: [],
  answer: answerHermesAgent,
  held: hermesAgentRuntimes.map((runtime) => {
    const parser = hermesAgentParsers.find((one) => one === runtime)?.agent.name ?? REPAIR;
    return { runtime, file: `hermes-agent/${parser}.jsonl`, asks: { engine: 'hermes-agent', parser } };
  }),
  runtimeOf: ({ parser }): Runtime | undefined =>
    parser === REPAIR ? repairArguments : hermesAgentParsers.find(({ agent }) => agent.name === parser),
  // A line of the repair is argument text, and the page is given replies.
  served: (line) => (line.parser === REPAIR ? null : ((line as HermesAgentLine).expected?.calls ?? [])),
};

interface HermesAgentLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly IntendedCall[] };
}

function answerHermesAgent({ parser, text, tools }: EngineLine): unknown {
  if (parser === REPAIR) return { expected: { calls: [repaired(text)] } };
  const runtime = hermesAgentParsers.find(({ agent }) => agent.name === parser);
  if (runtime === undefined) return { unsupported: true };
  const reading = runtime.agent.parse(text, tools, new Recorder<string>(openDocument({ text })));
  const calls = reading.calls.map(({ name, argumentsText, id }) =>
    withNull({ name, argumentsText, ...(id === undefined ? {} : { id }) }),
  );
  return { expected: { calls, content: reading.text } };
}

/** A line of the repair has no names. */
function repaired(text: string): unknown {
  const { argumentsText, arguments: value } = withNull({ name: null, argumentsText: repairedArguments(text) });
  return { argumentsText, arguments: value };
}
