import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** Invoke tags with a namespace in a message addressed to the tool. */
export const museGlimmer: ToolFormat = {
  id: 'muse-glimmer',
  lineage: 'Meta Muse',
  models: 'Muse Glimmer',
  readers: { sglang: ['muse'], ollama: ['glimmer'] },
  tier: 'tagged',
  example: ' to=clock.set<|message|><atem:function_calls>\n<atem:invoke name="clock.set">\n<atem:parameter name="h">6</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eot|>',
  openers: [{ text: '<atem:function_calls>' }],
  read: taggedValues({
    close: ['</atem:function_calls>'],
    call: { open: ['<atem:invoke'], close: ['</atem:invoke>'] },
    value: { open: ['<atem:parameter'], close: ['</atem:parameter>'], keyFrom: ['name', ''] },
  }),
  closers: ['</atem:function_calls>'],
};
