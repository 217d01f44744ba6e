import { eachCall, taggedCall, type FormatPrompt } from './write-calls.ts';

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
