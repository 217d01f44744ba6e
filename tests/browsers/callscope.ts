import { expect } from 'vitest';
import type { Driver } from './driver.ts';

const patient = { timeout: 60_000, interval: 250 };

/** What the page says of an element, in the words of those who cannot see it. */
const ABOUT = `
  const nameOf = (element) => (
    element.getAttribute('aria-label') ??
    [...(element.labels ?? [])].map((label) => label.textContent).join(' ') ??
    ''
  ).trim() || element.textContent.trim();
  const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const find = (selector, name) => [...document.querySelectorAll(selector)].find((element) =>
    isShown(element) && (name === undefined || new RegExp(name).test(nameOf(element)))) ?? null;
`;

const BUTTONS = 'button, [role=button], [role=tab], summary, a[href]';

/** The page as a person sees it, under any browser: every selector of its journeys is here. */
export class CallscopeIn {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async open(address: string): Promise<void> {
    // A new hash alone would not load the page again.
    await this.driver.open('about:blank');
    await this.driver.open(address);
  }

  /** The text of what a selector finds first; null where it finds nothing that is shown. */
  textOf(selector: string): Promise<string | null> {
    return this.driver.run<string | null>(`${ABOUT} return find(arguments[0])?.textContent ?? null;`, selector);
  }

  async says(selector: string, text: string | RegExp): Promise<void> {
    await expect.poll(() => this.textOf(selector), patient).toMatch(text);
  }

  verdict(text: string | RegExp): Promise<void> {
    return this.says('[data-testid=verdict]', text);
  }

  /** Clicks the button of that name, a regular expression, once it is there. */
  async press(name: string, within = ''): Promise<void> {
    const body = `${ABOUT}
      const found = find(arguments[0], arguments[1]);
      found?.scrollIntoView({ block: 'center' });
      return found;`;
    const selector = BUTTONS.split(', ')
      .map((one) => `${within} ${one}`)
      .join(', ');
    await expect.poll(() => this.driver.click(body, selector, name), patient).toBe(true);
  }

  /** The value of the field of that name; null while it is not there. */
  fieldValue(name: string): Promise<string | null> {
    return this.driver.run<string | null>(
      `${ABOUT} return find('input:not([type=radio], [type=checkbox]), textarea', arguments[0])?.value ?? null;`,
      name,
    );
  }

  async select(name: string, value: string): Promise<void> {
    const body = `${ABOUT}
      const field = find('select', arguments[0]);
      if (field === null) return false;
      field.value = arguments[1];
      return field.dispatchEvent(new Event('change', { bubbles: true }));`;
    await expect.poll(() => this.driver.run<boolean>(body, name, value), patient).toBe(true);
  }

  /** Pastes into what has the focus, as a browser does: an event, and where nobody takes it, the text. */
  async paste(text: string): Promise<void> {
    await this.driver.run(
      `const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', arguments[0]);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      const place = document.activeElement ?? document.body;
      if (place.dispatchEvent(event)) document.execCommand('insertText', false, arguments[0]);`,
      text,
    );
  }

  async focus(selector: string): Promise<void> {
    const body = `${ABOUT} const found = find(arguments[0]); found?.focus(); return document.activeElement === found;`;
    await expect.poll(() => this.driver.run<boolean>(body, selector), patient).toBe(true);
  }

  /** Goes through a door. */
  async door(name: 'Debug' | 'Prompt' | 'Learn'): Promise<void> {
    await this.press(`^${name}$`, 'nav[aria-label=Doors]');
  }

  /** Opens a drawer of Debug, whose button begins with a mark. */
  async drawer(name: string): Promise<void> {
    await this.press(`${name}$`, 'nav[aria-label=Drawers]');
  }
}
