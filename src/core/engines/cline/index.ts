import type { Runtime } from '../runtime.ts';
import { parseAssistantMessageV2 } from './parse-assistant-message.ts';

/** Cline reads text in one way. */
export const clineRuntimes: readonly Runtime[] = [parseAssistantMessageV2];
