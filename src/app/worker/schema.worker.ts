import { checkCalls } from './check-calls.ts';
import { serve } from './serve.ts';

// A worker of its own: a pattern of a user's schema may run for minutes, and extraction must not wait for it.
serve((job) => {
  if (job.kind !== 'validate') throw new Error(`The schema worker does not ${job.kind}.`);
  return checkCalls(job.calls, job.tools, job.document);
});
