import type { AgentSystem, PromptPlacement } from '../agent-system.ts';
import type { AugmentedPrompt } from '../kit/system-prompt.ts';
import { systems } from '../systems.ts';
import { readTools } from '../../tools/index.ts';
import type { TextPiece } from './json.ts';
import { nativeTools, type PlacedTools } from './native-tools.ts';

/**
 * Where the tools of a request go: `native`, into the request itself, where the provider reads tools; `none`; or the id of a
 * placement of an agent system, which writes them into the system prompt.
 */
export type ToolPlacement = string;

/** Puts the tools of a JSON text where a provider looks for them. A text that is not JSON holds no tools. */
export function placeTools(
  placement: ToolPlacement,
  system: string,
  toolsText: string,
  preamble: string | null = null,
  among: readonly AgentSystem[] = systems,
): PlacedTools {
  if (placement === 'native') return nativeTools(system, toolsText);
  const inPrompt = placementOf(placement, among);
  const tools = inPrompt === null ? [] : readTools(toolsText).tools;
  if (inPrompt === null || tools.length === 0) return nativeTools(system, '');
  const prompt = inPrompt.place(
    system,
    tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode })),
    preamble,
  );
  return { system: piecesOf(prompt), tools: [] };
}

function placementOf(placement: ToolPlacement, among: readonly AgentSystem[]): PromptPlacement | null {
  return among.flatMap(({ placements }) => placements).find(({ id }) => id === placement) ?? null;
}

function piecesOf({ text, parts }: AugmentedPrompt): TextPiece[] {
  return parts.map((part) => ({
    text: text.slice(part.span.from, part.span.to),
    toolIndex: part.kind === 'tool' ? part.toolIndex : null,
  }));
}
