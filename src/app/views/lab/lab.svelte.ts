import { untrack } from 'svelte';
import {
  emptyExperiment,
  failureGroups,
  joinedRuns,
  messageKey,
  readExperiment,
  setupKey,
  suggestionsFor,
  tableOf,
  toolDefinitions,
  withVariant,
  writeExperiment,
  type Experiment,
  type JudgedRun,
  type Message,
  type ModelRun,
  type RunResult,
  type Setup,
} from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';
import { openWorker } from '../../worker/client.ts';
import { emptyLoop } from '../../page/turns.ts';
import { BY_PROMPT } from '../run/run-settings.svelte.ts';
import { Running } from '../run/running.ts';
import { saveFile } from '../share/save-file.ts';
import { exampleExperiment } from './example-experiment.ts';
import { ManyRuns, type RunTask } from './many-runs.svelte.ts';
import { keepRuns, keptRuns } from './run-store.ts';

/** So many runs are read in one job. */
const RUNS_A_JOB = 40;
/** Characters of a token, about. */
const TOKEN = 4;
/** Milliseconds of quiet after which runs are kept, and after which they are kept without quiet. */
const KEEP_AFTER = 500;
const KEEP_EVERY = 5000;
/** Sources that can be asked several things at once. */
const PARALLEL_SOURCES: ReadonlySet<string> = new Set(['endpoint']);

/** What the next runs will cost. */
export interface LabEstimate {
  readonly runs: number;
  /** In tokens, about. */
  readonly input: number;
  /** `isMost`: as many as are allowed, because nobody knows yet how many come. */
  readonly output: { readonly tokens: number; readonly isMost: boolean };
  /** Null while no run has been timed. */
  readonly milliseconds: number | null;
  /** In the currency of the prices; null without them. */
  readonly cost: number | null;
}

/**
 * The experiment of the page: its definition is a field of the session, so it is in links and in what is saved. Its runs are here,
 * and in the file.
 */
export class Lab {
  readonly #page: Page;
  readonly #running: Running;
  readonly #worker = openWorker('core', 'lab');
  #isJudging = false;
  /** By their stamps, in which all is that they depend on. */
  #results: ReadonlyMap<string, RunResult> = $state.raw(new Map());

  /** All runs of this page, also of variants that are not in the experiment now. */
  runs: readonly ModelRun[] = $state.raw([]);
  many: ManyRuns | null = $state.raw(null);
  problem = $state('');
  /** Runs of each variant and message that a press adds. */
  count = $state<number | null>(10);
  parallel = $state<number | null>(2);
  /** Seconds. */
  longest = $state<number | null>(120);
  seed = $state<number | null>(1);
  /** For a million tokens. */
  priceIn = $state<number | null>(null);
  priceOut = $state<number | null>(null);
  /** Key of the group whose runs are listed. */
  group: string | null = $state(null);
  /** The cell whose runs are listed. */
  cell: { readonly variant: string; readonly message: number } | null = $state.raw(null);
  /** How far the column is scrolled: who comes back from a run finds it there. */
  scrolled = 0;

  constructor(page: Page) {
    this.#page = page;
    this.#running = page.of(Running);
    $effect(() => {
      if (this.#pending.length > 0) void untrack(() => this.#judgeAll());
    });
    const isHere = keptRuns().then((runs) => {
      if (runs.length > 0) this.runs = joinedRuns(this.runs, runs);
    });
    let keptAt = 0;
    $effect(() => {
      const { runs } = this;
      const delay = performance.now() - keptAt > KEEP_EVERY ? 0 : KEEP_AFTER;
      const timer = setTimeout(() => {
        keptAt = performance.now();
        // Not before those of the last visit are among them.
        void isHere.then(() => (this.runs === runs ? keepRuns(runs) : undefined));
      }, KEEP_AFTER);
      return () => {
        clearTimeout(timer);
      };
    });
  }

  readonly #reading = $derived.by(() => readExperiment(this.#page.session.fields.experiment));

  readonly experiment: Experiment = $derived(this.#reading.ok ? this.#reading.experiment : emptyExperiment);

  /** Why the experiment of a link or a file cannot be read; '' where it can. */
  readonly damage = $derived(this.#reading.ok ? '' : this.#reading.message);

  /** What the prompt on the page would send, as a variant. */
  readonly pageSetup: Setup = $derived.by(() => this.#running.settings.setup);

  /** Key of the variant that is on the left; null where the prompt there is none of them. */
  readonly shown: string | null = $derived.by(() => {
    const key = setupKey(this.pageSetup);
    return this.experiment.variants.some(({ setup }) => setupKey(setup) === key) ? key : null;
  });

  readonly #stamps: ReadonlyMap<string, string> = $derived.by(() => {
    const { variants, messages } = this.experiment;
    const { profile } = this.#page.session.fields;
    const entries = variants.flatMap(({ setup }) =>
      messages.map((message) => {
        const cell = `${setupKey(setup)} ${messageKey(message)}`;
        return [cell, JSON.stringify([cell, profile, message.expected, setup.renamed])] as const;
      }),
    );
    return new Map(entries);
  });

  /** The runs of the experiment, with what the server of the page makes of them. */
  readonly judged: readonly JudgedRun[] = $derived.by(() =>
    this.runs.flatMap((run): JudgedRun[] => {
      const stamp = this.#stampOf(run);
      return stamp === null ? [] : [{ run, result: run.error === null ? (this.#results.get(stamp) ?? null) : null }];
    }),
  );

  readonly #pending = $derived(this.judged.filter(({ run, result }) => run.error === null && result === null));

  readonly isReading = $derived(this.#pending.length > 0);

  readonly table = $derived(tableOf(this.experiment, this.judged));

  readonly groups = $derived(failureGroups(this.judged));

  readonly failedRuns = $derived(this.judged.filter(({ run }) => run.error !== null));

  /** What could be tried next, for each variant that has failures; none that is a variant already. */
  readonly suggestions = $derived.by(() => {
    const known = new Set(this.experiment.variants.map(({ setup }) => setupKey(setup)));
    return this.experiment.variants.flatMap(({ name, setup }) => {
      const key = setupKey(setup);
      const own = this.judged.filter(({ run }) => run.variant === key);
      return suggestionsFor(setup, own)
        .filter((one) => !known.has(setupKey(one.setup)))
        .map((one) => ({ ...one, variant: name }));
    });
  });

  readonly isRunning = $derived(this.many?.state === 'running' || this.many?.state === 'paused');

  readonly #lanes = $derived.by(() => {
    const isParallel = this.experiment.variants.every(({ setup }) => PARALLEL_SOURCES.has(setup.source));
    return isParallel ? between(this.parallel, 1, 16, 1) : 1;
  });

  readonly perCell = $derived(between(this.count, 1, 1000, 10));

  readonly estimate: LabEstimate = $derived.by(() => {
    // A first press takes the prompt on the left as the first variant.
    const setups = this.experiment.variants.map(({ setup }) => setup);
    const asked = setups.length === 0 ? [this.pageSetup] : setups;
    const { messages } = this.experiment;
    const runs = asked.length * messages.length * this.perCell;
    const characters = (setup: Setup, message: Message): number =>
      setup.system.length + (setup.place === 'none' ? 0 : setup.tools.length) + message.text.length;
    const input = asked.reduce(
      (sum, setup) => sum + messages.reduce((part, message) => part + characters(setup, message), 0),
      0,
    );
    const read = this.judged.filter(({ run }) => run.error === null).map(({ run }) => run);
    const counted = read.flatMap(({ tokens }) => tokens ?? []);
    const tokens = counted.length === 0 ? (this.#running.settings.maxTokens ?? 512) : meanOf(counted);
    const output = { tokens: Math.round(tokens * runs), isMost: counted.length === 0 };
    const inTokens = Math.round((input * this.perCell) / TOKEN);
    const times = read.map(({ milliseconds }) => milliseconds);
    const { priceIn, priceOut } = this;
    return {
      runs,
      input: inTokens,
      output,
      milliseconds: times.length === 0 ? null : (meanOf(times) * runs) / this.#lanes,
      cost:
        priceIn === null && priceOut === null
          ? null
          : (inTokens * (priceIn ?? 0) + output.tokens * (priceOut ?? 0)) / 1_000_000,
    };
  });

  change(experiment: Experiment): void {
    const isEmpty = experiment.variants.length === 0 && experiment.messages.length === 0;
    this.#page.session.setExperiment(isEmpty ? '' : writeExperiment(experiment));
    this.cell = null;
  }

  addPageVariant(): void {
    this.change(withVariant(this.experiment, this.pageSetup));
  }

  /** Adds a variant, and shows it on the left. */
  addVariant(setup: Setup): void {
    this.change(withVariant(this.experiment, setup));
    this.showVariant(setup);
  }

  removeVariant(index: number): void {
    this.change({ ...this.experiment, variants: this.experiment.variants.filter((_, at) => at !== index) });
  }

  /** Puts the prompt, tools and settings of a variant where they are edited. */
  showVariant(setup: Setup): void {
    const { session } = this.#page;
    session.setSystem(setup.system);
    session.setTools(setup.tools);
    session.setPreamble(setup.preamble);
    session.setAskedFormat(setup.format);
    session.setCompact(setup.isCompact);
    const { settings } = this.#running;
    const known = settings.offered.find(({ id }) => id === setup.source)?.id;
    if (known !== undefined) settings.source = known;
    settings.tools = setup.place;
    settings.held = setup.held;
    settings.temperature = setup.temperature;
    if (setup.source === 'demo') settings.answer = BY_PROMPT;
    if (setup.source === 'endpoint') settings.model = setup.model;
    if (setup.source === 'webllm') settings.webllm.id = setup.model;
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
    this.#open(read.experiment, read.runs, name);
    if (read.dropped > 0)
      this.problem = `${read.dropped.toLocaleString('en')} parts of “${name}” cannot be used and were left out.`;
  }

  #open(experiment: Experiment, runs: readonly ModelRun[], from: string): void {
    this.stop();
    this.problem = '';
    const { session } = this.#page;
    this.runs = joinedRuns(this.runs, runs);
    const first = experiment.variants[0]?.setup;
    const state: LinkState = {
      ...emptyLinkState,
      ...(first === undefined ? {} : promptOf(first)),
      profile: session.fields.profile,
      view: 'prompt',
      experiment: writeExperiment(experiment),
    };
    session.open(state, from);
    if (first !== undefined) this.showVariant(first);
    const [asked] = experiment.messages;
    if (asked !== undefined) this.#running.settings.user = asked.text;
  }

  save(): void {
    const text = writeExperiment(
      this.experiment,
      this.judged.map(({ run }) => run),
    );
    saveFile(new Blob([text], { type: 'application/json' }), 'experiment.callscope.json');
  }

  /** Makes more runs of every variant and message. */
  async start(): Promise<void> {
    if (this.experiment.variants.length === 0) this.addPageVariant();
    const last = new Map<string, number>();
    for (const { variant, message, number } of this.runs) {
      const key = `${variant} ${message}`;
      last.set(key, Math.max(last.get(key) ?? 0, number));
    }
    const { variants, messages } = this.experiment;
    // In turns, so that what comes before a stop can be compared.
    const wanted = Array.from({ length: this.perCell }, (_, index) =>
      messages.flatMap((message) =>
        variants.map(({ setup }) => ({
          setup,
          message,
          number: (last.get(`${setupKey(setup)} ${messageKey(message)}`) ?? 0) + index + 1,
        })),
      ),
    ).flat();
    await this.#run(wanted);
  }

  /** Makes the runs again that failed. */
  async runFailedAgain(): Promise<void> {
    const wanted = this.failedRuns.flatMap(({ run }) => {
      const variant = this.experiment.variants.find(({ setup }) => setupKey(setup) === run.variant);
      const message = this.experiment.messages.find((one) => messageKey(one) === run.message);
      return variant === undefined || message === undefined
        ? []
        : [{ setup: variant.setup, message, number: run.number }];
    });
    await this.#run(wanted);
  }

  stop(): void {
    this.many?.stop();
  }

  /** Forgets all runs, here and in this browser. */
  forgetRuns(): void {
    this.stop();
    this.many = null;
    this.runs = [];
  }

  /** Whether every variant runs where the settings say. */
  readonly isOnSource = $derived(
    this.experiment.variants.every(
      ({ setup }) => setup.source === this.pageSetup.source && setup.model === this.pageSetup.model,
    ),
  );

  /** Has every variant run on the source and model of the settings. They are other variants then, without runs. */
  useSource(): void {
    const { source, model } = this.pageSetup;
    const { info } = this.#running.settings;
    let next: Experiment = { ...this.experiment, variants: [] };
    for (const { name, setup } of this.experiment.variants) {
      const place = setup.place === 'request' && info?.takesTools !== true ? 'prompt' : setup.place;
      next = withVariant(next, { ...setup, source, model, place }, name);
    }
    this.change(next);
  }

  async #run(
    wanted: readonly { readonly setup: Setup; readonly message: Message; readonly number: number }[],
  ): Promise<void> {
    if (wanted.length === 0 || this.isRunning) return;
    this.problem = '';
    const prompts = new Map<Setup, string>();
    for (const { setup } of wanted) {
      if (prompts.has(setup)) continue;
      const prompt = await this.#promptOf(setup);
      if (prompt === null) return;
      prompts.set(setup, prompt);
    }
    const { settings } = this.#running;
    const base = between(this.seed, 0, 2 ** 31, 1);
    const tasks = wanted.map(({ setup, message, number }): RunTask => {
      const seed = base + number - 1;
      return {
        variant: setupKey(setup),
        message: messageKey(message),
        number,
        seed,
        prepare: () => settings.prepareSetup(setup, prompts.get(setup) ?? '', message.text, seed),
      };
    });
    const options = { parallel: this.#lanes, longest: 1000 * between(this.longest, 1, 3600, 120) };
    const many = new ManyRuns(tasks, options, (run) => {
      this.runs = joinedRuns(this.runs, [run]);
    });
    this.many = many;
    await many.start();
  }

  /** The system prompt of a variant with its tools, as the page shows it; null where that failed. */
  async #promptOf(setup: Setup): Promise<string | null> {
    const { system, tools, preamble, format } = setup;
    if (setup.place !== 'prompt' || toolDefinitions(tools).length === 0) return system;
    if (format === '') {
      const made = await this.#worker.run({ kind: 'tools', tools, system, preamble });
      if (made.ok) return made.answer.prompts[setup.isCompact ? 'compact' : 'full'].text;
      this.problem = `The prompt was not made. ${made.message}`;
      return null;
    }
    const made = await this.#worker.run({ kind: 'ask', format, tools, system });
    if (made.ok) return made.answer?.text ?? system;
    this.problem = `The prompt was not made. ${made.message}`;
    return null;
  }

  #stampOf(run: ModelRun): string | null {
    const stamp = this.#stamps.get(`${run.variant} ${run.message}`);
    return stamp === undefined ? null : `${String(run.number)} ${stamp}`;
  }

  async #judgeAll(): Promise<void> {
    if (this.#isJudging) return;
    this.#isJudging = true;
    try {
      for (let pending = this.#pending; pending.length > 0; pending = this.#pending) {
        const asked = pending.slice(0, RUNS_A_JOB).flatMap(({ run }) => {
          const setup = this.experiment.variants.find((one) => setupKey(one.setup) === run.variant)?.setup;
          const message = this.experiment.messages.find((one) => messageKey(one) === run.message);
          const stamp = this.#stampOf(run);
          if (setup === undefined || message === undefined || stamp === null) return [];
          const { tools, format, place, renamed, model } = setup;
          const { text, native, number } = run;
          return [
            {
              stamp,
              asked: {
                run: { text, native, number },
                setup: { tools, format, place, renamed, model },
                expected: message.expected,
              },
            },
          ];
        });
        const runtime = this.#page.session.fields.profile;
        const read = await this.#worker.run({ kind: 'judge-runs', runtime, runs: asked.map((one) => one.asked) });
        if (!read.ok) {
          this.problem = `The runs were not read. ${read.message}`;
          return;
        }
        const answers = asked.flatMap(({ stamp }, index) => {
          const result = read.answer[index];
          return result === undefined ? [] : [[stamp, result] as const];
        });
        this.#results = new Map([...this.#results, ...answers]);
      }
    } finally {
      this.#isJudging = false;
    }
  }

  /** Opens a run where single replies are read; the experiment stays as it is for whoever comes back. */
  openRun({ run }: JudgedRun): void {
    const variant = this.experiment.variants.find(({ setup }) => setupKey(setup) === run.variant);
    const message = this.experiment.messages.find((one) => messageKey(one) === run.message);
    if (variant === undefined || message === undefined) return;
    const { session } = this.#page;
    const { expected } = message;
    const isWhole = expected?.every(({ argumentsText }) => argumentsText.trim() !== '') === true;
    const state: LinkState = {
      ...emptyLinkState,
      ...promptOf(variant.setup),
      text: run.text,
      native: run.native,
      profile: session.fields.profile,
      // Names alone cannot be expected there.
      expected: isWhole ? expected : null,
      loop: { ...emptyLoop, asked: message.text },
      experiment: session.fields.experiment,
    };
    session.open(state, `Run ${String(run.number)} of ${variant.name}`, true);
  }
}

/** What of a setup is in a case. */
function promptOf(setup: Setup): Pick<LinkState, 'system' | 'tools' | 'preamble' | 'askedFormat' | 'compact'> {
  const { system, tools, preamble, format: askedFormat, isCompact: compact } = setup;
  return { system, tools, preamble, askedFormat, compact };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function between(value: number | null, least: number, most: number, otherwise: number): number {
  return value === null || Number.isNaN(value) ? otherwise : Math.min(most, Math.max(least, Math.round(value)));
}
