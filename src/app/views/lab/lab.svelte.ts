import {
  emptyExperiment,
  failureGroups,
  messageKey,
  readExperiment,
  setupKey,
  tableOf,
  withoutVariant,
  withVariant,
  writeExperiment,
  type Experiment,
  type Message,
  type ModelRun,
  type ReadBy,
  type Setup,
  numberText,
} from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { serverFields } from '../../page/reading/server-fields.ts';
import { openWorker } from '../../worker/client.ts';
import { Running } from '../run/running.ts';
import { savedNotice } from '../notices/saved-notice.ts';
import { saveFile } from '../../kit/save-file.ts';
import { AskedServers } from './asked-servers.ts';
import { exampleExperiment } from './example-experiment.ts';
import { asksServer, estimateOf, type LabEstimate } from './lab-estimate.ts';
import { LabPlan } from './lab-plan.svelte.ts';
import {
  atTemperature,
  aimOf,
  failedAgain,
  holdsAll,
  missingRuns,
  nextRound,
  nextRuns,
  nextVariants,
  noAim,
  onSource,
  type Aim,
  type WantedRun,
} from './lab-runs.ts';
import { MadeRuns } from './made-runs.svelte.ts';
import { ManyRuns } from './many-runs.svelte.ts';
import { promptOf, stateOf, textOf } from './run-case.ts';
import { RunReading } from './run-reading.svelte.ts';
import { resultsCsv, resultsMarkdown } from './results-text.ts';
import { runTasks } from './run-tasks.ts';
import { variantPrompts } from './variant-prompts.ts';

/**
 * The experiment of the page: its definition is a field of the session, so it is in links and in what is saved. Its runs are here,
 * and in the file.
 */
export class Lab {
  readonly #page: Page;
  readonly #running: Running;
  readonly #worker = openWorker('core', 'lab');
  readonly #reads: RunReading;
  #isStarting = false;
  /** The variant that was shown last: what is edited on the page was made from it. */
  #edited: string | undefined;
  /** The opening of the session whose settings are taken over. */
  taken = -1;
  /** The run that was opened last, until somebody comes back from it. */
  opened: ModelRun | null = null;
  readonly made = new MadeRuns();
  many: ManyRuns | null = $state.raw(null);
  /** What these runs were to be. */
  #wanted: readonly WantedRun[] = $state.raw([]);
  /** What the start of runs that was pressed last is to reach. */
  #aim: Aim = noAim;
  problem = $state('');
  /** The runs that wait until the reader has agreed to the server that they ask; null for none. */
  waiting: readonly WantedRun[] | null = $state.raw(null);
  /** The address that the reader agreed to. */
  #agreed: string | null = null;
  readonly #asked = new AskedServers();
  readonly plan = new LabPlan();
  /** Key of the group whose runs are listed. */
  group: string | null = $state(null);
  /** The cell whose runs are listed. */
  cell: { readonly variant: string; readonly message: number } | null = $state.raw(null);
  /** Key of the variant that the others are compared with; null for what each was made from. */
  baseline: string | null = $state(null);
  /** How far the column is scrolled: who comes back from a run finds it there. */
  scrolled = 0;
  /** Whether a run is being opened: what becomes of the column until it is gone is not where it was left. */
  isLeaving = false;
  /** Whether the button that was pressed goes as runs begin: the focus is led to where they can be paused. */
  isLeading = false;

  constructor(page: Page) {
    this.#page = page;
    this.#running = page.of(Running);
    this.#reads = new RunReading(page, this.#worker, this);
  }

  /** All runs of this page, also of variants that are not in the experiment now. */
  get runs(): readonly ModelRun[] {
    return this.made.runs;
  }

  /** Reads what is not read yet, while somebody looks. */
  follow(): void {
    this.#reads.follow();
  }

  #add(runs: readonly ModelRun[]): void {
    this.made.add(runs);
    // Not left to an effect: runs go on while nobody looks.
    void this.#reads.readAll();
  }

  readonly #definition = $derived.by(() => readExperiment(this.#page.session.fields.experiment));

  readonly experiment: Experiment = $derived(this.#definition.ok ? this.#definition.experiment : emptyExperiment);

  /** Why the experiment of a link or a file cannot be read; '' where it can. */
  readonly damage = $derived(this.#definition.ok ? '' : this.#definition.message);

  /** What the prompt on the page would send, as a variant. */
  readonly pageSetup: Setup = $derived.by(() => this.#running.settings.setup);

  /** Why it can be no variant, as a sentence; null where it can. */
  readonly refusal: string | null = $derived.by(() => this.#running.settings.toolsProblem);

  /** Key of the variant that is on the left; null where the prompt there is none of them. */
  readonly shown: string | null = $derived.by(() => {
    const key = setupKey(this.pageSetup);
    return this.experiment.variants.some(({ setup }) => setupKey(setup) === key) ? key : null;
  });

  readonly judged = $derived.by(() => this.#reads.judged);

  readonly isReading = $derived.by(() => this.#reads.isReading);

  /** How many runs are to be read before anything is told of all of them. */
  readonly unread = $derived.by(() => this.#reads.unread);

  readonly table = $derived(tableOf(this.experiment, this.judged));

  readonly groups = $derived(failureGroups(this.judged));

  readonly failedRuns = $derived(this.judged.filter(({ run }) => run.error !== null));

  readonly suggestions = $derived(nextVariants(this.experiment, this.judged));

  readonly isRunning = $derived(this.many?.state === 'running' || this.many?.state === 'paused');

  /** The last runs; null where the experiment is about others by now. */
  readonly told = $derived(this.isRunning || holdsAll(this.experiment, this.#wanted) ? this.many : null);

  readonly #lanes = $derived.by(() => {
    // Only a server can be asked several things at once.
    const isParallel = this.experiment.variants.every(({ setup }) => asksServer(setup));
    return isParallel ? this.plan.lanes : 1;
  });

  /** What a press makes of every variant and message; a first one takes the prompt on the left as the first variant. */
  readonly estimate: LabEstimate = $derived.by(() => {
    const { variants, messages } = this.experiment;
    const setups = variants.length === 0 ? [this.pageSetup] : variants.map(({ setup }) => setup);
    const count = this.plan.perCell;
    return this.#estimateOf(setups.flatMap((setup) => messages.map((message) => ({ setup, message, count }))));
  });

  /** What the missing runs take. */
  readonly missingEstimate: LabEstimate = $derived.by(() =>
    this.#estimateOf(this.missing.map(({ setup, message }) => ({ setup, message, count: 1 }))),
  );

  #estimateOf(next: Parameters<typeof estimateOf>[0]['next']): LabEstimate {
    const { priceIn, priceOut } = this.plan;
    const runs = this.judged.filter(({ run }) => run.error === null).map(({ run }) => run);
    const maxTokens = this.#running.settings.maxTokens ?? 512;
    return estimateOf({ next, runs, maxTokens, lanes: this.#lanes, priceIn, priceOut });
  }

  change(experiment: Experiment): void {
    this.#page.session.set({ experiment: textOf(experiment) });
    this.cell = null;
  }

  /** What goes with it can be brought back: its runs are kept. */
  #changeWithUndo(experiment: Experiment, done: string): void {
    this.#page.session.setWithUndo(done, { experiment: textOf(experiment) });
    this.cell = null;
  }

  /** Adds what the page shows as a variant. Tools that have other names here than in the expected calls are those of the variant with the same tools. */
  addPageVariant(): void {
    const { pageSetup } = this;
    if (this.refusal !== null) return;
    const like = this.experiment.variants.find(({ setup }) => setup.tools === pageSetup.tools);
    this.change(withVariant(this.experiment, { ...pageSetup, renamed: like?.setup.renamed ?? [] }, this.#edited));
    this.#edited = this.experiment.variants.at(-1)?.name;
  }

  /** Adds a variant that was made from another one, and shows it on the left. */
  addVariant(setup: Setup, from?: string): void {
    this.change(withVariant(this.experiment, setup, from));
    this.showVariant(setup);
  }

  removeVariant(index: number): void {
    const name = this.experiment.variants[index]?.name ?? '';
    this.#changeWithUndo(withoutVariant(this.experiment, index), `Variant ${name} is removed.`);
  }

  removeMessage(index: number): void {
    const messages = this.experiment.messages.filter((_, at) => at !== index);
    this.#changeWithUndo({ ...this.experiment, messages }, `Message ${String(index + 1)} is removed.`);
  }

  /** Puts the prompt, tools and settings of a variant where they are edited. */
  showVariant(setup: Setup): void {
    this.#edited = this.experiment.variants.find((one) => setupKey(one.setup) === setupKey(setup))?.name;
    this.#page.session.set(promptOf(setup));
    this.#running.settings.take(setup);
  }

  setMessages(messages: readonly Message[]): void {
    this.change({ ...this.experiment, messages });
  }

  /** Adds a message, where there is none of its text. */
  addMessage(message: Message): void {
    const key = messageKey(message);
    if (this.experiment.messages.some((one) => messageKey(one) === key)) return;
    this.setMessages([...this.experiment.messages, message]);
  }

  openExample(): void {
    this.#open(exampleExperiment, [], 'The example experiment');
  }

  async openFile(file: Pick<File, 'name' | 'text'>): Promise<void> {
    const text = await file.text().catch(() => null);
    if (text === null) this.problem = `“${file.name}” was not opened. The browser could not read it.`;
    else this.openText(file.name, text);
  }

  /** Opens an experiment from a file. Its runs come beside those that are here. */
  openText(name: string, text: string): void {
    const read = readExperiment(text);
    if (!read.ok) {
      this.problem = `“${name}” was not opened. ${read.message} Your own work is untouched.`;
      return;
    }
    this.#open(read.experiment, read.runs, name, read.server);
    if (read.dropped > 0)
      this.problem = `${numberText(read.dropped)} parts of “${name}” cannot be used and were left out.`;
  }

  #open(experiment: Experiment, runs: readonly ModelRun[], from: string, server: ReadBy | null = null): void {
    this.stop();
    this.#agreed = null;
    this.problem = '';
    const { session } = this.#page;
    this.#add(runs);
    const first = experiment.variants[0]?.setup;
    // One that came from a file may have runs by now, and is no less the reader's.
    const keeps = session.fields.experiment !== '';
    session.open(stateOf(experiment, server ?? serverFields(session.fields)), from, keeps);
    if (first !== undefined) this.showVariant(first);
    const [asked] = experiment.messages;
    if (asked !== undefined) this.#running.settings.user = asked.text;
  }

  save(): void {
    const runs = this.judged.map(({ run }) => run);
    const text = writeExperiment(this.experiment, runs, serverFields(this.#page.session.fields));
    saveFile(new Blob([text], { type: 'application/json' }), 'experiment.callscope.json');
    this.#page.session.say(savedNotice('experiment.callscope.json'));
  }

  /** Saves the rates, verdicts and failures as a table. */
  saveResults(form: 'csv' | 'md'): void {
    const reader = this.#page.runtimes.labelOf(this.#page.session.fields.profile);
    const text = form === 'csv' ? resultsCsv(this) : resultsMarkdown(this, reader);
    saveFile(new Blob([text], { type: form === 'csv' ? 'text/csv' : 'text/markdown' }), `experiment.${form}`);
    this.#page.session.say(savedNotice(`experiment.${form}`));
  }

  /** Makes more runs of every variant and message. */
  async start(): Promise<void> {
    if (this.experiment.variants.length === 0) this.addPageVariant();
    const wanted = nextRuns(this.experiment, this.runs, this.plan.perCell);
    this.#aim = aimOf(wanted);
    await this.#run(wanted);
  }

  /** What some variants and messages lack that others have, and what was stopped before it was made. */
  readonly missing = $derived(missingRuns(this.experiment, this.runs, this.made.aim));

  async runMissing(): Promise<void> {
    this.isLeading = true;
    this.#aim = this.made.aim;
    await this.#run(this.missing);
  }

  /** Makes the runs again that failed. */
  async runFailedAgain(): Promise<void> {
    this.#aim = this.made.aim;
    await this.#run(failedAgain(this.experiment, this.failedRuns));
  }

  stop(): void {
    this.waiting = null;
    this.many?.stop();
  }

  /** The server that some of these ask; null for none. An experiment holds no address: it is that of the settings. */
  addressOf(setups: readonly Setup[]): string | null {
    return setups.some((setup) => asksServer(setup)) ? this.#running.settings.address : null;
  }

  /** What should be known before the runs that wait join others; '' for nothing. */
  readonly earlier: string = $derived.by(() =>
    this.#asked.earlierText(this.table, this.waiting ?? [], this.#running.settings.address),
  );

  /** Makes the runs that waited. */
  async agree(): Promise<void> {
    const { waiting } = this;
    this.#agreed = this.#running.settings.address;
    this.waiting = null;
    this.isLeading = true;
    if (waiting !== null) await this.#run(waiting);
  }

  /** Forgets all runs, here and in this browser. */
  forgetRuns(): void {
    this.stop();
    this.many = null;
    const { runs } = this;
    this.made.forget();
    this.#page.session.offerUndo({
      text: 'All runs are forgotten.',
      overwrites: [],
      undo: () => {
        this.#add(runs);
      },
    });
  }

  /** Whether every variant runs where the settings say. */
  readonly isOnSource = $derived(
    this.experiment.variants.every(
      ({ setup }) => setup.source === this.pageSetup.source && setup.model === this.pageSetup.model,
    ),
  );

  /** Has every variant run on the source and model of the settings. They are other variants then, without runs. */
  useSource(): void {
    const takesTools = this.#running.settings.info?.takesTools === true;
    this.change(onSource(this.experiment, { ...this.pageSetup, takesTools }));
  }

  /** At which temperature those run that leave nothing to chance, if somebody wants that: that of the settings, or a usual one. */
  readonly otherTemperature = $derived(this.pageSetup.temperature === 0 ? 0.7 : this.pageSetup.temperature);

  useTemperature(): void {
    this.#running.settings.temperature = this.otherTemperature;
    const changed = atTemperature(this.experiment, this.otherTemperature);
    this.#changeWithUndo(changed, 'All variants leave something to chance.');
  }

  async #run(wanted: readonly WantedRun[]): Promise<void> {
    if (wanted.length === 0 || this.isRunning || this.#isStarting) return;
    this.problem = '';
    const address = this.addressOf(wanted.map(({ setup }) => setup));
    if (address !== null && address !== this.#agreed) {
      this.waiting = wanted;
      return;
    }
    if (address !== null) this.#asked.add(wanted, address);
    this.#isStarting = true;
    const setups = wanted.map(({ setup }) => setup);
    const prompts = await variantPrompts(setups, this.#worker).finally(() => (this.#isStarting = false));
    if (typeof prompts === 'string') {
      this.problem = prompts;
      return;
    }
    const { settings } = this.#running;
    const round = nextRound(this.judged);
    const tasks = runTasks(wanted, { settings, prompts, firstSeed: this.plan.firstSeed, round });
    const options = { parallel: this.#lanes, longest: this.plan.longestMilliseconds };
    const many = new ManyRuns(tasks, options, (run) => {
      this.#add([run]);
    });
    this.many = many;
    this.#wanted = wanted;
    this.made.aim = this.#aim;
    await many.start();
  }
}
