import type { ReadPart } from '../../../core/index.ts';

/** What is said of that which is read in place of a whole reply: after the answer, and where other servers would be. */
export const partWords: Readonly<Record<ReadPart, { readonly here: string; readonly others: string }>> = {
  call: {
    here: 'The paste quotes only the JSON of the call, without its markers, so no parser is tried on it.',
    others: 'Other servers need the whole reply.',
  },
  arguments: {
    here: 'The paste quotes only the arguments of the call, so no parser is tried on them.',
    others: 'Other servers need the whole reply.',
  },
  reasoning: {
    here: 'The text is the reasoning that the server keeps apart.',
    others: 'No server looks for calls in reasoning that it keeps apart.',
  },
  words: { here: '', others: 'The paste holds no reply of the model, so no other server is asked.' },
};
