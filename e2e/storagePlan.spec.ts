import { expect, test, type Page } from '@playwright/test';
import { visit } from './person.ts';
import { call, works } from './works.ts';

/** The works has a battery of 200 kWh and 100 kW, which no gateway reaches. */
async function battery(page: Page): Promise<number> {
  const consumerId = await works(page);
  const found = async (path: string): Promise<number> => {
    const reply = await page.request.get(`/api/${path}`, { params: { consumerId } });
    const { data } = (await reply.json()) as { data: { id: number }[] };
    return data[0]?.id ?? 0;
  };
  await call(page, 'archive/storageStation/add', {
    stationName: 'Battery',
    consumerId,
    siteId: await found('archive/monitorSite/searchall'),
    stationMeterId: await found('archive/ammeter/searchall'),
    ratedEnergy: 200,
    ratedPower: 100,
  });
  return consumerId;
}

test(
  'a plan is drawn by keys, says what it breaks, and is submitted when it breaks nothing',
  { tag: '@matrix' },
  async ({ page }) => {
    const consumerId = await battery(page);
    await visit(page, `/#/SDNGuangchuchong/Chunengcelve/Setting?consumer=${consumerId}`);
    const curve = page.getByTestId('plan-cursor');
    await curve.focus();
    await curve.press('Home');
    // Two hours from midnight on are charged with 80 kW.
    for (let i = 0; i < 7; i++) await curve.press('Shift+ArrowRight');
    for (let i = 0; i < 8; i++) await curve.press('PageDown');
    await expect(curve).toHaveAttribute('aria-valuetext', '00:00–02:00 Charges 80 kW');
    await expect(page.getByText('All hold')).toBeVisible();
    // The last hour is discharged with more than what was stored.
    await curve.press('End');
    for (let i = 0; i < 3; i++) await curve.press('ArrowLeft');
    await curve.press('Shift+End');
    for (let i = 0; i < 10; i++) await curve.press('PageUp');
    await expect(page.getByText('All hold')).toBeVisible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('The draft is saved as version 1')).toBeVisible();

    const power = page.getByRole('spinbutton', { name: '00:00–02:00 Power' });
    await power.fill('20');
    await power.press('Enter');
    await expect(page.getByText('SOC below its limit')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('All hold')).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
    await expect(page.getByText('This version is not edited')).toBeVisible();
    await expect(page.getByText('No EMS gateway and device are set')).toBeVisible();

    await visit(page, `/#/SDNGuangchuchong/Chunengcelve/Publish?consumer=${consumerId}`);
    const row = page.getByRole('row', { name: /Waiting for approval/ });
    await expect(row).toContainText('160.0');
    await row.getByRole('link', { name: 'Open the request' }).click();
    await expect(page.getByText('To be discharged / charged')).toBeVisible();
  },
);
