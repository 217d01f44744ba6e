import { expect, test, type Browser, type ViewportSize } from '@playwright/test';
import { Callscope } from './callscope.ts';

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

/** What a page may move by while it loads, as browsers score it. */
const MOST = 0.01;

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

const opened = {
  'at a first visit': '',
  'from a link': `#in=${encodeURIComponent('I look.\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>')}&runtime=vllm:hermes`,
};

/** What moved on a page of this size until it asked for nothing more; null for nothing worth a word. */
async function shiftsOf(browser: Browser, viewport: ViewportSize, hash: string): Promise<string | null> {
  const isPhone = viewport.width < 700;
  const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone });
  const page = await context.newPage();
  const scope = new Callscope(page);
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
  await page.goto(`./${hash}`);
  await expect(scope.arrival.or(scope.verdict).first()).toBeVisible();
  if (hash !== '') await scope.answered();
  await scope.quiet();
  const shifts = await page.evaluate(() => window.shifts);
  await context.close();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum <= MOST ? null : `${viewport.width} wide:\n${shifts.map(({ what }) => what).join('\n')}`;
}

for (const [how, hash] of Object.entries(opened)) {
  // All at once: most of the time each of them waits for nothing to happen.
  test(`the page stays where it is while it loads ${how}, at every width`, async ({ browser }) => {
    const moved = await Promise.all(sizes.map((viewport) => shiftsOf(browser, viewport, hash)));
    expect(moved.filter((what) => what !== null)).toEqual([]);
  });
}
