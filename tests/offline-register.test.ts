import { afterEach, expect, test, vi } from 'vitest';
import { registerOffline } from '../src/app/offline/register.ts';
import type { Notice } from '../src/app/page/notices.ts';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  reach(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;

  find(worker: FakeWorker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }
}

async function noticesAfter(registration: FakeRegistration, happens: () => void = () => undefined): Promise<string[]> {
  const register = (): Promise<FakeRegistration> => Promise.resolve(registration);
  const serviceWorker = Object.assign(new EventTarget(), { controller: null, register });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', { baseURI: 'https://host.example/callscope/' });
  vi.stubGlobal('location', new URL('https://host.example/callscope/'));
  const said: Notice[] = [];
  await registerOffline({ say: (notice) => said.push(notice), dismiss: () => undefined });
  happens();
  return said.map(({ text }) => text);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const ready = ['A new version is ready.'];

test('the first worker is no new version, and its events may be late', async () => {
  const registration = new FakeRegistration();
  const first = new FakeWorker();
  const notices = await noticesAfter(registration, () => {
    registration.find(first);
    registration.installing = null;
    registration.active = first;
    first.reach('installed');
    first.reach('activated');
  });
  expect(notices).toEqual([]);
});

test('the first worker that is about to become active is no new version', async () => {
  const registration = new FakeRegistration();
  registration.waiting = new FakeWorker();
  expect(await noticesAfter(registration)).toEqual([]);
});

test.each([true, false])(
  'a worker after another one is a new version, ready before the page asks: %s',
  async (before) => {
    const registration = new FakeRegistration();
    const next = new FakeWorker();
    registration.active = new FakeWorker();
    if (before) registration.waiting = next;
    const notices = await noticesAfter(registration, () => {
      if (before) return;
      registration.find(next);
      next.reach('installed');
    });
    expect(notices).toEqual(ready);
  },
);
