import { eachCall, taggedCall, type Writer } from './write-calls.ts';

/** Writes invoke tags whose names begin with a token, and whose parameters say whether they are text. */
export function writtenTags(token: string, block: string): Writer {
  const one = taggedCall({
    open: (name) => `<${token}invoke name="${name}">\n`,
    value: (key, text, value) =>
      `<${token}parameter name="${key}" string="${String(typeof value === 'string')}">${text}</${token}parameter>\n`,
    close: `</${token}invoke>`,
    barred: [`</${token}`, `<${token}`],
  });
  return eachCall(one, { before: `<${token}${block}>\n`, after: `\n</${token}${block}>` });
}
