export { LogReader, type LogOptions, readLog } from './read/log-reader.ts';
export type { OpenZstd } from './read/unpack.ts';
