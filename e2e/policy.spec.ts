import { expect, test } from '@playwright/test';
import { watchPolicy } from './policy.ts';
import { main } from './operating.ts';
import { remember, signIn } from './person.ts';

test('the policy is in force: a script, a style, a frame and a base of elsewhere are refused', async ({
  page,
}) => {
  const refused = await watchPolicy(page);
  await signIn(page, 'steel');
  await page.goto('/');
  await expect(main(page)).not.toBeEmpty();
  // The last tries evaluation by the page itself, not by the tool that drives it.
  await page.evaluate(`
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML =
      '<style>body { opacity: 0.5 }</style><iframe src="https://elsewhere.example"></iframe>' +
      '<img src="https://elsewhere.example/x">';
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken"';
    box.append(script);
    const base = document.createElement('base');
    base.href = 'https://elsewhere.example/';
    document.head.append(base);
    const later = document.createElement('button');
    later.setAttribute('onclick', 'document.title = "taken"');
    box.append(later);
    later.click();
    setTimeout('document.title = "taken"', 0);
  `);
  await page.waitForTimeout(500);
  expect(await page.title()).not.toBe('taken');
  expect(await page.evaluate('getComputedStyle(document.body).opacity')).toBe('1');
  expect(await page.evaluate('document.baseURI')).not.toContain('elsewhere');
  for (const directive of ['style-src-elem', 'frame-src', 'img-src', 'script-src', 'base-uri'])
    expect(refused.join('\n')).toContain(directive);
});

test(
  'the page of the API finds and tries calls under its own policy',
  { tag: '@matrix' },
  async ({ page }) => {
    const refused = await watchPolicy(page);
    await page.goto('/openapi');
    await expect(page.getByRole('status')).toContainText(/\d+ calls/);
    await page.getByLabel('Find a call').fill('ammeter searchpage');
    await page.locator('details:visible summary').first().click();
    const call = page.locator('details[open]:visible');
    await expect(call).toContainText('ammeterName: string');
    await call.getByRole('button', { name: 'Try it' }).click();
    await expect(call.getByRole('status')).toContainText('Log in first');

    await page.getByLabel('Find a call').fill('post /api/sys/login');
    await page.locator('details:visible summary').first().click();
    await call.getByLabel(/^userName/).fill('operator');
    await call.getByLabel(/^password/).fill('operator-demo');
    await call.getByRole('button', { name: 'Try it' }).click();
    await expect(call.getByRole('status')).toContainText('"code": 200');

    await page.getByLabel('Find a call').fill('ammeter searchpage');
    await call.getByLabel(/^pageSize/).fill('1');
    await call.getByRole('button', { name: 'Try it' }).click();
    await expect(call.getByRole('status')).toContainText('"pageSize": 1');
    await call.getByLabel(/^pageSize/).fill('many');
    await call.getByRole('button', { name: 'Try it' }).click();
    await expect(call.getByRole('status')).toContainText('"field": "pageSize"');

    // It stands as the product stands in this browser.
    await remember(page, { language: 'zh', appearance: { skin: 0, ground: 'dark' } });
    await page.reload();
    await expect(page.getByRole('status')).toContainText('个接口');
    await expect(page.getByLabel('查找接口')).toBeVisible();
    await expect(page.getByText('Every reply is')).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect(refused).toEqual([]);
  },
);
