import { expect, test, type Browser, type Page } from '@playwright/test';
import type { CommandWire, ControlPointWire } from '#feature/watch/control/contract.ts';
import { dialog, main } from './operating.ts';
import { call } from './works.ts';
import { expectAccessible, type Person, remember, signIn, visit } from './person.ts';

const POINTS = '/#/SDNControl/SDNControlPoint';
const APPROVALS = '/#/SDNControl/SDNControlApproval';
/** An output rests a while after an operation, and may have a shortest time off. */
const READY_MS = 240_000;
const PROVEN_MS = 30_000;

/** The id of the works whose outputs the demonstration can switch, for who sees several. */
async function steelOf(page: Page): Promise<number> {
  const reply = await page.request.get('/api/archive/consumer/getall', { headers: { 'X-Meterhouse': '1' } });
  const { data } = (await reply.json()) as { data: { id: number; orgCode: string }[] };
  return data.find(({ orgCode }) => orgCode === 'steel')?.id ?? 0;
}

/** Somebody in a browser of their own, in English. */
async function somebody(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await remember(page, { language: 'en' });
  await signIn(page, person);
  return page;
}

/** The list of outputs with one row, once that may be operated. */
async function ready(page: Page, code: string): Promise<void> {
  await tidy(page, code);
  await visit(page, `${POINTS}?consumer=${await steelOf(page)}&q=${code}`);
  await expect(main(page).getByRole('button', { name: `Operate ${code}` })).toBeVisible();
  await expect(main(page).getByRole('row').filter({ hasText: code })).toContainText('Ready', {
    timeout: READY_MS,
  });
}

const list = async <T>(page: Page, path: string, params: Readonly<Record<string, string>>): Promise<T[]> => {
  const reply = await page.request.get(`/api/archive/iRemoteControl/${path}`, {
    params,
    headers: { 'X-Meterhouse': '1' },
  });
  return ((await reply.json()) as { data: { list: T[] } }).data.list;
};

/** Takes back what an earlier try has left: tags of an output, and commands of one's own that wait. */
async function tidy(page: Page, code: string): Promise<void> {
  const points = await list<ControlPointWire>(page, 'getPoints', { search: code });
  const tags = points.filter(({ controlCode }) => controlCode === code).flatMap((one) => one.tags);
  for (const { tagId } of tags) await call(page, 'archive/iRemoteControl/untag', { tagId });
  const commands = await list<CommandWire>(page, 'getCommands', {});
  for (const { commandId, own, endedAt } of commands)
    if (own && endedAt === null) await call(page, 'archive/iRemoteControl/cancel', { commandId });
}

test.describe.configure({ mode: 'serial' });

test('@matrix an output is operated by keys alone: what will happen, what is checked, the count-down, what was read back', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const page = await somebody(browser, 'steel');
  await ready(page, 'R-1');
  await main(page).getByRole('button', { name: 'Operate R-1' }).focus();
  await page.keyboard.press('Enter');
  const open = dialog(page);
  await expect(open).toContainText('What will happen');
  await expect(open).toContainText('Interlocks and conditions');
  await expect(open).toContainText('No answer; it is not sent again');
  await expectAccessible(page);
  // The first thing that may be pressed has the focus: from it the selection is one key away.
  await expect(open.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(open.getByRole('timer')).toBeVisible();
  await expect(open).toContainText('Nothing is sent afterwards');
  const go = open.getByRole('button', { name: /^Operate: (On|Off)$/ });
  await expect(go).toBeDisabled();
  await expect(open.getByLabel('Own password')).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .first(),
  ).toBeVisible();
  await open.getByLabel('Own password').fill('');
  await page.keyboard.type('steel-demo');
  await page.keyboard.press('Enter');
  await expect(open.getByRole('status').filter({ hasText: 'Verified' })).toBeVisible({ timeout: PROVEN_MS });
  const result = open.getByRole('status').filter({ hasText: 'Verified' });
  await expect(result).toContainText('Two reads agree: it is done.');
  const [commanded, after] = [result.locator('dd').nth(1), result.locator('dd').nth(2)];
  expect(await after.textContent()).toBe(await commanded.textContent());
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // It stands in the history with each of its steps.
  await visit(page, `/#/SDNControl/SDNControlHistory?q=R-1`);
  const first = main(page).getByRole('row').nth(1);
  await expect(first).toContainText('Verified');
  await first.getByRole('button').first().click();
  await expect(page.getByRole('dialog').last()).toContainText(/Selected[\s\S]*Verified/);
  await page.context().close();
});

test('@matrix a tag keeps everybody from an output, says who hung it and why, and gives it free when it is off', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const page = await somebody(browser, 'steel');
  await ready(page, 'R-1');
  const row = main(page).getByRole('row').filter({ hasText: 'R-1' });
  const reason = `Cable work ${Date.now().toString(36)}`;
  await row.getByRole('button', { name: 'Tags R-1' }).click();
  await dialog(page).getByLabel('Why the tag hangs').fill(reason);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(reason);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(reason);
  await row.getByRole('button', { name: 'Operate R-1' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(reason);
  await expect(dialog(page).getByRole('button', { name: 'Select', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Tags R-1' }).click();
  await dialog(page).getByRole('button', { name: 'Take off' }).click();
  // Whoever takes it off is asked whether the work is over.
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Is the work over');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(dialog(page)).toContainText('No tag hangs');
  await page.keyboard.press('Escape');
  await expect(row).not.toContainText(reason);
  await page.context().close();
});

test('@matrix an output for two persons: asked for, approved by another with their own password, then operated', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const page = await somebody(browser, 'steel');
  await ready(page, 'R-2');
  await main(page).getByRole('button', { name: 'Operate R-2' }).click();
  const why = `Early shift ${Date.now().toString(36)}`;
  await dialog(page).getByLabel('Why (may be left out)').fill(why);
  await dialog(page).getByRole('button', { name: 'Ask for approval' }).click();
  await expect(dialog(page)).toContainText('somebody else must approve it');
  // Who asked does not find it among what they may approve.
  const own = await page.context().newPage();
  await visit(own, APPROVALS);
  await expect(main(own)).toContainText('No request waits for approval');
  await own.close();

  const other = await somebody(browser, 'operator');
  await visit(other, `${APPROVALS}?consumer=${await steelOf(other)}`);
  const asked = main(other).getByRole('row').filter({ hasText: why });
  await expect(asked).toContainText('R-2');
  await asked.getByRole('button', { name: 'Approve R-2' }).click();
  await expect(dialog(other)).toContainText(why);
  await expectAccessible(other);
  const approve = dialog(other).getByRole('button', { name: 'Approve', exact: true });
  const password = dialog(other).getByLabel('Own password');
  if (await password.isVisible()) {
    await expect(approve).toBeDisabled();
    await password.fill('operator-demo');
  }
  await approve.click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(main(other).getByRole('table', { name: 'Decided' })).toContainText('R-2');
  await other.context().close();

  await expect(dialog(page)).toContainText('it may be selected', { timeout: 15_000 });
  await dialog(page).getByRole('button', { name: 'Select', exact: true }).click();
  const go = dialog(page).getByRole('button', { name: /^Operate: (On|Off)$/ });
  await expect(go).toBeVisible();
  const mine = dialog(page).getByLabel('Own password');
  if (await mine.isVisible()) await mine.fill('steel-demo');
  await go.click();
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Verified' })).toBeVisible({
    timeout: PROVEN_MS,
  });
  await page.context().close();
});
