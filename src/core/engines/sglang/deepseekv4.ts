import { sglangRuntime } from './detector.ts';
import { dsmlDetector, type DsmlRules, newestDsml } from './kit/dsml.ts';

/** @param rules releases differ */
export const deepseekv4Detector = (rules: DsmlRules): ReturnType<typeof dsmlDetector> =>
  dsmlDetector({ flag: 'deepseekv4', file: 'deepseekv4_detector.py' }, 'tool_calls', rules);

export const deepseekv4 = sglangRuntime(deepseekv4Detector(newestDsml));
