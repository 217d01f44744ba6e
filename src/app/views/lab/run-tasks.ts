import { messageKey, type Setup, setupKey } from '../../../core/index.ts';
import { prepareSetup } from '../run/setup-run.ts';
import type { WantedRun } from './lab-runs.ts';
import type { RunTask } from './many-runs.svelte.ts';

interface Basis {
  readonly settings: Parameters<typeof prepareSetup>[0];
  /** The system prompt of each setup with its tools. */
  readonly prompts: ReadonlyMap<Setup, string>;
  readonly firstSeed: number;
  /** That of runs which have none yet. */
  readonly round: number;
}

/** What opens each of the wanted runs. Those of one number have one seed in every variant. */
export function runTasks(wanted: readonly WantedRun[], { settings, prompts, firstSeed, round }: Basis): RunTask[] {
  return wanted.map((one) => {
    const { setup, message, number } = one;
    const seed = firstSeed + number - 1;
    return {
      variant: setupKey(setup),
      message: messageKey(message),
      number,
      seed,
      round: one.round ?? round,
      prepare: () => prepareSetup(settings, setup, { system: prompts.get(setup) ?? '', user: message.text, seed }),
    };
  });
}
