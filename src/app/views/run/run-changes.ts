import type { ServerKind } from '../../sources/endpoint-request.ts';
import type { SourceInfo } from '../../sources/index.ts';

/** What of a request may differ between two runs. */
export interface RunPlan {
  /** Where the tools go: into the text of the system prompt, into the request, or nowhere. */
  readonly tools: 'prompt' | 'request' | 'none';
  /** How the system prompt describes them: ExAthena's two tool lists, or the section of ChatCLI's tool shim. */
  readonly words: 'full' | 'compact' | 'shim';
  /** What the engine is held to: nothing, one call as the whole reply, or free text with constrained calls. */
  readonly held: 'free' | 'call' | 'tagged';
  readonly temperature: number;
}

/** What decides which changes there are. */
export interface RunFacts {
  readonly plan: RunPlan;
  readonly source: SourceInfo;
  /** Null where the source is not a server address. */
  readonly server: ServerKind | null;
  readonly hasTools: boolean;
  /** Of the second run, where it is the temperature that changes. */
  readonly otherTemperature: number;
}

interface PlannedRun {
  readonly label: string;
  readonly plan: RunPlan;
}

/** One thing that can differ between two runs. */
export interface RunChange {
  readonly id: 'compact' | 'shim' | 'held' | 'native' | 'temperature';
  readonly label: string;
  /** Why it cannot be done now, as a sentence; null when it can. */
  readonly refusal: (facts: RunFacts) => string | null;
  readonly runs: (facts: RunFacts) => readonly [PlannedRun, PlannedRun];
}

const noTools = 'No tools are declared.';

/** Why the engine cannot be held to what a plan asks; null when it can. */
export function heldRefusal({ plan, source, server, hasTools }: RunFacts): string | null {
  if (plan.held === 'free') return null;
  const kind = plan.held === 'call' ? 'json-schema' : 'structural-tag';
  if (server === 'anthropic') return 'Callscope cannot constrain Anthropic’s models to a schema.';
  if (!source.holds.includes(kind)) {
    return kind === 'json-schema' || source.holds.length === 0
      ? `${source.label}: its tokens cannot be constrained from here.`
      : `${source.label}: only the whole reply can be constrained.`;
  }
  if (!hasTools) return `${noTools} They define what fits.`;
  if (plan.tools === 'request') return 'Native tools and constrained tokens cannot be combined.';
  return null;
}

/** THE list of what can be changed, in the order in which it is offered. */
export const runChanges: readonly RunChange[] = [
  {
    id: 'compact',
    label: 'Tool list: full, compact',
    refusal: ({ hasTools }) => (hasTools ? null : noTools),
    runs: ({ plan }) => [
      { label: 'Full tool list', plan: { ...plan, tools: 'prompt', words: 'full' } },
      { label: 'Compact tool list', plan: { ...plan, tools: 'prompt', words: 'compact' } },
    ],
  },
  {
    id: 'shim',
    label: 'Prompt: ExAthena, ChatCLI',
    refusal: ({ hasTools }) => (hasTools ? null : noTools),
    runs: ({ plan }) => [
      {
        label: 'ExAthena’s fences',
        plan: { ...plan, tools: 'prompt', words: plan.words === 'shim' ? 'full' : plan.words },
      },
      { label: 'ChatCLI’s tool shim', plan: { ...plan, tools: 'prompt', words: 'shim' } },
    ],
  },
  {
    id: 'native',
    label: 'Tools: in the prompt, native',
    refusal: ({ source, hasTools }) =>
      source.takesTools ? (hasTools ? null : noTools) : `${source.label}: it does not accept native tools.`,
    runs: ({ plan }) => [
      { label: 'Tools in the prompt', plan: { ...plan, tools: 'prompt', held: 'free' } },
      { label: 'Native tools', plan: { ...plan, tools: 'request', held: 'free' } },
    ],
  },
  {
    id: 'held',
    label: 'Tokens: free, constrained',
    refusal: (facts) => heldRefusal({ ...facts, plan: constrained(facts.plan) }),
    runs: ({ plan }) => [
      { label: 'Free', plan: { ...constrained(plan), held: 'free' } },
      { label: 'Constrained', plan: constrained(plan) },
    ],
  },
  {
    id: 'temperature',
    label: 'Temperature',
    refusal: ({ plan, source, otherTemperature }) => {
      if (!source.samples) return `${source.label}: it chooses the temperature itself.`;
      return plan.temperature === otherTemperature ? 'Both temperatures are the same.' : null;
    },
    runs: ({ plan, otherTemperature }) => [
      { label: `Temperature ${String(plan.temperature)}`, plan },
      { label: `Temperature ${String(otherTemperature)}`, plan: { ...plan, temperature: otherTemperature } },
    ],
  },
];

/** Held to calls, as the reader has set it or else as a whole; native tools would exclude that. */
function constrained(plan: RunPlan): RunPlan {
  const tools = plan.tools === 'request' ? 'prompt' : plan.tools;
  return { ...plan, tools, held: plan.held === 'free' ? 'call' : plan.held };
}
