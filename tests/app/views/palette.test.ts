import { describe, expect, it, vi } from 'vitest';
import { diagnosisCatalogue, formatPages, loadProjects, projectInfos } from '../../../src/core/index.ts';
import { examples } from '../../../src/app/page/gallery/examples.ts';
import { failures } from '../../../src/app/page/gallery/failures.ts';
import { commands, type CommandScope } from '../../../src/app/views/commands/commands.ts';
import { contentEntries } from '../../../src/app/views/commands/content-entries.ts';
import { entry, formatEntries, ownEntries, runtimeEntries } from '../../../src/app/views/commands/entries.ts';
import { findEntries, isOpen, MOST_OF_GROUP, type Entry } from '../../../src/app/views/commands/find-entries.ts';
import { twice } from '../../twice.ts';

const entries: readonly Entry[] = [
  ...ownEntries,
  ...formatEntries(formatPages()),
  ...runtimeEntries(projectInfos(await loadProjects())),
  ...contentEntries,
];

function firstFor(wanted: string): string | undefined {
  return findEntries(entries, wanted)[0]?.entries[0]?.id;
}

/** The first entry of a group. */
function firstOf(group: Entry['group'], wanted: string): string | undefined {
  return findEntries(entries, wanted).find((found) => found.group === group)?.entries[0]?.id;
}

/** What an entry does to the session. */
async function callsOf(id: string): Promise<unknown[][]> {
  const names = ['setFormatPage', 'setRuntime', 'setView', 'openLearn', 'openExample', 'set', 'setBorders'] as const;
  const session = Object.fromEntries(names.map((name) => [name, vi.fn()]));
  const scope = { page: { session: { ...session, fields: { view: 'formats' } } } } as unknown as CommandScope;
  await entries.find((one) => one.id === id)?.run(scope);
  return names.flatMap((name) =>
    (session[name]?.mock.calls ?? []).map((given: unknown[]): unknown[] => [name, ...given]),
  );
}

describe('the palette', () => {
  it('has every entry once, and all that there is', () => {
    expect(twice(entries.map(({ id }) => id))).toEqual([]);
    const count = (group: Entry['group']): number => entries.filter((one) => one.group === group).length;
    expect(count('Commands')).toBe(commands.length - 1);
    expect(count('Formats')).toBe(formatPages().length);
    expect(count('Diagnoses')).toBe(Object.keys(diagnosisCatalogue).length);
    expect(count('Examples')).toBe(examples.length);
    expect(count('Failures')).toBe(failures.length);
  });

  it.each(['glossary', 'what is a marker'])('finds what words mean by “%s”', async (wanted) => {
    expect(await callsOf(firstOf('Words', wanted) ?? '')).toEqual([['openLearn', { section: 'words' }]]);
  });

  it.each(['experiment', 'run many', 'compare prompts', 'two prompts'])('finds the experiment by “%s”', (wanted) => {
    expect(firstOf('Commands', wanted)).toBe('experiment');
  });

  it('lists commands and settings before anything is asked for', () => {
    const found = findEntries(entries, '  ');
    expect(found.map(({ group }) => group)).toEqual(['Commands', 'Settings']);
    expect(found[0]?.entries.length).toBe(commands.length - 1);
  });

  it.each(['exercise', 'make exercise', 'teacher', 'quiz'])('finds where an exercise is made by “%s”', (wanted) => {
    expect(firstOf('Lessons', wanted)).toBe('make-exercise');
  });

  it('finds each kind of content', () => {
    expect(firstFor('qwen coder')).toBe('format-qwen3-coder-xml');
    expect(firstFor('vllm hermes')).toBe('runtime-vllm:hermes');
    expect(firstFor('--tool-call-parser qwen3_coder')).toBe('runtime-vllm:qwen3_coder');
    expect(firstFor('home assistant')).toBe('program-Home Assistant');
    expect(firstFor('open webui')).toBe('program-Open WebUI');
    expect(firstFor('d13')).toBe('diagnosis-D13');
    expect(firstFor('lookalike')).toBe('diagnosis-D07');
    expect(firstFor('theme dark')).toBe('setting-theme-dark');
    expect(firstFor('layout')).toBe('setting-layout');
    expect(firstFor('go to prompt')).toBe('view-prompt');
    expect(firstOf('Examples', 'forgotten fence')).toBe('example-forgotten-closer');
    expect(firstOf('Failures', 'windows path')).toBe('failure-openai-windows-path');
    expect(findEntries(entries, 'no such words')).toEqual([]);
  });

  it('puts the start of a title before the start of a word before the inside of one', () => {
    const made = ['xhermes', 'for hermes', 'hermes one', 'other'].map((label) =>
      entry('Formats', { id: label, keys: null, label, words: 'hermes', run: () => undefined }),
    );
    const [found] = findEntries(made, 'hermes');
    expect(found?.entries.map(({ id }) => id)).toEqual(['hermes one', 'for hermes', 'xhermes', 'other']);
  });

  it('puts the group with the best entry first, and equal ones in the order of the groups', () => {
    const found = findEntries(entries, 'hermes');
    expect(found[0]).toMatchObject({ group: 'Formats' });
    expect(found[0]?.entries[0]?.id).toBe('format-hermes');
    expect(found.map(({ group }) => group)).toContain('Servers');
  });

  it.each(['make an exercise', 'd13', 'hermes', 'quiz'])(
    'does not take a command for “%s” before all is there',
    (wanted) => {
      expect(isOpen(findEntries(ownEntries, wanted))).toBe(true);
    },
  );

  it.each(['', 'theme dark', 'go to prompt', 'share'])(
    'knows at once that “%s” is a command or a setting',
    (wanted) => {
      const own = findEntries(ownEntries, wanted);
      expect(isOpen(own)).toBe(false);
      expect(findEntries(entries, wanted)[0]?.entries[0]).toBe(own[0]?.entries[0]);
    },
  );

  it('shows a few of each group and says how many there are', () => {
    const runtimes = findEntries(entries, 'qwen').find(({ group }) => group === 'Servers');
    expect(runtimes?.entries.length).toBe(MOST_OF_GROUP);
    expect(runtimes?.count).toBeGreaterThan(MOST_OF_GROUP);
  });

  it('opens what was chosen', async () => {
    expect(await callsOf('format-hermes')).toEqual([['setFormatPage', 'hermes']]);
    expect(await callsOf('runtime-vllm:hermes')).toEqual([
      ['setRuntime', 'vllm:hermes'],
      ['setView', 'reply'],
    ]);
    expect(await callsOf('diagnosis-D08')).toEqual([['openLearn', { section: 'diagnoses', code: 'D08' }]]);
    const [failure] = failures;
    expect(await callsOf(`failure-${failure?.id ?? ''}`)).toEqual([['openExample', failure?.state, failure?.title]]);
    const [example] = examples;
    expect(await callsOf(`example-${example?.id ?? ''}`)).toEqual([
      ['openExample', { ...example?.state, view: 'reply' }, example?.title],
    ]);
    expect(await callsOf('setting-theme-dark')).toEqual([['set', { theme: 'dark' }]]);
    expect(await callsOf('setting-layout')).toEqual([['setBorders', {}]]);
  });
});
