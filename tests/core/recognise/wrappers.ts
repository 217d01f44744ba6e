/** What others put around a paste: a system, a program, a chat, a person. */
export const wrappers = {
  Windows: (text: string) => text.replaceAll('\n', '\r\n'),
  'the blanks of Markdown': (text: string) => byLine(text, '    '),
  'the colours of a terminal': (text: string) => text.replaceAll(/^.*$/gm, '\u001b[32m$&\u001b[0m'),
  'docker compose': (text: string) => byLine(text, 'llm-1  | '),
  'a quotation': (text: string) => byLine(text, '> '),
  words: (text: string) => `Hi all,\n\nI get this, and my agent does nothing:\n\n${text}\n\nAny idea? Thanks!`,
  'a question': (text: string) =>
    `I get this, and my agent does nothing:\n\n\`\`\`\n${text}\n\`\`\`\n\nAny idea? Thanks!`,
} as const;

export type Wrapper = keyof typeof wrappers;

function byLine(text: string, prefix: string): string {
  return text.replaceAll(/^/gm, prefix);
}
