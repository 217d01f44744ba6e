import type { Runtime } from '../runtime.ts';
import { codeAgent } from './code-agent.ts';
import { toolCallingAgent } from './tool-calling-agent.ts';

/** The two agents of smolagents. */
export const smolagentsRuntimes: readonly Runtime[] = [toolCallingAgent, codeAgent];
