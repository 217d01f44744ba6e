import { drawnControls, numberText } from '../../../core/index.ts';
import { isLinkable, type ExportKind } from '../kind.ts';
import { sourceText } from '../runtime-text.ts';
import { markStyles } from './marks.ts';
import { plainWords } from './wrap.ts';
import { saidBelow, wordsOf } from '../said.ts';

/** How much of the reply those hear who cannot see the picture. */
const READ_OUT = 400;

/** The picture itself is drawn by the page; as text it is what it shows, for those who cannot see it. */
export const pictureExport: ExportKind = {
  id: 'picture',
  label: 'Picture',
  purpose: 'The verdict and the marked text as a picture for a chat, with alt text.',
  use: 'picture',
  file: { name: 'callscope.png', type: 'image/png' },
  write(subject) {
    const { extraction, link } = subject;
    if (extraction === null) return null;
    const { runtime, document, ledger } = extraction;
    const said = wordsOf(subject, extraction);
    const names = Object.entries(markStyles).flatMap(([kind, { name }]) => {
      const count = ledger.filter((entry) => entry.kind === kind).length;
      return count === 0 ? [] : [`${name} (${numberText(count)})`];
    });
    const text = document.length > READ_OUT ? `${document.slice(0, READ_OUT)}…` : document;
    return [
      `Picture from Callscope. ${said.isProved ? '' : `${sourceText(runtime)}: `}${plainWords(said.headline)}`,
      plainWords(saidBelow(said)),
      ...(names.length === 0 ? [] : [`Marked in the text: ${names.join(', ')}.`]),
      ...(document === '' ? [] : [`The text (${numberText(document.length)} characters): ${drawnControls(text)}`]),
      ...(!isLinkable(link) ? [] : [link]),
    ].join('\n');
  },
};
