import { takeApart, type Pasted, type PastedOptions } from '../../core/index.ts';
import type { JobResult, WorkerClient } from '../../worker/client.ts';

/** A longer text is taken apart in a worker, because the page must not wait for it. In UTF-16 units. */
export const asideAbove = 1024 * 1024;

let client: WorkerClient | undefined;

async function runAside(source: string, options: PastedOptions): Promise<JobResult<'assemble'>> {
  const { openLongClient } = await import('../../worker/client.ts');
  client ??= openLongClient();
  return client.run({ kind: 'assemble', source, options });
}

/** Takes a pasted text apart: a short one at once, a long one in a worker, where only the newest counts. */
export async function takeApartAnywhere(
  source: string,
  options: PastedOptions = {},
  aside = runAside,
): Promise<{ readonly ok: true; readonly answer: Pasted } | { readonly ok: false; readonly message: string }> {
  return source.length > asideAbove ? aside(source, options) : { ok: true, answer: takeApart(source, options) };
}
