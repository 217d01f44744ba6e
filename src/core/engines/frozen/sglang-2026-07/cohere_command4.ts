import { cohereDetector } from '../../sglang/cohere_command4.ts';
import { sglangRuntime } from '../../sglang/detector.ts';

export const cohereCommand4 = sglangRuntime({ ...cohereDetector(true), release: '2026-07' });
