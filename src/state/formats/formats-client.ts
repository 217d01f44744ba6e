import { openLongClient, type WorkerClient } from '../../worker/client.ts';

let client: WorkerClient | null = null;

/** The worker that is asked about formats: started by the first question, and kept, because more follow. */
export function formatsClient(): WorkerClient {
  client ??= openLongClient();
  return client;
}
