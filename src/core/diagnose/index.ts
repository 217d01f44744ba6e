export { diagnose } from './diagnose.ts';
export type { DiagnoseOptions } from './subject.ts';
export { inventedCall, isInFence } from './invented-call.ts';
export { refuses } from './schema.ts';
export { isStreamTried } from './stream-differs.ts';
export { splitMarkers } from './split-markers.ts';
export { tokensAsText } from './undecoded-tokens.ts';
