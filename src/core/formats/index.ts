import type { ToolFormat } from './format.ts';
import { hermes } from './hermes.ts';

export type { EngineFlags, FormatInfo, Opener, ToolFormat } from './format.ts';

/**
 * THE list of formats. Where two formats share an opener and its head fits both, the first one reads the block, so the
 * stricter one comes first.
 */
export const formatList: readonly ToolFormat[] = [hermes];
