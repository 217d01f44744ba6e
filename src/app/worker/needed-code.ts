import type { Job } from './protocol.ts';

/** The code of every engine. */
export const EVERY_ENGINE = '*';

/** The engine of chat templates. */
export const TEMPLATES = 'templates:';

/** What a job needs that is not fetched with its worker: ids of engines, `EVERY_ENGINE`, or `TEMPLATES`. */
export function neededCode(job: Job): readonly string[] {
  switch (job.kind) {
    case 'extract':
    case 'sweep':
    case 'verdicts':
      return enginesOf(job.runtime);
    case 'compare':
      return [...new Set([job.left, job.right].flatMap(({ runtime }) => enginesOf(runtime)))];
    case 'layer':
      return [...new Set([...enginesOf(job.reading.runtime), ...enginesOf(job.layer)])];
    case 'readers':
    case 'glance':
    case 'ways-out':
      return [EVERY_ENGINE];
    case 'runtimes':
      return job.which === 'all' ? [EVERY_ENGINE] : [];
    case 'template':
    case 'template-findings':
    case 'prompt-end':
    case 'llamacpp-prompt':
      return [TEMPLATES];
    default:
      return [];
  }
}

/** The engine that the id of a runtime names. Whether there is such an engine, only the worker knows. */
function enginesOf(runtime: string): readonly string[] {
  const colon = runtime.indexOf(':');
  return colon < 0 || runtime.startsWith('format:') ? [] : [runtime.slice(0, colon)];
}
