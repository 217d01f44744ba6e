import { drawnControls } from '../../core/index.ts';
import { callList } from './call-list.ts';
import { isLinkable, type ExportKind } from './kind.ts';
import { fenced, markdownLink } from './markdown-text.ts';
import { sourceText } from './runtime-text.ts';
import { verdictWords } from './verdict-words.ts';

export const markdownExport: ExportKind = {
  id: 'markdown',
  label: 'Markdown with text and result',
  purpose: 'The reply and its result as text, without opening a link.',
  use: 'message',
  file: { name: 'callscope.md', type: 'text/markdown' },
  write({ fields, extraction, link, proved = null }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictWords(extraction);
    return [
      fields.edited ? 'Model output, edited after it was pasted:' : 'Model output:',
      fenced(fields.text),
      ...(fields.native.trim() === '' ? [] : ['Native `tool_calls`:', fenced(fields.native, 'json')]),
      ...(proved === null ? [] : ['What the paste proves:', fenced(drawnControls(proved.sentence))]),
      `Result of ${sourceText(extraction.runtime)}${proved === null ? '' : ', emulated by Callscope'}:`,
      fenced(`${headline}\n${reason}`),
      ...(extraction.calls.length === 0 ? [] : [fenced(callList(extraction.calls), 'json')]),
      ...(!isLinkable(link) ? [] : [markdownLink('Open in Callscope', link)]),
    ].join('\n\n');
  },
};
