import type { SglangRuntime } from './detector.ts';
import { hermes } from './hermes.ts';
import { json_array } from './json_array.ts';
import { qwen, qwen25 } from './qwen25.ts';
import { trinity } from './trinity.ts';

/** SGLang's detectors, in the order of their flags. */
export const sglangRuntimes: readonly SglangRuntime[] = [hermes, json_array, qwen, qwen25, trinity];
