import { expect, test } from '@playwright/test';
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
  'from a link': `#in=${encodeURIComponent('I look.\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>')}&profile=vllm:hermes`,
};

for (const [how, hash] of Object.entries(opened)) {
  for (const viewport of sizes) {
    test(`the page stays where it is while it loads ${how}, ${viewport.width} wide`, async ({ browser }) => {
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
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, shifts.map(({ what }) => what).join('\n')).toBeLessThanOrEqual(MOST);
      await context.close();
    });
  }
}
