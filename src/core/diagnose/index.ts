export { diagnose } from './diagnose.ts';
export { splitMarkers } from './split-markers.ts';
