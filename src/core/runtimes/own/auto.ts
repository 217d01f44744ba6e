import { formatList } from '../../formats/index.ts';
import { extractWith, FormatReader } from '../../formats/pass/format-reader.ts';
import { FormatSet } from '../../formats/pass/prepared-formats.ts';
import { formatWording } from './words.ts';
import type { Profile } from '../runtime.ts';

const formats = new FormatSet(formatList);

/** Reads every format without configuration. */
export const auto: Profile = {
  id: 'auto',
  wording: formatWording,
  extract: (opened, _capabilities, tools) => extractWith('auto', formats, opened, tools),
  open: (tools) => new FormatReader('auto', formats.prepare(tools)),
};
