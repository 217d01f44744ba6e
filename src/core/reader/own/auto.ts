import { formatList } from '../../formats/index.ts';
import { formatRuntime } from './format-runtime.ts';

/** Reads every format without configuration. */
export const auto = formatRuntime(
  {
    id: 'auto',
    flag: '',
    label: 'Any format',
    emulates: 'Callscope itself, not a server: finds calls in every text format it knows, without configuration.',
    tiers: ['native', 'marked', 'bare'],
  },
  formatList,
);
