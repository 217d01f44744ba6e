import { jsonTemplates } from './json.ts';
import { ownTemplates } from './own.ts';
import { plainTemplates } from './plain.ts';
import { taggedTemplates } from './tagged.ts';
import type { Template } from './template.ts';

/** THE list of chat templates, in the order of the picker. */
export const templates: readonly Template[] = [
  ...jsonTemplates,
  ...ownTemplates,
  ...taggedTemplates,
  ...plainTemplates,
];
