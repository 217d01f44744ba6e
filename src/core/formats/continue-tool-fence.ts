import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** A code block with the name and arguments between words. */
export const continueToolFence: ToolFormat = {
  id: 'continue-tool-fence',
  lineage: 'Continue',
  models: 'any, by prompt',
  dialects: ['without-closer'],
  readers: { others: ['Continue'] },
  tier: 'tagged',
  example: '```tool\nTOOL_NAME: open_log\nBEGIN_ARG: day\nfriday\nEND_ARG\n```',
  openers: [{ text: '```tool\nTOOL_NAME:', atLineStart: true }],
  read: taggedValues({
    call: { open: ['```tool\nTOOL_NAME:'], nameEnd: ['\n'], close: ['```'] },
    value: { key: ['BEGIN_ARG:', '\n'], open: '', close: ['END_ARG'] },
  }),
};
