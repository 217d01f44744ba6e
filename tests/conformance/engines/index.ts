import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { goldenLines, goldenNames } from '../golden-files.ts';
import { aiSdk } from './ai-sdk.ts';
import { crewaiAnswers } from './crewai.ts';
import { editors } from './editors.ts';
import type { EngineAnswers, EngineLine, Held } from './engine.ts';
import { appLayers } from './langchain.ts';
import { ollama } from './ollama.ts';
import { llamacppB8121 } from './llamacpp-b8121.ts';
import { llamacpp } from './llamacpp.ts';
import { hermesAgent } from './hermes-agent.ts';
import { lmdeploy } from './lmdeploy.ts';
import { mlx } from './mlx.ts';
import { openhands } from './openhands.ts';
import { qwenAgent } from './qwen-agent.ts';
import { sglang } from './sglang.ts';
import { smolagents } from './smolagents.ts';
import { transformers } from './transformers.ts';
import { vllm } from './vllm.ts';
import { vllmMlx } from './vllm-mlx.ts';
import { webllm } from './webllm.ts';

// Answers of the engines, in the shapes of the golden files.

const engines: readonly EngineAnswers[] = [
  vllm,
  sglang,
  webllm,
  ...appLayers,
  aiSdk,
  ollama,
  llamacppB8121,
  llamacpp,
  mlx,
  lmdeploy,
  vllmMlx,
  transformers,
  hermesAgent,
  qwenAgent,
  smolagents,
  openhands,
  crewaiAnswers,
  ...editors,
];

/** How the lines of an engine are answered; undefined for an engine that is not built. */
export function answersFor({ engine, version }: Pick<EngineLine, 'engine' | 'version'>): EngineAnswers | undefined {
  const [name] = engine.split(/(?<=.)@/);
  return engines.find((one) => one.engine === name && (one.version === undefined || one.version === version));
}

export function answerEngine(input: unknown): unknown {
  const line = input as EngineLine;
  return answersFor(line)?.answer(line) ?? { unsupported: true };
}

/** The runtime that the answer of a line is of; undefined where its parser is not built. */
export function runtimeOfLine(line: EngineLine): Runtime | undefined {
  return answersFor(line)?.runtimeOf(line);
}

/** All runtimes whose answers a line holds. */
export function runtimesOfLine(line: EngineLine): readonly Runtime[] {
  const answers = answersFor(line);
  return [answers?.runtimeOf(line), answers?.alsoOf?.(line)].filter((runtime) => runtime !== undefined);
}

/** The runtimes of all engines, each with the lines that hold its answers. */
export const held: readonly Held[] = engines.flatMap((engine) => engine.held);

/** What the engines themselves answered, one file for each parser: `engines/<project>/<flag>.jsonl`. */
export const engineFiles: readonly string[] = goldenNames.filter((name) => name.startsWith('engines/'));

export type GoldenLine = EngineLine & { readonly id: string; readonly [key: string]: unknown };

export function engineLines(file: string): GoldenLine[] {
  return goldenLines(file) as GoldenLine[];
}
