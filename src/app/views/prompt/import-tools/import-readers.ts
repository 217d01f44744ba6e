import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import type { ImportReaders } from './import-tools.ts';
import { openWorker } from '../../../worker/client.ts';

/** Readers in workers. `dispose` ends the worker that only they use. */
export function openImportReaders(page: Page): ImportReaders & { readonly dispose: () => void } {
  const types = openWorker('types');
  return {
    async types(job) {
      const result = await types.run({ kind: 'types', ...job });
      return result.ok ? result.answer : `The types could not be read. ${result.message}`;
    },
    async yaml(source) {
      const result = await types.run({ kind: 'yaml', source });
      return result.ok ? result.answer : `The YAML could not be read. ${result.message}`;
    },
    async request(content) {
      const result = await page.of(FormatsClient).worker.run({ kind: 'recognise', content, name: null });
      return result.ok ? result.answer : `The request could not be read. ${result.message}`;
    },
    dispose() {
      types.dispose();
    },
  };
}
