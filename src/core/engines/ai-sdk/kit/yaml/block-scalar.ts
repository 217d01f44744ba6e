/** The header of a literal or folded scalar. */
interface Header {
  readonly isFolded: boolean;
  readonly chomp: '+' | '-' | '';
}

/**
 * The text of a block scalar.
 *
 * @param lines its lines, without line breaks
 * @param indent how many spaces each of them loses
 */
export function blockText({ isFolded, chomp }: Header, lines: readonly string[], indent: number): string {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? '').trimStart() === '' && !(lines[end - 1] ?? '').slice(indent).includes('\t'))
    end -= 1;
  if (end === 0) return chomp === '+' ? '\n'.repeat(lines.length) : '';
  let text = '';
  let separator = '';
  let wasDeeper = false;
  let hasBegun = false;
  for (const line of lines.slice(0, end)) {
    const content = line.slice(indent);
    if (!hasBegun && content.trim() === '' && content === '') {
      text += '\n';
      continue;
    }
    hasBegun = true;
    if (!isFolded) {
      text += separator + content;
      separator = '\n';
    } else if (content.startsWith(' ') || content.startsWith('\t')) {
      if (separator === ' ') separator = '\n';
      else if (!wasDeeper && separator === '\n') separator = '\n\n';
      text += separator + content;
      separator = '\n';
      wasDeeper = true;
    } else if (content === '') {
      if (separator === '\n') text += '\n';
      else separator = '\n';
    } else {
      text += separator + content;
      separator = ' ';
      wasDeeper = false;
    }
  }
  if (chomp === '-') return text;
  const kept = chomp === '+' ? lines.slice(end).map((line) => `\n${line.slice(indent)}`) : [];
  return `${text}${kept.join('')}\n`;
}
