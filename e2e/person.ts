import AxeBuilder from '@axe-core/playwright';
import { expect, type BrowserContext, type Page } from '@playwright/test';

/** A demonstration account. */
export type Person = 'operator' | 'steel' | 'campus' | 'electrician' | 'accountant' | 'inspector';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const sessions = new Map<Person, Cookies>();

/**
 * Gives the browser a person's session without opening a page: one log-in for all specs of a worker. What is opened
 * next is a whole load, so that nothing of a page before it is left.
 */
export async function signIn(page: Page, person: Person): Promise<void> {
  const context = page.context();
  const kept = sessions.get(person);
  if (kept) return context.addCookies(kept);
  await context.clearCookies();
  const reply = await page.request.post('/api/sys/login', {
    form: { userName: person, password: `${person}-demo` },
    headers: { 'X-Meterhouse': '1' },
  });
  expect(await reply.json()).toMatchObject({ code: 200 });
  sessions.set(person, await context.cookies());
  if (person !== 'operator') await waitForArchive(page);
}

/** Accounts are there from the start; what they see is entered within the first minute. */
async function waitForArchive(page: Page): Promise<void> {
  await expect(async () => {
    const filling = await page.request.get('/api/sys/demonstration/getFilling');
    expect(await filling.json()).not.toMatchObject({ data: { stage: 'entering' } });
    // Before it has begun there is nothing either.
    const meters = await page.request.get('/api/archive/ammeter/getpage', { params: { pageSize: 1 } });
    const { data } = (await meters.json()) as { data: { pagination: { total: number } } };
    expect(data.pagination.total).toBeGreaterThan(0);
  }).toPass({ intervals: [500, 1_000], timeout: 110_000 });
}

/** While the demonstration fills itself it has both processors: what is measured waits for that. */
export const untilFilled = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        const reply = await page.request.get('/api/sys/demonstration/getFilling');
        return ((await reply.json()) as { data: { stage: string } | null }).data?.stage ?? 'ready';
      },
      { timeout: 360_000, intervals: [2_000] },
    )
    .toBe('ready');

/** Fills in the log-in page as it stands, and sends it. */
export async function fillIn(page: Page, person: Person): Promise<void> {
  await page.locator('input[name="username"]').fill(person);
  await page.locator('input[name="password"]').fill(`${person}-demo`);
  await page.keyboard.press('Enter');
}

/** Opens the log-in page and logs in by hand; ends where the product leads. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/#/login');
  await fillIn(page, person);
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).not.toBeEmpty();
}

/**
 * Opens an address as a whole load. `goto` alone changes only the hash: the page that is being left stands for a
 * moment, and a button that both have would be pressed there.
 */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

/** Sets what the browser of this context remembers before the product starts. */
export async function remember(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = Object.entries(values).map(([key, value]) => [
    `meterhouse.${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  await page.addInitScript(
    `for (const [key, value] of ${JSON.stringify(stored)}) localStorage.setItem(key, value)`,
  );
}

/** Expects no serious or critical fault of accessibility (WCAG 2.2 A and AA) on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // While an answer is waited for, what was there before is faded.
  await expect(page.locator('[role="table"][aria-busy="true"], table[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(serious).toEqual([]);
}
