import type { SglangRuntime } from './detector.ts';
import { hermes } from './hermes.ts';
import { qwen, qwen25 } from './qwen25.ts';

/** SGLang's detectors, in the order of their flags. */
export const sglangRuntimes: readonly SglangRuntime[] = [hermes, qwen, qwen25];
