import { editDistance, type ProjectInfo, type RuntimeInfo } from '../../core/index.ts';
import type { JobResult } from '../worker/client.ts';
import type { Notice } from './notices.ts';
import type { Session } from './session.svelte.ts';

type Answering = Pick<RuntimeInfo, 'id' | 'label'>;

/** The runtime of the other side of the comparison does not exist. */
export function correctCompared(
  session: Session,
  asked: string,
  answering: Answering,
  listAll: () => Promise<JobResult<'runtimes'>>,
): void {
  const { compare } = session.fields;
  if (compare?.profile !== asked) return;
  session.setCompare({ ...compare, profile: answering.id });
  void sayUnknown(session, asked, answering, listAll);
}

/** Says that a runtime does not exist, and who reads the reply instead. Ids that are near it are named once all are here. */
export async function sayUnknown(
  session: Session,
  asked: string,
  { label }: Answering,
  listAll: () => Promise<JobResult<'runtimes'>>,
): Promise<void> {
  const text = `This version of Callscope does not have the server "${asked}". ${label} reads the reply instead. Choose a server.`;
  const said: Notice = { kind: 'link', tone: 'warn', text };
  session.say(said);
  const all = await listAll();
  const near = all.ok ? nearText(asked, all.answer) : '';
  if (near !== '' && session.notices.includes(said)) session.say({ ...said, text: `${text} ${near}` });
}

/** So many are named. */
const MOST = 3;

/**
 * Names the ids that somebody may have meant, the likeliest first; '' where none is like it.
 *
 * @internal Tests ask for it alone.
 */
export function nearText(asked: string, projects: readonly ProjectInfo[]): string {
  const wanted = asked.toLowerCase().slice(0, 64);
  const ids = projects.flatMap(({ runtimes }) => runtimes.map(({ id }) => id));
  const ranked = ids
    // An older release is no other server.
    .filter((id) => !id.includes('@') || wanted.includes('@'))
    .map((id) => ({ id, likeness: likeness(wanted, id), distance: editDistance(wanted, id, id.length + 64) }))
    .filter(({ likeness: held, distance }) => held >= 1 || distance <= 2)
    .toSorted((one, other) => other.likeness - one.likeness || one.distance - other.distance);
  const near = ranked.slice(0, MOST).map(({ id }) => `"${id}"`);
  return near.length === 0 ? '' : `Near this id: ${near.join(', ')}.`;
}

/** How many words of an id another one has, or begins words with. */
function likeness(wanted: string, id: string): number {
  const words = id.split(/[^a-z0-9]+/);
  const meant = wanted.split(/[^a-z0-9]+/).filter((word) => word !== '');
  return meant.filter((word) => words.some((one) => one.startsWith(word))).length;
}
