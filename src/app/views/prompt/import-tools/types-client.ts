import { openWorker, type WorkerClient } from '../../../worker/client.ts';

/** The reader of types and YAML, which has a worker of its own. */
export function openTypesClient(): WorkerClient<'types'> {
  return openWorker('types');
}
