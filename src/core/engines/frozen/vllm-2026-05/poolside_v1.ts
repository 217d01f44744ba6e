import { vllmRuntime } from '../../vllm/parser.ts';
import { poolsideParser } from '../../vllm/poolside_v1.ts';
import { headByLine } from './kit/head-by-line.ts';

const tags = { strips: true, headOf: headByLine, skipped: 'no-name-line' } as const;

export const poolsideV1 = vllmRuntime({ ...poolsideParser(tags), release: '2026-05' });
