import type { EngineId } from '../../formats/index.ts';
import { type Evidence, isHosted, type Writer } from './evidence.ts';

const ENGINES: ReadonlySet<string> = new Set<EngineId>(['vllm', 'sglang', 'llamacpp', 'ollama', 'lmdeploy']);

function isEngine(writer: Writer): writer is Writer & EngineId {
  return ENGINES.has(writer);
}

/** The engine that is nearest to the person, among those who wrote a paste or are named in it; null for none. */
export function engineAmong(writers: readonly (Writer | null)[]): EngineId | null {
  return writers.find((one): one is Writer & EngineId => one !== null && isEngine(one)) ?? null;
}

/** Whether somebody else’s server read the reply before the person got it: nobody can tell what runs there. */
export function isReadByProvider({
  writer,
  others,
  provider,
}: Pick<Evidence, 'writer' | 'others' | 'provider'>): boolean {
  const named = [writer, ...others];
  // Who names the provider that it asked passes on what the engine of that one says.
  return (
    named.some(isHosted) && (engineAmong(named) === null || (provider !== undefined && named.includes('openrouter')))
  );
}
