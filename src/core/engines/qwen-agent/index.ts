import type { Runtime } from '../runtime.ts';
import { nous } from './nous.ts';
import { qwen } from './qwen.ts';
import { react } from './react.ts';

/** Qwen-Agent's two prompt styles, the default first, and its ReAct agent. */
export const qwenAgentRuntimes: readonly Runtime[] = [nous, qwen, react];
