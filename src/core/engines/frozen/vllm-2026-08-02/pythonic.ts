import { pythonicParser } from '../../vllm/pythonic.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderList } from './kit/list-rules.ts';

export const pythonic = vllmRuntime({ ...pythonicParser(olderList), release: '2026-08-02' });
