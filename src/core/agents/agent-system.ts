import type { FallbackChain } from './kit/fallback-chain.ts';
import type { Handling, ToolUse } from './kit/handling.ts';
import type { PlannedCall, Schedule } from './kit/schedule.ts';
import type { LoopTurn, ResultNote, ToolOutcome } from './kit/turn.ts';
import type { WireMessage } from './kit/wire-text.ts';
import type { AugmentedPrompt, PromptTool } from './kit/system-prompt.ts';

/**
 * Everything that the loop, the messages, the prompts and the requests ask of an agent system. Shared code knows no system
 * by its id: what differs between two of them is a property here.
 */
export interface AgentSystem {
  /** Unique among all systems. Shared code never compares it with anything. */
  readonly id: string;
  readonly label: string;
  /** Ids of the runtimes that read replies the way it does. */
  readonly runtimes: readonly string[];
  /** The runtime that reads replies of a provider with this handling of tools. It stays `current` where that one fits. */
  readonly runtimeFor: (tools: ToolUse, current: string) => string;

  /** In which order the calls of a reply are run. */
  readonly schedule: (calls: readonly PlannedCall[]) => Schedule;
  /** Whether it runs calls together if their tools are declared `parallel_safe`. */
  readonly runsTogether: boolean;
  /** Another name under which the tool may be declared, if the name that the model wrote is not declared. */
  readonly declaredName: (name: string) => string;
  /** What it answers to a call of a tool that is not declared. */
  readonly unknownTool: (name: string) => ToolOutcome;
  /** Its codes of errors; empty where an error has only a text. */
  readonly errorCodes: readonly string[];
  /** Notes on how it sends such a code that may surprise. */
  readonly codeNotes: (code: string) => readonly ResultNote[];
  /** The mistakes after which it stops asking; null where it never stops because of them. */
  readonly mistakes: { readonly areTooMany: (turns: readonly LoopTurn[]) => boolean; readonly words: string } | null;

  /** How a conversation goes back to a model, in the order of the page. */
  readonly families: readonly MessageFamily[];
  /** Where it writes the tools if a provider takes none; its usual place comes first. */
  readonly placements: readonly PromptPlacement[];
  /** How it handles each provider, by the provider's id; absent where that is unknown. */
  readonly providers: ReadonlyMap<string, Handling>;
  /** Null for a system that asks one provider alone. */
  readonly chain: FallbackChain | null;
  readonly words: SystemWords;
}

/** One way in which a conversation goes back to a model. */
export interface MessageFamily {
  /** Unique among the families of all systems, because exports use it as a key. */
  readonly id: string;
  readonly label: string;
  /** What is peculiar to it: a sentence or two. */
  readonly lesson: string;
  /** Where the system prompt travels: as the first message, or beside the messages. */
  readonly system: 'message' | 'beside';
  /** Whether the tools are described in the system prompt, because the provider has no field for them. */
  readonly isText: boolean;
  /** The endpoints that take such messages. */
  readonly shapes: readonly MessageShape[];
  /** The messages of one turn: what the model said, then the results. */
  readonly turn: (turn: LoopTurn) => WireMessage[];
}

/** In which shape an endpoint takes messages. */
export type MessageShape = 'openai' | 'anthropic';

/** One way to write the tools into the system prompt. */
export interface PromptPlacement {
  /** Unique among the placements of all systems. */
  readonly id: string;
  readonly label: string;
  /** Needs at least one tool. `preamble` replaces the explanation before the tools, where there is one. */
  readonly place: (existing: string, tools: readonly PromptTool[], preamble: string | null) => AugmentedPrompt;
}

/** What the page says about a system: sentences, with code between backquotes. */
export interface SystemWords {
  /** How the calls of a turn are run, of which there is one at least. */
  readonly schedule: (schedule: Schedule, names: readonly string[]) => string;
  /** Why nothing follows after a halt. */
  readonly halted: string;
  /** What it does with a call whose arguments do not match the schema. */
  readonly misfit: string;
  /** What it does with a result whose id belongs to no call. */
  readonly stray: string;
  /** How it learns what a provider can do. */
  readonly providers: string;
}
