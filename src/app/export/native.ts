import { readJson } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';

/** The native part as JSON text, `null` when there is none or when it is no JSON; `problem` then says so. */
export function nativeOf({ native }: Pick<LinkState, 'native'>): { json: string; problem: string | null } {
  if (native.trim() === '') return { json: 'null', problem: null };
  return readJson(native).ok
    ? { json: native, problem: null }
    : { json: 'null', problem: 'The native part is not valid JSON and is left out.' };
}
