import {
  counted,
  defaultFormat,
  type Experiment,
  type JudgedRun,
  type Measure,
  messageKey,
  type ModelRun,
  type Rate,
  type Setup,
  setupKey,
  type Variant,
  numberText,
} from '../../../core/index.ts';
import { ANY_MODEL } from '../../sources/endpoint-request.ts';
import { sources } from '../../sources/index.ts';
import type { LabEstimate } from './lab-estimate.ts';
import type { ManyRuns } from './many-runs.svelte.ts';

/** What each measure is called in the table, and what it says. */
export const measureWords: Readonly<Record<Measure, { readonly label: string; readonly about: string }>> = {
  right: { label: 'Right', about: 'The client got the expected calls, or no call where none is expected.' },
  made: { label: 'Call', about: 'Of runs that should call: the client got a call.' },
  tool: { label: 'Tool', about: 'Of runs that should call: of the right tool.' },
  valid: {
    label: 'Valid',
    about: 'Of runs whose call came or is broken: its tool is declared, and valid JSON fits the schema.',
  },
  exact: { label: 'Exact', about: 'Of runs that should call: the arguments are those that are expected.' },
  format: { label: 'Format', about: 'Of runs that wrote a call: in the format that was asked for.' },
  quiet: {
    label: 'No needless call',
    about: 'Of runs that should not call: none was written, not even one that stayed text.',
  },
};

/** The bounds of a rate in percent, and of how many runs it is where these are not all of its column. */
export function boundsText({ low, high, runs }: Pick<Rate, 'low' | 'high' | 'runs'>, read: number): string {
  const bounds = [low, high].map((share) => (share * 100).toFixed(0)).join('–');
  return runs === read ? bounds : `${bounds}, of ${numberText(runs)}`;
}

/** What answers: the model, or the source where the model has no name. */
export function modelText({ source, model }: Pick<Setup, 'source' | 'model'>): string {
  const label = sources.find(({ id }) => id === source)?.label ?? source;
  if (model === ANY_MODEL) return `${label}’s default model`;
  return model === '' ? label : model;
}

function formatText({ place, format }: Pick<Setup, 'place' | 'format'>): string {
  if (place === 'prompt') return format === '' ? defaultFormat : format;
  return place === 'request' ? 'native tools' : 'no tools';
}

/** What a variant is, in a few words. */
export function setupText({ format, isCompact, place, held, temperature, source, model, renamed }: Setup): string {
  return [
    modelText({ source, model }),
    formatText({ place, format }),
    ...(isCompact && place === 'prompt' ? ['compact list'] : []),
    ...(held === 'free' ? [] : ['constrained']),
    `temperature ${String(temperature)}`,
    ...renamed.map(({ from, to }) => `${from} → ${to}`),
  ].join(', ');
}

/** How a variant differs from what it was made from, or from the first; of the first, how its prompt begins. */
export function variantText({ variants }: Pick<Experiment, 'variants'>, { from, setup }: Variant): string {
  const [first] = variants;
  const base = variants.find(({ name }) => name === from) ?? first;
  if (base === undefined || base.setup === setup)
    return setup.system.trim() === '' ? '' : lineDifference('', setup.system);
  const difference = differenceText(base.setup, setup);
  if (base === first) return difference;
  // Beside the first, the format is seen anyway.
  const [former, format] = [formatText(base.setup), formatText(setup)];
  const all = [...(former === format ? [] : [format]), ...(difference === '' ? [] : [difference])];
  return all.length === 0 ? '' : `${base.name} with ${all.join(', ')}`;
}

/**
 * What the second setup has otherwise than the first; '' for nothing that a reader can see.
 *
 * @internal Tests ask for it alone.
 */
export function differenceText(first: Setup, second: Setup): string {
  const named: readonly (readonly [boolean, string])[] = [
    [first.system !== second.system, lineDifference(first.system, second.system)],
    [first.preamble !== second.preamble && first.format === second.format, 'another wording'],
    [first.tools !== second.tools, 'other tools'],
  ];
  return named.flatMap(([differs, words]) => (differs ? [words] : [])).join(', ');
}

/** So much of a line is shown. */
const LONGEST = 80;

/** The first line that the second text has and the first lacks; of one that goes on where the first has ended, what it goes on with. */
function lineDifference(first: string, second: string): string {
  const lines = first.split('\n');
  const line = second.split('\n').find((one) => one.trim() !== '' && !lines.includes(one));
  if (line === undefined) return 'lines left out';
  const begun = lines.find((one) => one.trim() !== '' && line.startsWith(one));
  return `“${begun === undefined ? cutAtWord(line.trim()) : `…${cutAtWord(line.slice(begun.length).trim())}`}”`;
}

function cutAtWord(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST + 1);
  const end = cut.search(/\s\S*$/);
  // A text without blanks is cut where it has to be, and no character is halved.
  return `${end > 0 ? cut.slice(0, end) : Array.from(cut).slice(0, -1).join('')}…`;
}

/** Milliseconds as people say them. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 950) return `${String(Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds))} s`;
  return `${numberText(Math.ceil(seconds / 60))} min`;
}

/** An interval of times, with the unit once where both have it. */
export function timeRange({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [timeText(Math.max(0, low)), timeText(high)];
  const unit = / \w+$/.exec(to)?.[0] ?? '';
  return `${from.endsWith(unit) ? from.slice(0, -unit.length) : from}–${to}`;
}

export function roundText(value: number): string {
  return value < 10 ? value.toFixed(1) : numberText(Math.round(value));
}

/** How far runs are, and how many of all have an answer. */
export function statusText(
  many: Pick<ManyRuns, 'state' | 'done' | 'total' | 'failed' | 'left' | 'said'>,
  judged: readonly Pick<JudgedRun, 'run'>[],
): string {
  const { state, done, total, failed, left, said } = many;
  const isMore = total < judged.length;
  const counts = `${numberText(done)} of ${numberText(total)} ${isMore ? 'more ' : ''}${total === 1 ? 'run' : 'runs'}`;
  const failures = failed === 0 ? '' : `, ${numberText(failed)} failed`;
  const answers = done === failed ? 'none' : numberText(done - failed);
  const ended = failed === 0 ? '' : `${counts} tried: ${answers} answered${failures}`;
  if (state === 'done') {
    const answered = judged.filter(({ run }) => run.error === null).length;
    const all = ` In all, ${counted(answered, 'run')} ${answered === 1 ? 'has' : 'have'} an answer.`;
    return `${ended || `${counts} made`}.${isMore ? all : ''}`;
  }
  if (state === 'stopped') return `${said === '' ? 'Stopped.' : said} ${ended || `${counts} made and kept`}.`;
  // A server that asks to wait is not at the pace so far.
  const rest = left === null || said !== '' ? '' : `, about ${timeText(left)} left`;
  return `${counts}${failures}${state === 'paused' ? ', paused' : rest}. ${said}`.trimEnd();
}

/** What the next runs take, about. */
export function costText({ runs, input, output, milliseconds, cost }: LabEstimate, noun: string): string {
  return [
    counted(runs, noun),
    `about ${numberText(input)} tokens in`,
    `${output.isMost ? 'at most' : 'about'} ${numberText(output.tokens)} out`,
    ...(milliseconds === null ? [] : [`about ${timeText(milliseconds)}`]),
    ...(cost === null ? [] : [`about ${cost.toFixed(cost < 1 ? 4 : 2)} in money`]),
  ].join(', ');
}

/** What a run is called in a list, and in a sentence; `on`: of which message it is, where there are several. */
export function runNames(
  { variants, messages }: Experiment,
  { variant, message, number }: Pick<ModelRun, 'variant' | 'message' | 'number'>,
): { readonly short: string; readonly on: string; readonly long: string } {
  const name = variants.find(({ setup }) => setupKey(setup) === variant)?.name ?? '';
  const at = messages.length < 2 ? -1 : messages.findIndex((one) => messageKey(one) === message);
  const [on, onMessage] = at < 0 ? ['', ''] : [` on ${String(at + 1)}`, ` on message ${String(at + 1)}`];
  return { short: `${name}${String(number)}`, on, long: `Run ${String(number)} of ${name}${onMessage}` };
}

/** Which of the next runs ask a server; '' for none. */
export function askedText({ runs, requests }: Pick<LabEstimate, 'runs' | 'requests'>, address: string): string {
  if (requests === 0) return '';
  return requests === runs ? `Asks ${address}.` : `${numberText(requests)} of them ask ${address}.`;
}
