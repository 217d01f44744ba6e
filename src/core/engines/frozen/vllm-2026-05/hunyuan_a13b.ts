import { hunyuanParser } from '../../vllm/hunyuan_a13b.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

export const hunyuanA13b = vllmRuntime({ ...hunyuanParser(true), release: '2026-05' });
