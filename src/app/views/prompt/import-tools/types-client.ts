/** Where views find the reader of TypeScript types, which has a worker of its own. */
export { openTypesClient } from '../../../worker/lazy-clients.ts';
