import type { AgentSystem } from './agent-system.ts';
import { chatcliSystem } from './chatcli/system.ts';
import { exathenaSystem } from './exathena/system.ts';

/** THE list of agent systems, in the order of the page. */
export const systems: readonly [AgentSystem, ...AgentSystem[]] = [exathenaSystem, chatcliSystem];

/** The system that a runtime belongs to; null for engines and for our own readers. */
export function systemOf(runtime: string, among: readonly AgentSystem[] = systems): AgentSystem | null {
  return among.find(({ runtimes }) => runtimes.includes(runtime)) ?? null;
}

/** The system whose loop and requests the page shows for a runtime. It is the first of the list where the runtime has none. */
export function shownSystem(runtime: string): AgentSystem {
  return systemOf(runtime) ?? systems[0];
}
