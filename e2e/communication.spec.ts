import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, remember, signIn, visit } from './person.ts';

test.describe.configure({ mode: 'serial' });

const mark = Date.now().toString(36);
const GATEWAY = `Gate ${mark}`;
const DEVICE = `pump/${mark}`;

/** Sends a body by the door of gateways as a gateway does, without the browser's session. */
async function send(page: Page, token: string, body: object): Promise<{ accepted: number }> {
  const reply = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: body,
  });
  const { data } = (await reply.json()) as { data: { accepted: number } };
  return data;
}

test('a new gateway, an unknown device clicked into a meter, its value on the screen', async ({ page }) => {
  await remember(page, { language: 'en' });
  await signIn(page, 'campus');
  await page.goto('/#/SDNCommunication/SDNGatewayCommunication');
  await page.getByRole('button', { name: 'Add a gateway' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Gateway name').fill(GATEWAY);
  await form.getByRole('button', { name: 'Save' }).click();
  // Shown this once.
  const token = await page.getByRole('textbox', { name: 'Gateway token' }).inputValue();
  expect(token.length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'I have kept it' }).click();

  // A gateway that never spoke tells how to connect it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(GATEWAY);
  await expect(page.getByText('mosquitto_pub')).toBeVisible();
  await expectAccessible(page);

  const body = { [DEVICE]: [{ values: { energy: 1234.5, P: 56.7, firmware: 'v2' } }] };
  expect((await send(page, token, body)).accepted).toBe(0);
  await page.getByRole('tab', { name: /Not mapped/ }).click();
  const list = page.getByRole('list', { name: 'Not mapped' });
  await expect(list.getByText(DEVICE)).toBeVisible({ timeout: 20_000 });
  await expect(list).toContainText('firmware = "v2"');
  await page.getByRole('checkbox', { name: DEVICE }).check();
  await page.getByRole('button', { name: 'Map the selected (1)' }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Meter name').fill(`Pump ${mark}`);
  await dialog.getByRole('combobox', { name: 'Site' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByRole('combobox', { name: `Means ${DEVICE} firmware` }).click();
  await page.getByTitle('Ignore this key').click();
  await dialog.getByRole('button', { name: 'Save the mapping' }).click();
  await expect(page.getByText('3 mappings saved, 1 meter made')).toBeVisible();
  await expect(page.getByText('Every device and key is mapped')).toBeVisible();

  await expect.poll(async () => (await send(page, token, body)).accepted, { timeout: 20_000 }).toBe(2);
  await visit(page, `/#/SDNCommunication/SDNMeterCommunication?q=${mark}`);
  const row = page.getByRole('row', { name: new RegExp(`Pump ${mark}`) });
  await expect(row).toContainText('Online');
  await expect(row).toContainText(GATEWAY);
  await expect(row).toContainText('1,234.50');
  await expectAccessible(page);
});

test('a list of meters is tried, then written, and comes back with what was wrong', async ({ page }) => {
  await remember(page, { language: 'en' });
  await signIn(page, 'campus');
  const sites = await page.request.get('/api/archive/monitorSite/getall', {
    headers: { 'x-meterhouse': '1' },
  });
  const site = ((await sites.json()) as { data: { orgName: string }[] }).data[0]?.orgName ?? '';
  await page.goto('/#/SDNCommunication/SDNOnboarding');
  const lines = [
    'Meter code,Meter name,Site,CT ratio,Start register,Start time,Gateway,Device name',
    `L1-${mark},Line one ${mark},${site},100,1234.5,2026-01-31 08:00,${GATEWAY},line/1`,
    `L2-${mark},Line two ${mark},No such site,,,,,`,
  ];
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'meters.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await expect(page.getByText('there is no site “No such site”')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Create 1 meter' }).click();
  await expect(page.getByText('See the communication of the meters')).toBeVisible({ timeout: 20_000 });
  await visit(page, `/#/SDNCommunication/SDNMeterCommunication?q=L1-${mark}`);
  await expect(page.getByRole('row', { name: new RegExp(`Line one ${mark}`) })).toContainText(
    'Never reported',
  );
});

test('the collection rate leads from a day to its gaps and to their repair', async ({ page }) => {
  await remember(page, { language: 'en' });
  await signIn(page, 'steel');
  await page.goto('/#/SDNCommunication/SDNCollectionRateStatistics');
  const table = page.getByRole('table');
  await expect(table.getByRole('rowheader', { name: 'All meters' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.getByText('Gaps', { exact: true }).click();
  const gaps = page.getByRole('table', { name: 'Gaps' });
  await gaps.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data repair');
});
