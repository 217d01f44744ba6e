/** The only door to the core: everything outside `src/core` imports from here. */
export { extract } from './extract.ts';
export { openFenceFilter, type FenceFilter } from './stream/fence-filter.ts';
export { augmentRaw, augmentSystemPrompt } from './prompt/augment.ts';
export type * from './extraction.ts';
export type { ProviderResponse } from './response.ts';
export type { Span } from './span.ts';
export type * from './tool.ts';
export type * from './trace.ts';
