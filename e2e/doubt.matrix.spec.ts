import { expect, test } from '@playwright/test';
import { expectAccessible, visit } from './person.ts';
import { call, works } from './works.ts';

test(
  'a bill in doubt says which lines, why and where, leads to what mends it, and is whole once that is done',
  { tag: '@matrix' },
  async ({ page }) => {
    // Three days of July are read, then nothing comes any more.
    const consumerId = await works(page);
    const { id: planId } = await call<{ id: number }>(page, 'price/priceScheme/add', { consumerId, schemeName: 'Doubt', basicCharge: '2', price1: 1, price2: 1, price3: 1, price4: 1, demandPrice: 30 }); // prettier-ignore
    await call(page, 'price/priceAgreement/add', { consumerId, orgId: consumerId, planId, measureAccount: `D-${consumerId}`, beginDt: '2019-01-01' }); // prettier-ignore
    const bill = `/#/SDNPowerAudit/SDNPowerBill?consumer=${consumerId}&month=2019-07`;
    await visit(page, bill);

    const main = page.getByRole('main');
    const doubts = main.getByRole('list', { name: 'Lines based on incomplete data' });
    const missing = doubts.getByRole('listitem').filter({ hasText: 'Intervals have no readings' });
    await expect(missing).toContainText('Infeed');
    await expect(missing).toContainText('What to do: Import the readings that are missing');
    const demand = main.getByRole('row', { name: /maximum demand at least 37 kW/i });
    await expect(demand).toContainText('In doubt');
    await expectAccessible(page);

    // The interval leads to the repair of its meter, at that day.
    await missing.getByRole('link', { name: /^2019-07-17 00:00/ }).click();
    await expect(page).toHaveURL(/MeterRepair\?.*date=2019-07-17/);
    await expect(main).toContainText('Infeed');

    // The register at the settlement is known after all: its energy is billed, and that doubt is gone.
    const { token } = await call<{ token: string }>(page, 'archive/gateway/add', { gatewayName: `D ${consumerId}`, consumerId }); // prettier-ignore
    const sent = await page.request.post('/api/ingest/telemetry', {
      headers: { authorization: `Bearer ${token}` },
      data: { 'E-1': [{ ts: Date.parse('2019-07-31T16:00:00Z'), values: { PP: 5000 } }] },
    });
    expect(((await sent.json()) as { code: number }).code).toBe(200);
    const params = { consumerId, measureAccount: `D-${consumerId}`, month: '2019-07' };
    await expect
      .poll(
        async () => {
          const reply = await page.request.get('/api/price/bill/get', { params });
          return ((await reply.json()) as { data: { energy: number } }).data.energy;
        },
        { timeout: 30_000 },
      )
      .toBe(4000);
    await visit(page, bill);
    await expect(demand).toBeVisible();
    await expect(missing).toHaveCount(0);
  },
);
