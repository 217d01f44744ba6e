export { type Pasted, type PastedOptions, takeApart } from './pasted.ts';
export { type PastedContent, recognise } from './recognise.ts';
export type { GivenAway, Recognised, RecognisedKind, RecognisedReply } from './recognised.ts';
export { recogniseResponse } from './response.ts';
