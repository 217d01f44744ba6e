import type { Runtime } from '../../engines/runtime.ts';
import { auto } from './auto.ts';
import { custom } from './custom.ts';

/** Our own runtimes, in the order of the picker. Those for one format alone are made when asked for: `single-format.ts`. */
export const ownRuntimes: readonly Runtime[] = [auto, custom];
