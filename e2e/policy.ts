import type { Page } from '@playwright/test';

/** Gathers what the page's policy refused, with where it happened. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|^refused by policy/i.test(message.text()))
      refused.push(`${new URL(page.url()).hash} ${message.text().slice(0, 300)}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('refused by policy:', event.effectiveDirective, event.blockedURI, event.sourceFile))`);
  return refused;
}
