import type { EngineId } from '../formats/index.ts';

/** What a parser loses of calls that its own models write correctly: those of every reply, or those of a stream. */
export type Loss = 'whole' | 'streamed';

/**
 * Parsers that are made for a format and lose correct calls in it, by engine and name; for one format, where they read others
 * without a loss. A test runs every parser of these engines and holds the table to it.
 */
const losses: Readonly<Record<string, Loss>> = {
  'vllm:jamba jamba': 'streamed',
  'vllm:internlm internlm2': 'streamed',
  'vllm:xlam xlam': 'streamed',
  'vllm:llama3_json raw-json': 'streamed',
  'vllm:xlam raw-json': 'whole',
  'vllm:phi4_mini_json functools': 'streamed',
  'vllm:functiongemma functiongemma': 'whole',
  'sglang:mistral mistral': 'streamed',
};

/** Null for a parser that loses nothing, and for one that Callscope does not run. */
export function lossOf(engine: EngineId, parser: string, format: string): Loss | null {
  return losses[`${engine}:${parser} ${format}`] ?? null;
}
