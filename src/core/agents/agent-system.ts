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
  /** A word of its own among all systems; shared code compares it with nothing. */
  readonly id: string;
  readonly label: string;
  /** Ids of the runtimes that read replies the way it does. */
  readonly runtimes: readonly string[];
  /** Which of them reads the answers of a provider whose tools it treats like this; `current` stays where it can. */
  readonly runtimeFor: (tools: ToolUse, current: string) => string;

  /** In which order the calls of a reply are run. */
  readonly schedule: (calls: readonly PlannedCall[]) => Schedule;
  /** It runs calls together whose tools are declared `parallel_safe`. */
  readonly runsTogether: boolean;
  /** The name under which the tool of a call may be declared when nobody declared the one that the model wrote. */
  readonly declaredName: (name: string) => string;
  /** What it answers to a call of a tool that is not declared. */
  readonly unknownTool: (name: string) => ToolOutcome;
  /** The stable words that it has for errors; empty where an error is its text alone. */
  readonly errorCodes: readonly string[];
  /** What surprises in how it sends such a word. */
  readonly codeNotes: (code: string) => readonly ResultNote[];
  /** The mistakes after which it asks no more; null: it goes on whatever fails. */
  readonly mistakes: { readonly areTooMany: (turns: readonly LoopTurn[]) => boolean; readonly words: string } | null;

  /** How a conversation goes back to a model, in the order of the page. */
  readonly families: readonly MessageFamily[];
  /** Where it puts the tools when a provider reads none; the first is its usual one. */
  readonly placements: readonly PromptPlacement[];
  /** What it does with each provider, by the provider's id; absent where no way to it is known. */
  readonly providers: ReadonlyMap<string, Handling>;
  /** Null for a system that asks one provider alone. */
  readonly chain: FallbackChain | null;
  readonly words: SystemWords;
}

/** One way in which a conversation goes back to a model. */
export interface MessageFamily {
  /** A word of its own among the families of all systems: exports are keyed by it. */
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
  /** A word of its own among the placements of all systems. */
  readonly id: string;
  readonly label: string;
  /** There is one tool at least. `preamble` takes the place of the explanation before the tools, where there is one to replace. */
  readonly place: (existing: string, tools: readonly PromptTool[], preamble: string | null) => AugmentedPrompt;
}

/** What the page says about a system: sentences, with code between backquotes. */
export interface SystemWords {
  /** How the calls of a turn are run, of which there is one at least. */
  readonly schedule: (schedule: Schedule, names: readonly string[]) => string;
  /** Why nothing follows after a halt. */
  readonly halted: string;
  /** What becomes of a call whose arguments do not fit the schema. */
  readonly misfit: string;
  /** What becomes of a result for an id that no call has. */
  readonly stray: string;
  /** How it comes to know what a provider can do. */
  readonly providers: string;
}
