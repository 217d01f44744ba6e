/**
 * Chat templates are chunks of their own, which are fetched when somebody asks for them here. In a file of its own, because
 * whatever else is in the door of the core would come with the first load.
 */

/** The engine that renders templates, and what is found out with it. */
export const loadTemplates = (): Promise<typeof import('./index.ts')> => import('./index.ts');
/** What looks for faults in a template. */
export const loadTemplateFaults = (): Promise<typeof import('./faults/index.ts')> => import('./faults/index.ts');
/** What says which format of calls a chat template teaches: brings the formats along. */
export const loadTeaches = (): Promise<typeof import('./teaches.ts')> => import('./teaches.ts');
/** What other engines lack of a template. */
export const loadTemplateDialects = (): Promise<typeof import('./dialects/index.ts')> => import('./dialects/index.ts');
/** What reads templates from files, without the engine. */
export const loadTemplateSources = (): Promise<typeof import('./sources/index.ts')> => import('./sources/index.ts');
/** Our own templates, which are data. */
export const loadOwnTemplates = (): Promise<typeof import('../../data/own-templates/index.ts')> =>
  import('../../data/own-templates/index.ts');
