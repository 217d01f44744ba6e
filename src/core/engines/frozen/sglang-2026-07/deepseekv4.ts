import { deepseekv4Detector } from '../../sglang/deepseekv4.ts';
import { sglangRuntime } from '../../sglang/detector.ts';
import { olderDsml } from './kit/dsml.ts';

export const deepseekv4 = sglangRuntime({ ...deepseekv4Detector(olderDsml), release: '2026-07' });
