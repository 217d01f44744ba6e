import type { SglangRuntime } from './detector.ts';

/** SGLang's detectors, in the order of their flags. */
export const sglangRuntimes: readonly SglangRuntime[] = [];
