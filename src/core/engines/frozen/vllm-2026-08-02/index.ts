import { lfm2 } from './lfm2.ts';
import { llama4Pythonic } from './llama4_pythonic.ts';
import { olmo3 } from './olmo3.ts';
import { pythonic } from './pythonic.ts';
import type { VllmRuntime } from '../../vllm/parser.ts';

/** vLLM's parsers as they were up to 2 August 2026, where they answered otherwise; in the order of their flags. */
export const earlierVllmRuntimes: readonly VllmRuntime[] = [lfm2, llama4Pythonic, olmo3, pythonic];
