import {
  systems,
  type Breakpoint,
  type RequestBody,
  type ToolPlacement,
  type Wire,
  numberText,
} from '../../../core/index.ts';

/** Where the tools of a request go, in the order of the picker. */
export const placements: readonly { readonly id: ToolPlacement; readonly label: string; readonly short: string }[] = [
  { id: 'native', label: 'In the request (native)', short: 'native' },
  ...systems.flatMap((system) =>
    system.placements.map(({ id, label }) => ({ id, label: `${label} (${system.label})`, short: label.toLowerCase() })),
  ),
  { id: 'none', label: 'Nowhere', short: 'no tools' },
];

const shortWires: Readonly<Record<Wire, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  ollama: 'Ollama',
};

/** A request in two or three words: "OpenAI (native)". */
export function wayText({ wire, placement }: { readonly wire: Wire; readonly placement: ToolPlacement }): string {
  return `${shortWires[wire]} (${placements.find(({ id }) => id === placement)?.short ?? placement})`;
}

/** Where a mark is, and what the server may keep because of it. */
export function breakpointText({ on, block }: Breakpoint, { breakpoints }: RequestBody, lastTool: string): string {
  if (on === 'tools') return `After the last tool, \`${lastTool}\`: covers the tools.`;
  const withTools = breakpoints.some((other) => other.on === 'tools') ? 'the tools and ' : '';
  const upTo = block === 0 ? 'system block 1' : `system blocks 1 to ${String(block + 1)}`;
  return `After system block ${String(block + 1)}: covers ${withTools}${upTo}.`;
}

/** "1,204 bytes fewer", "80 bytes more", "as many bytes". */
export function differenceText(difference: number, unit: string): string {
  if (difference === 0) return `as many ${unit}`;
  return `${numberText(Math.abs(difference))} ${unit} ${difference < 0 ? 'fewer' : 'more'}`;
}
