import { jambaParser } from '../../vllm/jamba.ts';
import { vllmRuntime } from '../../vllm/parser.ts';
import { olderByMiddle } from './kit/by-middle.ts';

export const jamba = vllmRuntime({ ...jambaParser(olderByMiddle), release: '2026-05' });
