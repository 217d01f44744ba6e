import {
  recognise,
  takeApart,
  type Pasted,
  type PastedContent,
  type PastedOptions,
  type Recognised,
} from '../../../core/index.ts';
import type { JobResult, WorkerClient } from '../../worker/client.ts';
import type { Job } from '../../worker/jobs.ts';

/** A longer text is read in a worker, because the page must not wait for it. In UTF-16 units. */
export const asideAbove = 64 * 1024;

/** Does a job elsewhere. */
export type Aside = <Kind extends 'assemble' | 'recognise'>(job: Job<Kind>) => Promise<JobResult<Kind>>;

/** In a worker that starts with the first text and is kept. Of the texts that wait there only the newest counts. */
export function openAside(): Aside {
  let client: WorkerClient<'core'> | null = null;
  return async (job) => {
    const { openWorker } = await import('../../worker/client.ts');
    client ??= openWorker('core', 'paste');
    return client.run(job);
  };
}

type Read<Answer> = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly message: string };

export type TakenApart = Read<Pasted>;

/** Takes a pasted text apart: a short one at once, a long one aside. */
export async function takeApartAnywhere(source: string, options: PastedOptions, aside: Aside): Promise<TakenApart> {
  if (source.length <= asideAbove) return { ok: true, answer: takeApart(source, options) };
  return aside({ kind: 'assemble', source, options });
}

/** Says what a text is: a short one at once, a long one aside. */
export async function recogniseAnywhere(pasted: PastedContent, aside: Aside): Promise<Read<Recognised>> {
  if (pasted.content.length <= asideAbove) return { ok: true, answer: recognise(pasted) };
  return aside({ kind: 'recognise', ...pasted });
}
