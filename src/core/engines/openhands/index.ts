import type { Runtime } from '../runtime.ts';
import { fnCallConverter } from './fn-call-converter.ts';

/** OpenHands reads text in one way. */
export const openhandsRuntimes: readonly Runtime[] = [fnCallConverter];
