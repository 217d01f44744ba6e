import { vi } from 'vitest';

/** Waits until `check` no longer throws, as patiently as a slow machine needs, and gives what it returns. */
export function waitFor<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, 20_000);
}
