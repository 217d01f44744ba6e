import { sglangRuntime } from '../../sglang/detector.ts';
import { glm47Detector } from '../../sglang/glm47.ts';
import { literalOrText } from './kit/glm-string.ts';

export const glm47 = sglangRuntime({ ...glm47Detector(literalOrText), release: '2026-07' });
