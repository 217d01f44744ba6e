import { isChain, type RuntimeInfo } from '../../core/index.ts';
import type { JobResult } from '../worker/client.ts';
import type { Reading } from '../worker/protocol.ts';
import type { Session } from './session.svelte.ts';

type Answering = Pick<RuntimeInfo, 'id' | 'label'>;

/**
 * The runtime that was asked for does not exist: the one that answered takes its place.
 *
 * @param listAll gives all that exist
 */
export function correctRuntime(
  session: Session,
  asked: string,
  answering: Answering,
  listAll: () => Promise<JobResult<'runtimes'>>,
): void {
  if (session.fields.profile !== asked) return;
  session.setRuntime(answering.id);
  // Where its code does not come, the page still names the runtime that answered.
  void import('./unknown-runtime.ts').then(
    ({ sayUnknown }) => sayUnknown(session, asked, answering, listAll),
    () => undefined,
  );
}

/** The runtime that answered has no such reasoning parser, as after another runtime was chosen: the choice goes. */
export function correctReasoning(
  session: Session,
  asked: Pick<Reading, 'runtime' | 'reasoning'>,
  answering: Pick<RuntimeInfo, 'tiers'>,
): void {
  const { profile, reasoningParser } = session.fields;
  if (profile !== asked.runtime || reasoningParser !== asked.reasoning || reasoningParser === '') return;
  if (!isChain(answering)) session.set({ reasoningParser: '' });
}
