import type { Said, Writer } from '../evidence.ts';

/** Clients that run the calls which they find in the text, and print what came of them. */
const RUNS: ReadonlySet<Writer> = new Set<Writer>(['crewai', 'langchain', 'llamaindex', 'smolagents']);
const FAILED_RUN =
  /^[ \t]{0,4}(?:Observation: {0,2})?((?:Error\b(?!:? {0,2}the Action)|I encountered an error\b)[^\n]{4,300})/m;

/** What such a client says of a call that failed. */
export function failedRun(text: string, writer: Writer | null): Said | null {
  const isRun = (writer !== null && RUNS.has(writer)) || /^[ \t]{0,4}Observation: {0,2}Error\b/m.test(text);
  const said = isRun ? FAILED_RUN.exec(text)?.[1] : undefined;
  return said === undefined ? null : { text: said, span: null };
}
