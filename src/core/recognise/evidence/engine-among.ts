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
export function isReadByProvider({ writer, others }: Pick<Evidence, 'writer' | 'others'>): boolean {
  const named = [writer, ...others];
  return engineAmong(named) === null && named.some(isHosted);
}
