import type { Project } from '../runtimes.ts';
import type { AskedReply, ReplyAnswers } from './asked-reply.ts';
import { isWrittenFor, readersOf } from './readers.ts';

export interface GlanceOptions {
  /** The runtime that the page reads with. */
  readonly chosen: string;
  readonly pinned: readonly string[];
}

/** Longer texts are not read by one runtime after another while somebody types. In UTF-16 units. */
const LONGEST = 100_000;

/**
 * Asks the chosen runtime, the pinned ones, and of each project the one that people use for the formats of the reply. Our own
 * readers take more than any engine does, so they are not asked. Null where the text is empty or too long.
 */
export function glance(
  reply: AskedReply,
  projects: readonly Project[],
  { chosen, pinned }: GlanceOptions,
): ReplyAnswers | null {
  const { text } = reply.question;
  if (text.trim() === '' || text.length > LONGEST) return null;
  const formats = reply.formats.size > 0 ? reply.formats : reply.formatsInReasoning;
  const asked = projects.flatMap((project) => {
    const first = readersOf(project, formats).find((runtime) => isWrittenFor(runtime, formats));
    return project.runtimes.filter(
      (runtime) => !runtime.lenient && (runtime === first || runtime.id === chosen || pinned.includes(runtime.id)),
    );
  });
  return { intended: reply.intended.length, answers: asked.map((runtime) => reply.answers(runtime)) };
}
