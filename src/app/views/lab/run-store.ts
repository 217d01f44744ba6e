import { readExperiment, writeExperiment, emptyExperiment, type ModelRun } from '../../../core/index.ts';
import { browserStore } from '../../page/saved/browser-store.ts';

/** Runs take time and money: a reload must not lose them. They stay in this browser. */
const store = browserStore('lab-runs');

/** The runs of an earlier visit; none where the browser keeps none, or what it kept is damaged. */
export async function keptRuns(): Promise<readonly ModelRun[]> {
  const text = await store.get();
  const read = typeof text === 'string' ? readExperiment(text) : null;
  return read?.ok === true ? read.runs : [];
}

/** Keeps these runs, and no others. Where the browser keeps nothing, they are in memory alone. */
export async function keepRuns(runs: readonly ModelRun[]): Promise<void> {
  await store.put(runs.length === 0 ? '' : writeExperiment(emptyExperiment, runs));
}
