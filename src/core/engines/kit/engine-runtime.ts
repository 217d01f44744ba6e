import type { Ending, Outcome, Recorder, RuntimeInfo } from '../../trace/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Runtime, RuntimeOptions } from '../runtime.ts';
import { endingOf } from './engine-calls.ts';
import type { EngineStream } from './engine-stream.ts';
import { RunningStream } from './running-stream.ts';

/** What an engine makes of a whole reply, and how its tier ended if its steps do not show it. */
export interface EngineOutcome extends Outcome {
  readonly ending?: Ending;
}

type Own =
  | 'id'
  | 'ids'
  | 'project'
  | 'flag'
  | 'label'
  | 'emulates'
  | 'source'
  | 'formats'
  | 'words'
  | 'telling'
  | 'needsTools'
  | 'sameAs'
  | 'documented';

/** A parser of an engine, and what its server does around it. */
export interface Engine extends Pick<Runtime, Own> {
  /** The id of its only tier; its words have a name for it. */
  readonly tier: string;
  readonly asks?: RuntimeInfo['asks'];
  readonly read: (
    reply: string,
    tools: readonly ToolDefinition[],
    options: RuntimeOptions,
    steps: Recorder<string>,
  ) => EngineOutcome;
  /** Absent if the engine waits for the whole reply. */
  readonly stream?: (tools: readonly ToolDefinition[], options: RuntimeOptions) => EngineStream;
}

/** The id of the format that an engine's calls get: the first format that it was written for. */
export function formatOf({ formats, tier }: Pick<Engine, 'formats' | 'tier'>): string {
  return formats[0] ?? tier;
}

/** Makes a runtime with one tier that reads text exactly as its original. */
export function engineRuntime({ tier, asks = [], read, stream, ...info }: Engine): Runtime {
  const whole: Runtime['whole'] = ({ document, text }, tools, options, steps): Outcome => {
    const all = { from: 0, to: document.length };
    steps.enter('cascade', tier, all);
    if (text === null) {
      steps.leave(all, 'empty');
      return { content: null };
    }
    steps.enter('tier', tier, text);
    const { ending, ...outcome } = read(document.slice(0, text.to), tools, options, steps);
    steps.leave(text, ending ?? endingOf(steps));
    steps.leave(all, ending ?? endingOf(steps));
    return outcome;
  };
  const streamed: Pick<Runtime, 'stream'> =
    stream === undefined
      ? {}
      : {
          stream: (tools, options, steps) =>
            new RunningStream(stream(tools, options), {
              steps,
              tier,
              format: formatOf({ ...info, tier }),
              readWhole: (reading) => whole(reading.opened, tools, options, reading),
            }),
        };
  return { ...info, lenient: false, tiers: [tier], asks, whole, ...streamed };
}
