import { isChain, type RuntimeInfo } from '../../core/index.ts';
import type { Reading } from '../worker/protocol.ts';
import type { Session } from './session.svelte.ts';

type Answering = Pick<RuntimeInfo, 'id' | 'label'>;

/** The runtime that was asked for does not exist: the one that answered takes its place. */
export function correctRuntime(session: Session, asked: string, answering: Answering): void {
  if (session.fields.profile !== asked) return;
  session.setRuntime(answering.id);
  sayUnknown(session, asked, answering);
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
export function correctCompared(session: Session, asked: string, answering: Answering): void {
  const { compare } = session.fields;
  if (compare?.profile !== asked) return;
  session.setCompare({ ...compare, profile: answering.id });
  sayUnknown(session, asked, answering);
}

function sayUnknown(session: Session, asked: string, { label }: Answering): void {
  session.say({
    kind: 'link',
    tone: 'warn',
    text: `This version of Callscope does not have the server "${asked}". ${label} reads the reply instead. Choose a server.`,
  });
}
