import { olmo3Parser } from '../../vllm/olmo3.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderList } from './kit/list-rules.ts';

export const olmo3 = vllmRuntime({ ...olmo3Parser(olderList), release: '2026-08-02' });
