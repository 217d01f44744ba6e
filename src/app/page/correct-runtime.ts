import { isChain, type RuntimeInfo } from '../../core/index.ts';
import type { Reading } from '../worker/protocol.ts';
import { defaultRuntime } from './fields.ts';
import type { Session } from './session.svelte.ts';

/**
 * The runtime that was asked for does not exist. What some other server makes of the reply would say nothing of it, so our own
 * reader takes its place.
 *
 * @param label of our own reader
 */
export function correctRuntime(session: Session, asked: string, label: string): void {
  if (session.fields.profile !== asked) return;
  session.setRuntime(defaultRuntime);
  sayUnknown(session, asked, label);
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

/** The same for the other side of the comparison. */
export function correctCompared(
  session: Session,
  asked: string,
  { id, label }: Pick<RuntimeInfo, 'id' | 'label'>,
): void {
  const { compare } = session.fields;
  if (compare?.profile !== asked) return;
  session.setCompare({ ...compare, profile: id });
  sayUnknown(session, asked, label);
}

function sayUnknown(session: Session, asked: string, label: string): void {
  session.say({
    kind: 'link',
    tone: 'warn',
    text: `This version of Callscope does not have the server "${asked}". ${label} reads the reply instead; nothing else has changed. Reload the page to look for a newer version.`,
  });
}
