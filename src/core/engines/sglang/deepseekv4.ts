import { sglangRuntime } from './detector.ts';
import { dsmlDetector } from './kit/dsml.ts';

export const deepseekv4 = sglangRuntime(
  dsmlDetector({ flag: 'deepseekv4', file: 'deepseekv4_detector.py' }, 'tool_calls'),
);
