import { formatList } from '../../formats/index.ts';
import { extractWith, FormatReader } from '../../formats/pass/format-reader.ts';
import { FormatSet } from '../../formats/pass/prepared-formats.ts';
import { formatWording } from './words.ts';
import type { Profile } from '../runtime.ts';

const PREFIX = 'format:';

/** The profile `format:<id>`, which reads one format alone; null when there is no such format. */
export function singleFormat(profile: string): Profile | null {
  return profiles.find(({ id }) => id === profile) ?? null;
}

const profiles: readonly Profile[] = formatList.map((format) => {
  const id = `${PREFIX}${format.id}`;
  const formats = new FormatSet([format]);
  return {
    id,
    wording: formatWording,
    extract: (opened, _capabilities, tools) => extractWith(id, formats, opened, tools),
    open: (tools) => new FormatReader(id, formats.prepare(tools)),
  };
});
