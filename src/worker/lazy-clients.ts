import { WorkerClient } from './client.ts';
import tokensWorkerUrl from './tokens.worker.ts?worker&url';
import typesWorkerUrl from './types.worker.ts?worker&url';

// Both start with their first job, which nobody asks for before somebody wants them.

/** The deadline covers the megabyte it fetches first. */
export function openTokensClient(): WorkerClient {
  return new WorkerClient(tokensWorkerUrl, 'tokens', 20_000);
}

export function openTypesClient(): WorkerClient {
  return new WorkerClient(typesWorkerUrl, 'types', 5000);
}
