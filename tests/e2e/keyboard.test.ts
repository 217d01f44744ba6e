import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';

/** A stop of the keyboard: what assistive technology calls it, and what is wrong with it for somebody who sees the page. */
interface Stop {
  readonly name: string;
  readonly fault: string;
}

/** Looks at what has the focus. */
function stopIn(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const named = element as HTMLElement & { computedName?: string };
    const name = (named.computedName ?? element.textContent).trim();
    const { left, top, right, bottom, height } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && height > 0;
    const [x, y] = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (top + bottom) / 2];
    const over = document.elementFromPoint(x, y);
    // Where its middle is out of sight, it is larger than the screen, or scrolls itself.
    const isFree =
      over === null || element.contains(over) || over.contains(element) || over.closest('.editor-plain') !== null;
    const fault = name === '' ? 'no name' : isInSight ? (isFree ? '' : `below ${over.className}`) : 'out of sight';
    return { name, fault };
  });
}

/** Somebody who has no pointer. */
class Keyboard {
  readonly #page: Page;
  /** Stops at which nobody would know where they are. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** What has the focus now; the page may be about to give it to something. */
  async isAt(name: RegExp): Promise<void> {
    await expect.poll(async () => (await stopIn(this.#page))?.name ?? '').toMatch(name);
  }

  /** From stop to stop up to this one. */
  async goTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 90): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      await this.press(key);
      // A list may be scrolled by it.
      await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const stop = await stopIn(this.#page);
      if (stop === null) continue;
      if (stop.fault !== '') this.faults.push(`${stop.name}: ${stop.fault}`);
      if (name.test(stop.name)) return;
    }
    throw new Error(`The keyboard does not reach ${String(name)}.`);
  }

  async choose(name: RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
    await this.goTo(name, key);
    await this.press('Enter');
  }
}

const asked = [
  { text: 'Open valve B2 to 40 percent.', expected: '{"valve": "B2", "pct": 40}' },
  { text: 'Close valve A1 completely.', expected: '{"valve": "A1", "pct": 0}' },
  { text: 'Who invented the steam engine?', expected: null },
];

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport])
    test(`an experiment from nothing with the keyboard alone, ${String(viewport.width)} wide, ${colorScheme} @long`, async ({
      page,
    }) => {
      const scope = new Callscope(page);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await scope.stayPlain();
      await scope.arrive();
      const keys = new Keyboard(page);
      const lab = page.getByRole('region', { name: 'Experiment', exact: true });
      /** On a phone one part is shown at a time. */
      const part = async (name: RegExp): Promise<void> => {
        if (viewport.width < 1000) await keys.choose(name, 'Shift+Tab');
      };

      // The prompt, and a tool.
      await keys.choose(/^Prompt$/);
      await keys.goTo(/^System prompt/);
      await keys.type('You look after the pumps.');
      await keys.choose(/^Add tools/);
      await keys.isAt(/^Name/);
      await keys.type('open_valve');
      await keys.goTo(/^Description/);
      await keys.type('Opens a valve of the pump house.');
      await keys.choose(/^Add a parameter/);
      await keys.isAt(/^Name/);
      await keys.type('valve');
      await keys.choose(/^Add a parameter/);
      await keys.isAt(/^Name/);
      await keys.type('pct');
      await keys.goTo(/^Type/);
      await keys.type('integer');
      await keys.choose(/^Add the tool/);
      await keys.isAt(/^Add tools/);

      // Three messages; what was added is what is written next.
      await part(/^Experiment$/);
      for (const [index, { text, expected }] of asked.entries()) {
        const number = String(index + 1);
        await keys.choose(/^Add a message/, index === 0 ? 'Tab' : 'Shift+Tab');
        await keys.isAt(new RegExp(`^Message ${number}`));
        await keys.type(text);
        await keys.goTo(new RegExp(`^Expected of message ${number}`), 'Tab', 3);
        if (expected === null) await keys.type('No call');
        else {
          await keys.type('open_valve');
          await keys.goTo(/^Arguments of message/, 'Tab', 1);
          await keys.type(expected);
        }
      }

      // Two prompts.
      await keys.choose(/^Add the prompt on the page/);
      await keys.isAt(/^A Demo model/);
      await part(/^Prompt$/);
      await keys.goTo(/^System prompt/, 'Shift+Tab');
      await keys.press('End');
      await keys.type(' Call a tool only when the user asks for what it does.');
      await part(/^Experiment$/);
      await keys.choose(/^Add the prompt on the page/);
      await keys.isAt(/^B Demo model/);

      // Runs, the table, and a failure in Debug and back.
      await keys.goTo(/^Runs of each/);
      await keys.press('ControlOrMeta+a');
      await keys.type('5');
      await keys.choose(/^Run 30 runs/);
      await expect(lab).toContainText('30 of 30 runs made.');
      await keys.isAt(/^Add 30 more runs/);
      await expect(lab.getByRole('columnheader', { name: /^B 15/ })).toBeVisible();
      await keys.choose(/^Runs of A on message 1/);
      await keys.goTo(/^Open run A/);
      const run = (await stopIn(page))?.name ?? '';
      await keys.press('Enter');
      await scope.answered();
      await expect(scope.verdict).toContainText('Not as expected');
      await keys.choose(/^Back to what you had/);
      await expect.poll(async () => (await stopIn(page))?.name).toBe(run);

      // What is proposed is one more variant; it is run, and the experiment saved.
      await keys.choose(/^Add as a variant of/);
      // Where Enter runs it: a second Enter adds no second one.
      await keys.isAt(/^Run the missing 15/);
      await keys.press('Enter');
      await expect(lab.getByRole('columnheader', { name: /^C 15/ })).toBeVisible();
      await keys.isAt(/^Add 45 more runs/);
      await expect(lab.getByRole('button', { name: /^Remove variant/ })).toHaveCount(3);
      const saving = page.waitForEvent('download');
      await keys.choose(/^Save$/, 'Shift+Tab');
      const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as { variants?: unknown };
      expect(JSON.stringify(saved)).toContain('Who invented the steam engine?');
      expect(keys.faults).toEqual([]);
      expect(scope.complaints).toEqual([]);
    });

test('what a key opens gets the focus, and a run is begun, stopped and left by keys', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open('#in=Hello.');
  await scope.answered();
  const keys = new Keyboard(page);
  const nowhere = (): Promise<void> =>
    page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  await nowhere();
  await keys.press('g');
  await keys.press('l');
  await keys.isAt(/^Loop/);
  await nowhere();
  await keys.press('r');
  await keys.isAt(/^Run a model/);
  const panel = page.getByRole('region', { name: 'Run a model' });
  await panel.getByLabel('Slow down').check();
  await panel.getByRole('button', { name: /^Run/ }).focus();
  await keys.press('Enter');
  await keys.isAt(/^Stop/);
  await keys.press('Escape');
  await expect(panel.getByRole('status')).toHaveAttribute('data-state', 'stopped');
  await keys.press('Enter');
  await keys.isAt(/^Stop/);
  await panel.getByRole('button', { name: 'Close the run panel' }).click();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel).toBeHidden();
});
