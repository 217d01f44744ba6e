import type { ExportKind } from './kind.ts';
import { titlePrefix } from './runtime-text.ts';
import { wordsOf } from './said.ts';

export const embedExport: ExportKind = {
  id: 'embed',
  label: 'Embed code',
  purpose: 'Shows this case inside another page. The frame stores nothing.',
  use: 'link',
  file: { name: 'callscope-embed.html', type: 'text/html' },
  write(subject) {
    const { extraction, link } = subject;
    const title =
      extraction === null
        ? 'Callscope'
        : `${titlePrefix(extraction.runtime)}: ${wordsOf(subject, extraction).headline.replaceAll('`', '')}`;
    return embedCode(link, title);
  },
};

/** The frame around a link, of the page or of a lesson. */
export function embedCode(link: string, title: string): string {
  const attributes = [
    `src="${inAttribute(embedAddress(link))}"`,
    // A title shows no code.
    `title="${inAttribute(title.replaceAll('`', ''))}"`,
    'loading="lazy"',
    'style="width: 100%; height: 640px; border: 0"',
  ];
  return `<iframe ${attributes.join(' ')}></iframe>\n`;
}

/** The link with `embed` in its query, which is before the fragment. */
function embedAddress(link: string): string {
  const hash = link.indexOf('#');
  const [address, fragment] = hash < 0 ? [link, ''] : [link.slice(0, hash), link.slice(hash)];
  return `${address}${address.includes('?') ? '&' : '?'}embed${fragment}`;
}

/** As text of an attribute in double quotes. A name may hold anything, line breaks included. */
function inAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${String(character.charCodeAt(0))};`).replace(/\s+/g, ' ');
}
