import { expect, test } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

test('the built page opens without a violation of its policy or an error on the console', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // Violations that code catches (zod probing for eval) never reach the console as errors, but they do reach this event.
  await page.exposeFunction('reportViolation', (violation: string) => complaints.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation: (violation: string) => Promise<void> };
      void reportViolation(`${violatedDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });

  await page.goto('./');
  await expect(page).toHaveTitle(/Callscope/);
  await expect(page.locator('#app')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');

  expect(complaints).toEqual([]);
});

test('the policy is in the page itself and in the headers', async ({ page, request }) => {
  const response = await request.get('./');
  const header = response.headers()['content-security-policy'] ?? '';
  expect(header).toContain('frame-ancestors *');

  await page.goto('./');
  const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(header.split('; ')).toEqual(expect.arrayContaining(meta?.split('; ') ?? ['no meta policy']));
});
