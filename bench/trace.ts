interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds that the thread computed, which other work of the machine does not lengthen. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What Chromium is to record for it. */
export const TASKS = ['disabled-by-default-devtools.timeline'];

/** The longest task of any renderer's main thread in a Chromium trace, in milliseconds of computing. */
export function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}.${tid}`;
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(thread(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of a main thread.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
