import { engineOf, verdictOf } from '../../core/index.ts';
import { callList } from './call-list.ts';
import { LINK_LIMIT, type ExportKind } from './kind.ts';
import { fenced, markdownLink } from './markdown-text.ts';
import { sourceText } from './runtime-text.ts';

export const markdownExport: ExportKind = {
  id: 'markdown',
  label: 'Markdown with text and result',
  purpose: 'The reply and what came out of it, to be read without opening anything.',
  use: 'message',
  file: { name: 'callscope.md', type: 'text/markdown' },
  write({ fields, extraction, link }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictOf(extraction);
    return [
      'The model said:',
      fenced(fields.text),
      ...(fields.native.trim() === '' ? [] : ['With these native `tool_calls`:', fenced(fields.native, 'json')]),
      `What ${engineOf(extraction.runtime.id) === null ? 'the runtime' : sourceText(extraction.runtime)} made of it:`,
      fenced(`${headline}\n${reason}`),
      ...(extraction.calls.length === 0 ? [] : [fenced(callList(extraction.calls), 'json')]),
      ...(link.length > LINK_LIMIT ? [] : [markdownLink('Open in Callscope', link)]),
    ].join('\n\n');
  },
};
