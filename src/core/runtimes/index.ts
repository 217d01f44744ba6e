import { chatcliRuntimes } from './chatcli/index.ts';
import { exathenaRuntimes } from './exathena/index.ts';
import { customRuntime } from './own/custom.ts';
import type { CustomFormat } from './own/custom-format.ts';
import { ownRuntimes } from './own/index.ts';
import { singleFormat } from './own/single-format.ts';
import type { Runtime } from './runtime.ts';

/** THE list of runtimes by project, in the order of the picker; the first is the default. */
export const runtimeList: readonly Runtime[] = [...exathenaRuntimes, ...chatcliRuntimes, ...ownRuntimes];

/** Which runtime is asked for. */
export interface RuntimeChoice {
  /** An id of the list, or `format:<id>` for one format alone; the first of the list when absent or unknown. */
  readonly runtime?: string;
  /** The list to choose from; `runtimeList` when absent. */
  readonly runtimes?: readonly Runtime[];
  /** What the runtime `custom` reads; null or absent for the first of the form. */
  readonly custom?: CustomFormat | null;
}

export function runtimeOf({ runtime: id = '', runtimes = runtimeList, custom }: RuntimeChoice): Runtime {
  if (id === 'custom' && custom) return customRuntime(custom);
  return runtimes.find((runtime) => runtime.id === id) ?? singleFormat(id) ?? (runtimes[0] as Runtime);
}
