import { fileURLToPath } from 'node:url';

/** Where the build leaves what scripts read about it: the manifest, the packages of each chunk, the files of each engine. */
export const buildReports = fileURLToPath(new URL('../node_modules/.cache/callscope/build/', import.meta.url));
