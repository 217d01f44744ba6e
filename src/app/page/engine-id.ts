/** Whether a runtime is an engine's: its id begins with its project. A single format's is no engine. */
export function isEngine(runtime: string): boolean {
  return runtime.includes(':') && !runtime.startsWith('format:');
}
