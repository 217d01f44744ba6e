import type { ReaderTable } from '../../core/index.ts';
import { formatsClient } from './formats-client.ts';
import type { Session } from '../session.svelte.ts';

/** Which engines would read the reply. */
export class Readers {
  table = $state.raw<ReaderTable | null>(null);
  /** Why there is none; '' while nothing went wrong. */
  problem = $state('');
}

/** Asks whenever the reply or the tools change. Returns what ends it. */
export function startReaders(session: Session, readers: Readers): () => void {
  return $effect.root(() => {
    const text = $derived(session.fields.text);
    const tools = $derived(session.fields.tools);
    $effect(() => {
      void formatsClient()
        .run({ kind: 'readers', text, tools })
        .then((result) => {
          readers.problem = result.ok ? '' : `The engines could not be compared. ${result.message}`;
          if (result.ok) readers.table = result.answer;
        });
    });
  });
}
