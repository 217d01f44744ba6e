import { expect, test, type Browser, type Page, type Route, type ViewportSize } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState } from '../../src/app/permalink/state.ts';
import { Callscope, PATIENCE } from './callscope.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

declare global {
  interface Window {
    shifts: { value: number; what: string }[];
  }
}

/** What a page may move by until all of it is there, as browsers score it. */
const MOST = 0.01;

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const text = 'I look.\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>';
const link = `#in=${encodeURIComponent(text)}&profile=vllm:hermes`;
const expected = [{ name: 'read_gauge', argumentsText: '{"dial": "oil"}' }];
const log = [{ role: 'assistant', content: 'I look.' }, { content: text.slice(7) }]
  .map((delta) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`)
  .join('');

/** Where the wide page has nothing that the narrow one lacks. */
const narrowIsEnough: readonly string[] = ['from a link', 'after a paste of a log', 'after an example'];

/** Ways whose parts others have too: `npm run test:long` walks them. */
const long: readonly string[] = [
  'at a first visit',
  'from a link',
  'in an embed',
  'after a paste',
  'after a paste of a log',
  'after an example',
  'after a link over other work',
];

/** The ways in: a fragment to open, and what somebody does then. */
const ways: Record<string, { readonly hash: string; readonly go?: (scope: Callscope) => Promise<void> }> = {
  'at a first visit': { hash: '' },
  'from a link': { hash: link },
  'from a link that says what is expected': {
    hash: `#${encodeLink({ ...emptyLinkState, text, profile: 'vllm:hermes', expected })}`,
  },
  'in an embed': { hash: `?embed${link}` },
  'after a paste': { hash: '', go: (scope) => paste(scope, text) },
  'after a paste of a log': { hash: '', go: (scope) => paste(scope, log) },
  'after an example': {
    hash: '',
    go: (scope) => scope.arrival.getByRole('button', { name: 'DeepSeek' }).click(),
  },
  'after a link over other work': {
    hash: '#in=Short.&runtime=exathena',
    // Somebody follows a link, which a browser knows for an input, as a paste or a click on an example is.
    go: async ({ page }) => {
      await page.evaluate((href) => {
        const followed = Object.assign(document.createElement('a'), { href, textContent: 'Open', id: 'followed' });
        followed.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9';
        document.body.append(followed);
      }, link);
      await page.locator('#followed').click();
    },
  },
};

async function paste({ page, arrival }: Callscope, pasted: string): Promise<void> {
  await page.evaluate((written) => navigator.clipboard.writeText(written), pasted);
  const button = arrival.getByRole('button', { name: 'Paste reply' });
  if (await button.isVisible()) await button.click();
  else {
    await arrival.getByRole('textbox').focus();
    await page.keyboard.press('Control+V');
  }
}

/** A network that brings what was asked for last first, and only once all that came before has been painted. */
class SlowNetwork {
  readonly #page: Page;
  readonly #first: string;
  readonly #held: Route[] = [];

  private constructor(page: Page, first: string) {
    this.#page = page;
    this.#first = first;
  }

  /** What the page itself names comes at once. */
  static async of(page: Page): Promise<SlowNetwork> {
    const network = new SlowNetwork(page, await (await page.request.get('./')).text());
    await page.route(/\/assets\//, (route) => network.#hold(route));
    return network;
  }

  async #hold(route: Route): Promise<void> {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    if (this.#first.includes(name)) await route.continue();
    else this.#held.push(route);
  }

  /** Brings what the page needs to be shown at all; the worker that answers is no part of that. */
  async bringPage(scope: Callscope): Promise<void> {
    const shown = scope.arrival.or(scope.page.getByRole('region', { name: 'Answer' })).first();
    while (!(await shown.isVisible())) {
      const at = this.#held.findLastIndex((route) => !route.request().url().includes('.worker-'));
      if (at >= 0) await this.#bring(this.#held.splice(at, 1)[0]!);
      else await this.#page.waitForTimeout(20);
    }
    // Whatever gives up waiting after a while has done so.
    await this.#page.clock.fastForward(3000);
  }

  /** Brings the rest, until the page has what is waited for, and asks for nothing more. */
  async bringAll(scope: Callscope, answered: Promise<void>): Promise<void> {
    let isDone = false as boolean;
    const done = answered.then(() => scope.quiet()).finally(() => (isDone = true));
    while (!isDone || this.#held.length > 0) {
      await scope.painted();
      const route = this.#held.pop();
      if (route === undefined) await this.#page.waitForTimeout(20);
      else await this.#bring(route);
    }
    await done;
  }

  async #bring(route: Route): Promise<void> {
    const request = route.request();
    await route.continue();
    // Of a worker that was ended nothing comes.
    await Promise.race([request.response().catch(() => null), this.#page.waitForTimeout(1000)]);
  }
}

/** What moved on a page of this size until all of it was there; null for nothing worth a word. */
async function shiftsOf(browser: Browser, viewport: ViewportSize, way: string): Promise<string | null> {
  const isPhone = viewport.width < 700;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone, permissions });
  const page = await context.newPage();
  const scope = new Callscope(page);
  const { hash, go } = ways[way]!;
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? node.className : (node?.parentElement?.className ?? 'gone');
          return `  ${name} from ${from.x},${from.y},${from.width}x${from.height} to ${to.x},${to.y},${to.width}x${to.height}`;
        });
        window.shifts.push({ value, what: [value.toFixed(4), ...moved].join('\n') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.clock.install();
  const network = await SlowNetwork.of(page);
  // What its load event waits for is held back too.
  await page.goto(`./${hash}`, { waitUntil: 'commit' });
  await network.bringPage(scope);
  if (go !== undefined) {
    await network.bringAll(scope, hash === '' ? Promise.resolve() : scope.answered(PATIENCE));
    await go(scope);
    // What moves right after an input follows from it. All that is held back comes later.
    await page.waitForTimeout(600);
  }
  await network.bringAll(scope, hash === '' && go === undefined ? Promise.resolve() : scope.answered(PATIENCE));
  const shifts = await page.evaluate(() => window.shifts);
  await context.close();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum <= MOST ? null : `${viewport.width} wide:\n${shifts.map(({ what }) => what).join('\n')}`;
}

for (const way of Object.keys(ways)) {
  test(`the page stays where it is ${way}, at every width, however slowly its parts come${long.includes(way) ? ' @long' : ''}`, async ({
    browser,
  }) => {
    const looked = narrowIsEnough.includes(way) ? sizes.slice(-1) : sizes;
    const moved = await Promise.all(looked.map((viewport) => shiftsOf(browser, viewport, way)));
    expect(moved.filter((what) => what !== null)).toEqual([]);
  });
}
