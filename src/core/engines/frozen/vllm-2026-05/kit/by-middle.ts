import { byMiddle, type Comparison } from '../../../vllm/kit/partial-calls.ts';

/** Before vLLM #48852 of July 2026: `str.index` raises ValueError, also where the arguments are whole. */
export const olderByMiddle: Comparison = {
  ...byMiddle,
  part: (all, earlier, sent, _isComplete, delta) => byMiddle.part(all, earlier, sent, false, delta),
};
