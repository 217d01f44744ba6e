import { sglangRuntime } from './detector.ts';
import { dsmlDetector, type DsmlRules, newestDsml } from './kit/dsml.ts';

/** @param rules releases differ */
export const deepseekv32Detector = (rules: DsmlRules): ReturnType<typeof dsmlDetector> =>
  dsmlDetector({ flag: 'deepseekv32', file: 'deepseekv32_detector.py' }, 'function_calls', rules);

export const deepseekv32 = sglangRuntime(deepseekv32Detector(newestDsml));
