import { deepseekv32Detector } from '../../sglang/deepseekv32.ts';
import { sglangRuntime } from '../../sglang/detector.ts';
import { olderDsml } from './kit/dsml.ts';

export const deepseekv32 = sglangRuntime({ ...deepseekv32Detector(olderDsml), release: '2026-07' });
