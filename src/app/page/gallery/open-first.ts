import { firstExamples, firstLog } from '../../../data/examples/first-examples.ts';
import type { LinkState } from '../../permalink/state.ts';
import { exampleOf } from './example.ts';

/** Where they are opened: the session. */
interface Opens {
  openExample(state: LinkState, title: string): void;
  receive(text: string): Promise<void>;
}

/** Opens one of the first examples, or the log of a stream. */
export async function openFirst(session: Opens, wanted: 'qwen' | 'gpt-oss' | 'deepseek' | 'stream'): Promise<void> {
  const written = firstExamples.find(({ id }) => id === `first-${wanted}`);
  if (written !== undefined) {
    const { state, title } = exampleOf(written);
    session.openExample(state, title);
    return;
  }
  await session.receive(firstLog);
}
