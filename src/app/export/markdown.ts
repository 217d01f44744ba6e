import { callList } from './call-list.ts';
import { isLinkable, type ExportKind } from './kind.ts';
import { bodyOf, type Quoted } from './fit-body.ts';
import { markdownLink, markdownWords } from './markdown-text.ts';
import { sourceText } from './runtime-text.ts';
import { fixLines, wordsOf } from './said.ts';
import { verdictWords } from './verdict-words.ts';

export const markdownExport: ExportKind = {
  id: 'markdown',
  label: 'Text for a forum or chat',
  purpose: 'What happened, what to do, the reply and its result, as Markdown.',
  use: 'message',
  file: { name: 'callscope.md', type: 'text/markdown' },
  write(subject) {
    const { fields, extraction, link } = subject;
    if (extraction === null) return null;
    const said = wordsOf(subject, extraction);
    const { headline, reason } = verdictWords(extraction);
    const first = [said.headline, said.reason].filter((one) => one !== '').join(' ');
    const output = fields.edited ? 'Model output, edited after it was pasted:' : 'Model output:';
    // Of its own reading the page says nothing where more is proved.
    const isEmulated = said.isProved && !extraction.runtime.lenient;
    const source = sourceText(extraction.runtime);
    return bodyOf([
      ...[first, ...fixLines(said)].map(markdownWords),
      ...(said.error === '' ? [] : ['The error:', quote(said.error)]),
      ...(said.isRead
        ? [output, quote(fields.text)]
        : fields.raw === '' && fields.text === ''
          ? []
          : ['What was pasted:', quote(fields.raw === '' ? fields.text : fields.raw)]),
      ...(fields.native.trim() === '' ? [] : ['Native `tool_calls`:', quote(fields.native, 'json')]),
      ...(!said.isRead
        ? []
        : isEmulated
          ? [`Result of ${source}, emulated by Callscope:`, quote(`${headline}\n${reason}`)]
          : [extraction.calls.length === 0 ? `Read by ${source}.` : `Result of ${source}:`]),
      ...(extraction.calls.length === 0 || !said.isRead ? [] : [quote(callList(extraction.calls), 'json')]),
      ...(!isLinkable(link) ? [] : [markdownLink('Open in Callscope', link)]),
    ]);
  },
};

function quote(quoted: string, language = 'text'): Quoted {
  return { quoted, language };
}
