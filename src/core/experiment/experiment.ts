/** A call that a message should lead to. */
export interface WantedCall {
  readonly name: string;
  /** JSON text as typed; '' where any arguments will do. */
  readonly argumentsText: string;
}

/** A parameter that a variant calls otherwise than the expected calls do. */
export interface Renamed {
  readonly tool: string;
  /** What the expected calls say. */
  readonly from: string;
  /** What the variant declares. */
  readonly to: string;
}

/** All that goes to a model besides the message, and to which model. */
export interface Setup {
  readonly system: string;
  /** The words that ask for the format; null for ours. */
  readonly preamble: string | null;
  /** Id of the format that is asked for; '' for ExAthena's fence. */
  readonly format: string;
  /** JSON text of the tool definitions. */
  readonly tools: string;
  readonly isCompact: boolean;
  /** Where the tools go: into the text of the system prompt, into the request, or nowhere. */
  readonly place: 'prompt' | 'request' | 'none';
  /** What the engine is held to. */
  readonly held: 'free' | 'call' | 'tagged';
  readonly temperature: number;
  /** Id of the source. Addresses and keys are no part of an experiment. */
  readonly source: string;
  /** Its model, in the words of the source; '' where it has one alone. */
  readonly model: string;
  readonly renamed: readonly Renamed[];
}

export interface Variant {
  readonly name: string;
  /** The name of the variant that it was made from; absent where nobody knows. */
  readonly from?: string;
  readonly setup: Setup;
}

export interface Message {
  readonly text: string;
  /** Null where nothing is expected, empty where no call is. */
  readonly expected: readonly WantedCall[] | null;
}

/** What is compared: every variant is asked every message. */
export interface Experiment {
  readonly variants: readonly Variant[];
  readonly messages: readonly Message[];
}

export const emptyExperiment: Experiment = { variants: [], messages: [] };

/** The server whose reading the results are, with its settings. Untrusted, as it may come from a file. */
export interface ReadBy {
  readonly profile: string;
  readonly reasoningParser: string;
  readonly nativeToolCalls: 'absent' | 'true' | 'false';
  readonly selfContained: boolean;
  readonly thinking: 'absent' | 'on' | 'off';
}

/** One answer of a model, or why there is none. */
export interface ModelRun {
  /** Key of the setup and of the message: a run belongs to what was sent, whatever it is called. */
  readonly variant: string;
  readonly message: string;
  /** From 1 within its variant and message. Runs of two variants with one number had one seed. */
  readonly number: number;
  readonly seed: number | null;
  /** Which start of runs made it, from 1: what earlier ones brought could be seen by then. Absent where nobody knows. */
  readonly round?: number;
  readonly text: string;
  /** Native calls as JSON text; '' for none. */
  readonly native: string;
  /** What the source counted; null where it does not. */
  readonly tokens: number | null;
  readonly milliseconds: number;
  readonly finishReason: string | null;
  /** A sentence; null where the run came to its end. */
  readonly error: string | null;
}

/** What a run of this setup belongs to: the same for what sends the same. */
export function setupKey(setup: Setup): string {
  const { system, preamble, format, tools, isCompact, place, held, temperature, source, model } = setup;
  return keyOf([system, preamble, format, tools, isCompact, place, held, temperature, source, model]);
}

/** The expected calls are no part of it: they may change after the runs. */
export function messageKey({ text }: Pick<Message, 'text'>): string {
  return keyOf([text]);
}

/** Key of the variant and the message that a run is of. */
export function cellKey({ variant, message }: Pick<ModelRun, 'variant' | 'message'>): string {
  return `${variant} ${message}`;
}

/** How the parameters of a tool are called in a variant, by what the expected calls say. */
export function declaredNames({ renamed }: Pick<Setup, 'renamed'>, tool: string): ReadonlyMap<string, string> {
  return new Map(renamed.filter((one) => one.tool === tool).map(({ from, to }) => [from, to]));
}

/** The highest number of a run in each cell. */
export function lastNumbers(runs: readonly ModelRun[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const run of runs) last.set(cellKey(run), Math.max(last.get(cellKey(run)) ?? 0, run.number));
  return last;
}

/** A number of 53 bits made of a text (cyrb53), in base 36: enough to tell some thousand texts apart. */
function keyOf(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts);
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}

/**
 * The experiment with a variant more; unchanged where one sends the same.
 *
 * @param from the name of the variant that it was made from
 */
export function withVariant(
  experiment: Experiment,
  setup: Setup,
  from?: string,
  name = freeName(experiment),
): Experiment {
  const key = setupKey(setup);
  if (experiment.variants.some((one) => setupKey(one.setup) === key)) return experiment;
  const isKnown = experiment.variants.some((one) => one.name === from);
  const variant = { name, ...(from !== undefined && isKnown ? { from } : {}), setup };
  return { ...experiment, variants: [...experiment.variants, variant] };
}

/** The experiment without a variant: what was made from it was made from what it was made from. */
export function withoutVariant(experiment: Experiment, index: number): Experiment {
  const gone = experiment.variants[index];
  const variants = experiment.variants
    .filter((one) => one !== gone)
    .map(({ from, ...one }): Variant => {
      const next = from === gone?.name ? gone?.from : from;
      return next === undefined ? one : { name: one.name, from: next, setup: one.setup };
    });
  return { ...experiment, variants };
}

/** The first letter that no variant is called by. */
function freeName({ variants }: Experiment): string {
  const names = new Set(variants.map(({ name }) => name));
  for (let index = 0; ; index += 1) {
    const letter = String.fromCharCode(65 + (index % 26));
    const name = index < 26 ? letter : `${letter}${String(Math.floor(index / 26))}`;
    if (!names.has(name)) return name;
  }
}
