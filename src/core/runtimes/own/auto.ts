import { formatList } from '../../formats/index.ts';
import { extractWith, FormatReader } from '../../formats/pass/format-reader.ts';
import { formatWording } from './words.ts';
import type { Profile } from '../runtime.ts';

/** Reads every format without configuration. */
export const auto: Profile = {
  id: 'auto',
  wording: formatWording,
  extract: (opened, _capabilities, tools) => extractWith('auto', formatList, opened, tools),
  open: (tools) => new FormatReader('auto', formatList, tools),
};
