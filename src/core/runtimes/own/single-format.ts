import { formatList } from '../../formats/index.ts';
import { extractWith, FormatReader } from '../../formats/pass/format-reader.ts';
import { formatWording } from './words.ts';
import type { Profile } from '../runtime.ts';

const PREFIX = 'format:';

/** The profile `format:<id>`, which reads one format alone; null when there is no such format. */
export function singleFormat(profile: string): Profile | null {
  if (!profile.startsWith(PREFIX)) return null;
  const formats = formatList.filter(({ id }) => id === profile.slice(PREFIX.length));
  if (formats.length === 0) return null;
  return {
    id: profile,
    wording: formatWording,
    extract: (opened, _capabilities, tools) => extractWith(profile, formats, opened, tools),
    open: (tools) => new FormatReader(profile, formats, tools),
  };
}
