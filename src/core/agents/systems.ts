import type { AgentSystem } from './agent-system.ts';
import { chatcliSystem } from './chatcli/system.ts';
import { exathenaSystem } from './exathena/system.ts';

/** THE list of agent systems, in the order of the page. */
export const systems: readonly [AgentSystem, ...AgentSystem[]] = [exathenaSystem, chatcliSystem];

/** The system that a runtime belongs to; null for those that stand for none: our own readers, and engines. */
export function systemOf(runtime: string, among: readonly AgentSystem[] = systems): AgentSystem | null {
  return among.find(({ runtimes }) => runtimes.includes(runtime)) ?? null;
}

/** The system whose loop and requests the page shows for a runtime: the first of the list for those without one. */
export function shownSystem(runtime: string): AgentSystem {
  return systemOf(runtime) ?? systems[0];
}
