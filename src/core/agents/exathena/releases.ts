/** The runtimes that are a release of ExAthena, the oldest first. Apart from the system, because the first load asks for it. */
export const exathenaReleases = ['exathena', 'exathena-head'] as const;

/** The release to set beside a runtime: the newest, and beside that one the one before. */
export function otherExathenaRelease(runtime: string): string {
  const [before, newest] = exathenaReleases;
  return runtime === newest ? before : newest;
}
