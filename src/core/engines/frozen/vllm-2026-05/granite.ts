import { graniteParser } from '../../vllm/granite.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

export const granite = vllmRuntime({ ...graniteParser('to-last'), release: '2026-05' });
