/** Whether a runtime is an engine's: its id begins with its project. A single format's is no engine. */
export function isEngine(runtime: string): boolean {
  return runtime.includes(':') && !runtime.startsWith('format:');
}

const agents = /^(?:cline|roo|continue|crewai|openhands|smolagents|hermes-agent|qwen-agent):/;

/** Whether a runtime sends its calls to a program that asked for them. Agents that read the text run the calls themselves. */
export function answersApps(runtime: string): boolean {
  return isEngine(runtime) && !agents.test(runtime);
}
