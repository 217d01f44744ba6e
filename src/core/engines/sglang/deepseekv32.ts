import { sglangRuntime } from './detector.ts';
import { dsmlDetector } from './kit/dsml.ts';

export const deepseekv32 = sglangRuntime(
  dsmlDetector({ flag: 'deepseekv32', file: 'deepseekv32_detector.py' }, 'function_calls'),
);
