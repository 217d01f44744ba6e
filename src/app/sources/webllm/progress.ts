import type { Phase } from '../source.ts';

/** What WebLLM reports while it loads: a fraction that runs from 0 to 1 once per phase, and an English sentence. */
export interface LoadReport {
  readonly progress: number;
  readonly text: string;
}

export interface LoadProgress {
  readonly phase: Extract<Phase, 'cache' | 'model' | 'upload' | 'compile'>;
  readonly loaded?: number;
  readonly total?: number | null;
}

const MB = 1024 * 1024;

/**
 * The phases are told apart by the sentences of WebLLM 0.2.86, which are the only sign of them:
 * `Fetching param cache[3/8]: 96MB fetched. 37% completed, …`, `Loading model from cache[3/8]: …`,
 * `Loading GPU shader modules[12/73]: …`. Null for a sentence that says nothing of it.
 */
export function loadProgress({ progress, text }: LoadReport): LoadProgress | null {
  if (text.startsWith('Start to fetch params')) return { phase: 'cache' };
  if (text.startsWith('Fetching param cache')) return { phase: 'model', ...bytesOf(progress, text) };
  if (text.startsWith('Loading model from cache')) return { phase: 'upload', ...bytesOf(progress, text) };
  if (!text.startsWith('Loading GPU shader modules')) return null;
  const [, done, all] = /\[(\d{1,9})\/(\d{1,9})\]/.exec(text) ?? [];
  return done === undefined || all === undefined
    ? { phase: 'compile' }
    : { phase: 'compile', loaded: Number(done), total: Number(all) };
}

/** The whole is not reported; it follows from the part and its share. */
function bytesOf(progress: number, text: string): Pick<LoadProgress, 'loaded' | 'total'> {
  const [, megabytes] = /: (\d{1,9})MB /.exec(text) ?? [];
  if (megabytes === undefined) return {};
  const loaded = Number(megabytes) * MB;
  const isShare = progress > 0 && progress <= 1;
  return { loaded, total: isShare ? Math.max(loaded, Math.round(loaded / progress)) : null };
}
