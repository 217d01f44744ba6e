import {
  cellKey,
  finishKind,
  lackingFor,
  lastNumbers,
  messageKey,
  setupKey,
  suggestionsFor,
  withVariant,
  type AskedRun,
  type Experiment,
  type JudgedRun,
  type Message,
  type ModelRun,
  type RunResult,
  type Setup,
  type Suggestion,
  type Variant,
} from '../../../core/index.ts';

/** A damaged store must not ask for more: it is as many runs as an experiment holds. */
const MOST_NUMBER = 20_000;

/** A run that is to be made. */
export interface WantedRun {
  readonly setup: Setup;
  readonly message: Message;
  readonly number: number;
  /** That of a run that failed, where it is made again; absent for the next. */
  readonly round?: number | undefined;
}

/** The round that comes after those of all runs. */
export function nextRound(judged: readonly JudgedRun[]): number {
  return judged.reduce((last, { run: { round = 1 } }) => Math.max(last, round), 0) + 1;
}

/** What failed, to be made again in its round: nobody chose it by what came. */
export function failedAgain(experiment: Experiment, failed: readonly JudgedRun[]): WantedRun[] {
  return failed.flatMap(({ run: { round = 1, ...run } }) => {
    const sent = sentWith(experiment, run);
    return sent === null ? [] : [{ setup: sent.variant.setup, message: sent.message, number: run.number, round }];
  });
}

/** So many more runs of every variant and message, in turns: what comes before a stop can be compared. */
export function nextRuns(experiment: Experiment, runs: readonly ModelRun[], more: number): WantedRun[] {
  const last = lastNumbers(runs);
  return inTurns(experiment, more).map((run) => ({ ...run, number: (last.get(cellOf(run)) ?? 0) + run.number }));
}

/** Runs of every variant and message with the numbers up to one. */
function inTurns({ variants, messages }: Experiment, most: number): WantedRun[] {
  return Array.from({ length: most }, (_, index) =>
    messages.flatMap((message) => variants.map(({ setup }) => ({ setup, message, number: index + 1 }))),
  ).flat();
}

/** The last number that was wanted of a variant and message, by its cell: what is below and not made was stopped. */
export type Aim = ReadonlyMap<string, number>;

export const noAim: Aim = new Map();

export function aimOf(wanted: readonly WantedRun[]): Aim {
  const aim = new Map<string, number>();
  for (const run of wanted) aim.set(cellOf(run), Math.max(aim.get(cellOf(run)) ?? 0, run.number));
  return aim;
}

/**
 * The runs that some variant and message lack which others have: a new variant catches up with these. With them what was
 * wanted and not made, because somebody, a failure or the end of the page stopped it.
 */
export function missingRuns(experiment: Experiment, runs: readonly ModelRun[], aim: Aim = noAim): WantedRun[] {
  const numbers = new Map(inTurns(experiment, 1).map((run) => [cellOf(run), new Set<number>()]));
  let most = 0;
  for (const run of runs) {
    const cell = numbers.get(cellKey(run));
    cell?.add(run.number);
    if (cell !== undefined && run.error === null) most = Math.max(most, run.number);
  }
  const last = Math.max(most, ...[...numbers.keys()].map((cell) => aim.get(cell) ?? 0));
  return inTurns(experiment, Math.min(last, MOST_NUMBER)).filter((run) => {
    const cell = cellOf(run);
    return run.number <= Math.max(most, aim.get(cell) ?? 0) && numbers.get(cell)?.has(run.number) === false;
  });
}

/** Whether an experiment still has all that these runs were made of: what was said of them is true of it only then. */
export function holdsAll({ variants, messages }: Experiment, wanted: readonly WantedRun[]): boolean {
  const setups = new Set(variants.map(({ setup }) => setupKey(setup)));
  const asked = new Set(messages.map((message) => messageKey(message)));
  return wanted.every(({ setup, message }) => setups.has(setupKey(setup)) && asked.has(messageKey(message)));
}

function cellOf({ setup, message }: Pick<WantedRun, 'setup' | 'message'>): string {
  return cellKey({ variant: setupKey(setup), message: messageKey(message) });
}

/** What a run was sent with; null where the experiment holds it no more. */
export function sentWith(
  { variants, messages }: Experiment,
  run: Pick<ModelRun, 'variant' | 'message'>,
): { readonly variant: Variant; readonly message: Message } | null {
  const variant = variants.find(({ setup }) => setupKey(setup) === run.variant);
  const message = messages.find((one) => messageKey(one) === run.message);
  return variant === undefined || message === undefined ? null : { variant, message };
}

/** What the result of a run depends on besides the run: by variant and message. */
export type Stamps = ReadonlyMap<string, string>;
/** By the stamps of their runs. */
export type Results = ReadonlyMap<string, RunResult>;

export const noResults: Results = new Map();

/** @param server reads the runs: all that is said of it, as one value */
export function stampsOf(experiment: Experiment, server: object): Stamps {
  return new Map(
    inTurns(experiment, 1).map((run) => {
      const cell = cellOf(run);
      return [cell, JSON.stringify([cell, server, run.message.expected, run.setup.renamed])];
    }),
  );
}

function stampOf(stamps: Stamps, run: ModelRun): string | null {
  const stamp = stamps.get(cellKey(run));
  return stamp === undefined ? null : `${String(run.number)} ${stamp}`;
}

/** The runs of an experiment, each with its result where it is known. */
export function judgedRuns(runs: readonly ModelRun[], stamps: Stamps, results: Results): JudgedRun[] {
  return runs.flatMap((run) => {
    const stamp = stampOf(stamps, run);
    return stamp === null ? [] : [{ run, result: run.error === null ? (results.get(stamp) ?? null) : null }];
  });
}

/** Runs to be read, with the stamps of their results. */
export function askedRuns(
  experiment: Experiment,
  judged: readonly JudgedRun[],
  stamps: Stamps,
): { readonly stamp: string; readonly asked: AskedRun }[] {
  return judged.flatMap(({ run }) => {
    const sent = sentWith(experiment, run);
    const stamp = stampOf(stamps, run);
    if (sent === null || stamp === null) return [];
    const { tools, format, place, renamed, model } = sent.variant.setup;
    const { text, native, number, finishReason } = run;
    const asked = {
      run: { text, native, number, isStopped: finishKind(finishReason) === 'plain' },
      setup: { tools, format, place, renamed, model },
      expected: sent.message.expected,
    };
    return [{ stamp, asked }];
  });
}

export function withResults(
  results: Results,
  asked: readonly { readonly stamp: string }[],
  answers: readonly RunResult[],
): Results {
  const added = asked.flatMap(({ stamp }, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [[stamp, answer] as const];
  });
  return new Map([...results, ...added]);
}

/** What could be tried next, with the name of the variant that it changes; none that is a variant already. */
export function nextVariants(
  { variants }: Experiment,
  judged: readonly JudgedRun[],
): (Suggestion & { readonly variant: string })[] {
  const known = new Set(variants.map(({ setup }) => setupKey(setup)));
  const tried = variants
    .map(({ name, setup }) => {
      const key = setupKey(setup);
      const own = judged.filter(({ run }) => run.variant === key);
      const right = own.filter(({ result }) => result?.right === true).length;
      return { name, setup, own, share: right / Math.max(1, own.length) };
    })
    .toSorted((one, other) => other.share - one.share);
  for (const { name, setup, own } of tried) {
    const others = variants.flatMap((one) => (one.setup === setup ? [] : [one.setup]));
    const next = suggestionsFor(setup, own, others).filter(
      (one) => one.setup === null || !known.has(setupKey(one.setup)),
    );
    if (next.length > 0) return next.map((one) => ({ ...one, variant: name }));
  }
  return [];
}

/** What the prompt on the page lacks of what a message expects, before it is a variant; null for nothing. */
export function lackingOnPage(
  { experiment, pageSetup }: { readonly experiment: Experiment; readonly pageSetup: Setup },
  { expected }: Pick<Message, 'expected'>,
): ReturnType<typeof lackingFor> {
  return experiment.variants.length === 0 ? lackingFor(pageSetup, expected) : null;
}

/** The experiment with every variant on one source and model. */
export function onSource(
  experiment: Experiment,
  { source, model, takesTools }: { readonly source: string; readonly model: string; readonly takesTools: boolean },
): Experiment {
  return experiment.variants.reduce<Experiment>(
    (next, { name, from, setup }) => {
      const place = setup.place === 'request' && !takesTools ? 'prompt' : setup.place;
      return withVariant(next, { ...setup, source, model, place }, from, name);
    },
    { ...experiment, variants: [] },
  );
}

/** The experiment with every variant that leaves nothing to chance at a temperature. */
export function atTemperature(experiment: Experiment, temperature: number): Experiment {
  return experiment.variants.reduce<Experiment>(
    (next, { name, from, setup }) =>
      withVariant(
        next,
        { ...setup, temperature: setup.temperature === 0 ? temperature : setup.temperature },
        from,
        name,
      ),
    { ...experiment, variants: [] },
  );
}

/** The runs of a list that another one, which came before it, lacks. */
export function addedTo(before: readonly ModelRun[], runs: readonly ModelRun[]): readonly ModelRun[] {
  const known = new Set(before);
  return runs.filter((run) => !known.has(run));
}
