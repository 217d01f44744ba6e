import { lfm2Parser } from '../../vllm/lfm2.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderList } from './kit/list-rules.ts';

export const lfm2 = vllmRuntime({ ...lfm2Parser({ ...olderList, repairs: false }), release: '2026-08-02' });
