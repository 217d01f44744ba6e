import { pack, textsIn, unpack } from './parcel.ts';
import type { Answers, Fetched, FetchRequest, Job, Progress, Ready, Request, Response } from './protocol.ts';

type Solve = (job: Job, report: (progress: Progress) => void) => Answers[Job['kind']] | Promise<Answers[Job['kind']]>;

/** Fetches code that is not fetched with the worker; answers with what went wrong as a sentence, or null. */
type FetchCode = (name: string) => Promise<string | null>;

/** Answers every request of the page, one after another, and never dies of one. */
export function serve(solve: Solve, fetchCode?: FetchCode): void {
  self.onmessage = ({ data }: MessageEvent<Request | FetchRequest>) => {
    if ('fetch' in data) void fetchCode?.(data.fetch).then((problem) => say({ fetched: data.fetch, problem }));
    else answer(data, solve);
  };
  say({ ready: true });
}

function answer({ run, job }: Request, solve: Solve): void {
  const report = (progress: Progress): void => {
    say({ run, progress });
  };
  void Promise.resolve()
    .then(() => solve(unpack(job) as Job, report))
    .then((solved): Response => ({ run, ok: true, answer: pack(solved, textsIn(job)) }))
    .catch((error: unknown): Response => ({
      run,
      ok: false,
      error: error instanceof Error ? error.message : String(error),
    }))
    .then(say);
}

function say(message: Ready | Fetched | Response): void {
  self.postMessage(message);
}
