import { internlmParser } from '../../vllm/internlm.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderByMiddle } from './kit/by-middle.ts';

export const internlm = vllmRuntime({ ...internlmParser(olderByMiddle), release: '2026-05' });
