import { eachCall, taggedCall, type FormatPrompt, type Writer } from './write-calls.ts';

const oneInvoke = taggedCall({
  open: (name) => `<invoke name="${name}">\n`,
  value: (key, text) => `<parameter name="${key}">\n${text}\n</parameter>\n`,
  close: '</invoke>',
  barred: ['</parameter>', '</invoke>', '<parameter'],
});

/** How a model is asked for invoke tags between two markers. */
export function invokePrompt(open: string, close: string): FormatPrompt {
  return {
    ask: `Write the calls between ${open} and ${close}: an invoke tag for each call, and in it a parameter tag for each argument. Write text without quotes, and any other value as JSON.`,
    render: eachCall(oneInvoke, { before: `${open}\n`, between: '\n', after: `\n${close}` }),
  };
}

/** Writes them as models do that were trained on them: each value in its tag, without line breaks of its own. */
export function writtenInvokes(open: string, close: string): Writer {
  const one = taggedCall({
    open: (name) => `<invoke name="${name}">\n`,
    value: (key, text) => `<parameter name="${key}">${text}</parameter>\n`,
    close: '</invoke>',
    barred: ['</parameter>', '</invoke>', '<parameter'],
  });
  return eachCall(one, { before: `${open}\n`, after: `\n${close}` });
}
