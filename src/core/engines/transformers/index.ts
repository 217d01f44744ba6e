import { jsonBlocksLenient } from './json-blocks-lenient.ts';
import { jsonBlocks } from './json-blocks.ts';
import type { TransformersRuntime } from './runtime.ts';
import { xmlParametersTyped } from './xml-parameters-typed.ts';
import { xmlParameters } from './xml-parameters.ts';

/** `parse_response` of transformers with four response schemas of ours. */
export const transformersRuntimes: readonly TransformersRuntime[] = [
  jsonBlocks,
  jsonBlocksLenient,
  xmlParameters,
  xmlParametersTyped,
];
