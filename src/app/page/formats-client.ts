import { openWorker } from '../worker/client.ts';

/** The worker that is asked about formats: started by the first question, and kept, because more follow. */
export class FormatsClient {
  readonly worker = openWorker('core', 'formats');
}
