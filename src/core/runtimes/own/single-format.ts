import { formatList } from '../../formats/index.ts';
import type { Runtime } from '../runtime.ts';
import { formatRuntime } from './format-runtime.ts';

const PREFIX = 'format:';

/** The runtime `format:<id>`, which reads one format alone; null when there is no such format. */
export function singleFormat(id: string): Runtime | null {
  const format = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null;
  const formats = formatList.filter((one) => one.id === format);
  if (format === null || formats.length === 0) return null;
  return formatRuntime(
    { id, flag: format, label: id, emulates: 'One format, read alone.', tiers: ['native', 'marked', 'bare'] },
    formats,
  );
}
