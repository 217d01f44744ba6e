export { diagnosisCatalogue } from './catalogue.ts';
export { diagnose } from './diagnose.ts';
export { splitMarkers } from './split-markers.ts';
