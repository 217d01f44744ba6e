import { jsonTemplates } from './json.ts';
import { ownTemplates } from './own.ts';
import { plainTemplates } from './plain.ts';
import { taggedTemplates } from './tagged.ts';
import type { Template } from './template.ts';

/** THE list of chat templates, in the order of the picker: of two that read a format, the one that more people use comes first. */
export const templates: readonly Template[] = [
  ...jsonTemplates,
  ...taggedTemplates,
  ...ownTemplates,
  ...plainTemplates,
];
