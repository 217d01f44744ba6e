import type { ExportKind } from './kind.ts';
import { markdownLink } from './markdown-text.ts';
import { titlePrefix } from './runtime-text.ts';
import { titleOfCase } from './said.ts';

export const markdownLinkExport: ExportKind = {
  id: 'markdown-link',
  label: 'Markdown link',
  purpose: 'The link with the verdict as its label.',
  use: 'link',
  file: { name: 'callscope-link.md', type: 'text/markdown' },
  write(subject) {
    const { extraction, link } = subject;
    const label =
      extraction === null
        ? 'Open in Callscope'
        : `${titlePrefix(extraction.runtime)}: ${titleOfCase(subject, extraction)}`;
    return markdownLink(label, link);
  },
};
