import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dialog, fill, main, menu } from './operating.ts';
import { expectAccessible, signIn } from './person.ts';

const OWN = 'a password of my own';
const stamp = Date.now().toString(36);

interface Reply {
  readonly code: number;
  readonly data: { readonly id: number } & readonly { readonly id: number; readonly roleCode?: string }[];
}

const HEADERS = { 'X-Meterhouse': '1' };

async function add(request: APIRequestContext, path: string, fields: object): Promise<number> {
  const reply = await request.post(`/api/${path}/add`, { data: fields, headers: HEADERS });
  const { code, data } = (await reply.json()) as Reply;
  expect(code, path).toBe(200);
  return data.id;
}

/** An enterprise of two sites with a meter each, and its administrator, who has chosen a password. */
async function enterprise(page: Page): Promise<{ admin: string; meters: readonly string[] }> {
  const { request } = page;
  const consumerId = await add(request, 'archive/consumer', {
    orgName: `Two ${stamp}`,
    orgCode: `T${stamp}`,
  });
  const meters: string[] = [];
  for (const n of [1, 2]) {
    const site = { orgName: `Hall ${n}`, orgCode: `T${stamp}${n}`, consumerId, timeZone: HOME_ZONE };
    const siteId = await add(request, 'archive/monitorSite', site);
    const ammeterName = `Incomer of hall ${n}`;
    await add(request, 'archive/ammeter', { ammeterName, ammeterCode: `M${stamp}${n}`, consumerId, siteId });
    meters.push(ammeterName);
  }
  const all = await request.get('/api/sys/orgRole/getall');
  const roles = ((await all.json()) as Reply).data.filter(({ roleCode }) =>
    ['enterprise', 'accountAdmin'].includes(roleCode ?? ''),
  );
  const admin = `admin${stamp}`;
  const userId = await add(request, 'sys/orgEmployee', {
    userName: admin,
    name: 'Site manager',
    consumerId,
    roleIdList: roles.map(({ id }) => id).join(','),
  });
  const invited = await request.post('/api/sys/account/invite', {
    data: { userId, way: 'link' },
    headers: HEADERS,
  });
  const { data } = (await invited.json()) as { data: { token: string } };
  await page.context().clearCookies();
  await request.post('/api/sys/invitation/accept', {
    data: { token: data.token, password: OWN },
    headers: HEADERS,
  });
  return { admin, meters };
}

/** Presses something, counted. */
class Clicks {
  n = 0;
  async on(target: ReturnType<Page['locator']>): Promise<void> {
    this.n += 1;
    await target.click();
  }
}

test('an administrator lets somebody see one site alone within five clicks, who sees nothing of the other', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await signIn(page, 'operator');
  const { admin, meters } = await enterprise(page);
  await page.goto('/#/login');
  await page.reload();
  await page.locator('input[name="username"]').fill(admin);
  await page.locator('input[name="password"]').fill(OWN);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/overview/i);

  const clicks = new Clicks();
  await clicks.on(menu(page).getByText('Settings', { exact: true }));
  await clicks.on(menu(page).getByText('Accounts and rights', { exact: true }));
  await clicks.on(main(page).getByRole('button', { name: 'Add' }).first());
  const guest = `guest${stamp}`;
  await fill(page, { 'User name': guest, Name: 'Guest' });
  await expectAccessible(page);
  const hall = dialog(page).locator('.ant-tree-treenode').filter({ hasText: 'Hall 2' });
  await clicks.on(hall.locator('.ant-tree-checkbox'));
  await clicks.on(dialog(page).getByRole('button', { name: 'Save' }));
  await expect(dialog(page)).toContainText('Mail is not set up');
  await expect(main(page).getByRole('row').filter({ hasText: guest })).toContainText('Hall 2');
  expect(clicks.n).toBeLessThanOrEqual(5);

  await dialog(page).getByRole('button', { name: 'Show a link once' }).click();
  const link = await dialog(page).getByLabel('Link of the invitation').inputValue();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'I have it' }).click();

  const theirs = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })).newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('main')).toContainText(guest);
  await expectAccessible(theirs);
  await theirs.locator('input[name="new-password"]').fill(`${OWN} anew`);
  await theirs.locator('input[name="repeat"]').fill(`${OWN} anew`);
  await theirs.keyboard.press('Enter');
  await expect(theirs).toHaveURL(/overview/i);
  await theirs.goto('/#/SDNEquipment/SDNLedgerDetail');
  await expect(main(theirs)).toContainText(meters[1] ?? '');
  await expect(main(theirs)).not.toContainText(meters[0] ?? '');
  for (const path of ['archive/ammeter/getall', 'archive/monitorSite/getall', 'sys/orgUnit/getOrgTree']) {
    const text = await (await theirs.request.get(`/api/${path}`)).text();
    expect(text, path).not.toMatch(/hall 1/i);
  }
  // The link is used up, and says so.
  await page.context().clearCookies();
  await page.goto(link);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('has been used');
  await theirs.context().close();
});
