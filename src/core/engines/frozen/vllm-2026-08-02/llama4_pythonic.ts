import { llama4PythonicParser } from '../../vllm/llama4_pythonic.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderList } from './kit/list-rules.ts';

export const llama4Pythonic = vllmRuntime({ ...llama4PythonicParser(olderList), release: '2026-08-02' });
