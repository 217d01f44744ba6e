// Markup in a text may be shown, as a sample or in a quotation, or be meant as a call. Here it is decided, for the pass, which
// reads text as it arrives, and for diagnoses, which look back at a whole reply.
export { isInBrokenJson } from './broken-json.ts';
export { misspeltLanguage } from './languages.ts';
export { isShown } from './place.ts';
export { quotations } from './quotations.ts';
export { ShownText } from './shown-text.ts';
