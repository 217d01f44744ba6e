import { jsonBlocks, jsonBlocksLenient } from './json-blocks.ts';
import type { TransformersRuntime } from './runtime.ts';
import { xmlParameters, xmlParametersTyped } from './xml-parameters.ts';

/** `parse_response` of transformers with four response schemas of ours. */
export const transformersRuntimes: readonly TransformersRuntime[] = [
  jsonBlocks,
  jsonBlocksLenient,
  xmlParameters,
  xmlParametersTyped,
];
