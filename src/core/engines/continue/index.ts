import type { Runtime } from '../runtime.ts';
import { toolCodeblocks } from './tool-codeblocks.ts';

/** Continue reads text in one way. */
export const continueRuntimes: readonly Runtime[] = [toolCodeblocks];
