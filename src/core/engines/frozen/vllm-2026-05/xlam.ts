import { vllmRuntime } from '../../vllm/parser.ts';
import { xlamParser } from '../../vllm/xlam.ts';

export const xlam = vllmRuntime({ ...xlamParser(true), release: '2026-05' });
