import { tick } from 'svelte';
import { swapped } from '../compare/sides.ts';
import { viewIds } from '../../page/fields.ts';
import { applyEdit } from '../../apply-edit.ts';
import type { Streaming } from '../stream/streaming.svelte.ts';
import type { DialogName, Page } from '../../context.ts';
import { reveal } from '../../reveal.ts';
import { drawers, toggle } from '../reply/drawers.ts';
import { ladderOf, shownSteps, stepBy } from '../reply/trace/ladder.ts';
import { views } from '../../views.ts';

/** On phones one of these is in front. */
export type ReplyPane = 'reply' | 'steps';

/** What a command may act on. */
export interface CommandScope {
  readonly page: Page;
  readonly show: (dialog: DialogName) => void;
  readonly toggleRun: () => void;
  readonly isRunOpen: () => boolean;
  /** On phones: which pane is in front. */
  readonly showPane: (pane: ReplyPane) => void;
}

export interface Command {
  readonly id: string;
  /** A key, or two that are pressed one after the other; `Mod` is Ctrl, on a Mac ⌘. null: only in the palette. */
  readonly keys: string | null;
  readonly label: string;
  /** What else it is found by. */
  readonly words?: string;
  readonly run: (scope: CommandScope) => void | Promise<void>;
  /** A field where somebody writes has its own meaning for the key, and a dialog has none. */
  readonly leavesFields?: true;
  /** Runs again and again while its key is held. */
  readonly repeats?: true;
}

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

/** THE list of commands: the keys, the sheet and the palette all read it. */
export const commands: readonly Command[] = [
  {
    id: 'palette',
    keys: 'Mod+k',
    label: 'Search commands, servers, formats and failures',
    run: ({ show }) => {
      show('palette');
    },
  },
  {
    id: 'shortcuts',
    keys: '?',
    label: 'Show the keyboard shortcuts',
    run: ({ show }) => {
      show('shortcuts');
    },
  },
  { id: 'focus-reply', keys: '/', label: 'Go to the reply text', run: focusReply },
  {
    id: 'undo',
    keys: 'Mod+z',
    label: 'Take back the last change that has an Undo button',
    leavesFields: true,
    run: ({ page: { session } }) => {
      session.notices.findLast(({ action }) => action?.label === 'Undo')?.action?.run();
    },
  },
  {
    id: 'fix',
    keys: 'x',
    label: 'Make the first fix that the answer offers',
    run: ({ page }) => {
      const edit = page.results.extraction?.diagnoses[0]?.edit ?? null;
      if (edit !== null) applyEdit(page, edit);
    },
  },
  {
    id: 'next-step',
    keys: 'n',
    label: 'Next step; when comparing, next difference; in a stream, next chunk',
    repeats: true,
    run: (scope) => moveStep(scope, 1),
  },
  {
    id: 'previous-step',
    keys: 'p',
    label: 'Previous step; when comparing, previous difference; in a stream, previous chunk',
    repeats: true,
    run: (scope) => moveStep(scope, -1),
  },
  {
    id: 'present',
    keys: 'f',
    label: 'Present in large type: the steps, or the open lesson',
    run: ({ show }) => {
      show('present');
    },
  },
  ...viewIds
    .filter((id) => views[id].door !== 'debug' || id === 'reply')
    .map((id) => ({
      id: `view-${id}`,
      keys: views[id].key,
      label: `Go to: ${views[id].label}`,
      run: ({ page }: CommandScope) => {
        page.session.setView(id);
      },
    })),
  ...drawers.map((drawer) => ({
    id: `drawer-${drawer.id}`,
    keys: drawer.key,
    label: `Open or close: ${drawer.label}`,
    run: ({ page }: CommandScope) => {
      toggle(drawer, page);
      return focusOpened();
    },
  })),
  {
    id: 'native',
    keys: null,
    label: 'Edit the native tool_calls',
    run: ({ page: { session }, showPane }) => {
      session.setView('reply');
      session.setTab('native');
      showPane('reply');
    },
  },
  {
    id: 'play-stream',
    keys: null,
    label: 'Stream: play or stop',
    run: (scope) =>
      onStream(scope, (streaming) => {
        streaming.playOrStop();
      }),
  },
  {
    id: 'start-of-stream',
    keys: null,
    label: 'Stream: go to the start',
    run: (scope) =>
      onStream(scope, (streaming) => {
        streaming.goTo(0);
      }),
  },
  {
    id: 'sweep-cuts',
    keys: null,
    label: 'Stream: try every cut',
    run: async (scope) => {
      const { Sweeping } = await import('../stream/sweeping.svelte.ts');
      await onStream(scope, (streaming) => {
        streaming.pane = 'cuts';
      });
      void scope.page.of(Sweeping).run();
    },
  },
  {
    id: 'shrink',
    keys: null,
    label: 'Shrink the reply to the smallest text with the same answer',
    words: 'minimal reproduction reduce shorter bug report',
    run: async ({ page }) => {
      const { shrinkReply } = await import('../reply/shrink-reply.ts');
      await shrinkReply(page);
    },
  },
  {
    id: 'swap-sides',
    keys: null,
    label: 'Compare: swap the sides',
    run: ({ page: { session } }) => {
      const { compare, own } = swapped(session.fields);
      session.setCompare(compare, { ...own, view: 'compare' });
    },
  },
  {
    id: 'remember-prompt',
    keys: null,
    label: 'Compare: remember the prompt as before',
    run: ({ page }) => {
      page.results.rememberTools();
    },
  },
  {
    id: 'run',
    keys: 'r',
    label: 'Run a model: open or close the panel',
    run: ({ toggleRun }) => {
      toggleRun();
    },
  },
  {
    id: 'experiment',
    keys: null,
    label: 'Experiment: run many, and compare prompts',
    words: 'two prompts variants lab a/b test rate evaluate model',
    run: async ({ page, toggleRun, isRunOpen }) => {
      const { FrontPane } = await import('../prompt/front-pane.svelte.ts');
      // The panel has its place.
      if (isRunOpen()) toggleRun();
      page.of(FrontPane).column = 'lab';
      page.session.setView('prompt');
    },
  },
  {
    id: 'examples',
    keys: 'e',
    label: 'Open an example',
    run: ({ show }) => {
      show('examples');
    },
  },
  {
    id: 'history',
    keys: 'h',
    label: 'Open the history',
    run: ({ show }) => {
      show('history');
    },
  },
  {
    id: 'share',
    keys: 's',
    label: 'Share this page',
    run: ({ show }) => {
      show('share');
    },
  },
  {
    id: 'expect',
    keys: 'w',
    label: 'Say which calls you expected',
    words: 'expectation',
    run: ({ show }) => {
      show('expect');
    },
  },
  {
    id: 'copy-link',
    keys: 'y',
    label: 'Copy a link to this page',
    run: async ({ page, show }) => {
      const { copyLink } = await import('../share/copy-link.ts');
      await copyLink(page, location.href.replace(/#.*$/, ''), () => {
        show('share');
      });
    },
  },
  {
    id: 'theme',
    keys: 't',
    label: 'Change the theme: system, light, dark',
    run: ({ page: { session } }) => {
      session.set({ theme: nextTheme[session.fields.theme] });
    },
  },
  {
    id: 'clear',
    keys: null,
    label: 'Start with an empty page',
    run: ({ page }) => {
      page.session.clear();
    },
  },
  {
    id: 'define-format',
    keys: null,
    label: 'Define your own format',
    run: ({ show }) => {
      show('custom');
    },
  },
  {
    id: 'runtime',
    keys: 'u',
    label: 'Choose the server and parser',
    run: ({ show }) => {
      show('runtime');
    },
  },
  {
    id: 'one-format',
    keys: null,
    label: 'Server: One format…',
    run: ({ show }) => {
      show('format');
    },
  },
];

/** The keys as they are printed on the keyboard, one string for each press. */
export function keyNames(keys: string, isMac: boolean): string[] {
  return keys.split(' ').map((key) => {
    const [, letter] = key.split('Mod+');
    const name = (letter ?? key).toUpperCase();
    return letter === undefined ? key : isMac ? `⌘${name}` : `Ctrl+${name}`;
  });
}

async function focusReply({ page, showPane }: CommandScope): Promise<void> {
  page.session.setView('reply');
  page.session.setTab('reply');
  showPane('reply');
  await tick();
  document.querySelector<HTMLElement>(':is(.reply, .arrival) :is(textarea, [role="textbox"])')?.focus();
}

/** Who opened a drawer by its keys hears what opened, and Tab goes on from there. */
async function focusOpened(): Promise<void> {
  await tick();
  const opened = document.querySelector<HTMLElement>('main section[aria-label="Raw response"]');
  // A section takes the focus only from here.
  if (opened !== null) opened.tabIndex = -1;
  (opened ?? document.querySelector('main'))?.focus();
}

/** Does something with the stream of the page, in its view. */
async function onStream({ page }: Pick<CommandScope, 'page'>, run: (streaming: Streaming) => void): Promise<void> {
  const { Streaming } = await import('../stream/streaming.svelte.ts');
  page.session.setView('stream');
  run(page.of(Streaming));
}

async function moveStep({ page, showPane }: CommandScope, by: 1 | -1): Promise<void> {
  const { session, results } = page;
  if (session.fields.view === 'compare') {
    const { Comparing } = await import('../compare/comparing.svelte.ts');
    page.of(Comparing).move(by);
    return;
  }
  if (session.fields.view === 'stream') {
    await onStream({ page }, (streaming) => {
      streaming.goTo(streaming.come + by);
    });
    return;
  }
  const trace = results.extraction?.trace ?? [];
  const step = stepBy(shownSteps(ladderOf(trace)), session.fields.step, by);
  const event = step === null ? undefined : trace[step];
  if (event === undefined) return;
  session.setView('reply');
  showPane('steps');
  session.set({ step });
  reveal(page, event);
}
