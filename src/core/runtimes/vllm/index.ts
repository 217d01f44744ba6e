import { deepseekV32202605 } from './2026-05/deepseek_v32.ts';
import { deepseekV4202605 } from './2026-05/deepseek_v4.ts';
import { glm45202605 } from './2026-05/glm45.ts';
import { glm47202605 } from './2026-05/glm47.ts';
import { minimaxM2202605 } from './2026-05/minimax_m2.ts';
import { qwen3Coder202605 } from './2026-05/qwen3_coder.ts';
import { mimo202605, qwen3Xml202605 } from './2026-05/qwen3_xml.ts';
import { seedOss202605 } from './2026-05/seed_oss.ts';
import { hermes } from './hermes.ts';
import { hyV3, hyV3202605 } from './hy_v3.ts';
import { longcat } from './longcat.ts';
import type { VllmRuntime } from './parser.ts';
import { poolsideV1, poolsideV1202605 } from './poolside_v1.ts';
import { step3 } from './step3.ts';
import { step3p5 } from './step3p5.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [
  deepseekV32202605,
  deepseekV4202605,
  glm45202605,
  glm47202605,
  hermes,
  hyV3,
  hyV3202605,
  longcat,
  mimo202605,
  minimaxM2202605,
  poolsideV1,
  poolsideV1202605,
  qwen3Coder202605,
  qwen3Xml202605,
  seedOss202605,
  step3,
  step3p5,
];
