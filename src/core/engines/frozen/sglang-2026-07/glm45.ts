import { sameClass, sglangRuntime } from '../../sglang/detector.ts';
import { glm45Detector } from '../../sglang/glm45.ts';
import { literalOrText } from './kit/glm-string.ts';

export const glm45 = sglangRuntime({ ...glm45Detector(literalOrText), release: '2026-07' });

export const glm = sameClass(glm45, 'glm');
