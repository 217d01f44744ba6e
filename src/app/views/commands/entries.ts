import type { FormatPage, ProjectInfo } from '../../../core/index.ts';
import { formatText } from '../formats/search-formats.ts';
import { folded } from '../../page/search.ts';
import { commands, type Command } from './commands.ts';
import type { Entry, EntryGroup } from './find-entries.ts';
import { settings } from './settings.ts';

/** An entry of the palette; `words` are what else it is found by. */
export function entry(group: EntryGroup, command: Command, about = ''): Entry {
  const { label, words = '' } = command;
  return { ...command, group, about, title: folded(label), others: folded(`${words} ${about} ${group}`) };
}

/** What there is without fetching anything. The palette itself is no entry. */
export const ownEntries: readonly Entry[] = [
  ...commands.filter(({ id }) => id !== 'palette').map((command) => entry('Commands', command)),
  ...settings.map((command) => entry('Settings', command)),
];

/** Each opens the page of a format. */
export function formatEntries(pages: readonly FormatPage[]): readonly Entry[] {
  return pages.map((page) => {
    const { id, lineage, models } = page;
    const run: Command['run'] = ({ page: { session } }) => {
      session.setFormatPage(id);
    };
    return entry(
      'Formats',
      { id: `format-${id}`, keys: null, label: id, words: formatText(page), run },
      `${lineage}: ${models}`,
    );
  });
}

/** Each chooses a runtime. */
export function runtimeEntries(projects: readonly ProjectInfo[]): readonly Entry[] {
  return projects.flatMap(({ label: project, runtimes }) =>
    runtimes.map(({ id, label, flag, formats, lenient, source }) => {
      const run: Command['run'] = ({ page: { session } }) => {
        session.setRuntime(id);
        // What it makes of the reply cannot be seen from Learn.
        if (session.fields.view === 'formats') session.setView('reply');
      };
      // One that reads every format is not meant by the name of any.
      const words = [id, flag, project, 'runtime', 'server', ...(lenient ? [] : formats)].join(' ');
      return entry('Servers', { id: `runtime-${id}`, keys: null, label, words, run }, source.version);
    }),
  );
}
