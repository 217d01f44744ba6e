/** Runtimes whose original nobody can run here, each looked at by a reviewer: that something is documented is soon said. */
export const documentedRuntimes: ReadonlySet<string> = new Set([
  // Its reader takes the thinking apart and has no calls, so a server of Ollama never asks it for any.
  'ollama:olmo3-think',
]);
