import { addTools, counted, toolsOfCalls } from '../../../core/index.ts';
import type { Session } from '../../page/session.svelte.ts';
import { changeTools } from './change-tools.ts';

/** Declares the tools of calls: their names, and the keys and types of their arguments. Fetched on demand: most calls are declared. */
export function declareCalls(session: Session, calls: Parameters<typeof toolsOfCalls>[0]): void {
  const tools = toolsOfCalls(calls);
  const [first] = tools;
  const said = tools.length === 1 ? (first?.name ?? '') : counted(tools.length, 'tool');
  changeTools(session, addTools(session.fields.tools, tools), `Declared ${said}.`);
}
