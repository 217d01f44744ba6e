export { diagnose } from './diagnose.ts';
export { splitMarkers } from './split-markers.ts';
export { decodedText } from './undecoded-tokens.ts';
