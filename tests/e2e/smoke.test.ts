import { expect, test } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

test('the page opens without an error or a violation of its policy, which is in the page itself and in the headers', async ({
  page,
}) => {
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

  const response = await page.goto('./');
  await expect(page).toHaveTitle(/Callscope/);
  await expect(page.locator('#app')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');

  expect(complaints).toEqual([]);
  const header = response?.headers()['content-security-policy'] ?? '';
  expect(header).toContain('frame-ancestors * file:');
  const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  // A worker of the page needs the policy named default; the page itself shall have none.
  const ofDocument = header.replace(/(trusted-types [^;]*) default\b/, '$1');
  expect(ofDocument).not.toBe(header);
  expect(ofDocument.split('; ')).toEqual(expect.arrayContaining(meta?.split('; ') ?? ['no meta policy']));
});
