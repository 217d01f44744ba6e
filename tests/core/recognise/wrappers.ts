/** What others put around a paste: a system, a program, a chat, a person. */
export const wrappers = {
  Windows: (text: string) => text.replaceAll('\n', '\r\n'),
  'the blanks of Markdown': (text: string) => byLine(text, '    '),
  'the tab of an editor': (text: string) => byLine(text, '\t'),
  'the blanks of a page': (text: string) => text.replaceAll(/^ +/gm, (blanks) => '\u00a0'.repeat(blanks.length)),
  'the entities of a page': (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'a folded part of an issue': (text: string) =>
    `<details>\n<summary>What came</summary>\n\n\`\`\`\n${text}\n\`\`\`\n\n</details>\n`,
  'the times of a runner': (text: string) => byLine(text, '2026-11-20T10:11:12.1234567Z '),
  'the colours of a terminal': (text: string) => text.replaceAll(/^.*$/gm, '\u001b[32m$&\u001b[0m'),
  'colours that lost their escape character': (text: string) => text.replaceAll(/^.+$/gm, '[32m$&[0m'),
  'the records of a log': (text: string) => byLine(text, '2026-11-20 10:11:12,123 - my.agent - INFO - '),
  'the panel of a console': (text: string) => panel(text),
  'a narrow terminal': (text: string) => text.replaceAll(/.{100}(?=.)/g, '$&\n'),
  'what a program says before and after': (text: string) => `Starting the agent\n${text}\nDone in 3.2s\n`,
  'a string of a program': (text: string) => `RESPONSE = r"""\n${text}\n"""`,
  'docker compose': (text: string) => byLine(text, 'llm-1  | '),
  'a quotation': (text: string) => byLine(text, '> '),
  words: (text: string) => `Hi all,\n\nI get this, and my agent does nothing:\n\n${text}\n\nAny idea? Thanks!`,
  'a question': (text: string) =>
    `I get this, and my agent does nothing:\n\n\`\`\`\n${text}\n\`\`\`\n\nAny idea? Thanks!`,
} as const;

export type Wrapper = keyof typeof wrappers;

/** As the library rich draws it: words are kept whole where they fit. */
function panel(text: string): string {
  const width = 72;
  const wrapped = text.split('\n').flatMap((line) => {
    const rows = [''];
    for (const word of line.split(/(?<= )/).flatMap((one) => one.match(/.{1,72}/g) ?? [])) {
      const row = rows.at(-1) ?? '';
      if (row !== '' && (row + word).trimEnd().length > width) rows.push(word);
      else rows[rows.length - 1] = row + word;
    }
    return rows.map((row) => row.trimEnd());
  });
  const rule = '─'.repeat(width + 2);
  return [`╭${rule}╮`, ...wrapped.map((row) => `│ ${row.padEnd(width)} │`), `╰${rule}╯`].join('\n');
}

export function byLine(text: string, prefix: string): string {
  return text.replaceAll(/^/gm, prefix);
}
