import { formatList } from '../../formats/index.ts';
import type { Runtime } from '../../engines/runtime.ts';
import { formatRuntime } from './format-runtime.ts';

const PREFIX = 'format:';

/** The runtime `format:<id>`, which reads one format alone; null when there is no such format. */
export function singleFormat(id: string): Runtime | null {
  return id.startsWith(PREFIX) ? (byId.get(id) ?? null) : null;
}

const byId: ReadonlyMap<string, Runtime> = new Map(
  formatList.map((format) => {
    const id = `${PREFIX}${format.id}`;
    const emulates = 'Callscope itself, not a server: finds calls in one format.';
    return [
      id,
      formatRuntime({ id, flag: format.id, label: id, emulates, tiers: ['native', 'marked', 'bare'] }, [format]),
    ];
  }),
);
