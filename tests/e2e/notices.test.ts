import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { buildReports } from '../../scripts/build-reports.js';
import { Callscope } from './callscope.ts';

const dist = new URL('../../dist/', import.meta.url);

test('the view Learn leads to the licenses of all software in the build @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Learn');
  const link = page.getByRole('link', { name: 'Licenses of included software' });
  const response = await page.request.get(new URL((await link.getAttribute('href'))!, page.url()).href);
  expect(response.headers()['content-type']).toContain('text/plain');
  const notices = await response.text();
  const packages = JSON.parse(readFileSync(`${buildReports}packages.json`, 'utf8')) as Record<string, string[]>;
  const names = [...new Set(Object.values(packages).flat())];
  expect(names.length).toBeGreaterThan(3);
  // The rest is in workers, in WebAssembly, or copied into another package.
  const hidden = [
    '@mlc-ai/web-llm',
    '@wllama/wllama',
    '@hyperjump/json-schema',
    'typebox',
    'gpt-tokenizer',
    'loglevel',
  ];
  for (const name of [...names, ...hidden, 'dompurify', 'marked']) expect(notices).toContain(`\n${name} `);
  for (const name of ['llama.cpp and ggml', 'Codicons', 'Apache TVM']) expect(notices).toContain(`\n${name} (`);
});

test('the build holds nothing that only scripts read', () => {
  expect(existsSync(new URL('index.html', dist))).toBe(true);
  expect(existsSync(new URL('.vite', dist))).toBe(false);
  expect(existsSync(`${buildReports}manifest.json`)).toBe(true);
});

test('a way back stays as long as it is one: after a while smaller, “Undo” never without its words, and whole for who points at it', async ({
  page,
}) => {
  await page.clock.install();
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Open the example' }).click();
  const toast = page.locator('.toast');
  const width = () => toast.evaluate((element) => element.getBoundingClientRect().width);
  await lab.getByRole('button', { name: 'Example', exact: true }).click();
  await lab.getByRole('button', { name: 'Remove variant B' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await lab.getByRole('button', { name: 'Remove variant B' }).click();
  await expect(toast).toContainText('Variant B is removed.');
  await page.clock.fastForward(11_000);
  // “Undo” alone does not say what.
  const words = toast.locator('.text').first();
  expect(await words.evaluate((text) => text.getBoundingClientRect().width)).toBeGreaterThan(90);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(lab.getByRole('button', { name: /^B Demo model/ })).toBeVisible();

  // A button that says what it does needs no other words.
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Open valve B3.');
  await lab.getByRole('button', { name: 'Example', exact: true }).click();
  await expect(toast).toContainText('The example experiment is open.');
  const whole = await width();
  await page.clock.fastForward(11_000);
  await expect.poll(width).toBeLessThan(whole - 100);
  // No sign of a message without words is left.
  await expect(toast.locator('.sign')).toBeHidden();
  // A screen reader and the keyboard find the words and the way back as before.
  const back = page.getByRole('status').getByRole('button', { name: 'Back to what you had' });
  await back.focus();
  await expect.poll(width).toBe(whole);
  await back.blur();
  await expect.poll(width).toBeLessThan(whole - 100);
  await toast.hover();
  await expect.poll(width).toBe(whole);
  await back.click();
  await expect(lab.getByRole('textbox', { name: 'Message 1', exact: true })).toHaveValue('Open valve B3.');
  // What is changed now would go with what “Undo” takes back.
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible();
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Open valve B4.');
  await expect(toast).toHaveCount(0);
});
