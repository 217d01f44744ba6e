import type { ExportKind } from './kind.ts';

export const linkExport: ExportKind = {
  id: 'link',
  label: 'Link',
  purpose: 'Opens this screen in any browser.',
  use: 'link',
  file: { name: 'callscope-link.txt', type: 'text/plain' },
  write: ({ link }) => link,
};
