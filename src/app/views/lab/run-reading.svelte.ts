import { untrack } from 'svelte';
import type { Experiment, JudgedRun, ModelRun } from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { type Server, serverOf } from '../../page/reading/capabilities.ts';
import type { WorkerClient } from '../../worker/client.ts';
import { askedRuns, judgedRuns, noResults, stampsOf, withResults, type Results } from './lab-runs.ts';

/** So many runs are read in one job. */
const RUNS_A_JOB = 40;

/** So many come at once while they are made, and are read at once. */
const FEW = 16;

/** What the runs are of: the lab has it. */
interface Read {
  readonly experiment: Experiment;
  readonly runs: readonly ModelRun[];
  problem: string;
}

/** The runs of an experiment as the server of the page reads them: nothing is read twice. */
export class RunReading {
  readonly #page: Pick<Page, 'session'>;
  readonly #worker: Pick<WorkerClient<'core'>, 'run'>;
  readonly #lab: Read;
  #isJudging = false;
  /** Whether many were not read when reading began: until all are, what is counted is of some of them. */
  #isCatchingUp = $state(false);
  /** By their stamps, in which all is that they depend on. */
  #results: Results = $state.raw(noResults);

  constructor(page: Pick<Page, 'session'>, worker: Pick<WorkerClient<'core'>, 'run'>, lab: Read) {
    this.#page = page;
    this.#worker = worker;
    this.#lab = lab;
  }

  /** The server that reads the runs, as Debug asks it. */
  readonly #server: Server = $derived.by(() => serverOf(this.#page.session.fields));

  readonly #stamps = $derived.by(() => stampsOf(this.#lab.experiment, this.#server));

  /** The runs of the experiment, with what the server of the page makes of them. */
  readonly judged: readonly JudgedRun[] = $derived.by(() => judgedRuns(this.#lab.runs, this.#stamps, this.#results));

  readonly #pending = $derived(this.judged.filter(({ run, result }) => run.error === null && result === null));

  readonly isReading = $derived(this.#pending.length > 0);

  /** How many are not read yet, where what is counted of the others would mislead; 0 else, as while runs come one by one. */
  readonly unread = $derived(this.#isCatchingUp || this.#pending.length > FEW ? this.#pending.length : 0);

  /** Reads what is not read yet, while somebody looks: expectations and the server may have changed. */
  follow(): void {
    if (this.#pending.length > 0) void untrack(() => this.readAll());
  }

  async readAll(): Promise<void> {
    if (this.#isJudging) return;
    this.#isJudging = true;
    this.#isCatchingUp = this.#pending.length > FEW;
    try {
      for (let pending = this.#pending; pending.length > 0; pending = this.#pending) {
        const asked = askedRuns(this.#lab.experiment, pending.slice(0, RUNS_A_JOB), this.#stamps);
        const runs = asked.map((one) => one.asked);
        const read = await this.#worker.run({ kind: 'judge-runs', ...this.#server, runs });
        if (!read.ok) {
          this.#lab.problem = `The runs were not read. ${read.message}`;
          return;
        }
        this.#results = withResults(this.#results, asked, read.answer);
      }
    } finally {
      this.#isJudging = false;
      this.#isCatchingUp = false;
    }
  }
}
