import { counted } from '../../../core/index.ts';
import type { Run, RunProgress } from './run.svelte.ts';

const phases = {
  start: 'Starting',
  runtime: 'Fetching llama.cpp',
  library: 'Fetching WebLLM’s library of the model',
  cache: 'Looking for the model in the cache',
  model: 'Fetching the model',
  load: 'Loading the model',
  upload: 'Loading the model from the cache into the graphics card',
  compile: 'Compiling shaders',
  connect: 'Waiting for the server',
  prompt: 'Reading the prompt',
  text: 'Writing',
} as const satisfies Record<RunProgress['phase'], string>;

function phaseText({ phase, loaded, total }: RunProgress): string {
  if (loaded === null) return `${phases[phase]}…`;
  if (phase === 'compile') return `${phases.compile}: ${String(loaded)}${total === null ? '' : ` of ${String(total)}`}`;
  return `${phases[phase]}: ${sizeText(loaded)}${total === null ? '' : ` of ${sizeText(total)}`}`;
}

export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${String(Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How fast text came; null while there is too little to say. The first piece starts the clock. */
function paceText(pieces: number, outputTokens: number | null, milliseconds: number): string | null {
  const count = outputTokens ?? pieces;
  if (count < 2) return null;
  const unit = outputTokens === null ? 'pieces' : 'tokens';
  const rate = milliseconds < 50 ? null : ((count - 1) * 1000) / milliseconds;
  return `${String(count)} ${unit}${rate === null ? '' : `, ${rate < 10 ? rate.toFixed(1) : String(Math.round(rate))} per second`}`;
}

/** How far a run is, as one line. */
export function runText({ state, progress, pieces, end, duration, native }: Run): string {
  const pace = paceText(pieces, end?.outputTokens ?? null, duration);
  const isEmpty = pieces === 0 && native === '';
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn.';
    case 'running':
      return [progress === null ? '' : phaseText(progress), pace].filter(Boolean).join(' ');
    case 'done': {
      const how = [pace, end?.finishReason && `finish reason ${end.finishReason}`].filter(Boolean).join('; ');
      if (pieces === 0) return `Done, without a text${how === '' ? '.' : `: ${how}.`}`;
      return `Done${how === '' ? '.' : `: ${how}.`}`;
    }
    case 'stopped':
      return isEmpty ? 'Stopped.' : 'Stopped. The output so far is kept.';
    case 'failed':
      return isEmpty ? 'Failed.' : 'Failed. The output so far is kept.';
  }
}

/** In how many pieces a recording came. */
export function chunksText(recording: { readonly lengths: readonly number[] } | null): string {
  const count = (recording?.lengths.length ?? 0) + 1;
  return `, ${counted(count, 'piece')}`;
}
