import { messageOf } from '../message-of.ts';
import { pack, textsIn, unpack } from './parcel.ts';
import type { Answer, Job, Script, Solvers } from './jobs.ts';
import { toRows } from './to-rows.ts';
import type { Fetched, FetchRequest, Progress, Ready, Request, Response } from './protocol.ts';

/** Fetches code that is not fetched with the worker; answers with what went wrong as a sentence, or null. */
type FetchCode = (name: string) => Promise<string | null>;

/** Answers every request of the page, one after another, and never dies of one. */
export function serve<By extends Script>(solvers: Solvers<By>, fetchCode?: FetchCode): void {
  self.onmessage = ({ data }: MessageEvent<Request | FetchRequest>) => {
    if ('fetch' in data) void fetchCode?.(data.fetch).then((problem) => say({ fetched: data.fetch, problem }));
    else answer(data, solvers as Partial<Record<string, Solve>>);
  };
  say({ ready: true });
}

/** The solver of any kind, given a job of that kind. */
type Solve = (job: Job, report: (progress: Progress) => void) => Answer | Promise<Answer>;

function answer({ run, job }: Request, solvers: Partial<Record<string, Solve>>): void {
  const report = (progress: Progress): void => {
    say({ run, progress });
  };
  void Promise.resolve()
    .then(() => {
      const asked = unpack(job) as Job;
      const solve = solvers[asked.kind];
      if (solve === undefined) throw new Error(`This worker does not ${asked.kind}.`);
      return solve(asked, report);
    })
    .then((solved): Response => ({ run, ok: true, answer: pack(solved, textsIn(job), toRows) }))
    .catch((error: unknown): Response => ({
      run,
      ok: false,
      error: messageOf(error),
    }))
    .then(say);
}

function say(message: Ready | Fetched | Response): void {
  self.postMessage(message);
}
