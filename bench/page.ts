/**
 * Measures the built page in a real Chromium: from a keystroke to the answer of the worker and to the frame that shows it,
 * the longest task of the main thread meanwhile, and from the first paint of a cold start to the first verdict.
 */
import { build, preview } from 'vite';
import { chromium, type Browser, type ElementHandle, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.js';
import { encodeLink } from '../src/app/permalink/codec.ts';
import { emptyLinkState, emptyTemplate } from '../src/app/permalink/state.ts';
import { writeTools } from '../src/core/index.ts';
import { tenTools } from './corpus.ts';
import { logSize } from './long-log.ts';
import { median } from './measure.ts';
import { atMost, printRow, printTitle } from './table.ts';
import { benchLogPage } from './page-log.ts';
import { templateOf12KB } from './template-12kb.ts';
import { longestTask, TASKS } from './trace.ts';

interface Scene {
  readonly what: string;
  readonly text: string;
  /** On phones the textarea serves, everywhere else Monaco. */
  readonly device: 'desktop' | 'phone';
  /** The budget in milliseconds for the 95th percentile and for the longest task. */
  readonly budget: number;
}

/** What the page itself notes down while it is typed into. Milliseconds since the page began. */
interface Notes {
  pressed: number[];
  answered: number[];
  painted: number[];
}

declare global {
  interface Window {
    notes: Notes;
    /** Milliseconds since the page began. */
    firstPaint?: number;
    firstAnswer?: number;
  }
}

const KEYSTROKES = 40;
/** A quick typist: between two keystrokes the page has this long, in milliseconds. */
const PAUSE = 120;
const COLD_STARTS = 7;
/** From the first paint to the first verdict, in milliseconds. */
const FIRST_VERDICT = 700;

const sentence = 'The quick brown fox, it said, jumps over the lazy dog.\n';
const call = '~~~tool_call\n{"name": "read_file", "arguments": {"path": "/data/a.txt", "line": 7}}\n~~~\n';
const hermes = '<tool_call>\n{"name": "read_file", "arguments": {"path": "/data/a.txt", "line": 7}}\n</tool_call>';
const prose = sentence.repeat(100_000 / sentence.length);

const scenes: readonly Scene[] = [
  { what: '100 KB of prose and one call', text: prose + call, device: 'desktop', budget: 50 },
  { what: '100 KB of prose and one call, textarea', text: prose + call, device: 'phone', budget: 50 },
  { what: '100 KB holding 1,100 calls', text: call.repeat(1_100), device: 'desktop', budget: 50 },
  { what: '100 KB on one line', text: 'x '.repeat(50_000) + '\n' + call, device: 'desktop', budget: 50 },
  { what: '2,000 calls', text: call.repeat(2_000), device: 'desktop', budget: 50 },
  { what: '500,000 characters on one line', text: 'x '.repeat(250_000) + '\n' + call, device: 'desktop', budget: 50 },
  { what: '2 MB of prose and one call', text: prose.repeat(20) + call, device: 'desktop', budget: 50 },
];

/** @param part what is measured: `typing`, `template`, `batch` or `start`; all of it without one */
async function benchPage(root: string, part: string | undefined, count: string | undefined): Promise<void> {
  await build({ root, logLevel: 'warn' });
  const server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The preview has no address.');
  const browser = await chromium.launch(launchOptions());
  try {
    if (part === undefined || part === 'typing') {
      printTitle(
        `${KEYSTROKES} keystrokes, one each ${PAUSE} ms, to the answer in the ladder and to the frame that shows it`,
      );
      for (const scene of scenes)
        await benchTyping(browser, scene.what, scene.budget, () => openReply(browser, address, scene));
    }
    if (part === undefined || part === 'template') {
      printTitle(`${KEYSTROKES} keystrokes in a chat template, one each ${PAUSE} ms, to the new prompt`);
      for (const columns of [false, true]) {
        const what = columns ? 'the same, four prompts side by side' : 'a template of 12 KB with ten tools';
        await benchTyping(browser, what, 50, () => openTemplate(browser, address, columns));
      }
    }
    if (part === undefined || part === 'batch') await benchLogPage(browser, address, logSize(count));
    if (part !== undefined && part !== 'start') return;
    printTitle(`From the first paint of a cold start to the first verdict, ${COLD_STARTS} starts`);
    await benchColdStart(
      browser,
      'a link with a reply',
      `${address}#in=${encodeURIComponent(hermes)}&runtime=vllm:hermes`,
    );
    await benchColdStart(browser, 'an empty page, pasted into at once', address);
  } finally {
    await browser.close();
    await server.close();
  }
}

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A page whose editor has the focus, and that notes down what is typed. */
async function openTemplate(browser: Browser, address: string, columns: boolean): Promise<Page> {
  const page = await browser.newPage(desktop);
  const template = {
    ...emptyTemplate,
    text: templateOf12KB,
    shown: 'tools',
    against: columns ? 'plain' : null,
    columns,
  } as const;
  const tools = writeTools(tenTools, 'openai');
  await page.goto(`${address}#${encodeLink({ ...emptyLinkState, text: 'Hello.', tools, view: 'prompt', template })}`);
  const prompt = page.locator(
    columns ? 'section[aria-label="Prompt: Tools"] .size' : 'section[aria-label="Rendered prompt"] .size',
  );
  await prompt.filter({ hasText: 'characters' }).waitFor();
  await page.locator('section[aria-label="Chat template"] [data-editor="monaco"]').waitFor();
  await page.getByRole('textbox', { name: 'Chat template' }).focus();
  await page.keyboard.press('Control+Home');
  // What is found in the template takes a while, in another worker.
  await page.waitForTimeout(2500);
  await watch(page, await prompt.elementHandle());
  return page;
}

/** The same with the reply of a scene. */
async function openReply(browser: Browser, address: string, { text, device }: Scene): Promise<Page> {
  const page = await browser.newPage(device === 'phone' ? phone : desktop);
  await page.goto(`${address}#in=Hello.`);
  await firstAnswer(page);
  if (device === 'desktop') await page.locator('[data-editor="monaco"]').first().waitFor();
  const editor = page.getByRole('textbox', { name: 'Reply text' });
  await editor.focus();
  await page.keyboard.press('Control+A');
  await paste(page, text);
  // Monaco and the workers settle: highlighting in the background, garbage of the old text.
  await page.waitForTimeout(2500);
  await page.keyboard.press('Control+Home');
  await watch(page, null);
  return page;
}

/** Types into two fresh pages: to trace the tasks of one takes time, which nobody else waits for. */
async function benchTyping(browser: Browser, what: string, budget: number, open: () => Promise<Page>): Promise<void> {
  const untraced = await open();
  await type(untraced);
  const notes = await untraced.evaluate(() => window.notes);
  await untraced.close();
  const traced = await open();
  await browser.startTracing(traced, { categories: TASKS });
  await type(traced);
  const longest = longestTask(await browser.stopTracing());
  await traced.close();
  printDelays(what, notes, longest, budget);
}

async function type(page: Page): Promise<void> {
  for (let press = 0; press < KEYSTROKES; press += 1) {
    await page.keyboard.press('k');
    await page.waitForTimeout(PAUSE);
  }
  await page.waitForTimeout(500);
}

function printDelays(what: string, { pressed, answered, painted }: Notes, longest: number, budget: number): void {
  const toAnswer = delays(pressed, answered);
  const toFrame = delays(pressed, painted);
  const target = atMost(budget);
  printRow({ what: `${what}: median to the answer`, figure: median(toAnswer), unit: 'ms', target: null });
  printRow({ what: '  95th percentile', figure: percentile(toAnswer, 0.95), unit: 'ms', target });
  printRow({ what: '  95th percentile to the frame', figure: percentile(toFrame, 0.95), unit: 'ms', target: null });
  printRow({ what: '  longest task of the main thread', figure: longest, unit: 'ms', target });
}

async function benchColdStart(browser: Browser, what: string, address: string): Promise<void> {
  const times: number[] = [];
  const paints: number[] = [];
  for (let start = 0; start < COLD_STARTS; start += 1) {
    // A context of its own has an empty cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(noteStart, address.includes('#') ? null : hermes);
    await page.goto(address);
    await firstAnswer(page);
    await page.waitForFunction(() => window.firstPaint !== undefined);
    const [paint, answer] = await page.evaluate(() => [window.firstPaint ?? NaN, window.firstAnswer ?? NaN]);
    paints.push(paint);
    // An answer that is there before anything is painted is shown with the first frame.
    times.push(Math.max(0, answer - paint));
    await context.close();
  }
  printRow({ what: `${what}: median`, figure: median(times), unit: 'ms', target: atMost(FIRST_VERDICT) });
  printRow({ what: '  slowest', figure: Math.max(...times), unit: 'ms', target: null });
  printRow({ what: '  median of the first paint itself', figure: median(paints), unit: 'ms', target: null });
}

async function firstAnswer(page: Page): Promise<void> {
  await page
    .locator('[data-testid="verdict"]:not([data-outcome="stale"])')
    .filter({ hasNotText: 'Reading…' })
    .waitFor();
}

/**
 * Notes in the page itself when something is painted and when the first answer is there: asking from outside takes a while.
 * `reply` is pasted as soon as there is something to paste into.
 */
function noteStart(reply: string | null): void {
  new PerformanceObserver((list, paints) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint === undefined) return;
    paints.disconnect();
    window.firstPaint = paint.startTime;
    const field = document.querySelector('textarea');
    if (reply === null || field === null) return;
    field.value = reply;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }).observe({ type: 'paint', buffered: true });
  const observer = new MutationObserver(() => {
    const verdict = document.querySelector('[data-testid="verdict"]');
    if (!(verdict instanceof HTMLElement) || verdict.dataset['outcome'] === 'stale') return;
    if (verdict.textContent.includes('Reading…')) return;
    observer.disconnect();
    window.firstAnswer = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Into the editor that has the focus, in place of what is selected. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement) {
      activeElement.setRangeText(pasted, 0, activeElement.value.length, 'end');
      activeElement.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return;
    }
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Notes when a key goes down, when the answer to it is in the document, and when that has been painted.
 *
 * @param answer the element whose text is another one after each key; null for the verdict
 */
async function watch(page: Page, answer: ElementHandle | null): Promise<void> {
  await page.evaluate((element) => {
    const notes: Notes = { pressed: [], answered: [], painted: [] };
    window.notes = notes;
    addEventListener('keydown', ({ timeStamp }) => notes.pressed.push(timeStamp), true);
    const note = (): void => {
      notes.answered.push(performance.now());
      requestAnimationFrame(() => setTimeout(() => notes.painted.push(performance.now())));
    };
    if (element !== null) {
      new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
      return;
    }
    const verdict = document.querySelector('[data-testid="verdict"]');
    if (!(verdict instanceof HTMLElement)) throw new Error('The page has no verdict.');
    new MutationObserver(() => {
      if (verdict.dataset['outcome'] !== 'stale') note();
    }).observe(verdict, { attributes: true, attributeFilter: ['data-outcome'] });
  }, answer);
}

/** For every keystroke how long it took until the next of `times`; a later answer may serve several keystrokes. */
function delays(pressed: readonly number[], times: readonly number[]): number[] {
  return pressed.map((at) => (times.find((time) => time >= at) ?? Infinity) - at);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

// Run from the root of the project.
await benchPage(process.cwd(), process.argv[2], process.argv[3]);
