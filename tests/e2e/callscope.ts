import { expect, type Locator, type Page } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { examples } from '../../src/app/page/gallery/examples.ts';

/** A reply that ExAthena does not read, with tools: what most journeys begin with. */
const worked = examples.find(({ id }) => id === 'indented-fence');
if (worked === undefined) throw new Error('The worked example has another id.');
const workedLink = `#${encodeLink(worked.state)}`;

/** A prefill that names no server is one for ExAthena: most journeys are about what its steps look like. */
function named(hash: string): string {
  return /[#&]in=/.test(hash) && !/[#&](?:runtime|profile)=/.test(hash) ? `${hash}&runtime=exathena` : hash;
}

/** What can be shown, by the words of its button; the text and its steps are behind the door of Debug. */
export type ViewName = 'Text and steps' | 'Stream' | 'Prompt' | 'Loop' | 'Compare' | 'Batch' | 'Learn';

/** The page as a person sees it: every selector of the journeys is here. */
export class Callscope {
  readonly page: Page;
  readonly verdict: Locator;
  /** What a comparison says. */
  readonly difference: Locator;
  /** The steps of both sides. */
  readonly compared: Locator;
  readonly steps: Locator;
  readonly ladder: Locator;
  readonly cards: Locator;
  readonly notices: Locator;
  /** The door of Prompt or of Learn, where one of them is open. */
  readonly elsewhere: Locator;
  /** What a page without a reply shows. */
  readonly arrival: Locator;
  /** What a first visit is asked. */
  readonly question: Locator;
  /** What went wrong without anybody seeing it: console errors, page errors, policy violations. */
  readonly complaints: string[] = [];
  /** Every address that was asked for, with whether it is the page's own host. */
  readonly requests: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByTestId('verdict');
    this.difference = page.getByTestId('difference');
    this.compared = page.getByRole('listbox', { name: 'Steps of both sides' });
    this.ladder = page.getByRole('listbox', { name: 'Steps of the cascade' });
    this.steps = this.ladder.getByRole('option');
    this.cards = page.getByRole('article');
    this.notices = page.locator('.notices .notice');
    this.elsewhere = page
      .getByRole('navigation', { name: 'Doors' })
      .locator('button[aria-current="page"]')
      .filter({ hasText: /Prompt|Learn/ });
    this.arrival = page.locator('.arrival');
    this.question = page.getByRole('region', { name: 'What runs your model?' });
    page.on('console', (message) => {
      const isOurs = message.text() !== 'Service Worker registration blocked by Playwright';
      if (isOurs && (message.type() === 'error' || message.type() === 'warning')) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Opens the page with Monaco: twice the work, for journeys about how editors look and feel. */
  async openMonaco(hash = ''): Promise<void> {
    await this.page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`policy violation: ${violatedDirective} ${blockedURI}`);
      });
    });
    await this.page.goto(`./${named(hash)}`);
    await this.started();
  }

  /** Opens Share; the link in it is ready. */
  async share(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).not.toHaveValue('');
    return dialog;
  }

  /** Pastes a text onto the page, into no field. */
  async pasteOnPage(text: string): Promise<void> {
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Waits for the page, and opens the worked example where it has nothing yet. */
  async started(): Promise<void> {
    const shown = this.arrival.or(this.verdict).or(this.difference).or(this.elsewhere);
    await expect(shown.first()).toBeVisible();
    if (await this.arrival.isVisible()) await this.openWorkedExample();
    await this.answered();
  }

  /** The page before there is a reply. */
  async arrive(hash = ''): Promise<void> {
    await this.page.goto(`./${hash}`);
    await expect(this.arrival).toBeVisible();
  }

  /** It leaves no trace in the address, which a reload would open again. */
  private async openWorkedExample(): Promise<void> {
    await this.page.evaluate((link) => (location.hash = link), workedLink);
    await expect(this.arrival).toHaveCount(0);
    await this.page.evaluate(() => {
      history.replaceState(null, '', location.pathname + location.search);
    });
  }

  /** Says what runs the model: the project, and its runtime that is found first by these words. */
  async answer(project: string, words: string): Promise<void> {
    await this.question.getByRole('button', { name: project, exact: true }).click();
    await this.page.getByRole('combobox', { name: 'Server', exact: true }).fill(words);
    await expect(this.page.getByRole('dialog').getByRole('status')).not.toContainText('loading');
    await this.page.keyboard.press('Enter');
    await expect(this.question).toHaveCount(0);
    await this.answered();
  }

  /** Opens the page with plain text fields. */
  async open(hash = ''): Promise<void> {
    await this.stayPlain();
    await this.openMonaco(hash);
  }

  /** From the next load on there is no room for Monaco, as on a screen that is touched. */
  async stayPlain(): Promise<void> {
    await this.page.addInitScript(() => {
      const original = window.matchMedia.bind(window);
      window.matchMedia = (query) => original(/pointer: fine.*width/.test(query) ? 'not all' : query);
    });
  }

  /**
   * Waits until the answer belongs to what stands on the page.
   *
   * @param timeout in milliseconds; that of every other expectation where none is given
   */
  async answered(timeout?: number): Promise<void> {
    const answer = this.verdict.or(this.difference);
    // Prompt and Learn show no answer; a lesson, which belongs to Learn, may.
    if ((await this.elsewhere.count()) > 0 && (await answer.count()) === 0) return;
    const patience = timeout === undefined ? {} : { timeout };
    await expect(answer).not.toHaveAttribute('data-outcome', /^(?:stale|reading)$/, patience);
    await expect(answer).not.toHaveText('Reading…', patience);
  }

  /** Drops a file on the page as a person does from a folder: over it, then let go. */
  async drop(name: string, content: Uint8Array | string): Promise<void> {
    const bytes = Buffer.from(content).toString('base64');
    const dataTransfer = await this.page.evaluateHandle(
      ([fileName, encoded]) => {
        const transfer = new DataTransfer();
        const file = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
        transfer.items.add(new File([file], fileName));
        return transfer;
      },
      [name, bytes] as const,
    );
    for (const type of ['dragover', 'drop']) await this.page.dispatchEvent('body', type, { dataTransfer });
  }

  editor(label: string): Locator {
    return this.page.getByRole('textbox', { name: label });
  }

  /** Until the page has asked for nothing new for a while. Of a worker that was ended, the request never finishes. */
  async quiet(): Promise<void> {
    for (let count = -1; count !== this.requests.length;) {
      count = this.requests.length;
      await this.page.waitForTimeout(800);
    }
  }

  /** Until what is under way has been laid out and painted. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
    );
  }

  /** Waits until Monaco has taken over from the textarea. */
  async monacoReady(): Promise<void> {
    await expect(this.page.locator('[data-editor="monaco"]').first()).toBeVisible();
  }

  /** Replaces the text of an editor as a person would: select all, delete, paste. Works in both editors. */
  async write(label: string, text: string): Promise<void> {
    const editor = this.editor(label);
    await editor.focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  /** Pastes into an empty Monaco editor. A plain textarea takes only real paste events. */
  async paste(label: string, text: string): Promise<void> {
    await this.monacoReady();
    await this.editor(label).focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  }

  /** What an editor shows, lines joined as they wrap. Monaco keeps its lines in no fixed order. */
  async shownText(label: string): Promise<string> {
    const pane = this.page.locator('[data-editor]', { has: this.editor(label) });
    const lines = await pane.locator('.view-line').evaluateAll((found) =>
      found
        .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
    return lines.join('');
  }

  async example(title: string): Promise<void> {
    await this.command('Open an example');
    await this.page.getByRole('dialog').getByText(title, { exact: true }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await this.answered();
  }

  /** The button that names a runtime; `side` where two are compared. */
  runtime(side?: 'Left' | 'Right'): Locator {
    return this.page.getByRole('button', {
      name: side === undefined ? /^Server: / : new RegExp(`^${side}: server: `),
    });
  }

  /** Chooses the runtime that is found first by these words. */
  async chooseRuntime(words: string, side?: 'Left' | 'Right'): Promise<void> {
    await this.runtime(side).click();
    await this.page.getByRole('combobox', { name: 'Server', exact: true }).fill(words);
    await this.page.keyboard.press('Enter');
    // Enter waits for engines that are loading. "One format" goes on to the list of formats.
    await expect(this.page.getByRole('combobox', { name: 'Server', exact: true })).toHaveCount(0);
  }

  /** Runs what the search finds first by these words. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('Control+K');
    await this.page.getByRole('combobox', { name: 'Search' }).fill(words);
    await this.page.keyboard.press('Enter');
  }

  /** Goes through a door; in Debug to the text and its steps. */
  async door(name: 'Debug' | 'Prompt' | 'Learn'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Doors' }).getByRole('button', { name }).click();
  }

  /** Shows a view: by its door, or its drawer. */
  async view(name: ViewName): Promise<void> {
    if (name === 'Text and steps') await this.door('Debug');
    else if (name === 'Prompt' || name === 'Learn') await this.door(name);
    else if (name === 'Batch') await this.command('Go to: Many replies');
    else await this.drawer(name);
  }

  /** A setting of the server, which is folded away. */
  async setting(name: string): Promise<Locator> {
    const field = this.page.getByRole('combobox', { name, exact: true });
    if (!(await field.isVisible())) await this.page.getByRole('button', { name: 'Options' }).click();
    return field;
  }

  /** Opens a section of Learn. */
  async learn(section: 'Examples' | 'Failures' | 'Formats' | 'Diagnoses' | 'Servers'): Promise<void> {
    await this.door('Learn');
    await this.page.getByRole('tab', { name: section, exact: true }).click();
  }

  /** Opens a drawer of the case. */
  async drawer(name: 'Stream' | 'All servers' | 'Loop' | 'Raw response' | 'Compare' | 'Your parser'): Promise<void> {
    const drawers = this.page.getByRole('navigation', { name: 'Drawers' });
    const debug = this.page.getByRole('navigation', { name: 'Doors' }).getByRole('button', { name: 'Debug' });
    if ((await debug.getAttribute('aria-current')) === null) await debug.click();
    await drawers.getByRole('button', { name }).click();
    // Its answer takes more lines than the word that was there before, and moves what is below.
    if (name === 'Compare') await this.answered();
  }

  /** Waits until what contains `part` is saved, a moment after the last change. */
  async saved(part: string): Promise<void> {
    const kept = (): Promise<string> => this.page.evaluate(() => localStorage.getItem('callscope.session') ?? '');
    await expect.poll(kept).toContain(part);
  }

  async link(): Promise<string> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await this.page.getByRole('textbox', { name: 'Link' }).inputValue();
    await this.page.keyboard.press('Escape');
    return link;
  }

  /** Goes from control to control until one has the focus. */
  async tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    await expect(wanted).toBeFocused();
  }

  /** What the runtimes that matter make of the reply. */
  get strip(): Locator {
    return this.page.getByRole('region', { name: 'The same reply under other servers' });
  }

  currentStep(): Locator {
    return this.ladder.getByRole('option', { selected: true });
  }
}

/** So long may take what comes after all of the page's code, one file after the other, on a slow machine. */
export const PATIENCE = 150_000;

export const oilCall = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';

/** What makes a context one of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function fence(body: string): string {
  return `~~~tool_call\n${body}\n~~~`;
}
