/** Runs what is fetched after the first load, until it is ended. Where that fails everything works without it. */
export function later(load: () => Promise<() => void>): () => void {
  const started = load().catch(() => undefined);
  return () => void started.then((stop) => stop?.());
}
