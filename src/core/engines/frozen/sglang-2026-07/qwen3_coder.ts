import { isObject, own } from '../../../text/json/index.ts';
import { sameClass, sglangRuntime } from '../../sglang/detector.ts';
import type { CoderType } from '../../sglang/kit/coder-values.ts';
import { qwen3CoderDetector } from '../../sglang/qwen3_coder.ts';

/** What the schema has under `type`, where that is a text; choices of types are not looked into. */
const typeOf: CoderType = (declared) => {
  const type = isObject(declared) ? own(declared, 'type') : undefined;
  if (type === undefined) return 'string';
  return typeof type === 'string' ? type : '';
};

export const qwen3Coder = sglangRuntime({ ...qwen3CoderDetector(typeOf), release: '2026-07' });

export const step3p5 = sameClass(qwen3Coder, 'step3p5');
