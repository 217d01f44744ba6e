/** Whether the page is in a frame of another page: then nothing is read from this browser, and nothing is kept. */
export function isEmbed(search: string): boolean {
  return new URLSearchParams(search).has('embed');
}

/** The panes an embed can show. */
const embedPanes = ['reply', 'steps', 'calls'] as const;

type EmbedPane = (typeof embedPanes)[number];

/** What the query of an embed asks for. */
export interface EmbedWish {
  /** At least one, each once, in the order they were asked for. */
  readonly panes: readonly EmbedPane[];
  readonly theme: 'system' | 'light' | 'dark';
  /** What was asked for and does not exist, in one sentence; null where all of it does. */
  readonly problem: string | null;
}

/** Reads `?embed`, `?embed=steps,calls` and `&theme=dark`. An embed that names no pane we know shows all of them. */
export function readEmbedWish(search: string): EmbedWish {
  const query = new URLSearchParams(search);
  const names = (query.get('embed') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const panes = [...new Set(names)].filter((name): name is EmbedPane => embedPanes.some((pane) => pane === name));
  const unknown = names.find((name) => !embedPanes.some((pane) => pane === name));
  const theme = query.get('theme');
  return {
    panes: panes.length === 0 ? embedPanes : panes,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    problem:
      unknown === undefined
        ? null
        : `There is no pane “${unknown.slice(0, 20)}” to embed; the panes are ${embedPanes.join(', ')}.`,
  };
}

/** The address of the page that is not embedded, with the same fragment and whatever else the query says. */
export function wholePageAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('embed');
  url.searchParams.delete('theme');
  return url.href;
}
