import { expect, test, type Page } from '@playwright/test';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, signIn } from './person.ts';

/** 2019-07-15 00:00 in Shanghai. */
const START = Date.parse('2019-07-14T16:00:00Z');

async function call<T>(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.post(`/api/${path}`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
  expect(code, `${path}: ${message}`).toBe(200);
  return data;
}

/** A meter with one kWh a quarter of an hour for a day; the register at 10:00 stands far too high. */
async function works(page: Page): Promise<{ consumerId: number; ammeterId: number }> {
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Repairs ${mark}`,
    orgCode: mark,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'Hall',
    orgCode: 'S1',
    consumerId,
    timeZone: HOME_ZONE,
  });
  const { id: ammeterId } = await call<{ id: number }>(page, 'archive/ammeter/add', {
    ammeterName: 'Feeder',
    ammeterCode: 'E-1',
    consumerId,
    siteId,
    ratedPower: 20,
  });
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: `G ${mark}`,
    consumerId,
  });
  const readings = Array.from({ length: 97 }, (_, i) => ({
    ts: START + i * QUARTER,
    values: { PP: i === 40 ? 9000 : 1000 + i },
  }));
  const sent = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: { 'E-1': readings },
  });
  expect(((await sent.json()) as { code: number }).code).toBe(200);
  return { consumerId, ammeterId };
}

test('a spike is found and does not count; ignored it is suspect no more, with the effect told first, and undone', async ({
  page,
}) => {
  await signIn(page, 'operator');
  const { consumerId, ammeterId } = await works(page);
  await expect
    .poll(async () => {
      const params = { ammeterId, from: START, to: START + 96 * QUARTER };
      const reply = await page.request.get('/api/sdata/correction/getState', { params });
      return ((await reply.json()) as { data: { pagination: { total: number } } }).data.pagination.total;
    })
    .toBe(2);
  await page.goto(
    `/#/SDNMonitoring/MeterRepair?consumer=${consumerId}&ammeterId=${ammeterId}&date=2019-07-15`,
  );
  const findings = page.getByTestId('findings');
  await expect(findings.getByRole('listitem')).toHaveCount(2);
  await expect(findings).toContainText('Suspect');
  await expect(findings).toContainText('1,039 → 9,000');

  // The press goes there, and the value that is wrong is ignored by keyboard.
  await findings.getByRole('button', { name: '09:45–10:15' }).first().press('Enter');
  await expect(page).toHaveURL(/from=1563155100000/);
  const row = page.getByTestId('values').getByRole('row').filter({ hasText: '9,000' });
  await expect(row).toContainText('Off the course');
  await row.getByRole('button', { name: 'Ignore' }).press('Enter');
  await page.getByRole('button', { name: 'Show the effect' }).press('Enter');
  const effect = page.getByTestId('effect');
  await expect(effect.getByRole('row', { name: '2019-07-15' })).toContainText('96');
  await expect(effect.getByRole('row', { name: 'Total' })).toContainText('0');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByLabel('Reason').fill('Spike of the gateway');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(findings.getByRole('listitem')).toHaveCount(1);
  await expect(findings).toContainText('Interpolated');

  const history = page.getByTestId('history');
  await expect(history).toContainText('Spike of the gateway');
  await history.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('It was right');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(findings.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText('It was right');
});
