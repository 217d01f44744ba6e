import {
  presumedOutcome,
  type AgentSystem,
  type LoopCall,
  type LoopTurn,
  type Opening,
  type ToolDefinition,
  type Validation,
} from '../../core/index.ts';
import type { ReplyResults } from '../permalink/state.ts';
import type { SentCall } from '../worker/protocol.ts';
import { enteredFor } from './turns.ts';

/** A conversation as it leaves the page: what the loop view shows, and what the transcript is written from. */
export interface Conversation {
  opening(isText: boolean): Opening;
  turnsFor(system: AgentSystem): readonly LoopTurn[];
}

/** What a runtime made of a reply. */
export interface ReadReply {
  readonly isReadable: boolean;
  readonly calls: readonly SentCall[];
  /** One for each call, or none: then nobody has compared the arguments with the schemas. */
  readonly validations: readonly Validation[];
  /** What the client gets as text; null for nothing, or where it is unknown. */
  readonly content: string | null;
}

export const unread: ReadReply = { isReadable: true, calls: [], validations: [], content: null };

/** A turn as the loop sees it: the calls that were read, and for each what was entered or what is presumed. */
export function turnOf(
  system: AgentSystem,
  text: string,
  { results, strays }: ReplyResults,
  read: ReadReply,
  tools: readonly ToolDefinition[],
): LoopTurn {
  const declared = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  const calls = read.calls.map((call, index) => loopCall(system, call, read.validations[index], declared));
  const entered = calls.map(({ name }, index) => enteredFor(results, index, name));
  return {
    text,
    calls,
    isReadable: read.isReadable,
    outcomes: calls.map((call, index) => entered[index] ?? presumedOutcome(system, call)),
    isPresumed: entered.map((one) => one === null),
    strays,
  };
}

function loopCall(
  system: AgentSystem,
  { id, name, argumentsText }: SentCall,
  validation: Validation | undefined,
  declared: ReadonlyMap<string, ToolDefinition>,
): LoopCall {
  const tool = declared.get(name) ?? declared.get(system.declaredName(name));
  const isUndeclared = declared.size > 0 && tool === undefined;
  return {
    id,
    name,
    argumentsText,
    isSafe: tool?.parallelSafe === true,
    fault: isUndeclared
      ? 'undeclared'
      : validation?.state === 'problems'
        ? validation.problems.map(({ message }) => message)
        : null,
  };
}
