import { counted, readTools, toolWarnings, type ToolWarning } from '../../../core/index.ts';
import type { Session } from '../../page/session.svelte.ts';

/** What makes calls fail. */
const MISTAKES: ReadonlySet<ToolWarning['code']> = new Set<ToolWarning['code']>([
  'unknown-type',
  'root-not-object',
  'root-type-missing',
  'required-unknown',
  'empty-enum',
]);

/**
 * Changes the tools and says so, with a way back. Null: the text could not be changed, because it is not JSON.
 *
 * @param names those of the tools that are new: what is wrong with them is said at once
 */
export function changeTools(session: Session, text: string | null, done: string, names: readonly string[] = []): void {
  if (text === null) {
    session.say({ kind: 'edit', tone: 'warn', text: 'The tools are not valid JSON. Correct them first.' });
    return;
  }
  session.setWithUndo(done, { tools: text });
  const reading = readTools(text);
  const mistakes = toolWarnings(reading).filter(
    ({ code, severity, toolIndex }) =>
      (severity === 'error' || MISTAKES.has(code)) && names.includes(reading.tools[toolIndex]?.definition.name ?? ''),
  );
  const [first] = mistakes;
  const notice = session.notices.find(({ kind }) => kind === 'edit');
  if (first === undefined || notice === undefined) return;
  const more = mistakes.length === 1 ? '' : ` The tool has ${counted(mistakes.length, 'mistake')}.`;
  session.say({ ...notice, tone: 'warn', text: `${done} ${first.message}${more}` });
}
