import type { ToolDefinition } from '../../tools/index.ts';
import type { ExtractionError, Recorder, Words } from '../../trace/index.ts';
import type { Runtime } from '../runtime.ts';
import { type Engine, engineRuntime } from './engine-runtime.ts';
import { type EngineStream, streamWords } from './engine-stream.ts';
import { pythonJsonWords, raisedWords } from './raised.ts';
import { concludeReading, type Reading } from './reading.ts';

type Own = 'project' | 'flag' | 'label' | 'source' | 'formats' | 'needsTools' | 'ownTools' | 'documented';

/** A program that looks for calls in the text of a reply: an agent, or a client. */
export interface TextAgent<Read extends Reading = Reading> extends Pick<Runtime, Own> {
  /** What its project calls it. */
  readonly name: string;
  /** The part of its id after the project; its name where absent. */
  readonly slug?: string;
  /** One sentence: what it reads. */
  readonly reads: string;
  /** Codes of its own; `finds-call` is the gate that every reading ends with. */
  readonly words: Readonly<Record<string, Words>> & { readonly 'finds-call': Words };
  /** What its exceptions end; the run of the agent where absent. */
  readonly served?: ExtractionError['served'];
  readonly telling?: Runtime['telling'];
  parse(text: string, tools: readonly ToolDefinition[], steps: Recorder<string>): Read;
  /** Absent where it waits for the whole reply. */
  readonly stream?: (tools: readonly ToolDefinition[]) => EngineStream;
}

export interface TextAgentRuntime<Read extends Reading = Reading> extends Runtime {
  readonly agent: TextAgent<Read>;
}

const words = { ...streamWords, ...raisedWords, ...pythonJsonWords } as const;

export function textAgentRuntime<Read extends Reading>(agent: TextAgent<Read>): TextAgentRuntime<Read> {
  const { name, slug = name, project, flag, label, source, formats, reads, served = 'crash', telling, stream } = agent;
  const engine: Engine = {
    id: `${project}:${slug}`,
    project,
    flag,
    label,
    emulates: reads,
    source,
    formats,
    tier: name,
    ...(telling === undefined ? {} : { telling }),
    ...(agent.needsTools === undefined ? {} : { needsTools: agent.needsTools }),
    ...(agent.documented === undefined ? {} : { documented: agent.documented }),
    words: { [name]: label, ...words, ...agent.words },
    read(reply, tools, _options, steps) {
      const parsed = agent.parse(reply, tools, steps);
      // In an empty reply there is no place for a call.
      const reading = reply === '' ? { ...parsed, calls: [] } : parsed;
      const [first] = reading.calls;
      steps.gate('finds-call', first !== undefined, { from: 0, to: reply.length }, first?.span ?? null);
      return concludeReading(steps, engine, reading, served);
    },
    ...(stream === undefined ? {} : { stream: (tools) => stream(tools) }),
  };
  const { ownTools } = agent;
  return { ...engineRuntime(engine), ...(ownTools === undefined ? {} : { ownTools }), agent };
}
