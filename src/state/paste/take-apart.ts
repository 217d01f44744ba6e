import { takeApart, type Pasted, type PastedOptions } from '../../core/index.ts';
import type { JobResult, WorkerClient } from '../../worker/client.ts';

/** A longer text is taken apart in a worker, because the page must not wait for it. In UTF-16 units. */
export const asideAbove = 1024 * 1024;

/** Takes a text apart elsewhere. */
export type Aside = (source: string, options: PastedOptions) => Promise<JobResult<'assemble'>>;

/** In a worker that starts with the first text and is kept. Of the texts that wait there only the newest counts. */
export function openAside(): Aside {
  let client: WorkerClient | null = null;
  return async (source, options) => {
    const { openLongClient } = await import('../../worker/client.ts');
    client ??= openLongClient();
    return client.run({ kind: 'assemble', source, options });
  };
}

export type TakenApart =
  { readonly ok: true; readonly answer: Pasted } | { readonly ok: false; readonly message: string };

/** Takes a pasted text apart: a short one at once, a long one aside. */
export async function takeApartAnywhere(source: string, options: PastedOptions, aside: Aside): Promise<TakenApart> {
  return source.length > asideAbove ? aside(source, options) : { ok: true, answer: takeApart(source, options) };
}
