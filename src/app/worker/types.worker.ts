import { readTypes } from './read-types.ts';
import { serve } from './serve.ts';

// A worker of its own: the reader of types can take long, and nothing else must wait for it.
serve((job) => {
  if (job.kind !== 'types') throw new Error(`The worker for types does not ${job.kind}.`);
  return readTypes(job.source);
});
