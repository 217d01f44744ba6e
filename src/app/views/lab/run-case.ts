import {
  expectedFor,
  type Experiment,
  type Message,
  type ModelRun,
  type Setup,
  writeExperiment,
} from '../../../core/index.ts';
import { emptyLoop } from '../../page/turns.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';

/** What of a setup is in a case. */
export function promptOf(
  setup: Setup,
): Pick<LinkState, 'system' | 'tools' | 'preamble' | 'askedFormat' | 'askedWords' | 'compact'> {
  const { system, tools, preamble, format: askedFormat, isCompact: compact } = setup;
  const words = askedFormat === '' ? { preamble, askedWords: null } : { preamble: null, askedWords: preamble };
  return { system, tools, ...words, askedFormat, compact };
}

/** A page that holds an experiment and nothing else, with the prompt of its first variant, read by the server as before. */
export function stateOf(experiment: Experiment, server: Partial<LinkState>): LinkState {
  const [first] = experiment.variants;
  const prompt = first === undefined ? {} : promptOf(first.setup);
  return { ...emptyLinkState, ...prompt, ...server, view: 'prompt', experiment: writeExperiment(experiment) };
}

/** A run as a case, with the prompt and the question that it answers. */
export function caseOf(run: ModelRun, setup: Setup, message: Message): LinkState {
  const { text, native } = run;
  return { ...emptyLinkState, ...promptOf(setup), text, native, loop: { ...emptyLoop, asked: message.text } };
}

/** The calls that a case can expect; null where it can expect none of them, because only names are known. */
export function expectedInCase(setup: Setup, message: Message): LinkState['expected'] {
  const expected = expectedFor(setup, message.expected);
  return expected?.every(({ argumentsText }) => argumentsText.trim() !== '') === true ? expected : null;
}

/** An experiment as the session holds it; '' for none. */
export function textOf(experiment: Experiment): string {
  return experiment.variants.length === 0 && experiment.messages.length === 0 ? '' : writeExperiment(experiment);
}
