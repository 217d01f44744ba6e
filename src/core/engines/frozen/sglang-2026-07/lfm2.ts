import { sglangRuntime } from '../../sglang/detector.ts';
import { lfm2Detector } from '../../sglang/lfm2.ts';

const detector = lfm2Detector({ jsonWords: false, dottedNames: false });

export const lfm2 = sglangRuntime({ ...detector, release: '2026-07' });
