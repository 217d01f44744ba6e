import { expect } from 'vitest';
import { growthFault } from './work.ts';

/** Fails where the work grows faster than the text: see `growthFault`. */
export function expectLinear(size: number, make: (size: number) => string, read: (text: string) => unknown): void {
  const fault = growthFault(size, make, read);
  if (fault !== null) expect.fail(fault);
}
