import { WorkerClient } from './client.ts';
import coreWorkerUrl from './core.worker.ts?worker&url';
import tokensWorkerUrl from './tokens.worker.ts?worker&url';
import typesWorkerUrl from './types.worker.ts?worker&url';

// All start with their first job, which nobody asks for before somebody wants them.

/** The deadline covers the megabyte it fetches first. */
export function openTokensClient(): WorkerClient {
  return new WorkerClient(tokensWorkerUrl, 'tokens', 20_000);
}

export function openTypesClient(): WorkerClient {
  return new WorkerClient(typesWorkerUrl, 'types', 5000);
}

/** A core worker of its own: a template that never ends must not hold up how the reply is read. */
export function openTemplatesClient(): WorkerClient {
  return new WorkerClient(coreWorkerUrl, 'templates', 4000);
}
