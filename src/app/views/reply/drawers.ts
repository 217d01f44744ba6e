import type { SessionFields, ViewId } from '../../page/fields.ts';
import { Glancing } from '../../page/answers/asked-runtimes.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { firstMatrix } from '../../permalink/state.ts';
import { likelyOther } from '../compare/sides.ts';
import { views } from '../../views.ts';

/** Something else to see of the case, opened from the foot of the page. What is open is in the link. */
export interface Drawer {
  readonly id: string;
  readonly label: string;
  readonly key: string;
  readonly view: ViewId;
  /** Of two drawers of one view, the fields that tell which is open. */
  readonly shows: (fields: SessionFields) => boolean;
  readonly open: (page: Pick<Page, 'session' | 'of'>) => void;
}

/** THE list of drawers, in their order. */
export const drawers: readonly Drawer[] = [
  ofView('stream'),
  {
    id: 'servers',
    label: 'All servers',
    key: 'g a',
    view: 'compare',
    shows: ({ matrix }) => matrix !== null,
    open: ({ session }) => {
      session.setMatrix(session.fields.matrix ?? firstMatrix, { view: 'compare' });
    },
  },
  ofView('loop'),
  {
    id: 'raw',
    label: 'Raw response',
    key: 'g w',
    view: 'reply',
    shows: ({ layout }) => layout.tab === 'raw',
    open: ({ session }) => {
      session.setView('reply');
      session.setTab('raw');
    },
  },
  {
    ...ofView('compare'),
    shows: ({ matrix }) => matrix === null,
    open: (page) => {
      const near = (page.of(Glancing).answer?.answers ?? []).map(({ runtime }) => runtime);
      page.session.setCompare(likelyOther(page.session.fields, near), { view: 'compare', matrix: null });
    },
  },
  ofView('parser'),
];

/** The drawer of a view, with its name and its keys. */
function ofView(view: ViewId): Drawer {
  const { label, key } = views[view];
  return { id: view, label, key, view, shows: () => true, open: ({ session }) => session.setView(view) };
}

export function isOpen({ view, shows }: Drawer, fields: SessionFields): boolean {
  return fields.view === view && shows(fields);
}

/** Opens a drawer, or goes back to the text and its steps where it is open. */
export function toggle(drawer: Drawer, page: Pick<Page, 'session' | 'of'>): void {
  const { session } = page;
  if (!isOpen(drawer, session.fields)) {
    drawer.open(page);
    return;
  }
  session.setView('reply');
  if (session.fields.layout.tab === 'raw') session.setTab('reply');
}
