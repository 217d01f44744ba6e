import type { Component } from 'svelte';
import type { LearnSection } from '../../page/fields.ts';

interface Section {
  readonly id: LearnSection;
  readonly label: string;
  readonly load: () => Promise<{ default: Component<Record<string, never>> }>;
}

/** THE list of sections of the view Learn: each is fetched when it is first in front. */
export const sections: readonly [Section, ...Section[]] = [
  { id: 'lessons', label: 'Lessons', load: () => import('./lessons/LessonsSection.svelte') },
  { id: 'examples', label: 'Examples', load: () => import('./ExamplesSection.svelte') },
  { id: 'failures', label: 'Failures', load: () => import('./FailuresSection.svelte') },
  { id: 'formats', label: 'Formats', load: () => import('../formats/FormatsView.svelte') },
  { id: 'diagnoses', label: 'Diagnoses', load: () => import('./DiagnosesSection.svelte') },
  { id: 'engines', label: 'Servers', load: () => import('./EngineTable.svelte') },
  { id: 'words', label: 'Words', load: () => import('./WordsSection.svelte') },
];
