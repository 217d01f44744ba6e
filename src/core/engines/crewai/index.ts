import type { Runtime } from '../runtime.ts';
import { crewai } from './parser.ts';

/** CrewAI reads text in one way. */
export const crewaiRuntimes: readonly Runtime[] = [crewai];
