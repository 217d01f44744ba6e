import type { ProjectInfo } from '../../core/index.ts';
import { isEngine } from './engine-id.ts';

/**
 * The projects that may run somebody's model, as the page asks for them: engines first, which have an option to set and
 * name their runtimes `<project>:<option>`, then systems. What reads every format is ours, and runs no model. An engine
 * without runtimes is one whose code is on its way.
 */
export function askedProjects(projects: readonly ProjectInfo[]): readonly ProjectInfo[] {
  const asked = projects.filter(({ runtimes }) => !runtimes.some(({ lenient }) => lenient));
  const hasEngines = ({ runtimes }: ProjectInfo): boolean => runtimes.every(({ id }) => isEngine(id));
  return [...asked.filter(hasEngines), ...asked.filter((project) => !hasEngines(project))];
}
