export { diagnose } from './diagnose.ts';
export { splitMarkers } from './split-markers.ts';
export { tokensAsText } from './undecoded-tokens.ts';
