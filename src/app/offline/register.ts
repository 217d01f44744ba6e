import type { NoticeBoard } from '../page/notices.ts';
import { ownScript } from '../../trusted-types.ts';

/** What the page says to the worker: the reader asked for the new version. */
export type WorkerMessage = 'take over';

/**
 * Lets the page work offline from the next visit on, and says when a newer version is ready. Where the browser has no
 * service workers, or the page was not served over the web, nothing happens.
 */
export async function registerOffline(board: NoticeBoard): Promise<void> {
  if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
  const workers = navigator.serviceWorker;
  let asked = false;
  // The first worker of all takes over nothing: it serves from the next visit on.
  const hadWorker = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // Asked for in another tab, whose worker has only the files of its own version.
    if (hadWorker && !asked) sayReady(board, () => location.reload());
  });
  try {
    const registration = await workers.register(ownScript('./service-worker.js'), { updateViaCache: 'none' });
    const offer = (): void => {
      sayReady(board, () => {
        asked = true;
        takeOver(registration.waiting);
      });
    };
    // The very first worker is no new version. Its events may come late, when it is active already.
    const replaces = (worker: ServiceWorker): boolean => registration.active !== null && registration.active !== worker;
    if (registration.waiting !== null && replaces(registration.waiting)) offer();
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && replaces(installing)) offer();
      });
    });
  } catch {
    // Refused by the browser or its owner, or the network is down: the page works without.
  }
}

/** Lets the new version serve, and opens the page again once it does. */
function takeOver(waiting: ServiceWorker | null): void {
  if (waiting === null) {
    location.reload();
    return;
  }
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload();
  });
  const message: WorkerMessage = 'take over';
  waiting.postMessage(message);
}

function sayReady(board: NoticeBoard, run: () => void): void {
  board.say({
    kind: 'version',
    tone: 'info',
    text: 'A new version is ready.',
    action: { label: 'Reload', run },
  });
}
